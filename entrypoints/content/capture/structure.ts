/** Which elements the walk goes into, and which of those without a ref get a line of the outline. */

/** Replaced elements: nothing in them is read. */
export const ATOMIC: ReadonlySet<string> = new Set([
  'iframe',
  'frame',
  'video',
  'audio',
  'canvas',
  'object',
  'embed',
  'select',
  'textarea',
  'input',
  'meter',
  'progress',
]);
/** Roles that say how a page is built. */
export const STRUCTURE: ReadonlySet<string> = new Set([
  'dialog',
  'alertdialog',
  'heading',
  'listitem',
  'article',
  'row',
  'table',
  'grid',
  'treegrid',
  'group',
  'radiogroup',
  'toolbar',
  'tablist',
  'tabpanel',
  'menu',
  'menubar',
  'tree',
  'listbox',
  'alert',
  'status',
  'log',
  'figure',
  'feed',
  'progressbar',
  'meter',
  'tooltip',
]);
/** A line is worth its place without a ref below it. */
export const ALONE: ReadonlySet<string> = new Set([
  'heading',
  'alert',
  'status',
  'dialog',
  'alertdialog',
  'progressbar',
  'meter',
  'tooltip',
  'log',
]);
/** What of an SVG picture is more than a picture. */
export const IN_PICTURE = 'text,a,[tabindex],[role],foreignObject';
/** Where they end, a word ends: cells and blocks. */
export const APART: ReadonlySet<string> = new Set('td th div p h1 h2 h3 h4 h5 h6 li button'.split(' '));
