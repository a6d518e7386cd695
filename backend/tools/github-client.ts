import { Octokit } from '@octokit/rest';
import { AppError } from '@pagehand/contracts/errors';
import type { ToolContext } from './define-tool.ts';
import { statusError } from './service-errors.ts';

/** GitHub's official client over the guarded egress. It keeps quiet: its log would go to the console. */
export function githubClient(context: ToolContext): Octokit {
  const token = context.connection('github')?.['token'];
  const silent = (): void => undefined;
  const octokit = new Octokit({
    ...(token === undefined ? {} : { auth: token }),
    baseUrl: context.endpoint('github'),
    userAgent: 'pagehand',
    request: { fetch: context.fetch, signal: context.signal },
    log: { debug: silent, info: silent, warn: silent, error: silent },
  });
  // The client hands on what it cannot parse as text: only a file that was asked for is text.
  octokit.hook.after('request', (response, { mediaType }) => {
    if (mediaType.format !== 'raw' && (typeof response.data !== 'object' || response.data === null))
      throw new AppError('service-error', 'GitHub answered in a form that is not known.');
  });
  return octokit;
}

/** Whether calls are made with the person's token: more requests an hour, private repositories, code search. */
export const hasToken = (context: Pick<ToolContext, 'connection'>): boolean =>
  context.connection('github') !== undefined;

/**
 * Runs calls of the client; their errors become ours.
 * @throws AppError `connection-refused`, `service-limited` with the time when it ends, `service-error`,
 *   `service-unreachable`, and what egress throws.
 */
export async function githubCall<T>(context: ToolContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toAppError(error, context);
  }
}

function toAppError(error: unknown, context: ToolContext): unknown {
  if (error instanceof AppError || context.signal.aborted) return error;
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof AppError) return cause;
  const status: unknown = error instanceof Error && 'status' in error ? error.status : undefined;
  if (typeof status !== 'number')
    return new AppError('service-error', 'GitHub answered in a form that is not known.', { cause: error });
  if (status === 404)
    return new AppError(
      'service-error',
      hasToken(context)
        ? 'GitHub has nothing there that your token may see.'
        : 'GitHub has nothing public there. If it is private, connect GitHub in the settings.',
    );
  const headers = new Headers();
  for (const [name, value] of Object.entries(headersOf(error))) headers.set(name, String(value));
  return statusError(
    { name: 'GitHub', ...(hasToken(context) ? { connection: 'github' as const } : {}) },
    { status, headers },
  );
}

/** parse boundary: Octokit's RequestError carries the response's headers as a record. */
function headersOf(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error) || !('response' in error)) return {};
  const { response } = error;
  if (typeof response !== 'object' || response === null || !('headers' in response)) return {};
  const { headers } = response;
  return typeof headers === 'object' && headers !== null ? { ...headers } : {};
}
