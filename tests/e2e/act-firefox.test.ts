import { actTarget } from '@pagehand/contracts/act-target';
import type { PageRequest } from '@pagehand/contracts/page-port';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchFirefoxAlone, portInFirefox } from '../fixtures/firefox-world.ts';
import { type PageServer, servePages } from '../fixtures/serve-pages.ts';

let browser: Browser;
let server: PageServer;
beforeAll(async () => {
  [browser, server] = await Promise.all([launchFirefoxAlone(), servePages()]);
});
afterAll(async () => {
  await browser.close();
  await server.close();
});

type Step = Extract<PageRequest, { op: 'act' }>['step'];

async function open(path: string) {
  const page = await browser.newPage();
  await page.goto(`${server.origin}/${path}`);
  const call = await portInFirefox(page);
  const act = async (role: string, name: string, step: (ref: string) => Step) => {
    const answer = await call({ op: 'capture', callId: 'c' });
    if (!answer.ok || answer.op !== 'capture') throw new Error(`No capture: ${JSON.stringify(answer)}`);
    const { capture } = answer;
    const info = capture.refs.find((candidate) => candidate.role === role && candidate.name === name);
    if (info === undefined) throw new Error(`No ${role} "${name}" in\n${capture.outline}`);
    return call({
      op: 'act',
      callId: 'a',
      step: step(info.ref),
      documentId: capture.documentId,
      origin: capture.origin,
      targets: [actTarget(info.ref, info, capture.refs, true)],
    });
  };
  return { page, act };
}

test('Firefox: typing, clicking, choosing and checking reach a plain page', async () => {
  const { page, act } = await open('basics.html');
  expect(await act('textbox', 'Name', (ref) => ({ kind: 'type', ref, text: 'Ada' }))).toMatchObject({
    outcome: 'changed',
  });
  expect(await act('button', 'Clicked 0', (ref) => ({ kind: 'click', ref }))).toMatchObject({ outcome: 'changed' });
  expect(await act('button', 'Nothing', (ref) => ({ kind: 'click', ref }))).toMatchObject({ outcome: 'no-effect' });
  expect(await act('combobox', 'Fruit', (ref) => ({ kind: 'select', ref, values: ['Cherry'] }))).toMatchObject({
    outcome: 'changed',
  });
  expect(await act('checkbox', 'Newsletter', (ref) => ({ kind: 'check', ref, checked: true }))).toMatchObject({
    outcome: 'changed',
  });
  expect(await act('textbox', 'Password', (ref) => ({ kind: 'type', ref, text: 'x' }))).toMatchObject({
    code: 'secret-field',
  });
  expect(
    await page.evaluate(
      '[document.getElementById("name").value, count.textContent, fruit.value, document.getElementById("hidden-box").checked].join("|")',
    ),
  ).toBe('Ada|Clicked 1|c|true');
  await page.close();
});

test('Firefox: a React form has what was typed and chosen in its state', async () => {
  const { page, act } = await open('react-form');
  await act('textbox', 'Name', (ref) => ({ kind: 'type', ref, text: 'Ada' }));
  await act('combobox', 'Country', (ref) => ({ kind: 'select', ref, values: ['India'] }));
  expect(await page.evaluate('document.getElementById("state").textContent')).toContain(
    '"name":"Ada","mail":"","country":"in"',
  );
  await page.close();
});

test.each([
  ['Lexical', 'lexicalText()'],
  ['ProseMirror', 'prosemirrorText()'],
])('Firefox: the editor %s has the typed lines in its own state', async (name, state) => {
  const { page, act } = await open('editors');
  expect(await act('textbox', name, (ref) => ({ kind: 'type', ref, text: 'Hi\nyou' }))).toMatchObject({
    outcome: 'changed',
  });
  expect(String(await page.evaluate(state)).replace(/\n+/g, '\n')).toBe('Hi\nyou');
  await page.close();
});
