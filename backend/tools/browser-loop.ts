import type { RunnableConfig } from '@langchain/core/runnables';
import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import type { BrowserConstraints } from '@pagehand/contracts/api';
import { assessPlan } from '@pagehand/contracts/assess-plan';
import { AppError, type AppErrorBody } from '@pagehand/contracts/errors';
import type { InterruptRequest, PlansArtifact } from '@pagehand/contracts/interrupts';
import { canonicalJson } from '@pagehand/contracts/json';
import { LIMITS } from '@pagehand/contracts/limits';
import type { SanitizedPlan } from '@pagehand/contracts/plan';
import type { PageSnapshot } from '@pagehand/contracts/snapshot';
import { stepTargets } from '@pagehand/contracts/step-targets';
import type { ToolContext } from './define-tool.ts';
import { finishedRound } from './finished-round.ts';
import type { PlanRound } from './planner.ts';
import { MAX_REFUSALS, proposePlan } from './propose-plan.ts';

/** Plans and questions of one call. */
const MAX_ROUNDS = 8;
/** The same steps with the same end, this often in a row: it leads nowhere. */
const MAX_REPEATS = 3;

type BrowserOutcome =
  | { kind: 'done'; summary: string }
  | { kind: 'blocked'; reason: string }
  | { kind: 'error'; error: AppErrorBody };

const append = <T>(): { reducer: (left: T[], right: T[]) => T[]; default: () => T[] } => ({
  reducer: (left, right) => [...left, ...right],
  default: () => [],
});

/** Snapshots are here by id only: a checkpoint holds no page. */
const BrowserState = Annotation.Root({
  goal: Annotation<string>,
  constraints: Annotation<BrowserConstraints>,
  targetUrl: Annotation<string | null>,
  /** Steps that were given: then nobody plans. */
  steps: Annotation<unknown[] | null>,
  snapshotId: Annotation<string>,
  /** The page that the last round was planned on. */
  plannedOn: Annotation<string | null>,
  rounds: Annotation<PlanRound[]>(append<PlanRound>()),
  plans: Annotation<PlansArtifact['plans']>(append<PlansArtifact['plans'][number]>()),
  pending: Annotation<InterruptRequest | null>,
  outcome: Annotation<BrowserOutcome | null>,
});
export type BrowserState = typeof BrowserState.State;
type Update = typeof BrowserState.Update;

const build = () =>
  new StateGraph(BrowserState)
    .addNode('planner', planNext)
    .addNode('act', act)
    .addEdge(START, 'planner')
    .addConditionalEdges('planner', (state) => (state.pending === null ? END : 'act'), ['act', END])
    .addEdge('act', 'planner')
    // Without a checkpointer option: parallel calls would swap their plans with one of their own (facts of LangGraph).
    .compile({ name: 'browser_action' });

let compiled: ReturnType<typeof build> | undefined;
/** The loop of `browser_action` as a graph, compiled once per process. Its context is the call's ToolContext. */
export const browserLoop = (): ReturnType<typeof build> => {
  compiled ??= build();
  return compiled;
};

type LoopConfig = RunnableConfig & { context?: unknown };

/** parse boundary: LangGraph hands the context through untyped; `browser_action` is the only caller. */
const contextOf = (config: LoopConfig): ToolContext => config.context as ToolContext;

/** One planner round: runs once, its result is in the checkpoint before anything is shown. */
async function planNext(state: BrowserState, config: LoopConfig): Promise<Update> {
  const context = contextOf(config);
  const ended = endOf(state);
  if (ended !== undefined) return { pending: null, outcome: ended };
  const snapshot = context.snapshot(state.snapshotId);
  if (snapshot === undefined) return failed('page-gone', 'The page as it was is no longer known.');
  if (state.rounds.length >= MAX_ROUNDS)
    return failed('budget-exhausted', `The goal was not reached in ${MAX_ROUNDS} rounds.`);

  context.status(state.rounds.length === 0 ? 'planning' : 'planning the next steps');
  const round = state.rounds.length + 1;
  const proposal = await proposePlan({
    planner: plannerOf(state, round) ?? context.planner,
    planId: `${context.toolCallId}_p${round}`.slice(-64),
    goal: state.goal,
    snapshot,
    before: typeof state.plannedOn === 'string' ? context.snapshot(state.plannedOn) : undefined,
    constraints: state.constraints,
    policy: context.policy,
    rounds: state.rounds,
    signal: context.signal,
    onModelCall: (call) => context.plannerCalled(snapshot, call),
    onRefused: (problems) =>
      context.notice(new AppError('plan-refused', 'A proposed plan was refused.', { problems }).toBody()),
  });
  switch (proposal.kind) {
    case 'done':
      return { pending: null, outcome: { kind: 'done', summary: proposal.summary } };
    case 'blocked':
      return { pending: null, outcome: { kind: 'blocked', reason: proposal.reason } };
    case 'refused': {
      const codes = [...new Set(proposal.problems.map((problem) => problem.code))].join(', ');
      const error = new AppError('plan-refused', `The plan was refused ${MAX_REFUSALS + 1} times: ${codes}.`, {
        problems: proposal.problems,
      });
      return { pending: null, outcome: { kind: 'error', error: error.toBody() } };
    }
    case 'needs-person':
      return {
        pending: {
          kind: 'question',
          toolCallId: context.toolCallId,
          question: proposal.question.slice(0, 2_000),
          options: proposal.options.slice(0, 10).map((option) => option.slice(0, 200)),
        },
      };
    case 'plan':
      return { pending: planRequest(proposal.plan, snapshot, context, round) };
  }
}

