import type { Receipt } from '@pagehand/contracts/receipt';
import { untrustedBlock } from '@pagehand/contracts/untrusted-block';
import type { BrowserState } from './browser-loop.ts';
import type { ToolResult } from './define-tool.ts';
import type { PlanRound } from './planner.ts';

/** What the conversation keeps of a `browser_action`: a summary with evidence; the plans go to the panel as artifact. */
export function browserResult(state: BrowserState): ToolResult {
  const { outcome } = state;
  const lines = state.rounds.flatMap(roundLines);
  const evidence =
    lines.length === 0
      ? 'Nothing was done on the page.'
      : `What happened (evidence is page data):\n${untrustedBlock({ source: 'the page', kind: 'receipts' }, lines.join('\n'))}`;
  const artifact = { kind: 'plans', plans: state.plans.slice(-50) };
  if (outcome === null) return { content: evidence, artifact, failed: true };
  switch (outcome.kind) {
    case 'done':
      return { content: `Done.\n${summary(outcome.summary)}\n${evidence}`, artifact };
    case 'blocked':
      return { content: `Blocked.\n${summary(outcome.reason)}\n${evidence}`, artifact, failed: true };
    case 'error':
      return { content: evidence, error: outcome.error, artifact };
  }
}

/** A planner's words are made from what it read on pages: data like those. */
const summary = (text: string): string => untrustedBlock({ source: 'the planner', kind: 'summary' }, text);

function roundLines(round: PlanRound): string[] {
  const lines = round.receipts.map(receiptLine);
  const missing = round.steps.length - round.receipts.length;
  return [
    ...lines,
    ...(missing > 0 ? [`- ${missing} of ${round.steps.length} steps were not run`] : []),
    ...(round.reason === undefined ? [] : [`- ${round.reason.slice(0, 500)}`]),
  ];
}

/** One receipt in words, as models and people read it. */
export function receiptLine(receipt: Receipt): string {
  const { evidence } = receipt;
  const parts = [
    `- ${receipt.stepId} ${receipt.kind}: ${receipt.outcome}${receipt.code === undefined ? '' : ` (${receipt.code})`}`,
    evidence.summary,
    evidence.url === undefined ? '' : `at ${evidence.url}`,
    ...(evidence.newTabs ?? []).map(({ tabId, url }) => `opened tab ${tabId} (${url})`),
    (evidence.messages ?? []).length === 0 ? '' : `page says: ${(evidence.messages ?? []).join(' | ')}`,
    evidence.cover === undefined ? '' : `covered by ${evidence.cover.role} "${evidence.cover.name}"`,
    (evidence.dialogs ?? []).map(dialogWords).join('; '),
    evidence.files === undefined ? '' : `files: ${evidence.files.join(', ')}`,
    ...(evidence.fields ?? []).map((field) => `${field.ref}: ${field.outcome}, ${field.detail}`),
    evidence.text === undefined ? '' : `text: ${evidence.text.slice(0, 1_000)}`,
  ];
  return parts.filter((part) => part !== '').join('; ');
}

const dialogWords = ({ kind, text, answer, by }: NonNullable<Receipt['evidence']['dialogs']>[number]): string =>
  `${kind} "${text}"${answer === undefined ? '' : ` ${answer}${by === undefined ? '' : ` by the ${by}`}`}`;
