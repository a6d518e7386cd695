import type { ConnectionFields, ConnectionId } from '@pagehand/contracts/connections';
import type { Skill } from '@pagehand/contracts/skills';
import { jiitTokenOf } from '../connections/jiit-session.ts';
import type { AgentDeps } from './agent-deps.ts';
import type { LivePages } from './live-pages.ts';
import { modelPlanner } from './model-planner.ts';
import { RunPages } from './run-pages.ts';
import type { RunCredentials, RunScope } from './run-scope.ts';
import { sourceNumbers } from './source-numbers.ts';
import { type TurnInput, TurnInputSchema } from './turn-input.ts';

/**
 * The scope of one run: the model of the moment, the tools, what is connected.
 * @throws AppError when the model's settings are wrong.
 */
export function makeScope(
  deps: AgentDeps,
  live: LivePages,
  run: {
    threadId: string;
    turnId: string;
    runId: string;
    signal: AbortSignal;
    credentials: RunCredentials;
    idSuffix?: string;
    timeZone?: string | undefined;
    /** Of a turn that begins; one that goes on has it in its input. */
    skill?: Skill | null;
    askedBy?: string | null;
  },
): RunScope {
  const resolved = deps.resolveModel();
  const begun = run.skill === undefined ? inputOf(deps, run.threadId) : run;
  const skill = begun?.skill ?? null;
  const askedBy = begun?.askedBy ?? null;
  const pages = new RunPages(deps.store, run.threadId, run.turnId);
  return {
    threadId: run.threadId,
    turnId: run.turnId,
    runId: run.runId,
    signal: run.signal,
    credentials: run.credentials,
    idSuffix: run.idSuffix ?? '',
    timeZone: run.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    store: deps.store,
    resolved,
    planner: resolved.planner ?? modelPlanner(resolved),
    // What only other agents are offered is nothing to call for our own model, also where it knows the name.
    registry: deps
      .registry()
      .filter((tool) => allows(skill, tool.name) && (tool.onlyForAgents !== true || askedBy !== null)),
    skill,
    askedBy,
    fetch: deps.fetch,
    connection: (id) => connectionOf(deps, run.credentials, id),
    googleToken: () => {
      const accessToken = run.credentials.googleAccessToken;
      return accessToken === undefined
        ? deps.connections.googleToken(run.signal)
        : Promise.resolve({ accessToken, access: undefined });
    },
    secrets: () => [...deps.connections.knownSecrets(), ...secretsOf(run.credentials)],
    endpoints: deps.endpoints,
    get availability() {
      return {
        connected: (id: ConnectionId) => cameAlong(run.credentials, id) !== undefined || deps.connections.connected(id),
        page: pages.newest() !== undefined,
        sources: deps.store.attachments.sent(run.threadId).length > 0 || pages.mentioned().length > 0,
      };
    },
    budgets: deps.budgets,
    policy: deps.policy,
    pages,
    plannerUsage: deps.plannerUsage.of(run.turnId),
    pageText: deps.pageText,
    sourceNumber: sourceNumbers(deps.store, run),
    livePage: () => live.get(run.threadId),
    pageTools: () => (allows(skill, 'page_tools') ? live.tools(run.threadId) : []),
    takeRefusals: () => live.takeRefusals(run.threadId),
  };
}

/** A skill narrows a run to the tools that it names; reading on in a result that was cut is part of each of them. */
const allows = (skill: Skill | null, tool: string): boolean =>
  skill === null || skill.tools.includes(tool) || tool === 'read_result' || tool === 'read_source';

const inputOf = (deps: AgentDeps, threadId: string): TurnInput | undefined =>
  TurnInputSchema.safeParse(deps.store.turns.open(threadId)?.input).data;

/** What came with the request wins over what is kept. */
const connectionOf = (deps: AgentDeps, credentials: RunCredentials, id: ConnectionId): ConnectionFields | undefined =>
  cameAlong(credentials, id) ?? deps.connections.fields(id);

/** What came with the request is as secret as what is kept. */
const secretsOf = ({ googleAccessToken, pyjiitSession }: RunCredentials): string[] => {
  const session = pyjiitSession === undefined ? undefined : JSON.stringify(pyjiitSession);
  return [googleAccessToken, session, jiitTokenOf(session)].filter((secret) => secret !== undefined);
};

function cameAlong({ googleAccessToken, pyjiitSession }: RunCredentials, id: ConnectionId) {
  if (id === 'google' && googleAccessToken !== undefined) return { access_token: googleAccessToken };
  if (id === 'pyjiit' && pyjiitSession !== undefined) return { session: JSON.stringify(pyjiitSession) };
  return undefined;
}
