import * as z from 'zod';
import { type ConnectionId, ConnectionIdSchema, type GoogleAccess, GoogleAccessSchema } from './connection-ids.ts';

/**
 * The closed list of error codes. `retryable` says whether the very same call may succeed later;
 * `hint` is what the person (or the model) does next.
 */
export const ERROR_CODES = {
  'bad-request': { retryable: false, hint: 'Correct the request; every problem is listed.' },
  'not-found': { retryable: false, hint: 'Reload the list: it may have been deleted.' },
  'not-paired': { retryable: false, hint: 'Pair again with the code that the backend prints.' },
  'pairing-refused': { retryable: false, hint: 'Ask the backend for a new code: npm start -- pair.' },
  'forbidden': { retryable: false, hint: 'Only the paired extension may call the backend.' },
  'too-large': { retryable: false, hint: 'Send less at once.' },
  'pairing-locked': { retryable: false, hint: 'Ask the backend for a new code: npm start -- pair.' },
  'too-many-requests': { retryable: true, hint: 'Wait a moment, then try again.' },
  'conflict': { retryable: false, hint: 'Look at how it stands now; it has changed, or something is in the way.' },
  'other-panel': { retryable: false, hint: 'Another panel works on this; open the conversation again to see it.' },
  'timeout': { retryable: true, hint: 'Try again, or ask for less at once.' },
  'cancelled': { retryable: false, hint: 'It was stopped; ask again to go on.' },
  'backend-unreachable': { retryable: true, hint: 'Start it with npm start.' },
  'version-mismatch': { retryable: false, hint: 'Update the extension and the backend together.' },
  'internal': { retryable: true, hint: 'Try again; the log of the backend names the request id.' },
  'config-invalid': { retryable: false, hint: 'Correct it, or take it away to use the default.' },
  'port-in-use': {
    retryable: false,
    hint: 'Stop the program that has it, or choose another: npm start -- --port 4518',
  },
  'store-unavailable': {
    retryable: false,
    hint: 'Free disk space, close other programs that use the data folder, or choose another one with --data.',
  },
  'outcome-unknown': { retryable: false, hint: 'Look whether it happened before doing it again.' },
  'model-unreachable': { retryable: true, hint: 'Check that the model server runs, in the model settings.' },
  'model-key-refused': { retryable: false, hint: 'Check the key in the model settings.' },
  'model-rate-limited': { retryable: true, hint: 'Wait until the provider allows more requests.' },
  'model-context-exceeded': { retryable: false, hint: 'Start a new thread or take the page off.' },
  'model-bad-answer': { retryable: true, hint: 'Try again, or choose a model that supports tool calls.' },
  'model-error': { retryable: true, hint: 'Look at the model settings; the provider refused the request.' },
  'budget-exhausted': { retryable: false, hint: 'Ask for a smaller task, or continue in a new message.' },
  'repeated-failure': { retryable: false, hint: 'The same call failed three times; try another way.' },
  'unknown-tool': { retryable: false, hint: 'Use one of the tools listed.' },
  'invalid-arguments': { retryable: false, hint: 'Correct the arguments; every problem is listed.' },
  'tool-unavailable': { retryable: false, hint: 'Connect what the tool needs in the settings.' },
  'connection-missing': { retryable: false, hint: 'Connect it in the settings, under Connections.' },
  'connection-refused': { retryable: false, hint: 'Test it in the settings, under Connections, and enter it again.' },
  'service-unreachable': { retryable: true, hint: 'Try again later, or check the address and the network.' },
  'service-error': { retryable: false, hint: 'The service refused it; read what it says and change the call.' },
  'no-page': { retryable: false, hint: 'Open a page, or put the page chip back.' },
  'page-restricted': { retryable: false, hint: 'Extensions cannot read this page; ask about another tab.' },
  'site-access-missing': { retryable: false, hint: 'Allow Pagehand on this site in the panel.' },
  'page-gone': { retryable: true, hint: 'The page was closed or has moved on; look at it again.' },
  'page-timeout': { retryable: true, hint: 'The page did not answer; reload it and try again.' },
  'plan-refused': { retryable: false, hint: 'Make a plan without the listed problems.' },
  'plan-rejected': { retryable: false, hint: 'The person rejected the plan; follow the reason.' },
  'approval-mismatch': { retryable: false, hint: 'What was approved differs from what was to run; ask again.' },
  'approval-stale': { retryable: false, hint: 'Look at the request again and approve it afresh.' },
  'stale-ref': { retryable: false, hint: 'Take a fresh snapshot and use its refs.' },
  'target-changed': { retryable: false, hint: 'The element is no longer what was planned; look again.' },
  'target-missing': { retryable: false, hint: 'The element is gone; take a fresh snapshot.' },
  'target-hidden': { retryable: false, hint: 'Make the element visible first.' },
  'target-covered': { retryable: false, hint: 'Close what covers the element first.' },
  'target-disabled': { retryable: false, hint: 'Do first what the page requires to enable it.' },
  'target-unsuitable': { retryable: false, hint: 'Use an action that fits this element.' },
  'secret-field': { retryable: false, hint: 'Let the person fill this field.' },
  'value-not-accepted': { retryable: false, hint: 'The page changed or refused the value; look what it wants.' },
  'option-missing': { retryable: false, hint: 'Use one of the options listed.' },
  'file-not-picked': { retryable: false, hint: 'Let the person pick the files on the plan card.' },
  'screenshot-unavailable': {
    retryable: true,
    hint: 'Bring the tab to the front and open Pagehand by its toolbar button there, then try again.',
  },
  'origin-changed': { retryable: false, hint: 'The page is on another site than planned; make a new plan.' },
  'document-changed': { retryable: false, hint: 'The page was loaded anew; make a new plan.' },
  'wait-timeout': { retryable: true, hint: 'What was waited for did not come; look at the page.' },
  'unconfirmed': { retryable: false, hint: 'Nothing showed whether it worked; look at the page.' },
  'interrupted': { retryable: false, hint: 'It was started and its end was not seen; look at the page.' },
  'tab-missing': { retryable: false, hint: 'Go on with the page in front, or open the address anew.' },
  'surface-changed': { retryable: false, hint: 'The tools of the page have changed; use the current ones.' },
  'tool-failed': { retryable: false, hint: 'Read what the page says; change the call or try another way.' },
  'service-limited': {
    retryable: true,
    hint: 'Wait until the time that is named, or connect an account with a higher limit.',
  },
  'address-refused': {
    retryable: false,
    hint: 'Tools fetch public web addresses only; open the page in the browser and ask about it there.',
  },
  'kit-invalid': { retryable: false, hint: 'Correct the kit; every problem names its file and line.' },
  'kit-changed': { retryable: false, hint: 'Look at the difference, then accept it: npm start -- kits accept ID' },
  'kit-exists': { retryable: false, hint: 'Raise the version in kit.yaml, or remove the installed kit first.' },
  'kit-source-refused': {
    retryable: false,
    hint: 'Take the kit from a source you trust, as a plain folder or archive.',
  },
  'tool-limit': { retryable: false, hint: 'Remove tools, or raise maxActiveTools in the backend.' },
  'kit-engine-missing': { retryable: true, hint: 'Install and start Docker; npm start -- doctor says how.' },
  'kit-engine-lost': { retryable: true, hint: 'Start Docker again, then look what the call has done.' },
  'kit-image-missing': { retryable: false, hint: 'Let the kit prepare its image: npm start -- kits check.' },
  'kit-build-failed': { retryable: true, hint: 'Read the lines of the package manager; correct the dependencies.' },
  'kit-dependencies-refused': { retryable: false, hint: 'Lock every dependency by version and hash, from the index.' },
  'kit-not-hardened': { retryable: false, hint: 'Nothing was started; report this as a defect of Pagehand.' },
  'kit-failed': { retryable: false, hint: 'Read what the tool says; change the arguments or correct the kit.' },
  'kit-crashed': { retryable: false, hint: 'Look at the output of the tool; correct the kit.' },
  'kit-out-of-memory': { retryable: false, hint: 'Hand the tool less at once.' },
  'kit-output-flood': { retryable: false, hint: 'Let the tool print less, or write to a file of its workspace.' },
  'kit-bad-result': { retryable: false, hint: 'Let the tool return plain JSON, and large things as a file.' },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

const codes = Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]; // parse boundary: keys of a const record

