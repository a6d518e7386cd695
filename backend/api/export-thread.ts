import type { ThreadMessage, ThreadSummary } from '@pagehand/contracts/api';
import { redactSecrets } from '@pagehand/contracts/redact-secrets';

/**
 * A thread as a file of its own. Tool results stand in it as they were told to the model; keys, tokens and account numbers
 * are masked, as the file leaves this machine with the person's next mail.
 * @param secrets values known to be secret (the model's key): masked wherever they stand, also where their shape says
 * nothing.
 */
export function exportThread(
  found: ThreadSummary,
  stored: ThreadMessage[],
  format: 'markdown' | 'json',
  secrets: readonly string[] = [],
): { filename: string; content: string } {
  const { thread, messages } = masked({ thread: found, messages: stored }, secrets);
  const name =
    thread.title
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 60) || 'thread';
  if (format === 'json')
    return { filename: `${name}.json`, content: `${JSON.stringify({ thread, messages }, null, 2)}\n` };
  const blocks = [`# ${thread.title}`, ...messages.map(toMarkdown)];
  return { filename: `${name}.md`, content: `${blocks.join('\n\n')}\n` };
}

/** Every text in the value masked; names of fields, ids and numbers stay. */
function masked<T>(value: T, secrets: readonly string[]): T {
  const known = secrets.filter((secret) => secret.length >= 8);
  const mask = (text: string): string =>
    redactSecrets(known.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)).text;
  const copy: T = JSON.parse(
    JSON.stringify(value, (name, child: unknown) =>
      typeof child === 'string' && !ID_NAMES.has(name) ? mask(child) : child,
    ),
  );
  return copy;
}
/** Ours, and needed to read the file: a long one could be taken for a token. */
const ID_NAMES: ReadonlySet<string> = new Set([
  'threadId',
  'id',
  'turnId',
  'toolCallId',
  'interruptId',
  'role',
  'kind',
]);

const TITLES: Record<ThreadMessage['role'], string> = { user: 'You', assistant: 'Pagehand', tool: 'Result' };

function toMarkdown(message: ThreadMessage): string {
  const calls = (message.toolCalls ?? []).map((call) => fenced(`${call.name} ${JSON.stringify(call.args, null, 2)}`));
  const text = message.role === 'tool' ? fenced(message.content) : message.content;
  return [`## ${TITLES[message.role]}`, ...(text === '' ? [] : [text]), ...calls].join('\n\n');
}

/** A fence that is longer than any in the text: a result cannot close it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
