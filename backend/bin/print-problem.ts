import { AppError, ERROR_CODES } from '@pagehand/contracts/errors';

const hasCode = (error: unknown): error is Error & { code: string; port?: number } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

/** One line that says what is wrong and what to do; the stack only with PAGEHAND_LOG=debug. */
export function problemLine(error: unknown): string {
  if (error instanceof AppError) {
    const hint = ERROR_CODES[error.code].hint;
    return error.message.includes(hint) ? error.message : `${error.message} ${hint}`;
  }
  if (hasCode(error) && error.code === 'EADDRINUSE')
    return `Port ${error.port ?? ''} is in use. Stop the program that has it, or choose another: npm start -- --port 4518`;
  if (hasCode(error) && error.code === 'EACCES' && error.port !== undefined)
    return `Port ${error.port} may not be opened by this user. Choose one above 1023: npm start -- --port 4518`;
  return error instanceof Error ? (error.message.split('\n')[0] ?? 'Unknown error') : String(error);
}

export function printProblem(error: unknown): void {
  console.error(problemLine(error));
  if (process.env['PAGEHAND_LOG'] === 'debug' && error instanceof Error) console.error(error.stack);
}
