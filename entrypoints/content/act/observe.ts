import { isOwnElement, parentOf, unshadowed, urlOf } from './capture-kit.ts';
import { deepActive, hasControl, matters, tokenDifference, wordsOf } from './changed-nodes.ts';
import type { ActContext } from './context.ts';
import { type PageFacts, pageFacts, valueChanges } from './page-facts.ts';
import type { Patience } from './patience.ts';
import { sleep } from './sleep.ts';
import { type Facts, factChanges, factsOf, NO_FACTS } from './target-facts.ts';

const COSMETIC = /focus|hover|ripple|touch/i;
/** How long the page's own traffic is watched before an action, in ms. */
const SAMPLE_MS = 120;

/**
 * Watches one action: what stood before, what changed, what stands after. The page's own traffic before the action
 * (clocks, carousels) is noted and not taken for an effect.
 */
export class Observation {
  #context: ActContext;
  #target: Element | undefined;
  #observer: MutationObserver;
  #records: { record: MutationRecord; late: boolean }[] = [];
  #noise = new WeakSet<Node>();
  #acting = false;
  #late = false;
  #lastChange = 0;
  #before: PageFacts & { facts: Facts; active: Element | null };
  #toggled: string[] = [];
  #leaving: string | undefined;
  #created = performance.now();
  #listening = new AbortController();

  constructor(context: ActContext, target: Element | undefined) {
    this.#context = context;
    this.#target = target;
    this.#observer = new MutationObserver((records) => this.#take(records));
    const options = {
      subtree: true,
      childList: true,
      attributes: true,
      attributeOldValue: true,
      characterData: true,
      characterDataOldValue: true,
    };
    this.#observer.observe(context.document, options);
    for (let root = target?.getRootNode(); root instanceof ShadowRoot; root = root.host.getRootNode())
      this.#observer.observe(root, options);
    const inner = target === undefined ? null : context.memory.shadowRootOf(target);
    if (inner !== null) this.#observer.observe(inner, options);
    this.#before = this.#look();
    const { signal } = this.#listening;
    unshadowed(context.document, 'addEventListener').call(context.document, 'toggle', (event) => this.#toggle(event), {
      signal,
      capture: true,
    });
    context.view.addEventListener('pagehide', () => this.#leave(urlOf(context.document)), { signal });
    const navigation: unknown = Reflect.get(context.view, 'navigation');
    if (navigation instanceof EventTarget)
      navigation.addEventListener(
        'navigate',
        (event) => {
          const destination: unknown = Reflect.get(event, 'destination');
          const url: unknown =
            typeof destination === 'object' && destination !== null ? Reflect.get(destination, 'url') : undefined;
          if (
            typeof url === 'string' &&
            Reflect.get(event, 'hashChange') !== true &&
            Reflect.get(event, 'downloadRequest') === null
          )
            this.#leave(url);
        },
        { signal },
      );
  }

