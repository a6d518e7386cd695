import { activeIn, parentOf, renderedText, squash } from './capture-kit.ts';
import { aim, type Reached, reach } from './check-target.ts';
import { aimAgain, press } from './click.ts';
import type { ActContext } from './context.ts';
import { isTextField, readBack, typeIntoField } from './editing.ts';
import { pressKey } from './keys.ts';
import { identify, inWords, type Located } from './locate.ts';
import { otherValue, type Written } from './other-value.ts';
import { findOption, labelOf, OPTION, scrollerOf, visibleOptions } from './popup-options.ts';
import { Refusal } from './refusal.ts';
import { sleep } from './sleep.ts';

/** A list that loads its options gets this long, in ms. */
const OPEN_MS = 3_000;

/**
 * Chooses from a list that the page draws itself (combobox, listbox button, menu button, tree): a click opens it where
 * it is closed, options are looked for in what `aria-controls` or `aria-owns` names and in any list that is visible now,
 * or among the rows that a library draws where its options by role are out of sight; a scrolling list is scrolled to its
 * end, and the option is clicked. Only the whole label chooses: the risk was made
 * for what the plan says, and nobody knew the options then. In a combobox with a text field the label is typed
 * when the option is not in sight. What the control shows afterwards is read back.
 */
export async function chooseFromPopup(
  located: Located,
  values: readonly string[],
  context: ActContext,
  acting: () => void,
): Promise<Written> {
  const { element } = located;
  const before = showing(element);
  acting();
  for (const value of values) {
    let option = findOption(element, value, context);
    if (option === undefined) {
      const reached = await reach(located, context);
      if (element.getAttribute('aria-expanded') !== 'true')
        await press(reached, () => aimAgain(located, context), {}, context);
      option = await waitForOption(element, value, context);
    }
    const field = isTextField(element) && !element.readOnly ? element : undefined;
    if (option === undefined && field !== undefined) {
      field.focus({ preventScroll: true });
      await typeIntoField(field, value, 'replace', context);
      option = await waitForOption(element, value, context);
    }
    if (option === undefined) {
      const labels = visibleOptions(element, context).slice(0, 20).map(labelOf).join(' | ');
      const active = activeIn(context.document);
      if (active !== null) await pressKey('Escape', active, context);
      throw new Refusal(
        'option-missing',
        `${inWords(located)} shows no option "${value.slice(0, 80)}". ${labels === '' ? 'It shows no options at all.' : `It shows: ${labels}`}`.slice(
          0,
          500,
        ),
      );
    }
    // A virtual list draws its rows anew when it scrolls: bring it into sight first, then take the row that is there.
    option.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    await sleep(60, context.signal);
    option = findOption(element, value, context) ?? option;
    if (option.getAttribute('aria-disabled') === 'true')
      throw new Refusal('option-missing', `The option "${value.slice(0, 80)}" is disabled.`);
    const find = () => findOption(element, value, context);
    const reached = await reachOption(option, find, located, context);
    await press(reached, () => aimAtOption(find(), value, located, context), {}, context);
    await sleep(120, context.signal);
  }
  const after = element.isConnected ? showing(element) : (values.at(-1) ?? '');
  const last = values.at(-1) ?? '';
  const selected = [...visibleOptions(element, context)].some(
    (option) => option.getAttribute('aria-selected') === 'true' && squash(labelOf(option)) === squash(last),
  );
  if (!selected && !squash(after).toLowerCase().includes(squash(last).toLowerCase()) && before === after)
    throw otherValue(located, { before, after });
  // What the control shows is text around it, which a page may word anew: it is read once.
  return { before, after, again: () => after };
}

/** A list may draw its rows anew while they are brought into view: then the row that stands there now is taken. */
async function reachOption(
  option: Element,
  again: () => Element | undefined,
  { found }: Located,
  context: ActContext,
): Promise<Reached> {
  let current = option;
  for (let round = 0; ; round += 1) {
    try {
      return await reach(asLocated(current, found, context), context);
    } catch (error) {
      const next = again();
      // Drawn anew, or still fading in.
      const passes = error instanceof Refusal && /^target-(?:missing|hidden)$/.test(error.code);
      if (!passes || next === undefined || round > 3) throw error;
      await sleep(100, context.signal);
      current = next;
    }
  }
}

/** Hovering a list may draw its rows anew: what has the label now is pressed, or nothing. */
function aimAtOption(option: Element | undefined, value: string, { found }: Located, context: ActContext): Reached {
  if (option === undefined)
    throw new Refusal('target-changed', `The option "${value.slice(0, 80)}" went away before it was chosen.`);
  return aim(asLocated(option, found, context), context);
}

const asLocated = (element: Element, found: Located['found'], context: ActContext): Located => {
  const { role, name } = identify(element, context);
  return { ref: '', element, found, role, name, target: undefined };
};

/** What the control shows as chosen: its value, or the text in and right around it. */
function showing(element: Element): string {
  const options = [...element.querySelectorAll(OPTION)];
  // A list that always shows all of its options says by their state what is chosen.
  if (options.length > 0 && element.getAttribute('aria-expanded') === null)
    return options
      .filter((option) =>
        /^true$/.test(option.getAttribute('aria-selected') ?? option.getAttribute('aria-checked') ?? ''),
      )
      .map(labelOf)
      .join(', ')
      .slice(0, 400);
  if (isTextField(element) && element.value !== '') return readBack(element);
  if (!isTextField(element)) return squash(renderedText(element)).slice(0, 400);
  let box = parentOf(element);
  for (let up = 0; up < 5 && box !== null && box.localName !== 'body'; up += 1, box = parentOf(box)) {
    // What stands around two fields is not what one of them shows.
    if (box.querySelectorAll('input:not([type=hidden]),select,textarea').length > 1) return '';
    const text = squash(renderedText(box));
    if (text !== '') return text.slice(0, 400);
  }
  return '';
}

/** Waits for the list, then scrolls through it: long lists render only what is in sight. */
async function waitForOption(element: Element, value: string, context: ActContext): Promise<Element | undefined> {
  let end = performance.now() + OPEN_MS;
  let scrolls = 0;
  while (performance.now() < end) {
    const option = findOption(element, value, context);
    if (option !== undefined) return option;
    const options = visibleOptions(element, context);
    const scroller = options[0] === undefined ? undefined : scrollerOf(options[0]);
    if (
      scroller !== undefined &&
      scrolls < 400 &&
      scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 1
    ) {
      scroller.scrollTop += scroller.clientHeight * 0.8;
      scrolls += 1;
      // A long list is not slow to open: as long as it goes on, it is given the same time again.
      end = performance.now() + OPEN_MS;
      await sleep(30, context.signal);
      continue;
    }
    await sleep(60, context.signal);
    // A full list that does not hold it will not grow by waiting.
    if (options.length > 0 && performance.now() > end - OPEN_MS + 900) return findOption(element, value, context);
  }
  return undefined;
}
