/** From the call of a page tool as the model made it to what may run: found again, checked, its risk computed. */
import { type ApprovableCall, approvalHash } from '@pagehand/contracts/approval';
import { assessToolCall } from '@pagehand/contracts/assess-risk';
import { AppError, type Problem } from '@pagehand/contracts/errors';
import type { InterruptRequest } from '@pagehand/contracts/interrupts';
import type { AssessedRisk } from '@pagehand/contracts/risk-assessment';
import { maxRisk } from '@pagehand/contracts/risk-level';
import { askBridge, worldOf } from './page-tool-bridge.ts';
import { type PageToolApproval, pageToolApproval } from './page-tool-grants.ts';
import { listPageTools, type PageTool, type PageToolList } from './page-tool-list.ts';
import { argumentProblems, withDefaults } from './page-tool-schema.ts';
import { secretArguments } from './page-tool-secrets.ts';

export type PageToolRequest = Extract<InterruptRequest, { kind: 'page-tool' }>;

/** A call as the card shows it. An approval is bound to `hash`: these arguments, this declaration, this document. */
export type PreparedPageTool = {
  tabId: number;
  tool: PageTool;
  args: Record<string, unknown>;
  risk: AssessedRisk;
  approval: PageToolApproval;
  hash: string;
};

/**
 * @throws AppError `surface-changed` (gone or another by now, with what is there), `invalid-arguments` (all problems),
 * `secret-field`, and what reading the page throws.
 */
export async function preparePageTool(
  request: PageToolRequest,
  options: { tabId: number; maxTools: number; turnId: string; signal: AbortSignal },
): Promise<PreparedPageTool> {
  const { tabId, turnId, signal } = options;
  const tool = findFrozen(await listPageTools(tabId, options), request);
  const { declaration } = tool;
  const args = withDefaults(declaration.parameters, request.args);
  refuseProblems(declaration.page.name, argumentProblems(declaration.parameters, args));
  const secrets = secretArguments(args);
  if (secrets.length > 0)
    throw new AppError('secret-field', `${declaration.page.name} asks for what only the person may give to a page.`, {
      problems: secrets,
    });
  await checkInPage(tool, args, signal);
  const computed = assessToolCall(
    {
      tool: declaration.page.name,
      risk: declaration.risk,
      source: 'page',
      args,
      destination: declaration.page.origin,
    },
    { taint: request.taint },
  );
  // The backend knows texts that were read elsewhere; neither side can lower what the other says.
  const risk: AssessedRisk = {
    risk: maxRisk(computed.risk, request.risk.risk),
    reasons: [
      ...computed.reasons,
      ...request.risk.reasons.filter(({ code }) => !computed.reasons.some((known) => known.code === code)),
    ].slice(0, 20),
  };
  return {
    tabId,
    tool,
    args,
    risk,
    approval: await pageToolApproval({ origin: declaration.page.origin, hash: declaration.page.hash, turnId }, risk),
    hash: await approvalHash(approvable(tool, args)),
  };
}

/** What an approval stands for. */
export const approvable = ({ declaration }: PageTool, args: Record<string, unknown>): ApprovableCall => ({
  kind: 'tool',
  origin: declaration.page.origin,
  documentId: declaration.page.documentId,
  tool: declaration.name,
  args,
  declaration: declaration.page.hash,
});

/** The very tool that the call was made for. @throws AppError `surface-changed` with the names that are there now. */
export function findFrozen(list: PageToolList, { tool: name, page }: Pick<PageToolRequest, 'tool' | 'page'>): PageTool {
  const now = list.tools.map(({ declaration }) => declaration.name);
  const there = now.length === 0 ? 'It offers no tools now.' : `It offers now: ${now.join(', ')}.`;
  const tool = list.tools.find(({ declaration }) => declaration.name === name);
  if (tool === undefined)
    throw new AppError('surface-changed', `The page does not offer ${page.name} any more. ${there}`);
  const { documentId, hash, origin } = tool.declaration.page;
  if (origin !== page.origin || documentId !== page.documentId)
    throw new AppError('surface-changed', `The page was loaded anew since ${page.name} was chosen. ${there}`);
  if (hash !== page.hash)
    throw new AppError('surface-changed', `${page.name} is another tool by now than the one that was chosen. ${there}`);
  return tool;
}

/** What the page's own check says; a page that cannot check has none. */
async function checkInPage(tool: PageTool, args: Record<string, unknown>, signal: AbortSignal): Promise<void> {
  const { page } = tool.declaration;
  const answer = await askBridge(
    tool.frame,
    worldOf(tool),
    { op: 'validate', source: tool.source, name: page.name, args: JSON.stringify(args) },
    { signal },
  );
  if (!answer.ok) {
    if (answer.code === 'unknown-tool' || answer.code === 'surface-changed')
      throw new AppError('surface-changed', `The page does not offer ${page.name} any more.`);
    throw new AppError('invalid-arguments', answer.message, { problems: problemsOf(answer.issues ?? []) });
  }
  if (!answer.valid)
    refuseProblems(
      page.name,
      answer.issues.length > 0
        ? problemsOf(answer.issues)
        : [{ code: 'page', path: '', message: 'The page refuses these arguments.' }],
    );
}

/** Problems in the page's own words. */
export const problemsOf = (issues: readonly { path: string; message: string }[]): Problem[] =>
  issues.map(({ path, message }) => ({ code: 'page', path: path.slice(0, 500), message: message.slice(0, 1_000) }));

function refuseProblems(name: string, problems: Problem[]): void {
  if (problems.length === 0) return;
  throw new AppError('invalid-arguments', `The arguments of ${name} have ${problems.length} problem(s).`, { problems });
}
