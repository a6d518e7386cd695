/** Listeners of one kind of event. One that throws is reported to the browser and keeps nobody else from hearing. */
export class Listeners<E> {
  readonly #all = new Set<(event: E) => void>();

  get size(): number {
    return this.#all.size;
  }

  /** @returns a function that ends the subscription. */
  add(listener: (event: E) => void): () => void {
    // A function of its own per subscription, so that the same listener added twice is heard twice and ends on its own.
    const own = (event: E): void => listener(event);
    this.#all.add(own);
    return () => void this.#all.delete(own);
  }

  emit(event: E): void {
    for (const listener of [...this.#all]) {
      try {
        listener(event);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
