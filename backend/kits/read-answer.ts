import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import { parseJson } from '@pagehand/contracts/parse-json';
import * as z from 'zod';
import { KIT_LIMITS } from './kit-limits.ts';
import type { KitFailure } from './kit-runtime.ts';

export type Answer = { ok: true; value: unknown } | { ok: false; error: AppErrorBody; kind?: KitFailure };

const Failure = z.strictObject({ type: z.string(), message: z.string(), trace: z.string() });
const Result = z.union([
  z.strictObject({ value: z.unknown() }),
  z.strictObject({ failed: Failure }),
  z.strictObject({ 'bad-result': Failure }),
]);
const Crash = z.strictObject({ signal: z.string().max(20).nullable(), exit: z.int().nullable(), memory: z.boolean() });

const BOUNDS = { chars: KIT_LIMITS.result + 64 * 1024, depth: 64, keys: 500_000 };

const refuse = (error: AppError): Answer => ({ ok: false, error: error.toBody() });

/** What the function returned or threw. Nothing of it is believed: it may come from the kit itself. */
export function readResult(payload: Buffer): Answer {
  const json = parseJson(payload.toString('utf8'), BOUNDS);
  if (!json.ok)
    return refuse(
      new AppError('kit-bad-result', `The tool returned no plain JSON: ${json.problems[0]?.message ?? 'unreadable'}`),
    );
  const result = Result.safeParse(json.value);
  if (!result.success) return refuse(new AppError('kit-bad-result', 'The tool did not answer as the runner does.'));
  if ('value' in result.data) return { ok: true, value: result.data.value };
  const { failed, 'bad-result': bad } = { failed: undefined, 'bad-result': undefined, ...result.data };
  if (bad !== undefined)
    return refuse(
      new AppError('kit-bad-result', `The tool returned what cannot be handed over: ${bad.message.slice(0, 500)}`),
    );
  const kind = cap(failed ?? { type: '', message: '', trace: '' });
  const error = new AppError('kit-failed', `The tool failed: ${kind.type}: ${kind.message.slice(0, 1_000)}`).toBody();
  return { ok: false, error, kind };
}

const cap = ({ type, message, trace }: KitFailure): KitFailure => ({
  type: type.slice(0, 200),
  message: message.slice(0, 4_000),
  trace: trace.slice(0, 8_000),
});

/** Why the process of the kit went without a result. */
export function readCrash(payload: Buffer, stderr: string): Answer {
  const json = parseJson(payload.toString('utf8'), BOUNDS);
  const crash = Crash.safeParse(json.ok ? json.value : undefined);
  if (!crash.success) return refuse(new AppError('kit-crashed', 'The process of the tool ended without a result.'));
  const { signal, exit, memory } = crash.data;
  if (memory || (signal === 'SIGABRT' && /heap out of memory/.test(stderr)))
    return refuse(new AppError('kit-out-of-memory', 'The tool needed more than its 512 MB of memory and was ended.'));
  const how = signal === null ? `exit code ${exit}` : signal;
  return refuse(new AppError('kit-crashed', `The process of the tool ended without a result (${how}).`));
}
