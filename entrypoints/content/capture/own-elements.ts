/** Hosts of what Pagehand draws into the page: never captured, never taken for a change of the page. */
const own = new WeakSet<Node>();

export const markOwnElement = (element: Element): void => {
  own.add(element);
};

export const isOwnElement = (node: Node): boolean => own.has(node);
