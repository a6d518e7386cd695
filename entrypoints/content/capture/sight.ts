import type { Colour } from './colour.ts';
import { type Box, boxOf } from './dom.ts';

/**
 * What stands of an element, inherited from its ancestors in the flat tree.
 * `rendered`: it has a box or its children may (display, details, content-visibility, skipped slots).
 * `exposed`: neither aria-hidden nor inert, nor behind a modal dialog.
 * `visible`: computed `visibility` is visible.
 * `seen`: nothing on the way clips it away, moves it off or makes it transparent.
 */
export type Sight = {
  rendered: boolean;
  exposed: boolean;
  visible: boolean;
  seen: boolean;
  /** Inside of the modal dialog in front. */
  inModal: boolean;
  opacity: number;
  /** Computed `display`; empty where nothing is rendered. */
  display: string;
  /** Computed `overflow`; `visible` where it does not apply. */
  overflow: string;
  style: CSSStyleDeclaration | undefined;
  /** Of the parent in the flat tree. */
  above: Sight | undefined;
  /** Found out when it is asked for: see `backgroundOf`, `cursorOf`, `skipsContent`, `Names.roleIn`. */
  background: Colour | undefined | null;
  cursor: string | undefined;
  role: string | undefined;
  skips: boolean | undefined;
  box: Box | undefined;
  reads: boolean | undefined;
  /** Whether its text can be read hangs on elements elsewhere: a picture behind it, a scroller around it. */
  leans: boolean;
};

/** Of what is not rendered. */
export const NOTHING: Sight = {
  rendered: false,
  exposed: false,
  visible: false,
  seen: false,
  inModal: false,
  opacity: 0,
  display: '',
  overflow: 'visible',
  style: undefined,
  above: undefined,
  background: undefined,
  cursor: '',
  role: undefined,
  skips: true,
  box: undefined,
  reads: false,
  leans: false,
};
/** Border box in the viewport, read once. */
export function boxIn(sight: Sight, element: Element): Box {
  sight.box ??= boxOf(element);
  return sight.box;
}

/** Computed `cursor`. */
export function cursorOf(sight: Sight): string {
  sight.cursor ??= sight.style?.cursor ?? '';
  return sight.cursor;
}

/** `content-visibility: hidden`: its content is not laid out. */
export function skipsContent(sight: Sight): boolean {
  sight.skips ??= sight.style?.contentVisibility === 'hidden';
  return sight.skips;
}
