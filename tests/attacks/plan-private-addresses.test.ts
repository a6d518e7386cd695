import { assessStep } from '@pagehand/contracts/assess-risk';
import { describe, expect, it } from 'vitest';
import { makePlan, makeRef, makeSnapshot, topFrame } from '../contract/make-snapshot.ts';
import { accepted, refusalOf } from '../contract/refusals.ts';

const httpPage = makeSnapshot([], {
  url: 'http://shop.example/',
  frames: [{ ...topFrame, origin: 'http://shop.example' }],
});
function riskOf(
  url: string,
  context: { taint?: string[]; readTexts?: { origin: string; text: string }[] } = {},
  page = makeSnapshot(),
) {
  const step = accepted(makePlan([{ kind: 'navigate', url }]), page).steps[0];
  if (!step) return expect.fail('no step');
  return assessStep(step, { snapshot: page, taint: context.taint ?? [], readTexts: context.readTexts ?? [] });
}

describe('P21, P22: our own backend and other private places', () => {
  it.each([
    'http://127.0.0.1:8787/',
    'http://localhost:8787/',
    'http://localhost.:8787/',
    'http://LOCALHOST:8787/',
    'http://2130706433:8787/',
    'http://0x7f.1:8787/',
    'http://0x7f000001:8787/',
    'http://0177.0.0.1:8787/',
    'http://127.1:8787/',
    'http://127.0.0.2:8787/',
    'http://[::1]:8787/',
    'http://[::]:8787/',
    'http://[::ffff:7f00:1]:8787/',
    'http://[::ffff:127.0.0.1]:8787/',
    'http://[::7f00:1]:8787/',
    'http://[64:ff9b::7f00:1]:8787/',
    'http://[2002:7f00:1::]:8787/',
    'http://127。0。0。1:8787/',
    'http://１２７.0.0.1:8787/',
    'http://①27.0.0.1:8787/',
    'http://0:8787/',
    'http://0.0.0.0:8787/',
    'http://app.localhost:8787/',
    'http://127.0.0.1.nip.io:8787/',
    'http://localtest.me:8787/',
    'https://127.0.0.1:8787/',
    'https://localhost:8787/api/genai/react',
    'http://127.0.0.1:08787/',
  ])('P21: the backend is refused as %s', (url) => {
    expect(refusalOf({ kind: 'navigate', url }, httpPage)).toEqual(['url-own-backend']);
    expect(refusalOf({ kind: 'open_tab', url }, httpPage)).toEqual(['url-own-backend']);
  });
  it('P21: a link or a form of the page that leads to the backend is refused too', () => {
    const page = makeSnapshot([
      makeRef({ ref: 'e1', role: 'link', href: 'http://localhost:8787/' }),
      makeRef({ ref: 'e2', name: 'Go', submits: { action: 'http://127.1:8787/api/runs/stop', method: 'post' } }),
      makeRef({ ref: 'e3', role: 'textbox', name: 'q', submits: { action: 'http://[::1]:8787/', method: 'post' } }),
    ]);
    expect(refusalOf({ kind: 'click', ref: 'e1' }, page)).toEqual(['url-own-backend']);
    expect(refusalOf({ kind: 'click', ref: 'e2' }, page)).toEqual(['url-own-backend']);
    expect(refusalOf({ kind: 'press', key: 'Enter', ref: 'e3' }, page)).toEqual(['url-own-backend']);
    expect(refusalOf({ kind: 'type', ref: 'e3', text: 'x', submit: true }, page)).toEqual(['url-own-backend']);
  });
  it.each([
    'http://127.0.0.1/',
    'http://localhost/',
    'http://localhost./',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://[::ffff:7f00:1]/',
    'http://127。0。0。1/',
    'http://0/',
    'http://10.0.0.1/',
    'http://192.168.1.1/',
    'http://172.16.0.1/',
    'http://100.64.0.1/',
    'http://[fd00::1]/',
    'http://printer/',
    'http://nas.local/',
    'http://router.lan/',
    'http://198.18.0.1/',
    'http://10.0.0.1.nip.io/',
  ])('P21: the private address %s is refused from https and critical from http', (url) => {
    expect(refusalOf({ kind: 'navigate', url })).toEqual(['url-scheme']);
    const { risk, reasons } = riskOf(url, {}, httpPage);
    expect(risk).toBe('critical');
    expect(reasons.map(({ code }) => code)).toContain('private-address');
  });
  it('a private address is nothing new where the page is there already', () => {
    const router = makeSnapshot([], {
      url: 'http://192.168.1.1/',
      frames: [{ ...topFrame, origin: 'http://192.168.1.1' }],
    });
    expect(riskOf('http://192.168.1.1/status', {}, router).risk).toBe('low');
    expect(riskOf('http://192.168.1.1:8080/', {}, router).risk).toBe('critical');
  });
  it.each([
    'http://169.254.169.254/latest/meta-data',
    'http://169.254.1.1/',
    'http://[fe80::1]/',
    'http://[fd00:ec2::254]/',
    'http://metadata.google.internal/',
    'http://0xa9fea9fe/',
    'http://2852039166/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://100.100.100.200/',
    'http://169.254.169.254.nip.io/',
    'https://169.254.169.254/',
  ])('P22: the metadata address %s is refused', (url) =>
    expect(refusalOf({ kind: 'navigate', url }, httpPage)).toEqual(['url-metadata']),
  );
});
