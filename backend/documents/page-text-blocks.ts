/** The little of a DOM node that this needs; linkedom's nodes are such. */
export type TreeNode = {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly firstChild: TreeNode | null;
  readonly nextSibling: TreeNode | null;
  readonly parentNode: TreeNode | null;
  readonly textContent: string | null;
  getAttribute?(name: string): string | null;
  removeChild?(node: TreeNode): unknown;
};

/** A run of text that stands by itself: a paragraph, a list item, a heading, a line between two breaks. */
export type Block = {
  /** What to take away when the block goes: its element, or the text and inline nodes of a block without one. */
  nodes: readonly TreeNode[];
  /** The innermost element around it, or its own. */
  home: TreeNode;
  /** Tag of the innermost block element. */
  tag: string;
  /** White space folded. */
  text: string;
  /** Letters and digits; a letter of a script without spaces counts as `DENSE` others. */
  weight: number;
  /** Share of `weight` that stands in links, 0 to 1. */
  linked: number;
  /** An image stands in it or right before it. */
  image: boolean;
};

const BLOCKS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE CAPTION CENTER DD DETAILS DIALOG DIV DL DT FIELDSET FIGCAPTION FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LEGEND LI MAIN NAV OL P PRE SECTION SUMMARY TABLE TBODY TD TFOOT TH THEAD TR UL'.split(
    ' ',
  ),
);
/** One sign of Chinese, Japanese, Korean or Thai says about as much as three letters. */
const DENSE = 3;
const DENSE_SIGNS = /[\u0e01-\u0eff\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]/g;
const ELEMENT = 1;
const TEXT = 3;

/** How much a text says: letters and digits, signs of dense scripts counted `DENSE` times. */
export function weigh(text: string): number {
  const dense = text.match(DENSE_SIGNS)?.length ?? 0;
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) + (DENSE - 1) * dense;
}

type Run = { nodes: TreeNode[]; text: string; linked: string; image: boolean };
const emptyRun = (): Run => ({ nodes: [], text: '', linked: '', image: false });

/** The blocks under an element in reading order. Recursive: the caller bounds the depth of the tree. */
export function blocksOf(root: TreeNode): Block[] {
  const blocks: Block[] = [];
  const known = new Map<TreeNode, boolean>();
  /** Where an image stood with no text after it yet: its element and the one around. */
  let picture: { home: TreeNode; parent: TreeNode | null } | undefined;

  const holdsBlock = (node: TreeNode): boolean => {
    let answer = known.get(node);
    if (answer !== undefined) return answer;
    answer = false;
    for (let child = node.firstChild; child !== null && !answer; child = child.nextSibling)
      answer = child.nodeType === ELEMENT && (BLOCKS.has(child.nodeName) || holdsBlock(child));
    known.set(node, answer);
    return answer;
  };

  const read = (node: TreeNode, run: Run, inLink: boolean): void => {
    if (node.nodeType === TEXT) {
      const text = node.textContent ?? '';
      run.text += text;
      if (inLink) run.linked += text;
    } else if (node.nodeType === ELEMENT) {
      if (node.nodeName === 'IMG') run.image = true;
      if (node.nodeName === 'BR') run.text += ' ';
      for (let child = node.firstChild; child !== null; child = child.nextSibling)
        read(child, run, inLink || node.nodeName === 'A');
    }
  };

  const walk = (home: TreeNode, blockTag: string, inLink: boolean): void => {
    const tag = BLOCKS.has(home.nodeName) ? home.nodeName : blockTag;
    const linked = inLink || home.nodeName === 'A';
    const alone = !holdsBlock(home) && !hasBreak(home);
    let run = emptyRun();
    const flush = (): void => {
      const text = run.text.replace(/\s+/g, ' ').trim();
      if (text === '') {
        if (run.image) picture = { home, parent: home.parentNode };
      } else {
        const weight = weigh(text);
        const after = picture !== undefined && (picture.home === home || picture.parent === home.parentNode);
        blocks.push({
          nodes: alone && home !== root ? [home] : run.nodes,
          home,
          tag,
          text,
          weight,
          linked: weight === 0 ? Number(run.linked !== '') : Math.min(1, weigh(run.linked) / weight),
          image: run.image || after,
        });
        picture = undefined;
      }
      run = emptyRun();
    };
    for (let child = home.firstChild; child !== null; child = child.nextSibling) {
      if (child.nodeType === ELEMENT && (BLOCKS.has(child.nodeName) || holdsBlock(child))) {
        flush();
        walk(child, tag, linked);
      } else if (child.nodeName === 'BR') flush();
      else if (child.nodeType === ELEMENT || child.nodeType === TEXT) {
        run.nodes.push(child);
        read(child, run, linked);
      }
    }
    flush();
  };
  walk(root, 'DIV', false);
  return blocks;
}

function hasBreak(element: TreeNode): boolean {
  for (let child = element.firstChild; child !== null; child = child.nextSibling)
    if (child.nodeName === 'BR') return true;
  return false;
}
