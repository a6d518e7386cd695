import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../backend/bin/install.mjs';
import { measureActing } from './acting.ts';
import { measureEventLoop } from './event-loop.ts';
import { measureSizes } from './extension-sizes.ts';
import { measureKits } from './kits.ts';
import { type Measurement, printTable } from './measurement.ts';
import { measurePageText } from './page-text.ts';
import { measurePageTools } from './page-tools.ts';
import { measureSending } from './sending.ts';
import { measureSnapshots } from './snapshot/snapshot.ts';
import { measureTools } from './tools.ts';
import { measureTurns } from './turns.ts';

/** `npm run bench`, or `npm run bench -- turns sizes`: prints what was measured beside its target. It asserts nothing. */
const PARTS: Record<string, () => Measurement[] | Promise<Measurement[]>> = {
  sizes: measureSizes,
  turns: measureTurns,
  sending: measureSending,
  'event-loop': measureEventLoop,
  text: measurePageText,
  snapshot: measureSnapshots,
  acting: measureActing,
  kits: measureKits,
  'page-tools': measurePageTools,
  tools: measureTools,
};

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !(name in PARTS));
if (unknown.length > 0)
  throw new Error(`No such part: ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`);
ensureBuilt();
const measured: Measurement[] = [];
for (const [name, measure] of Object.entries(PARTS)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`measuring: ${name}`);
  measured.push(...(await measure()));
}
console.log('');
printTable(measured);
