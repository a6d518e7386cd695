import { PAGE_TOOLS_BRIDGE } from '@pagehand/contracts/page-tools-bridge';
import { defineContentScript } from 'wxt/utils/define-content-script';
import { answer } from './answer.ts';

// Injected on demand by the panel, into the isolated world and, where a page has tools, into the page's own world:
// it uses no extension API (`world` keeps WXT from adding any) and starts nothing by itself.
export default defineContentScript({
  matches: [],
  registration: 'runtime',
  world: 'MAIN',
  // No `var pageTools` in the page's own world: it would be the page's variable.
  globalName: false,
  main() {
    const key = Symbol.for(PAGE_TOOLS_BRIDGE);
    if (typeof Reflect.get(globalThis, key) === 'function') return;
    Object.defineProperty(globalThis, key, { value: answer });
  },
});
