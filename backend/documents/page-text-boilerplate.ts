import { type Block, blocksOf, type TreeNode } from './page-text-blocks.ts';
import { BOILERPLATE, CREDIT, IMAGE_NAMES, LEAD_IN, PART_NAMES } from './page-text-words.ts';

/** A block of prose has at least this weight. */
const PROSE = 70;
/** Words about a page are short; what weighs more is text. */
const SHORT = 170;
const MAX_CAPTION = 350;
/** A part that holds more than this share of the content is no part beside it, whatever its name says. */
const MAX_SHARE = 0.25;
/** When the rules would take more than this share, they have not understood the page: nothing is taken. */
const MAX_LOSS = 0.6;

/** What the rules know of the content. `first` and `last` are indexes of blocks of prose. */
type Content = { blocks: readonly Block[]; first: number; last: number; total: number; title: string; parts: Parts };

/** What can be said of an element and those around it, each looked at once. */
class Parts {
  readonly #root: TreeNode;
  readonly #weights = new Map<TreeNode, number>();
  readonly #beside = new Map<TreeNode, boolean>();
  readonly #total: number;
  constructor(root: TreeNode, blocks: readonly Block[]) {
    this.#root = root;
    for (const block of blocks)
      for (let node: TreeNode | null = block.home; node !== null; node = node === root ? null : node.parentNode)
        this.#weights.set(node, this.weightOf(node) + block.weight);
    this.#total = this.weightOf(root);
  }

  weightOf(node: TreeNode): number {
    return this.#weights.get(node) ?? 0;
  }

