import { viewOf } from './dom.ts';
import type { ShadowRootOf } from './flat-tree.ts';
import { PageWatch } from './page-watch.ts';
import { Refs } from './refs.ts';
import { Secrets } from './secrets.ts';

/** What lives as long as the document. Without `watch` every capture reads everything. */
export type PageMemory = {
  /** 128 random bits as hex digits. */
  documentId: string;
  refs: Refs;
  secrets: Secrets;
  shadowRootOf: ShadowRootOf;
  watch?: PageWatch;
};

export function createMemory(document: Document, shadowRootOf: ShadowRootOf): PageMemory & { watch: PageWatch } {
  const secrets = new Secrets();
  return {
    documentId: randomId((viewOf(document) ?? globalThis).crypto),
    refs: new Refs(),
    secrets,
    shadowRootOf,
    watch: new PageWatch(document, shadowRootOf, secrets),
  };
}

/** `randomUUID` is missing on pages without TLS. */
const randomId = (crypto: Crypto): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
