import { boxIn, type Sight } from './sight.ts';

/** Clipped to nothing, or pressed into a box of at most a pixel: what "visually hidden" styles do. */
export function clippedAway(element: Element, style: CSSStyleDeclaration, sight: Sight): boolean {
  const path = style.clipPath;
  if (path !== 'none' && pathIsEmpty(path, element, sight)) return true;
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

/**
 * Fixed to the window and wholly outside of it, with all that it holds: no scrolling brings it in. Not so inside of an
 * ancestor that it is fixed to instead (CSS Transforms 1, section 3): that one scrolls with the page.
 */
export function outsideWindow(element: Element, style: CSSStyleDeclaration, sight: Sight): boolean {
  if (style.position !== 'fixed') return false;
  const { left, top, width, height } = boxIn(sight, element);
  return (
    (left > innerWidth ||
      top > innerHeight ||
      // A form whose fields are called like these gives no number: then it is outside.
      !(left + Math.max(width, element.scrollWidth) >= 0) ||
      !(top + Math.max(height, element.scrollHeight) >= 0)) &&
    !isHeld(sight.above)
  );
}

function isHeld(above: Sight | undefined): boolean {
  for (let style = above?.style; style !== undefined; above = above?.above, style = above?.style)
    if ([style.transform, style.filter, style.perspective].some((value) => value !== 'none')) return true;
  return false;
}

/** Whether a computed `clip-path` leaves nothing over (CSS Shapes 1, section 3). A shape that is not known leaves all. */
function pathIsEmpty(path: string, element: Element, sight: Sight): boolean {
  const [, shape, inside = ''] = /^(\w+)\(([^)]*)/.exec(path) ?? [];
  if (shape === 'circle' || shape === 'ellipse') return /^(?:0(?:px|%)?|\S+ 0(?:px|%)?)(?: |$)/.test(inside);
  if (shape === 'polygon') {
    const points = inside.split(',').map((point) => point.match(/-?[\d.]+/g)?.map(Number) ?? []);
    const twice = points.reduce((sum, [x = 0, y = 0], at) => {
      const [nextX = 0, nextY = 0] = points[(at + 1) % points.length] ?? [];
      return sum + x * nextY - nextX * y;
    }, 0);
    return Math.abs(twice) < 1;
  }
  if (shape !== 'inset') return false;
  const { width, height } = boxIn(sight, element);
  const [top = '', right = top, bottom = top, left = right] = inside.replace(/ round .*/, '').split(' ');
  const size = (edge: string, whole: number) => Number.parseFloat(edge) * (edge.endsWith('%') ? whole / 100 : 1);
  return width - size(left, width) - size(right, width) <= 1 || height - size(top, height) - size(bottom, height) <= 1;
}
