import { type AppErrorBody, AppErrorSchema } from '@pagehand/contracts/errors';
import * as z from 'zod';

const FailedSchema = z.object({ error: AppErrorSchema, details: z.string().optional() });

/** The marks around data are for models. */
const MARKS = /^<\/?untrusted\b[^\n]*>$/gmu;

/** A result as a person reads it. */
export const withoutMarks = (result: string): string => result.replace(MARKS, '').trim();

/** The error that a tool's result is, with what the tool said of it; undefined for any other result. */
export function errorOfResult(result: string | undefined): { error: AppErrorBody; details: string } | undefined {
  if (result === undefined || !result.startsWith('{"error":')) return undefined;
  try {
    const parsed = FailedSchema.safeParse(JSON.parse(result));
    return parsed.success ? { error: parsed.data.error, details: withoutMarks(parsed.data.details ?? '') } : undefined;
  } catch {
    return undefined;
  }
}
