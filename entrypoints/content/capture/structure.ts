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
