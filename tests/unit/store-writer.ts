/** Child process of store-crash.test.ts: opens the store of a folder and writes until it is killed or the disk is full. */
import { writeSync } from 'node:fs';
import { AppError } from '@pagehand/contracts/errors';
import { openSqliteStore } from '../../backend/store/sqlite-store.ts';
import type { Store } from '../../backend/store/store.ts';
import { QUESTION } from './store-samples.ts';

const [, , folder = '', mode = ''] = process.argv;
/** Written before the next step begins, so that what was printed was done. */
const print = (line: string): void => void writeSync(1, `${line}\n`);

function writeEverything(store: Store): void {
  store.threads.ensure('thread', 'needle');
  store.turns.start({ turnId: 'turn', threadId: 'thread', input: { ask: 'x' } });
  for (let step = 0; ; step += 1) {
    const id = `i${step}`;
    store.events.append('thread', 'turn', { type: 'CUSTOM', step });
    store.threads.addMessage('thread', {
      id: `m${step}`,
      turnId: 'turn',
      role: 'user',
      content: `message ${step}`,
      createdAt: step,
    });
    store.journal.begin(`call${step}`, 'turn');
    store.journal.done(`call${step}`, `result ${step}`);
    store.interrupts.open({ interruptId: id, threadId: 'thread', turnId: 'turn', request: QUESTION });
    store.interrupts.claim(id, 'panel', 60_000);
    store.interrupts.addReceipt(id, 'panel', {
      stepId: 's1',
      kind: 'click',
      outcome: 'ok',
      evidence: { summary: 'x' },
      ms: 1,
    });
    store.secrets.set(`secret${step}`, `value ${step}`);
    print(String(step));
  }
}

function writeUntilFull(store: Store): void {
  let written = 0;
  try {
    for (;;) {
      store.events.append('full', 'r', { type: 'CUSTOM', text: 'x'.repeat(5_000) });
      written += 1;
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    print(
      JSON.stringify({
        code: error.code,
        message: error.message,
        written,
        old: store.threads.get('old')?.title,
        secret: store.secrets.get('key'),
      }),
    );
  }
}

try {
  const store = openSqliteStore(folder);
  if (mode === 'everything') writeEverything(store);
  if (mode === 'until-full') writeUntilFull(store);
  if (mode === 'begin-only') {
    print(store.journal.begin('call', 'turn').state);
    setInterval(() => {}, 1_000);
  }
} catch (error) {
  process.stderr.write(`${error instanceof AppError ? error.code : String(error)}\n`);
  process.exitCode = 1;
}
