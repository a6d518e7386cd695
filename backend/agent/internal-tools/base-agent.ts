import type { Store } from '../../store/store.ts';
import type { ToolContext } from '../../tools/define-tool.ts';

/** What an agent's methods may use beside the call itself. */
export type AgentServices = { store: Pick<Store, 'notes' | 'taskLists'> };

/**
 * Base of an agent whose methods are tools. One instance lives for one call: `call` is what the call may reach (thread,
 * page, signal, events), `services` what the backend offers. What must last goes into the store.
 */
export abstract class BaseAgent {
  protected readonly services: AgentServices;
  protected readonly call: ToolContext;

  constructor(services: AgentServices, call: ToolContext) {
    this.services = services;
    this.call = call;
  }
}