export const ErrorCodeSchema = z.enum(codes);

/** What crosses a wire or enters a ToolMessage when something failed. Never a stack, a path or a provider's raw text. */
export const AppErrorSchema = z.strictObject({
  code: ErrorCodeSchema,
  message: z.string().max(2_000),
  retryable: z.boolean(),
  hint: z.string().max(500).optional(),
  requestId: z.string().max(64).optional(),
  /** Of a failure that is tried again by itself: in how many ms. */
  retryAfterMs: z.int().min(0).max(600_000).optional(),
  /** What to connect, or what to allow besides in it. */
  connection: z.strictObject({ id: ConnectionIdSchema, access: z.array(GoogleAccessSchema).optional() }).optional(),
  /** Every single problem, where there are several. */
  problems: z
    .array(z.strictObject({ code: z.string().max(64), path: z.string().max(500), message: z.string().max(1_000) }))
    .max(200)
    .optional(),
});
export type AppErrorBody = z.infer<typeof AppErrorSchema>;
/** The connection that an error is about. */
export type MissingConnection = { id: ConnectionId; access?: GoogleAccess[] | undefined };
export type Problem = NonNullable<AppErrorBody['problems']>[number];

/** The one error class of the project. `message` says what happened, the code's hint what to do next. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly problems: Problem[] | undefined;
  readonly connection: MissingConnection | undefined;
  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; problems?: Problem[]; connection?: MissingConnection } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.problems = options.problems;
    this.connection = options.connection;
  }
  /** The error as it is if it is one of ours, else as the cause of this one. */
  static from(error: unknown, code: ErrorCode, message: string): AppError {
    return error instanceof AppError ? error : new AppError(code, message, { cause: error });
  }
  toBody(): AppErrorBody {
    const { retryable, hint } = ERROR_CODES[this.code];
    return {
      code: this.code,
      message: this.message.slice(0, 2_000),
      retryable,
      hint,
      ...(this.connection ? { connection: this.connection } : {}),
      ...(this.problems ? { problems: this.problems.slice(0, 200) } : {}),
    };
  }
}
