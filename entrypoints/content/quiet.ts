/** How long after the last question the page is still watched, in ms. */
const WATCH_MS = 4_000;

/** How long the document has been without a change. Watches only while somebody keeps asking. */
export class Quiet {
  #document: Document;
  #observer: MutationObserver | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #last = 0;
  constructor(document: Document) {
    this.#document = document;
  }

  /** Milliseconds since the last change that was seen, or since the first question. */
  ms(): number {
    if (this.#observer === undefined) {
      this.#last = performance.now();
      this.#observer = new MutationObserver(() => {
        this.#last = performance.now();
      });
      this.#observer.observe(this.#document, { subtree: true, childList: true, characterData: true });
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.end(), WATCH_MS);
    return Math.round(performance.now() - this.#last);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#observer?.disconnect();
    this.#observer = undefined;
  }
}
