/** A backend of its own that the tests kill: starts a call that does not end, keeps warm containers, says so, and waits. */

import type { ModuleSpec } from '../../backend/kits/kit-runtime.ts';
import { createKitRuntime } from '../../backend/kits/run-kits.ts';

const [dataFolder = '', json = '{}'] = process.argv.slice(2);
const module: ModuleSpec = JSON.parse(json); // from the test that started it
const kits = createKitRuntime({ dataFolder });
kits.warm(module, 2);
const call = { callId: 'c', file: 'a.mjs', function: 'sleep', args: {}, timeoutMs: 600_000 };
await kits.call(module, call, (_stream, text) => process.stdout.write(text), new AbortController().signal);