  #leave(url: string): void {
    this.#leaving ??= url;
    this.#lastChange = performance.now();
  }

  /** Popovers and details open and close without a trace in the tree. */
  #toggle(event: Event): void {
    if (!this.#acting || !(event.target instanceof Element) || isOwnElement(event.target)) return;
    const state: unknown = Reflect.get(event, 'newState');
    this.#toggled.push(`${state === 'closed' ? 'closed' : 'opened'}: "${wordsOf(event.target).slice(0, 80)}"`);
    this.#lastChange = performance.now();
  }

  /** Watches the page's own traffic a little before an action whose effect can be anywhere. */
  async sample(): Promise<void> {
    await sleep(Math.max(0, SAMPLE_MS - (performance.now() - this.#created)), this.#context.signal);
  }

  /** From now on changes count. */
  acting(): void {
    this.#take(this.#observer.takeRecords());
    this.#before = this.#look();
    this.#acting = true;
    this.#lastChange = performance.now();
  }

  #take(records: MutationRecord[]): void {
    for (const record of records) {
      const node = record.target;
      if (!this.#acting) {
        this.#noise.add(node);
        continue;
      }
      if (this.#noise.has(node) || !matters(node)) continue;
      if (this.#records.length < 4_000) this.#records.push({ record, late: this.#late });
      this.#lastChange = performance.now();
    }
  }

  /** Waits until the page is quiet again, or until patience ends. */
  async settle({ first, quiet, most }: Patience): Promise<void> {
    const start = performance.now();
    await sleep(0, this.#context.signal);
    this.#take(this.#observer.takeRecords());
    this.#late = true;
    for (;;) {
      const now = performance.now();
      const any = this.#records.length > 0 || this.#toggled.length > 0 || this.#leaving !== undefined;
      if (now - start > most) return;
      if (any ? now - this.#lastChange > quiet : now - start > first) return;
      if (!any && this.#factsChanged()) {
        await sleep(quiet, this.#context.signal);
        return;
      }
      await sleep(Math.min(40, quiet), this.#context.signal);
    }
  }

  /** Whether anything at all was seen to change so far. */
  hasChanges(): boolean {
    this.#take(this.#observer.takeRecords());
    return this.#records.length > 0 || this.#leaving !== undefined || this.#factsChanged();
  }

  #factsChanged(): boolean {
    return (
      this.#target !== undefined &&
      JSON.stringify(factsOf(this.#target, this.#context)) !== JSON.stringify(this.#before.facts)
    );
  }

  /** Ends watching. `strong`: it is certain that the page reacted. `weak`: something changed that may be its own traffic. */
  end(): {
    strong: string[];
    weak: string[];
    messages: string[];
    url: string | undefined;
    before: string | undefined;
    after: string | undefined;
    leaving: string | undefined;
  } {
    this.#take(this.#observer.takeRecords());
    this.close();
    const after = this.#look();
    const before = this.#before;
    const strong: string[] = [...this.#toggled.slice(0, 3)];
    const weak: string[] = [];
    if (this.#leaving !== undefined) strong.push(`the page goes to ${this.#leaving.slice(0, 200)}`);
    if (before.url !== after.url) strong.push(`address is ${after.url.slice(0, 200)}`);
    if (this.#target?.isConnected) strong.push(...factChanges(before.facts, after.facts));
    if (this.#target !== undefined && !this.#target.isConnected) strong.push('the element was replaced or removed');
    if (
      after.active !== before.active &&
      after.active !== null &&
      after.active !== this.#target &&
      after.active.localName !== 'body'
    )
      strong.push(`focus moved to ${after.active.localName}`);
    strong.push(...valueChanges(before.values, after.values, this.#target));
    const messages: string[] = [];
    for (const [element, text] of after.live) if (text !== '' && before.live.get(element) !== text) messages.push(text);
    for (const [element, text] of after.valid) if (before.valid.get(element) !== text) messages.push(text);
    for (const message of messages.slice(0, 3)) strong.push(`says "${message.slice(0, 120)}"`);
    if (before.title !== after.title) weak.push(`title is "${after.title.slice(0, 100)}"`);
    if (before.scroll !== after.scroll) weak.push('the page scrolled');
    this.#summarize(strong, weak);
    const factsDiffer = before.facts.value !== after.facts.value;
    return {
      strong: [...new Set(strong)],
      weak: [...new Set(weak)],
      messages: [...new Set(messages)].slice(0, 10).map((message) => message.slice(0, 300)),
      url: before.url === after.url ? undefined : after.url.slice(0, 2_048),
      before: factsDiffer ? before.facts.value?.slice(0, 400) : undefined,
      after: factsDiffer ? after.facts.value?.slice(0, 400) : undefined,
      leaving: this.#leaving,
    };
  }

  close(): void {
    this.#observer.disconnect();
    this.#listening.abort();
  }

  #look() {
    return {
      facts: this.#target === undefined ? NO_FACTS : factsOf(this.#target, this.#context),
      active: deepActive(this.#context.document, this.#context),
      ...pageFacts(this.#context),
    };
  }

  /** Compares what the records touched with what stands now: only lasting differences count. */
  #summarize(strong: string[], weak: string[]): void {
    const firstOld = new Map<Node, Map<string, { old: string | null; late: boolean }>>();
    const added = new Map<Node, boolean>();
    const removed = new Map<Node, boolean>();
    for (const { record, late } of this.#records) {
      if (record.type === 'childList') {
        for (const node of record.addedNodes) if (!added.has(node)) added.set(node, late);
        for (const node of record.removedNodes) if (!removed.has(node)) removed.set(node, late);
        continue;
      }
      const key = record.type === 'characterData' ? '#text' : (record.attributeName ?? '');
      const old = firstOld.get(record.target) ?? new Map<string, { old: string | null; late: boolean }>();
      if (!old.has(key)) old.set(key, { old: record.oldValue, late });
      firstOld.set(record.target, old);
    }
    for (const [node, late] of added) {
      if (!node.isConnected || !matters(node)) continue;
      const words = wordsOf(node);
      if (words === '' && !hasControl(node)) {
        if (!(node instanceof Element) || node.getClientRects().length === 0 || this.#inTarget(node)) continue;
        weak.push('something without text appeared');
        continue;
      }
      const list = late && /^[\d\s:.,%/-]*$/.test(words) && !this.#near(node) ? weak : strong;
      list.push(words === '' ? 'a control appeared' : `appeared: "${words.slice(0, 80)}"`);
    }
    for (const [node, late] of removed) {
      if (node.isConnected || !matters(node)) continue;
      const words = (node.textContent ?? '').replace(/\s+/g, ' ').trim();
      if (words === '' || strong.some((line) => line.includes(words.slice(0, 60)))) continue;
      (late && /^[\d\s:.,%/-]*$/.test(words) ? weak : strong).push(`gone: "${words.slice(0, 80)}"`);
    }
    for (const [node, changes] of firstOld) {
      if (!node.isConnected) continue;
      for (const [key, { old, late }] of changes) {
        if (key === '#text') {
          const now = node.nodeValue ?? '';
          if (now === old) continue;
          const line = `"${(old ?? '').trim().slice(0, 60)}" became "${now.trim().slice(0, 60)}"`;
          (late && /^[\d\s:.,%/-]*$/.test(now) && !this.#near(node) ? weak : strong).push(line);
          continue;
        }
        if (!(node instanceof Element)) continue;
        const now = node.getAttribute(key);
        if (now === old) continue;
        if (key === 'class') {
          const differing = tokenDifference(old ?? '', now ?? '');
          if (differing.length === 0 || differing.every((token) => COSMETIC.test(token))) continue;
          (late || !this.#near(node) ? weak : strong).push(`style of ${node.localName} changed`);
        } else if (key === 'style')
          (late && !this.#near(node) ? weak : strong).push(`style of ${node.localName} changed`);
        else if (/^data-(?:focus|hover)/.test(key) || key === 'tabindex') continue;
        else if (/^aria-|^(?:open|hidden|disabled|checked|selected|value|src|href|readonly|required)$/.test(key))
          strong.push(
            key === 'value' && this.#context.memory.secrets.kindOf(node) !== undefined
              ? `value of ${node.localName} changed`
              : `${key} of ${node.localName} is ${now === null ? 'gone' : `"${now.slice(0, 60)}"`}`,
          );
        else weak.push(`${key} of ${node.localName} changed`);
      }
    }
  }

  #inTarget(node: Node): boolean {
    return this.#target?.contains(node) ?? false;
  }

  /** In the target, around it, or in what stands three levels up. */
  #near(node: Node): boolean {
    let around: Element | null | undefined = this.#target;
    for (let up = 0; up < 3 && around != null; up += 1) {
      const above: Element | null = parentOf(around);
      if (above === null || above.localName === 'body') break;
      around = above;
    }
    return around != null && (around.contains(node) || node.contains(around));
  }
}
