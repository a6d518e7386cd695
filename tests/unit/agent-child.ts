/**
 * A process with the real service on a real store, to be killed. Reads commands as JSON lines, writes events and answers
 * as JSON lines. Arguments: data folder, base URL of the model, file of effects.
 */
import { createInterface } from 'node:readline';
import type { Receipt } from '@pagehand/contracts/receipt';
import { ReactAgentService, type StartRun } from '../../backend/agent/react-agent-service.ts';
import { openAiCompatible } from '../../backend/models/openai-compatible.ts';
import { openSqliteStore } from '../../backend/store/sqlite-store.ts';
import { testTools } from './agent-test-tools.ts';

type Command =
  | { do: 'start'; run: StartRun }
  | { do: 'claim'; interruptId: string }
  | { do: 'receipt'; interruptId: string; receipt: Receipt };

const [folder = '', baseUrl = '', effects = ''] = process.argv.slice(2);
const say = (line: Record<string, unknown>): void => {
  process.stdout.write(`${JSON.stringify(line)}\n`);
};
const store = openSqliteStore(folder);
const service = new ReactAgentService({
  store,
  ownHosts: [],
  log: { info: () => undefined, warn: () => undefined, error: (details) => say({ error: String(details['err']) }) },
  tools: testTools(effects),
  resolveModel: () => ({
    model: openAiCompatible({ baseUrl, model: 'scripted', key: undefined }),
    name: 'scripted',
    kind: 'openai-compatible',
    reportsFinish: true,
    planner: undefined,
  }),
});
store.events.listen('t1', ({ event, runId }) => say({ event, runId }));
await service.recover();
say({ ready: true });

for await (const line of createInterface({ input: process.stdin })) {
  const command: Command = JSON.parse(line); // the test's own line
  try {
    if (command.do === 'start') await service.start(command.run);
    else if (command.do === 'claim') store.interrupts.claim(command.interruptId, 'panel-1', 30_000);
    else store.interrupts.addReceipt(command.interruptId, 'panel-1', command.receipt);
    say({ did: command.do });
  } catch (error) {
    say({ failed: command.do, message: String(error) });
  }
}
