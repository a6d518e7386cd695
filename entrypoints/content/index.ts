import { defineContentScript } from 'wxt/utils/define-content-script';

// Injected on demand by the panel (scripting.executeScript); `matches` stays empty so that no host permission is asked.
export default defineContentScript({
  matches: [],
  registration: 'runtime',
  main() {},
});
