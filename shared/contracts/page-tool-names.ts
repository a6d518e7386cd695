import { hashJson } from './json.ts';

/** Names on the wire of tools that a page declares begin so; no tool of ours does. */
export const PAGE_TOOL_PREFIX = 'page_';
const WIRE = /^page_[0-9a-f]{10}_([a-z0-9_]{1,40})$/;

/**
 * Name on the wire: `page_<hash>_<slug>`. The hash covers the origin, the frame and the name that the page gave, so two
 * origins or two frames never share one, and the slug alone says what it is for.
 * @param frame tells frames of one origin apart; empty for the top frame.
 */
export async function pageToolWireName(tool: { origin: string; frame: string; name: string }): Promise<string> {
  const hash = await hashJson([tool.origin, tool.frame, tool.name]);
  return `${PAGE_TOOL_PREFIX}${hash.slice(0, 10)}_${slugOf(tool.name)}`;
}

/** Whether this is the name of a page's tool. */
export const isPageToolName = (name: string): boolean => name.startsWith(PAGE_TOOL_PREFIX);

/** The readable part of a wire name; undefined for any other name. */
export const pageToolSlug = (wireName: string): string | undefined => WIRE.exec(wireName)?.[1];

/** `cartView` and `cart-view` become `cart_view`; what is left without a letter or digit is `tool`. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, 40)
    .replace(/^_+|_+$/g, '');
  return slug === '' ? 'tool' : slug;
}

/** Hash of a declaration as the page gave it: what an approval and a call are bound to. */
export const declarationHash = (tool: {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  risk: unknown;
}): Promise<string> =>
  hashJson({
    name: tool.name,
    description: tool.description,
    parameters: tool.parameters,
    risk: typeof tool.risk === 'string' ? tool.risk : null,
  });
