/** Less than this is not worth scrolling for, in CSS pixels. */
const MIN_HIDDEN_PX = 16;
const MIN_BOX_PX = 30;

/** Whether computed `overflow` lets a person scroll. */
export const mayScroll = (overflow: string): boolean => overflow !== 'visible' && /auto|scroll/.test(overflow);

/** How far a scroller goes from where it stands, in words: `120 px above, 960 px below`. undefined: it goes nowhere. */
export function scrollDistances(element: Element): string | undefined {
  const { clientWidth, clientHeight } = element;
  const down = element.scrollHeight - clientHeight;
  const right = element.scrollWidth - clientWidth;
  if (clientWidth < MIN_BOX_PX || clientHeight < MIN_BOX_PX) return undefined;
  const words: string[] = [];
  if (down >= MIN_HIDDEN_PX) {
    const above = Math.round(element.scrollTop);
    if (above > 0) words.push(`${above} px above`);
    if (down - above > 0) words.push(`${down - above} px below`);
  }
  if (right >= MIN_HIDDEN_PX) {
    // Pages written from right to left count from zero downwards.
    const before = Math.abs(Math.round(element.scrollLeft));
    if (before > 0) words.push(`${before} px before`);
    if (right - before > 0) words.push(`${right - before} px after`);
  }
  return words.length === 0 ? undefined : words.join(', ');
}

/** The same for one whose style is not at hand. */
export const isScroller = (element: Element): boolean =>
  scrollDistances(element) !== undefined && mayScroll(getComputedStyle(element).overflow);
