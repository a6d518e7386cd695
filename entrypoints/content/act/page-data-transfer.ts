import type { ActContext } from './context.ts';

/**
 * A DataTransfer whose content the page may read. In Firefox data belongs to the world that put it in, and the page gets
 * nothing of what a content script put into its own DataTransfer: there the page's constructor is used, which Firefox
 * offers under `wrappedJSObject`. A page that replaced it gets what it would have got anyway.
 */
export function pageDataTransfer({ view }: ActContext): DataTransfer {
  const make: unknown = Reflect.get(pageSide(view) ?? {}, 'DataTransfer');
  if (typeof make === 'function') {
    const made: unknown = Reflect.construct(make, []);
    if (made instanceof DataTransfer) return made;
  }
  return new DataTransfer();
}

/** Puts a file in. In Firefox a copy that is the page's own, from the page's side. */
export function putFile(data: DataTransfer, file: File, { view }: ActContext): void {
  const items: unknown = Reflect.get(pageSide(data) ?? {}, 'items');
  const add: unknown = typeof items === 'object' && items !== null ? Reflect.get(items, 'add') : undefined;
  const cloneInto: unknown = Reflect.get(globalThis, 'cloneInto');
  if (typeof add === 'function' && typeof cloneInto === 'function')
    Reflect.apply(add, items, [Reflect.apply(cloneInto, undefined, [file, view])]);
  else data.items.add(file);
}

/** What the page sees of an object (Firefox, Xray vision); undefined in other browsers. */
function pageSide(object: object): object | undefined {
  const own: unknown = Reflect.get(object, 'wrappedJSObject');
  return typeof own === 'object' && own !== null ? own : undefined;
}

/**
 * A paste event (Clipboard API) with plain text. Firefox gives each such event a clipboard of its own, which takes the
 * text only from the page's side (`wrappedJSObject`); Chromium takes the one that is handed in.
 */
export function pasteEvent(text: string): ClipboardEvent {
  const init = { bubbles: true, cancelable: true, composed: true };
  const own = new ClipboardEvent('paste', init);
  if (own.clipboardData !== null) {
    const data: unknown = Reflect.get(pageSide(own) ?? own, 'clipboardData');
    if (typeof data === 'object' && data !== null) {
      const set: unknown = Reflect.get(data, 'setData');
      if (typeof set === 'function') Reflect.apply(set, data, ['text/plain', text]);
    }
    return own;
  }
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  return new ClipboardEvent('paste', { ...init, clipboardData });
}
