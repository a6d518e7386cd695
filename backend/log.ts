import { AppError } from '@pagehand/contracts/errors';
import { redactSecrets } from '@pagehand/contracts/redact-secrets';
import pino, { type Bindings, type ChildLoggerOptions, type DestinationStream, type Logger } from 'pino';

/** Fields whose value is never written, whatever it is: secrets, and what pages and people have written. */
const HIDDEN =
  /key$|token|secret|password|authorization|cookie|credential|session|^(?:ask|args|arguments|body|code|content|delta|goal|html|markdown|messages?|outline|page|payload|prompt|result|resume|snapshot|text|title|url|value)$/i;
/** Names that look like the above but say only what kind of error it was, or are counts. */
const SHOWN = /^(?:code|inputTokens|outputTokens)$/;
/** Secrets that stand in the middle of a text. */
const IN_TEXT =
  /\bBearer\s+\S+|\b(?:sk|pk|rk|ghp|gho|xox[abp]|AIza|ya29\.)[-_A-Za-z0-9.]{8,}|\beyJ[\w-]{8,}\.[\w-]+\.[\w-]+/g;
const MAX_TEXT = 500;
const MAX_DEPTH = 4;

/**
 * A copy of a log entry that may be written: no key, no token, no page text, by the fields' names and by what secrets
 * look like. `code` is shown only as an error's code: lower case words.
 */
function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return clip(value);
  if (value instanceof Error) return redactError(value, depth);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '[deep]';
  if (Array.isArray(value)) return value.slice(0, 50).map((child) => redact(child, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      isHidden(name, child) ? hide(child) : redact(child, depth + 1),
    ]),
  );
}

function isHidden(name: string, value: unknown): boolean {
  if (name === 'code') return typeof value !== 'string' || !/^[A-Z_a-z-]+$/.test(value);
  return HIDDEN.test(name) && !SHOWN.test(name);
}

const hide = (value: unknown): string =>
  typeof value === 'string' ? `[hidden, ${value.length} characters]` : '[hidden]';

const clip = (text: string): string => {
  const masked = redactSecrets(text).text.replaceAll(IN_TEXT, '[hidden]');
  return masked.length > MAX_TEXT ? `${masked.slice(0, MAX_TEXT)}…` : masked;
};

/** Of a foreign error only the kind, the code and where it was: its message may hold what a page or a provider said. */
function redactError(error: Error, depth: number): Record<string, unknown> {
  // The stack begins with the message, which may hold lines that look like places.
  const said = `${error.name}: ${error.message}`;
  const stack = error.stack ?? '';
  const frames = (stack.startsWith(said) ? stack.slice(said.length) : error.message.includes('\n') ? '' : stack)
    .split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 8)
    .map((line) => clip(line.trim()));
  return {
    type: clip(error.name),
    ...('code' in error && !isHidden('code', error.code) ? { code: error.code } : {}),
    ...(error instanceof AppError ? { says: clip(error.message) } : {}),
    ...(frames.length > 0 ? { frames } : {}),
    ...(error.cause !== undefined && depth < MAX_DEPTH ? { cause: redact(error.cause, depth + 1) } : {}),
  };
}

const safe = (entry: object): Record<string, unknown> => {
  const redacted = redact(entry);
  return typeof redacted === 'object' && redacted !== null ? { ...redacted } : {};
};

/**
 * One JSON object per line, on stderr. Entries carry `requestId`, `runId`, `toolCallId` where there are such.
 * @param destination for tests
 */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Logger {
  const logger = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Errors are made safe by `redact`; pino's own serializer would write message and stack.
      serializers: { err: (error: unknown) => error },
      formatters: {
        level: (label) => ({ level: label }),
        log: safe,
      },
      hooks: {
        // Texts are filled in by pino after this: they are masked here, whether they stand first or are filled in.
        logMethod(args, method) {
          const [first, ...rest]: unknown[] = args;
          const masked = rest.map((value) => redact(value));
          // Of a bare error pino would take the message as the entry's.
          if (first instanceof Error) Reflect.apply(method, this, [{ err: first }, 'an error']);
          else if (typeof first === 'string') Reflect.apply(method, this, [clip(first), ...masked]);
          else Reflect.apply(method, this, [first, ...masked]);
        },
      },
    },
    destination,
  );
  // pino writes the fields of a child logger past its formatters.
  const { child } = logger;
  return Object.assign(logger, {
    child(this: unknown, bindings: Bindings, options?: ChildLoggerOptions): unknown {
      return Reflect.apply(child, this, [safe(bindings), options]);
    },
  });
}
