/** How long to wait for the page after an action, in ms. */
export type Patience = {
  /** Nothing at all has happened. */
  first: number;
  /** No change for this long: settled. */
  quiet: number;
  /** In any case. */
  most: number;
};
