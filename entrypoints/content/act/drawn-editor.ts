import { bodyOf, editedText, parentOf, Visibility } from './capture-kit.ts';
import { reach } from './check-target.ts';
import type { ActContext } from './context.ts';
import { dispatch } from './dispatch.ts';
import { same } from './editing.ts';
import { inWords, type Located } from './locate.ts';
import { otherValue, type Written } from './other-value.ts';
import { pasteEvent } from './page-data-transfer.ts';
import { Refusal } from './refusal.ts';
import { sleep } from './sleep.ts';

/** An editor that draws its text itself and hears the keyboard by an element of its own. */
export type DrawnEditor = { ear: HTMLElement; box: HTMLElement };

/** Least size of the box that is taken for the editor, in CSS pixels. */
const LEAST = { width: 40, height: 14 };

/**
 * The editor behind a textarea that nobody sees (CodeMirror 5, Ace, Monaco in Firefox) or behind an element with an
 * EditContext (Monaco in Chromium): what is in such an element is not the editor's text.
 */
export function drawnEditor(element: Element, context: ActContext): DrawnEditor | undefined {
  if (!(element instanceof HTMLElement)) return undefined;
  const visibility = new Visibility(context.document, context.memory.shadowRootOf);
  const shown = (one: Element): boolean => {
    const { rendered, visible, seen } = visibility.sightOf(one);
    const { width, height } = one.getBoundingClientRect();
    return rendered && visible && seen && width >= LEAST.width && height >= LEAST.height;
  };
  const editContext: unknown = Reflect.get(element, 'editContext');
  const hidden = element instanceof HTMLTextAreaElement && !shown(element) && element.labels.length === 0;
  if (!hidden && (editContext === undefined || editContext === null)) return undefined;
  let box = parentOf(element);
  while (box !== null && box !== bodyOf(context.document) && !(shown(box) && box.innerText.trim() !== '')) {
    // Not beyond what belongs to this one field.
    if (box.querySelectorAll('textarea,input,[role=textbox]').length > 1) return undefined;
    box = parentOf(box);
  }
  return box === null || box === bodyOf(context.document) ? undefined : { ear: element, box };
}

/**
 * Types into such an editor: focus, then keydown Control+A (Command+A on a Mac) to replace or Control+End to append, as
 * the editor's own key bindings have it, then one paste event (Clipboard API) with the text. The lines that it draws are
 * read back; what it does not draw (long texts) cannot be seen.
 * @throws Refusal that of `otherValue` when nothing changed, `unconfirmed` as unsure when other text is drawn.
 */
export async function typeIntoDrawnEditor(
  { ear, box }: DrawnEditor,
  located: Located,
  text: string,
  mode: 'replace' | 'append',
  context: ActContext,
  acting: () => void,
): Promise<Written> {
  if (ear instanceof HTMLTextAreaElement && ear.readOnly)
    throw new Refusal('target-unsuitable', `${inWords(located)} is read-only.`);
  await reach({ ...located, element: box, target: undefined }, context);
  const before = drawnText(box);
  acting();
  ear.focus({ preventScroll: true });
  await sleep(20, context.signal);
  const mac = /Mac/.test(context.view.navigator.platform);
  if (mode === 'replace') chord(ear, { key: 'a', code: 'KeyA', keyCode: 65 }, mac, context);
  else if (mac) chord(ear, { key: 'ArrowDown', code: 'ArrowDown', keyCode: 40 }, mac, context);
  else chord(ear, { key: 'End', code: 'End', keyCode: 35 }, mac, context);
  await sleep(30, context.signal);
  if (text === '') chord(ear, { key: 'Delete', code: 'Delete', keyCode: 46 }, undefined, context);
  else dispatch(ear, pasteEvent(text));
  let after = before;
  for (let look = 0; look < 10 && after === before; look += 1) {
    await sleep(50, context.signal);
    after = drawnText(box);
  }
  const wanted = mode === 'replace' ? text : before + text;
  const evidence = { before: before.slice(0, 400), after: after.slice(0, 400) };
  if (same(after, wanted) || (mode === 'append' && squeezed(after) === squeezed(wanted)))
    return { before, after, again: () => after };
  if (after === before) throw otherValue(located, { before, after });
  throw new Refusal(
    'unconfirmed',
    `${inWords(located)} shows "${after.slice(0, 120)}"; the rest of its text may be out of sight.`,
    evidence,
    'unsure',
  );
}

const squeezed = (text: string): string => text.replace(/\s+/g, '');

function chord(
  ear: HTMLElement,
  key: { key: string; code: string; keyCode: number },
  mac: boolean | undefined,
  { view }: ActContext,
): void {
  const init = {
    ...key,
    which: key.keyCode,
    ctrlKey: mac === false,
    metaKey: mac === true,
    bubbles: true,
    cancelable: true,
    composed: true,
    view,
  };
  dispatch(ear, new KeyboardEvent('keydown', init));
  dispatch(ear, new KeyboardEvent('keyup', init));
}

/** The lines that are drawn, from top to bottom: editors place them freely, in any order of the tree. */
function drawnText(box: HTMLElement): string {
  const lines = [...box.querySelectorAll<HTMLElement>('.view-line,.CodeMirror-line,.ace_line')];
  if (lines.length === 0) return editedText(box);
  return lines
    .map((line) => ({ top: line.getBoundingClientRect().top, text: editedText(line) }))
    .sort((one, other) => one.top - other.top)
    .map(({ text }) => text)
    .join('\n');
}
