import { describe, expect, test } from 'vitest';
import { open } from './act-support.ts';

describe('on a plain page', () => {
  test('wait sees text come and go, and times out with a code', async () => {
    const driver = await open('basics.html');
    await driver.page.evaluate('setTimeout(() => { document.getElementById("log").textContent = "Now here"; }, 300)');
    expect(await driver.act({ kind: 'wait', until: { for: 'text', text: 'now here' } })).toMatchObject({
      outcome: 'ok',
    });
    await driver.page.evaluate('setTimeout(() => { document.getElementById("log").hidden = true; }, 300)');
    expect(await driver.act({ kind: 'wait', until: { for: 'gone', text: 'Now here' } })).toMatchObject({
      outcome: 'ok',
    });
    expect(await driver.act({ kind: 'wait', until: { for: 'text', text: 'never' }, timeoutMs: 300 })).toMatchObject({
      outcome: 'refused',
      code: 'wait-timeout',
    });
    await driver.page.close();
  });

  test('find and read give controls with refs and visible text only', async () => {
    const driver = await open('basics.html');
    expect(await driver.act({ kind: 'find', text: 'newsletter' })).toMatchObject({
      outcome: 'ok',
      evidence: { text: expect.stringMatching(/checkbox "Newsletter" \[e\d+\]/) },
    });
    const page = await driver.act({ kind: 'read' });
    expect(JSON.stringify(page)).toContain('Clicked 0');
    expect(JSON.stringify(page)).not.toMatch(/Hidden details|CANARY/);
    await driver.page.close();
  });
});
