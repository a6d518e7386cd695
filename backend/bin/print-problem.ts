import { AppError, ERROR_CODES } from '@pagehand/contracts/errors';

/** One line that says what is wrong and what to do; the stack only with PAGEHAND_LOG=debug. */
export function problemLine(error: unknown): string {
  if (error instanceof AppError) {
    const { hint } = ERROR_CODES[error.code];
    // A message that names the option knows better than the general hint of its code what to do.
    return error.message.includes(hint) || / --[a-z]/.test(error.message) ? error.message : `${error.message} ${hint}`;
  }
  return error instanceof Error ? (error.message.split('\n')[0] ?? 'Unknown error') : String(error);
}

export function printProblem(error: unknown): void {
  console.error(problemLine(error));
  if (process.env['PAGEHAND_LOG'] === 'debug' && error instanceof Error) console.error(error.stack);
}
