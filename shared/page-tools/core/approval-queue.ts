import { Listeners } from './listeners.ts';
import { PageToolError } from './tool-error.ts';
import type { ToolCaller, ToolRisk } from './tool-types.ts';

/** A call that waits for the person. `critical` has two steps: the first `approve` moves to step 2, the second runs it. */
export type PendingApproval = {
  readonly id: string;
  readonly callId: string;
  readonly toolName: string;
  readonly description: string;
  readonly risk: ToolRisk;
  /** Exactly what will run: valid, with defaults. Frozen. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly caller: ToolCaller;
  readonly step: 1 | 2;
  readonly steps: 1 | 2;
};

type Waiting = { request: PendingApproval; settle: (error?: PageToolError) => void };

/** Calls that wait for the person's word in the page itself, in their order; a second never pushes out the first. */
export class ApprovalQueue {
  readonly #changes = new Listeners<void>();
  readonly #waiting = new Map<string, Waiting>();
  #snapshot: readonly PendingApproval[] = [];
  #count = 0;

  /** Whether anybody shows approvals; without, nothing that needs one can run. */
  get hasConsumer(): boolean {
    return this.#changes.size > 0;
  }
  /** The same array until something changes. */
  pending = (): readonly PendingApproval[] => this.#snapshot;
  /** Makes the caller a consumer: it must show what is pending. @returns a function that ends it. */
  subscribe = (listener: () => void): (() => void) => this.#changes.add(listener);

  /** Resolves when the person approved; rejects when the person or the signal said no, or nobody can be asked. */
  ask(request: Omit<PendingApproval, 'id' | 'step' | 'steps'>, signal: AbortSignal): Promise<void> {
    const { toolName, risk } = request;
    if (!this.hasConsumer) {
      const message = `"${toolName}" has the risk ${risk} and needs a person's approval, and nothing on this page can ask for it. It was not run.`;
      return Promise.reject(new PageToolError('approval-required', toolName, message));
    }
    this.#count += 1;
    const id = `approval-${this.#count}`;
    return new Promise((resolve, reject) => {
      const onAbort = (): void => settle(new PageToolError('cancelled', toolName, `"${toolName}" was cancelled.`));
      const settle = (error?: PageToolError): void => {
        signal.removeEventListener('abort', onAbort);
        this.#waiting.delete(id);
        this.#changed();
        if (error) reject(error);
        else resolve();
      };
      if (signal.aborted) return onAbort();
      signal.addEventListener('abort', onAbort);
      this.#waiting.set(id, { request: { ...request, id, step: 1, steps: risk === 'critical' ? 2 : 1 }, settle });
      this.#changed();
    });
  }

  /** One step further; an id that is no longer pending does nothing. */
  approve = (id: string): void => {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    if (waiting.request.step === waiting.request.steps) waiting.settle();
    else {
      waiting.request = { ...waiting.request, step: 2 };
      this.#changed();
    }
  };

  deny = (id: string, reason = 'the person said no'): void => {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    const { toolName } = waiting.request;
    waiting.settle(new PageToolError('approval-denied', toolName, `"${toolName}" was not approved: ${reason}.`));
  };

  #changed(): void {
    this.#snapshot = [...this.#waiting.values()].map(({ request }) => request);
    this.#changes.emit();
  }
}
