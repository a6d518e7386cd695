import type { ThreadMessage, ThreadSummary } from '@pagehand/contracts/api';

/** A thread as a file of its own. Tool results stand in it as they were told to the model. */
export function exportThread(
  thread: ThreadSummary,
  messages: ThreadMessage[],
  format: 'markdown' | 'json',
): { filename: string; content: string } {
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
