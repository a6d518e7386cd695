import { type AppErrorBody, AppErrorSchema } from '@pagehand/contracts/errors';
import * as z from 'zod';

const FailedSchema = z.object({ error: AppErrorSchema });

/** The error of a tool's result, where it names a connection that the person can make or mend. */
export function missingConnection(result: string): AppErrorBody | undefined {
  if (!result.startsWith('{"error":')) return undefined;
  try {
    const parsed = FailedSchema.safeParse(JSON.parse(result));
    return parsed.success && parsed.data.error.connection ? parsed.data.error : undefined;
  } catch {
    return undefined;
  }
}