  /** The nearest element around (or the home itself) that passes. */
  nearest(block: Block, test: (node: TreeNode) => boolean): TreeNode | undefined {
    for (let node: TreeNode | null = block.home; node !== null && node !== this.#root; node = node.parentNode)
      if (test(node)) return node;
    return undefined;
  }

  /** In a part that its tag or name puts beside the text: a caption, a byline, a box of links. */
  isBeside(node: TreeNode | null): boolean {
    if (node === null || node === this.#root) return false;
    let answer = this.#beside.get(node);
    if (answer === undefined) {
      answer =
        node.nodeName === 'FIGCAPTION' ||
        (this.weightOf(node) <= MAX_SHARE * this.#total &&
          (/^(?:ASIDE|NAV|FOOTER|HEADER|FORM)$/.test(node.nodeName) ||
            wordsOf(node).some((word) => PART_NAMES.test(word)))) ||
        this.isBeside(node.parentNode);
      this.#beside.set(node, answer);
    }
    return answer;
  }
}

function wordsOf(node: TreeNode): string[] {
  return `${node.getAttribute?.('class') ?? ''} ${node.getAttribute?.('id') ?? ''}`
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter((word) => word.length > 1);
}

const isHeading = (block: Block): boolean => /^H[1-6]$/.test(block.tag);
export const isProse = (block: Block): boolean =>
  block.weight >= PROSE && block.linked < (block.weight >= 2 * PROSE ? 0.8 : 0.5);
const isSentence = (block: Block): boolean =>
  block.weight >= 15 && block.linked < 0.5 && /[.!?…。！？]['"\u201d\u2019»)]?$/.test(block.text);
const wordsIn = (text: string): string => (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');

function saysTitle(block: Block, title: string): boolean {
  const text = wordsIn(block.text);
  return text.length > 5 && (title.includes(text) || (title.length > 10 && text.includes(title)));
}

type Rule = (block: Block, index: number, content: Content) => boolean;

/** Rules that look at a block and what is around it. */
const LOCAL: Record<string, Rule> = {
  part: (block, _index, { parts }) => parts.isBeside(block.home),
  image: (block, _index, { parts, total }) => {
    const frame = parts.nearest(
      block,
      (node) =>
        /^(?:FIGURE|TABLE|PRE|BLOCKQUOTE|UL|OL)$/.test(node.nodeName) ||
        wordsOf(node).some((word) => IMAGE_NAMES.test(word)),
    );
    if (frame === undefined || /^(?:TABLE|PRE|BLOCKQUOTE|UL|OL)$/.test(frame.nodeName)) return false;
    return parts.weightOf(frame) <= Math.min(MAX_CAPTION, 0.5 * total);
  },
  besideImage: (block) =>
    block.image && block.weight <= 60 && !isSentence(block) && !/^(?:H[1-6]|LI|TD|TH|DT|DD|PRE)$/.test(block.tag),
  words: (block) => block.weight <= SHORT && BOILERPLATE.some((pattern) => pattern.test(block.text)),
  credit: (block) => block.weight <= 250 && CREDIT.some((pattern) => pattern.test(block.text)),
  /** A line that is one link, among paragraphs. A web address written out is text. */
  linkLine: (block) =>
    block.linked > 0.85 &&
    block.weight > 12 &&
    block.weight <= 100 &&
    /^(?:P|DIV|SECTION|ARTICLE)$/.test(block.tag) &&
    !/^(?:https?:|www\.)/i.test(block.text),
  leadIn: (block, index, { blocks }) => {
    if (block.linked < 0.25 || block.weight > SHORT) return false;
    for (let before = index - 1; before >= Math.max(0, index - 12); before -= 1) {
      const other = blocks[before];
      if (other === undefined) return false;
      if (other.weight < 40 && LEAD_IN.test(other.text)) return true;
      if (other.linked < 0.25) return false;
    }
    return false;
  },
};

/** Rules that ask where the prose begins and ends. */
const BY_PLACE: Record<string, Rule> = {
  before: (block, index, { blocks, first, title }) => {
    if (index >= first) return false;
    if (isHeading(block)) return index < first - 1 || saysTitle(block, title);
    return !(isSentence(block) && block.home.parentNode === blocks[first]?.home.parentNode);
  },
  after: (block, index, { last }) => index > last && block.linked > 0.5,
};

/**
 * Takes away what readers do not count to an article though it stands inside of it: captions, datelines, bylines,
 * boxes of links, calls to subscribe. It knows no site: tags, words, links and places decide. Changes the tree.
 * @param title the page's title: a heading that repeats it is not content.
 */
export function removeBoilerplate(root: TreeNode, title: string): void {
  const blocks = blocksOf(root);
  const parts = new Parts(root, blocks);
  const total = parts.weightOf(root);
  const content: Content = { blocks, first: -1, last: -1, total, title: wordsIn(title), parts };
  const dropped = new Set<number>();
  const apply = (rules: Record<string, Rule>): void => {
    for (const [index, block] of blocks.entries())
      if (Object.values(rules).some((rule) => rule(block, index, content))) dropped.add(index);
  };
  const weightWhere = (test: (index: number) => boolean): number =>
    blocks.reduce((sum, block, index) => sum + (test(index) ? block.weight : 0), 0);

  apply(LOCAL);
  const prose = blocks.map((block, index) => !dropped.has(index) && isProse(block));
  content.first = Math.max(0, prose.indexOf(true));
  content.last = prose.includes(true) ? prose.lastIndexOf(true) : blocks.length;
  // Results, recipes, lists: where much stands outside of the prose, the place says nothing.
  if (weightWhere((index) => index < content.first) > 0.2 * total) content.first = 0;
  if (weightWhere((index) => index > content.last) > 0.3 * total) content.last = blocks.length;
  apply(BY_PLACE);
  dropEmptyHeadings(blocks, dropped);
  if (weightWhere((index) => dropped.has(index)) > MAX_LOSS * total) return;
  for (const index of dropped) for (const node of blocks[index]?.nodes ?? []) node.parentNode?.removeChild?.(node);
}

/** A heading whose text is gone says nothing. */
function dropEmptyHeadings(blocks: readonly Block[], dropped: Set<number>): void {
  for (let index = blocks.length - 1; index >= 0; index -= 1) {
    const block = blocks[index];
    if (block === undefined || dropped.has(index) || !isHeading(block)) continue;
    let next = index + 1;
    while (dropped.has(next)) next += 1;
    const after = blocks[next];
    if (next > index + 1 && (after === undefined || (isHeading(after) && after.tag <= block.tag))) dropped.add(index);
  }
}
