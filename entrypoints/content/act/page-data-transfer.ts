import type { ActContext } from './context.ts';

/**
 * In Firefox data belongs to the world that made it, and the page gets nothing of what a content script put into a
 * DataTransfer or a File of its own: there the page's constructors are used, which Firefox offers under `wrappedJSObject`.
 * A page that replaced them gets what it would have got anyway.
 */
function makeInPage(name: 'DataTransfer' | 'File', args: unknown[], { view }: ActContext): unknown {
  const page: unknown = Reflect.get(view, 'wrappedJSObject');
  const make: unknown = typeof page === 'object' && page !== null ? Reflect.get(page, name) : undefined;
  return typeof make === 'function' ? Reflect.construct(make, args) : undefined;
}

/** A DataTransfer whose content the page may read. */
export function pageDataTransfer(context: ActContext): DataTransfer {
  const made = makeInPage('DataTransfer', [], context);
  return made instanceof DataTransfer ? made : new DataTransfer();
}

/** The same file as one that the page may read. */
export function pageFile(file: File, context: ActContext): File {
  const made = makeInPage('File', [[file], file.name, { type: file.type }], context);
  return made instanceof File ? made : file;
}

/**
 * A paste event (Clipboard API) with plain text. Firefox gives each such event a clipboard of its own, which takes the
 * text only from the page's side (`wrappedJSObject`); Chromium takes the one that is handed in.
 */
export function pasteEvent(text: string): ClipboardEvent {
  const init = { bubbles: true, cancelable: true, composed: true };
  const own = new ClipboardEvent('paste', init);
  if (own.clipboardData !== null) {
    const waived: unknown = Reflect.get(own, 'wrappedJSObject');
    const data: unknown =
      typeof waived === 'object' && waived !== null ? Reflect.get(waived, 'clipboardData') : own.clipboardData;
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
