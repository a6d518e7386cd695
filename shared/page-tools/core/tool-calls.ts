import { canonicalJson } from '@pagehand/contracts/json';
import type { ApprovalQueue } from './approval-queue.ts';
import { checkArguments } from './check-arguments.ts';
import type { LiveTool } from './live-tool.ts';
import type { PageRegistry } from './page-registry.ts';
import { isRecord } from './schema-types.ts';
import { messageOf, PageToolError } from './tool-error.ts';
import type { ToolCaller } from './tool-types.ts';
import { watchSettling } from './wait-until-settled.ts';

export type ToolCall = {
  callId: string;
  name: string;
  given: unknown;
  caller: ToolCaller;
  signal?: AbortSignal | undefined;
  /** JSON of the declaration that the call was planned against; another one under the name refuses the call. */
  expected?: string | undefined;
};

/** Outcomes kept so that a call id that comes again gets its result again and runs nothing. */
const KEPT_OUTCOMES = 20;

/** Deep, so that nobody changes what a person has approved. */
function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const child of Object.values(value)) freeze(child);
    Object.freeze(value);
  }
  return value;
}

/** Only what the caller was shown, in one canonical text. */
const sayings = ({ name, description, parameters, risk }: Record<string, unknown>): string =>
  canonicalJson({ name, description, parameters, risk });

/** Runs tools: find, validate, ask, look again, run the newest handler, wait until the page has settled. */
export class ToolCalls {
  readonly #registry: PageRegistry;
  readonly #approvals: ApprovalQueue;
  readonly #running = new Map<string, AbortController>();
  readonly #outcomes = new Map<string, Promise<unknown>>();

  constructor(registry: PageRegistry, approvals: ApprovalQueue) {
    this.#registry = registry;
    this.#approvals = approvals;
  }

  /** Resolves to the handler's result; rejects with a PageToolError. A call id runs once, however often it is sent. */
  run(call: ToolCall): Promise<unknown> {
    const known = this.#outcomes.get(call.callId);
    if (known) return known;
    const outcome = this.#start(call);
    this.#outcomes.set(call.callId, outcome);
    for (const id of this.#outcomes.keys()) {
      if (this.#outcomes.size <= KEPT_OUTCOMES) break;
      if (!this.#running.has(id)) this.#outcomes.delete(id);
    }
    return outcome;
  }

  abort(callId: string): void {
    this.#running.get(callId)?.abort();
  }

  /** The active tool of this name. @throws PageToolError `unknown-tool`, with what is there now. */
  find(name: string): LiveTool {
    const live = this.#registry.active(name);
    if (live) return live;
    throw new PageToolError(
      'unknown-tool',
      name,
      `There is no tool "${name}" on this page now. ${this.#whatIsThere()}`,
    );
  }

  /** Checks arguments against the tool's own schema. @throws PageToolError `invalid-arguments`, with all issues. */
  async check(live: LiveTool, given: unknown) {
    const { name, parameters } = live.declaration;
    const checked = await checkArguments(live.definition.schema, parameters, given);
    if (checked.ok) return checked;
    const { issues } = checked;
    const text = issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ');
    throw new PageToolError('invalid-arguments', name, `Validation args "${name}": ${text}`, { issues });
  }

  async #start(call: ToolCall): Promise<unknown> {
    const { callId, name, caller, signal: outer } = call;
    const controller = new AbortController();
    const { signal } = controller;
    const onAbort = (): void => controller.abort();
    this.#running.set(callId, controller);
    outer?.addEventListener('abort', onAbort);
    if (outer?.aborted) onAbort();
    try {
      const result = await this.#pipeline(call, signal);
      this.#tell(call, 'succeeded');
      return result;
    } catch (error) {
      const told =
        error instanceof PageToolError
          ? error
          : new PageToolError('handler-error', name, `"${name}" failed: ${messageOf(error)}`, { cause: error });
      this.#tell(call, 'failed', told);
      // The extension hands its errors to the model; nobody else would hear of this one.
      if (told.code === 'handler-error' && caller !== 'app') this.#registry.report(told);
      throw told;
    } finally {
      outer?.removeEventListener('abort', onAbort);
      this.#running.delete(callId);
    }
  }

  async #pipeline(call: ToolCall, signal: AbortSignal): Promise<unknown> {
    const { callId, name, given, caller, expected } = call;
    let live = this.find(name);
    const planned = live.declaration;
    if (expected !== undefined) {
      const before: unknown = JSON.parse(expected);
      if (!isRecord(before) || sayings(before) !== sayings(planned)) throw this.#changed(name);
      if (before['owner'] !== undefined && before['owner'] !== planned.owner) throw this.#changed(name);
    }
    let checked = await this.check(live, given);
    const { risk, description } = planned;
    if (caller !== 'extension' && (risk === 'high' || risk === 'critical')) {
      const args = freeze(structuredClone(checked.args));
      await this.#approvals.ask({ callId, toolName: name, description, risk, args, caller }, signal);
      live = this.#again(planned);
      // Time has passed, so the checks run again; what they transform now is what the handler gets.
      checked = await this.check(live, args);
    }
    live = this.#again(planned);
    if (signal.aborted) throw this.#cancelled(name);
    this.#tell(call, 'started');
    const settle = watchSettling(this.#registry);
    try {
      // By Reflect, as the registry has forgotten what each handler's arguments are: its own schema made them.
      const args = [checked.output, { signal, callId }];
      return await this.#untilAborted(name, signal, async () => Reflect.apply(live.handler, undefined, args));
    } finally {
      await settle(signal);
      this.#registry.flush();
    }
  }

  /** A handler that never ends must not keep its caller waiting once the call is given up. */
  #untilAborted<T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const onAbort = (): void => reject(this.#cancelled(name));
      signal.addEventListener('abort', onAbort);
      work()
        .then(resolve, reject)
        .finally(() => signal.removeEventListener('abort', onAbort));
    });
  }

  /** The tool as it is now: the same owner's, saying the same; its handler may be newer. */
  #again(planned: LiveTool['declaration']): LiveTool {
    const live = this.#registry.active(planned.name);
    if (live?.declaration.owner === planned.owner && sayings(live.declaration) === sayings(planned)) return live;
    throw this.#changed(planned.name);
  }

  #cancelled(name: string): PageToolError {
    return new PageToolError('cancelled', name, `"${name}" was cancelled.`);
  }

  #changed(name: string): PageToolError {
    const message = `"${name}" is no longer what the call was made for; it was not run. ${this.#whatIsThere()}`;
    return new PageToolError('surface-changed', name, message);
  }

  #whatIsThere(): string {
    const names = this.#registry.list().map((tool) => tool.name);
    return names.length === 0 ? 'There are no tools now.' : `There are now: ${names.join(', ')}.`;
  }

  #tell({ callId, name, caller }: ToolCall, status: 'started' | 'succeeded' | 'failed', error?: PageToolError): void {
    const risk = this.#registry.active(name)?.declaration.risk ?? 'high';
    const base = { type: 'tool.call', callId, toolName: name, risk, caller, status } as const;
    this.#registry.events.emit(error ? { ...base, error } : base);
  }
}
