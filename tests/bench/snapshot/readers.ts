import { performance } from 'node:perf_hooks';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { Page } from 'playwright-core';
import { build } from 'vite';
import { PageDriver } from '../../fixtures/content-script.ts';

/** What one way of reading a page took and gave. `ms`: in the page, but for Playwright, which only Node can call. */
export type Reading = {
  ms: number;
  tokens: number;
  controls: number;
  /** Tokens with all visible text as well; Playwright's snapshot has it anyway. */
  withText?: number;
};
export type Reader = { name: string; read(): Promise<Reading> };

const START = 'start-peers';
/** smart-dom-reader imports it and calls what it gives only in Node. */
const NODE_MODULE = 'node:module';
/** What the peers' packages leave in the isolated world: each reads the page and says what a model would get. */
const PEERS = `
import { SmartDOMReader } from '@mcp-b/smart-dom-reader';
import { PageController } from '@page-agent/page-controller';
globalThis.readBySmartDomReader = () => {
  const began = performance.now();
  const result = SmartDOMReader.extractInteractive(document);
  const ms = performance.now() - began;
  const { buttons, links, inputs, clickable } = result.interactive;
  return { ms, text: JSON.stringify(result), controls: buttons.length + links.length + inputs.length + clickable.length };
};
globalThis.readByPageAgent = async () => {
  const controller = new PageController({ viewportExpansion: -1, enableMask: false });
  const began = performance.now();
  const text = await controller.updateTree();
  const ms = performance.now() - began;
  await controller.cleanUpHighlights();
  controller.dispose?.();
  return { ms, text, controls: (text.match(/^\\s*\\*?\\[\\d+\\]/gm) ?? []).length };
};`;
let peers: Promise<string> | undefined;

async function bundlePeers(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [
      {
        name: START,
        enforce: 'pre',
        resolveId: (id) => (id === START || id === NODE_MODULE ? `\0${id}` : undefined),
        load: (id) =>
          id === `\0${START}`
            ? PEERS
            : id === `\0${NODE_MODULE}`
              ? 'export const createRequire = () => undefined;'
              : undefined,
      },
    ],
    build: {
      write: false,
      minify: true,
      rollupOptions: { input: START, output: { format: 'iife', codeSplitting: false } },
    },
  });
  for (const output of Array.isArray(result) ? result : [result])
    if ('output' in output) for (const chunk of output.output) if (chunk.type === 'chunk') return chunk.code;
  throw new Error('The peers did not build.');
}

/** Every reader, ready on this page: ours first. */
export async function readersOf(page: Page): Promise<{ readers: Reader[]; driver: PageDriver }> {
  const driver = new PageDriver(page);
  const { session, contextId } = await driver.inject();
  peers ??= bundlePeers();
  const evaluate = async <T>(expression: string): Promise<T> => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      contextId,
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as T; // parse boundary: the expressions of this file
  };
  await evaluate(`${await peers}; undefined`);
  const peer = (name: string, call: string): Reader => ({
    name,
    async read() {
      const { ms, text, controls } = await evaluate<{ ms: number; text: string; controls: number }>(call);
      return { ms, controls, tokens: countTokens(text) };
    },
  });
  // Every time as if it were the first: nothing is taken over from the capture before.
  const ours: Reader = {
    name: 'pagehand',
    async read() {
      const { ms, outline, text, refs } = await evaluate<{
        ms: number;
        outline: string;
        text: string;
        refs: number;
      }>(`(async () => {
        const { captureDocument, createMemory } = globalThis.__pagehand_capture__;
        const memory = createMemory(document, (element) => element.shadowRoot);
        const began = performance.now();
        const capture = await captureDocument(document, memory, new AbortController().signal);
        const ms = performance.now() - began;
        memory.watch.end();
        return { ms, outline: capture.outline, text: capture.text, refs: capture.refs.length };
      })()`);
      const tokens = countTokens(outline);
      return { ms, tokens, controls: refs, withText: tokens + countTokens(plainText(text)) };
    },
  };
  const playwright: Reader = {
    name: 'playwright ai',
    async read() {
      const began = performance.now();
      const text = await page.ariaSnapshot({ mode: 'ai' });
      const controls = text.match(
        /- '?(?:button|link|textbox|searchbox|combobox|checkbox|radio|switch|slider|spinbutton|listbox|tab|menuitem\w*|treeitem)\b/g,
      );
      return { ms: performance.now() - began, tokens: countTokens(text), controls: controls?.length ?? 0 };
    },
  };
  return {
    readers: [
      ours,
      playwright,
      peer('smart-dom-reader', 'globalThis.readBySmartDomReader()'),
      peer('page-agent', 'globalThis.readByPageAgent()'),
    ],
    driver,
  };
}

/** The words of cleaned HTML, without its tags. */
const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ');
