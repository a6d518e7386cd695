import { ACT_PORT } from '@pagehand/contracts/page-port';
import { defineContentScript } from 'wxt/utils/define-content-script';
import { act } from './content/act/act.ts';
import type { ActPort } from './content/act/context.ts';

// The script that acts: injected on demand after the one that reads (`content/`), and only where a plan runs.
export default defineContentScript({
  matches: [],
  registration: 'runtime',
  // WXT would tell the page's own scripts that we are here.
  noScriptStartedPostMessage: true,
  main() {
    if (typeof Reflect.get(globalThis, ACT_PORT) === 'function') return;
    const port: ActPort = (request, context) =>
      act(request, { ...context, announcesCommands: import.meta.env.FIREFOX === true });
    Object.defineProperty(globalThis, ACT_PORT, { value: port });
  },
});
