import type { Element, ElementContent, Root, RootContent } from 'hast';

/** Elements that Markdown of a model may become. Whatever is not in here is put back as its text. */
const ALLOWED = new Set([
  'a',
  'blockquote',
  'br',
  'code',
  'del',
  'em',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'input',
  'li',
  'ol',
  'p',
  'pre',
  'section',
  'strong',
  'sup',
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'ul',
]);

/** Attributes that may stay, whatever the element. No event handler, no style, no source, no target. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'id'],
  li: ['id'],
  ol: ['start'],
  input: ['type', 'checked', 'disabled'],
  code: ['className'],
};

/**
 * A rehype plugin: drops every node that could load something or act. An image becomes a text that says what it was;
 * raw HTML, which react-markdown hands over as text anyway, stays text.
 * @param imageText what stands for an image: `[image: alt]`.
 */
export function hardenTree({ imageText }: { imageText: (alt: string) => string }) {
  return (tree: Root): void => {
    tree.children = tree.children.flatMap((node) => clean(node, imageText));
  };
}

function clean(node: RootContent | ElementContent, imageText: (alt: string) => string): ElementContent[] {
  if (node.type === 'text') return [node];
  if (node.type !== 'element') return 'value' in node ? [{ type: 'text', value: String(node.value) }] : [];
  if (node.tagName === 'img') return [{ type: 'text', value: imageText(String(node.properties['alt'] ?? '')) }];
  const children = node.children.flatMap((child) => clean(child, imageText));
  // GFM makes one kind of input, the box of a task list, and it is disabled.
  if (!ALLOWED.has(node.tagName) || (node.tagName === 'input' && node.properties['type'] !== 'checkbox'))
    return children;
  const allowed = ATTRIBUTES[node.tagName] ?? [];
  const properties: Element['properties'] = {};
  for (const name of allowed) {
    const value = node.properties[name];
    if (value !== undefined && value !== null) properties[name] = value;
  }
  // A column's side becomes a class: react-markdown would make a style of it.
  const side = node.properties['align'];
  if (side === 'center' || side === 'right') properties['className'] = [`align-${side}`];
  return [{ ...node, properties, children }];
}