/** Nothing but the pause: this node runs again from its start on resume. */
function act(state: BrowserState, config: LoopConfig): Update {
  const context = contextOf(config);
  if (state.pending === null) return {};
  const resumed = context.interrupt(state.pending);
  const snapshot = context.snapshot(state.snapshotId);
  return { ...finishedRound(state.pending, resumed, snapshot, context), plannedOn: state.snapshotId, pending: null };
}

function planRequest(
  plan: SanitizedPlan,
  snapshot: PageSnapshot,
  context: ToolContext,
  round: number,
): InterruptRequest {
  const taint = context.taint();
  const refs = new Set(plan.steps.flatMap((step) => stepTargets(step).map(({ ref }) => ref)));
  return {
    kind: 'plan',
    toolCallId: context.toolCallId,
    plan,
    tabId: snapshot.tabId,
    risks: assessPlan(plan.steps, { snapshot, taint, readTexts: context.readTexts() }),
    taint: taint.slice(0, 100),
    round,
    targets: snapshot.refs.filter((info) => refs.has(info.ref)).slice(0, LIMITS.planSteps * LIMITS.fillFields),
  };
}

function plannerOf({ targetUrl, steps }: BrowserState, round: number): ToolContext['planner'] | undefined {
  if ((steps ?? null) !== null) return givenSteps(steps ?? []);
  return targetUrl !== null && round === 1 ? opening(targetUrl) : undefined;
}

/** Steps of another agent: proposed once as they are; a refusal goes back to it with every problem. */
const givenSteps = (steps: unknown[]): ToolContext['planner'] => ({
  plan: async ({ problems, rounds }) => {
    if (problems !== undefined)
      return {
        kind: 'blocked',
        reason: `The steps were refused as a whole. ${problems.map(({ path, code, message }) => `${path} ${code}: ${message}`).join(' ')}`,
      };
    const last = rounds.at(-1);
    if (last === undefined) return { kind: 'plan', steps };
    const well = last.receipts.filter(({ outcome }) => outcome === 'changed' || outcome === 'ok').length;
    return well === last.steps.length
      ? { kind: 'done', summary: `all ${well} steps did what they should.` }
      : {
          kind: 'blocked',
          reason: `${well} of ${last.steps.length} steps did what they should. Look at the page again.`,
        };
  },
});

/** Another `target_url` becomes a first `navigate` step, planned by nobody. */
const opening = (url: string): ToolContext['planner'] => ({
  plan: async (input) =>
    input.problems === undefined
      ? { kind: 'plan', steps: [{ kind: 'navigate', url, why: 'The task is on this page.' }] }
      : {
          kind: 'blocked',
          reason: `${url} may not be opened: ${input.problems.map((problem) => problem.message).join(' ')}`,
        },
});

const failed = (code: 'page-gone' | 'budget-exhausted', message: string): Update => ({
  pending: null,
  outcome: { kind: 'error', error: new AppError(code, message).toBody() },
});

/** What the last round already decides, without the planner. */
function endOf(state: BrowserState): BrowserOutcome | undefined {
  const last = state.rounds.at(-1);
  if (last === undefined) return undefined;
  if (last.status === 'cancelled')
    return { kind: 'error', error: new AppError('cancelled', last.reason ?? 'The person stopped the plan.').toBody() };
  if (last.status === 'rejected')
    return {
      kind: 'error',
      error: new AppError('plan-rejected', last.reason ?? 'The person rejected the plan.').toBody(),
    };
  if (last.status === 'page-lost') return { kind: 'blocked', reason: last.reason ?? 'The page can no longer be read.' };
  const key = (round: PlanRound): string =>
    canonicalJson([round.steps, round.receipts.map((receipt) => [receipt.outcome, receipt.code ?? null])]);
  const tail = state.rounds.slice(-MAX_REPEATS);
  if (last.steps.length > 0 && tail.length === MAX_REPEATS && new Set(tail.map(key)).size === 1)
    return {
      kind: 'error',
      error: new AppError('repeated-failure', `The same steps ended the same way ${MAX_REPEATS} times.`).toBody(),
    };
  return undefined;
}
