import { performance } from 'node:perf_hooks';
import { FakeOpenAiServer } from '../fakes/openai-server.ts';
import { startBackendProcess } from './backend-process.ts';
import { type Measurement, median, megabytes, ms, percentile95, upTo } from './measurement.ts';

const WARM_UP = 10;
const TURNS = 100;
const ADDED_MS = 15;
const FIRST_TOKEN_MS = 5;
const CHUNKS = Array.from({ length: 20 }, (_, index) => `word ${index} `);

/** One streamed call of the scripted model, without us. */
async function callDirectly(model: FakeOpenAiServer): Promise<{ firstTextAt: number; end: number }> {
  const began = performance.now();
  const response = await fetch(`${model.baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'scripted', stream: true, messages: [{ role: 'user', content: 'Hello' }] }),
  });
  if (!response.ok || response.body === null) throw new Error(`The scripted model answered ${response.status}.`);
  const decoder = new TextDecoder();
  let firstTextAt = 0;
  for await (const chunk of response.body) {
    if (firstTextAt === 0 && decoder.decode(chunk, { stream: true }).includes('word 0'))
      firstTextAt = performance.now();
  }
  return { firstTextAt, end: performance.now() - began };
}

/**
 * What a turn of ours takes more than the model alone, how soon its first token is passed on, and what 100 turns in 100
 * threads leave in memory. Ours and the direct call take turns, so that both see the same machine.
 */
export async function measureTurns(): Promise<Measurement[]> {
  let answeredAt = 0;
  const model = await FakeOpenAiServer.start(() => {
    answeredAt = performance.now();
    return { text: CHUNKS, delayMs: 1 };
  });
  const backend = await startBackendProcess({
    PAGEHAND_MODEL_BASE_URL: model.baseUrl,
    PAGEHAND_MODEL: 'scripted',
    PAGEHAND_LOG: 'error',
  });
  try {
    for (let n = 0; n < WARM_UP; n += 1) {
      await callDirectly(model);
      await backend.turn('Hello');
    }
    const before = backend.residentMemory();
    const direct: number[] = [];
    const ours: number[] = [];
    const directFirst: number[] = [];
    const ourFirst: number[] = [];
    for (let n = 0; n < TURNS; n += 1) {
      const alone = await callDirectly(model);
      direct.push(alone.end);
      directFirst.push(alone.firstTextAt - answeredAt);
      const turn = await backend.turn(`Hello ${n}`);
      ours.push(turn.end);
      ourFirst.push(turn.firstTextAt - answeredAt);
    }
    const after = backend.residentMemory();
    const memory: Measurement[] =
      before === undefined || after === undefined
        ? []
        : [
            { what: `backend, resident after ${WARM_UP + TURNS} turns`, value: megabytes(after) },
            { what: 'backend, growth per thread', value: `${((after - before) / TURNS / 1000).toFixed(0)} kB` },
          ];
    return [
      { what: 'the scripted model alone, median', value: ms(median(direct)) },
      { what: 'the same through a turn of ours, median', value: ms(median(ours)) },
      upTo('added time per turn, median', median(ours) - median(direct), ADDED_MS, ms),
      { what: 'added time per turn, 95th percentile', value: ms(percentile95(ours) - median(direct)) },
      upTo('first token passed on after it came, median', median(ourFirst) - median(directFirst), FIRST_TOKEN_MS, ms),
      ...memory,
    ];
  } finally {
    await backend.close();
    await model.close();
  }
}
