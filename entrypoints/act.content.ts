import { ACT_PORT } from '@pagehand/contracts/page-port';
import { defineContentScript } from 'wxt/utils/define-content-script';
import { act } from './content/act/act.ts';
import type { ActScript } from './content/act/context.ts';
import { Banner } from './content/draw/banner.ts';
import { TargetOutline } from './content/draw/outline-target.ts';
import { SecretMask } from './content/draw/secret-mask.ts';

// The script that acts: injected on demand after the one that reads (`content/`), and only where a plan runs.
export default defineContentScript({
  matches: [],
  registration: 'runtime',
  main() {
    if (Reflect.has(globalThis, ACT_PORT)) return;
    const script: ActScript = {
      act: (request, context) => act(request, { ...context, announcesCommands: import.meta.env.FIREFOX === true }),
      draw: (document, secrets, stop) => ({
        banner: new Banner(document, stop),
        outline: new TargetOutline(document),
        mask: new SecretMask(document, secrets),
      }),
    };
    Object.defineProperty(globalThis, ACT_PORT, { value: script });
  },
});
