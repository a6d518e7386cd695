import { LIMITS } from '@pagehand/contracts/limits';
import type { FrameCapture } from '@pagehand/contracts/page-port';
import { markCovered } from './covers.ts';
import { bodyOf, rootOf, scrollerOf, titleOf, urlOf, viewOf } from './dom.ts';
import { framePath } from './frames.ts';
import { placeInWords } from './outline.ts';
import type { PageMemory } from './page-memory.ts';
import { renderOutline } from './render-outline.ts';
import { Slices } from './slices.ts';
import { maskSplitSecrets } from './split-secrets.ts';
import { cleanPageText } from './text-hygiene.ts';
import type { CapturedRef } from './types.ts';
import { Walk } from './walk.ts';
import type { RefRead } from './walk-output.ts';

export type CaptureResult = FrameCapture & { elements: Map<string, Element> };

/** Nodes between two looks at the clock. */
const NODES = 24;

/**
 * Reads one document into its part of a snapshot: one walk over the flat tree, in slices, each element looked at once.
 * Nothing of the page is changed.
 * @throws the signal's reason when aborted.
 */
export async function captureDocument(
  document: Document,
  memory: PageMemory,
  signal: AbortSignal,
  options: { within?: Element } = {},
): Promise<CaptureResult> {
  const view = viewOf(document);
  if (view === null) throw new Error('The document has no window.');
  const slices = new Slices(signal);
  // Of a part only the part is read, so nothing is remembered of it.
  const watch = options.within === undefined ? memory.watch : undefined;
  const walk = new Walk(document, options.within ?? bodyOf(document), memory, watch);
  const epoch = watch?.epoch;
  const rest = async () => {
    if (slices.due()) await slices.rest();
  };
  while (walk.step(NODES)) await rest();
  walk.finish();
  await rest();
  const { text, omitted, root, childFrames } = walk.output;
  const redacted = { ...walk.output.redacted };
  markCovered(document, walk.output.refs, memory.shadowRootOf, watch?.epoch === epoch ? watch : undefined);
  await rest();
  const html = maskSplitSecrets(text.parts, redacted).join('');
  await rest();
  const refs = withFingerprints(walk.output.refs);
  await rest();
  const outline = renderOutline(root);
  await rest();
  omitted.textChars += text.dropped;
  omitted.truncated ||= outline.cut || text.dropped > 0;
  const scroller = scrollerOf(document);
  return {
    documentId: memory.documentId,
    url: urlOf(document).slice(0, LIMITS.url),
    origin: view.origin,
    title: cleanPageText(titleOf(document).slice(0, 1_000), redacted, 300),
    lang: rootOf(document).lang.slice(0, 40),
    dir: getComputedStyle(rootOf(document)).direction === 'rtl' ? 'rtl' : 'ltr',
    viewport: {
      width: view.innerWidth,
      height: view.innerHeight,
      scrollX: view.scrollX,
      scrollY: view.scrollY,
      scrollHeight: scroller.scrollHeight,
    },
    framePath: framePath(view),
    outline: outline.text,
    refs,
    text: html,
    childFrames,
    omitted,
    redacted,
    elements: new Map(walk.output.refs.map(({ info, element }) => [info.ref, element])),
  };
}

/** Adds place and fingerprint: they need to know all that is equal. */
function withFingerprints(refs: readonly RefRead[]): CapturedRef[] {
  const counts = new Map<string, number>();
  return refs.map((read) => {
    const { info, node, place, given } = read;
    const column = node.column === undefined ? '' : `, column "${node.column}"`;
    const within =
      given?.ref.fingerprint.within ??
      `${place === undefined ? '' : placeInWords(place)}${column}`.slice(0, LIMITS.name * 2);
    const key = given?.key ?? `${info.role}\n${info.name}\n${within}`;
    const index = counts.get(key) ?? 0;
    counts.set(key, index + 1);
    if (given?.covered === node.covered && given.ref.fingerprint.index === index) return given.ref;
    const fingerprint = { role: info.role, name: info.name, within, index };
    const states = node.covered ? [...info.states, 'covered'].slice(0, 20) : info.states;
    const ref = within === '' ? { ...info, states, fingerprint } : { ...info, states, place: within, fingerprint };
    read.given = { ref, key, covered: node.covered };
    return ref;
  });
}
