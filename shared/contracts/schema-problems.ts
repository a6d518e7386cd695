import type * as z from 'zod';
import type { Problem } from './errors.ts';

/** Problems of one refusal. */
const MOST = 200;

/** What zod found as problems of an AppError: `path` is a JSON pointer, texts are cut to what an error may hold. */
export const schemaProblems = ({ issues }: z.ZodError, most = MOST): Problem[] =>
  issues.slice(0, most).map(({ code, path, message }) => ({
    code,
    path: path
      .map((key) => `/${String(key)}`)
      .join('')
      .slice(0, 500),
    message: message.slice(0, 1_000),
  }));
