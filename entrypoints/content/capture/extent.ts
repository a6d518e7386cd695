import type { Box } from './dom.ts';

/** Where the text of a part of the page lies, in CSS pixels from the corner of the page. */
export class Extent {
  left = Number.POSITIVE_INFINITY;
  top = Number.POSITIVE_INFINITY;
  right = Number.NEGATIVE_INFINITY;
  bottom = Number.NEGATIVE_INFINITY;
  /** The right edge that lies furthest left, the left edge furthest right, the bottom edge highest up. */
  firstRight = Number.POSITIVE_INFINITY;
  lastLeft = Number.NEGATIVE_INFINITY;
  firstBottom = Number.POSITIVE_INFINITY;
  /** Whether some of it can be read hangs on elements elsewhere. */
  leans = false;

  add(box: Box, scrollX: number, scrollY: number): void {
    const left = box.left + scrollX;
    const right = left + box.width;
    const top = box.top + scrollY;
    const bottom = top + box.height;
    if (left < this.left) this.left = left;
    if (left > this.lastLeft) this.lastLeft = left;
    if (right > this.right) this.right = right;
    if (right < this.firstRight) this.firstRight = right;
    if (top < this.top) this.top = top;
    if (bottom > this.bottom) this.bottom = bottom;
    if (bottom < this.firstBottom) this.firstBottom = bottom;
  }

  /** Takes in what was found in a part of this part, which has moved by this much since. */
  merge(part: Extent, right = 0, down = 0): void {
    this.left = Math.min(this.left, part.left + right);
    this.top = Math.min(this.top, part.top + down);
    this.right = Math.max(this.right, part.right + right);
    this.bottom = Math.max(this.bottom, part.bottom + down);
    this.firstRight = Math.min(this.firstRight, part.firstRight + right);
    this.lastLeft = Math.max(this.lastLeft, part.lastLeft + right);
    this.firstBottom = Math.min(this.firstBottom, part.firstBottom + down);
    this.leans ||= part.leans;
  }
}
