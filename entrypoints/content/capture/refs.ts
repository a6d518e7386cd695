/** Gives elements their number for the life of the document, and finds them again. */
export class Refs {
  #numbers = new WeakMap<Element, number>();
  #elements = new Map<number, WeakRef<Element>>();
  #next = 1;

  /** `e12`, the same for the same element in every capture of this document. */
  refOf(element: Element): string {
    let number = this.#numbers.get(element);
    if (number === undefined) {
      number = this.#next;
      this.#next += 1;
      this.#numbers.set(element, number);
      this.#elements.set(number, new WeakRef(element));
    }
    return `e${number}`;
  }

  /** The ref it already has, if any. */
  known(element: Element): string | undefined {
    const number = this.#numbers.get(element);
    return number === undefined ? undefined : `e${number}`;
  }

  /** The element of a ref; undefined when it was never given out or the element is gone. It may be detached. */
  elementOf(ref: string): Element | undefined {
    const number = Number(/^e(\d+)$/.exec(ref)?.[1] ?? Number.NaN);
    return this.#elements.get(number)?.deref();
  }
}
