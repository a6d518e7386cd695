/**
 * DOM access that a page cannot shadow. A form's controls and a document's named elements hide the properties of the
 * form and the document behind their names (`<input name="parentNode">`, `<img name="body">`), in isolated worlds too:
 * so those two are read through the prototypes' own functions.
 */
function getter<T extends object, V>(prototype: T, name: string): (object: T) => V {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (get === undefined) throw new Error(`No getter ${name}.`);
  return (object) => get.call(object);
}

/** The same for what is asked for seldom: a property of a document, a form or a shadow root by its name. */
export const unshadowed = <T extends object, K extends keyof T>(object: T, key: K): T[K] =>
  Reflect.get(Object.getPrototypeOf(object), key, object);

export const firstChild = getter<Node, ChildNode | null>(Node.prototype, 'firstChild');
export const nextSibling = getter<Node, ChildNode | null>(Node.prototype, 'nextSibling');
export const firstElementChild = getter<Element, Element | null>(Element.prototype, 'firstElementChild');
export const parentNode = getter<Node, ParentNode | null>(Node.prototype, 'parentNode');
export const localName = getter<Element, string>(Element.prototype, 'localName');
export const idOf = getter<Element, string>(Element.prototype, 'id');

export const parentOf = getter<Node, HTMLElement | null>(Node.prototype, 'parentElement');

const nodeType = getter<Node, number>(Node.prototype, 'nodeType');
const { ELEMENT_NODE, TEXT_NODE } = Node;
/** Faster than `instanceof`. */
export const isText = (node: Node): node is Text => nodeType(node) === TEXT_NODE;
export const isElement = (node: Node): node is Element => nodeType(node) === ELEMENT_NODE;

const { getAttribute, getBoundingClientRect } = Element.prototype;
export const attribute = (element: Element, name: string): string | null => getAttribute.call(element, name);

/** In CSS pixels. A copy: each look at a property of a DOMRect is a call into the browser. */
export type Box = { left: number; top: number; width: number; height: number };
/** Border box in the viewport. */
export function boxOf(element: Element): Box {
  const { left, top, width, height } = getBoundingClientRect.call(element);
  return { left, top, width, height };
}

const root = getter<Document, HTMLElement>(Document.prototype, 'documentElement');
const body = getter<Document, HTMLElement | null>(Document.prototype, 'body');

export const rootOf = (document: Document): HTMLElement => root(document);
export const bodyOf = (document: Document): HTMLElement => body(document) ?? root(document);
export const scrollerOf = (document: Document): Element => unshadowed(document, 'scrollingElement') ?? root(document);
export const titleOf = (document: Document): string => unshadowed(document, 'title');
export const urlOf = (document: Document): string => unshadowed(document, 'URL');
export const activeIn = (document: Document | ShadowRoot): Element | null => unshadowed(document, 'activeElement');
export const viewOf = (document: Document): Window | null => unshadowed(document, 'defaultView');
export const allIn = (scope: Document | ShadowRoot, selector: string): NodeListOf<Element> =>
  unshadowed(scope, 'querySelectorAll').call(scope, selector);
/** In CSS pixels of the viewport. */
export const elementAt = (scope: Document | ShadowRoot, x: number, y: number): Element | null =>
  unshadowed(scope, 'elementFromPoint').call(scope, x, y);
export const byId = (scope: Document | ShadowRoot, id: string): Element | null =>
  unshadowed(scope, 'getElementById').call(scope, id);
