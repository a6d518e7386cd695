import { createInterface } from 'node:readline/promises';
import { AppError } from '@pagehand/contracts/errors';

/** Words of a kit, for a terminal: control characters could move the cursor and hide what is said. */
export const plain = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (char) => (char === '\n' ? ' ' : ''));

/** Prints every problem of a kit with its place; throws on what is another error. */
export function printProblems(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'kit-invalid' || error.problems === undefined) throw error;
  console.error(`${plain(error.message.split(':')[0] ?? error.message)}:`);
  for (const { path, message } of error.problems) console.error(`  ${plain(path)}  ${plain(message)}`);
}

/**
 * A question that only "y" or "yes" answers with yes. Where nobody can be asked, the answer is no.
 */
export async function ask(question: string, signal: AbortSignal): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.error(`${question} Nobody can be asked here: say --yes to go on.`);
    return false;
  }
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await lines.question(`${question} [y/N] `, { signal })).trim());
  } finally {
    lines.close();
  }
}
