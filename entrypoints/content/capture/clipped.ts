import { boxIn, type Sight } from './sight.ts';

/** Clipped to nothing, or pressed into a box of at most a pixel: what "visually hidden" styles do. */
export function clippedAway(element: Element, style: CSSStyleDeclaration, sight: Sight): boolean {
  const path = style.clipPath;
  if (
    path !== 'none' &&
    (/^inset\((?:[5-9]\d|100)(?:\.\d+)?%/.test(path) ||
      /^circle\(0(?:px|%)?[ )]/.test(path) ||
      /^polygon\(0(?:px|%)? 0(?:px|%)?(?:, 0(?:px|%)? 0(?:px|%)?)*\)/.test(path))
  )
    return true;
  const clip = style.clip;
  if (clip !== 'auto' && clip !== '' && (style.position === 'absolute' || style.position === 'fixed')) {
    const edges = clip.match(/-?[\d.]+/g)?.map(Number);
    if (edges?.length === 4 && ((edges[1] ?? 0) - (edges[3] ?? 0) <= 1 || (edges[2] ?? 0) - (edges[0] ?? 0) <= 1))
      return true;
  }
  if (sight.overflow !== 'visible') {
    const box = boxIn(sight, element);
    if (box.height <= 1 || box.width <= 1) return true;
  }
  return false;
}
