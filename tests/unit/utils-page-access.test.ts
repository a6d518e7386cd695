import { describe, expect, test, vi } from 'vitest';

vi.mock('wxt/browser', () => ({ browser: {} }));
const { restrictedReason, sitePattern } = await import('../../entrypoints/utils/page-access.ts');

describe('pages that no extension may read', () => {
  test.each([
    ['chrome://settings/', 'browser-page'],
    ['edge://version', 'browser-page'],
    ['devtools://devtools/bundled/inspector.html', 'browser-page'],
    ['about:config', 'about'],
    ['about:blank', 'about'],
    ['view-source:https://a.example/', 'view-source'],
    ['chrome-extension://abc/page.html', 'extension'],
    ['moz-extension://abc/page.html', 'extension'],
    ['https://chromewebstore.google.com/detail/x', 'store'],
    ['https://chrome.google.com/webstore/detail/x', 'store'],
    ['https://addons.mozilla.org/en-US/firefox/', 'store'],
    ['file:///home/a.html', 'file'],
    ['file:///home/a.pdf', 'pdf'],
    ['data:text/html,x', 'other'],
    ['nonsense', 'other'],
  ])('%s is %s', (url, reason) => {
    expect(restrictedReason(url)).toBe(reason);
  });

  test.each([
    'https://a.example/',
    'http://127.0.0.1:8080/x',
    'https://chrome.google.com/intl/',
    'https://a.example/x.pdf',
  ])('%s may be read where access is given', (url) => {
    expect(restrictedReason(url)).toBeUndefined();
  });

  test('a grant names scheme and host; patterns know no ports', () => {
    expect(sitePattern('http://shop.example:8080')).toBe('http://shop.example/*');
    expect(sitePattern('https://shop.example')).toBe('https://shop.example/*');
    expect(sitePattern('file://')).toBeUndefined();
    expect(sitePattern('null')).toBeUndefined();
  });
});
