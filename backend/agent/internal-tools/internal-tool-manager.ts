import { AppError } from '@pagehand/contracts/errors';
import type { Risk } from '@pagehand/contracts/risk-level';
import type * as z from 'zod';
import { defineSchemaTool } from '../../tools/define-schema-tool.ts';
import { type AgentTool, defineTool, type ToolContext, type ToolResult } from '../../tools/define-tool.ts';
import type { AgentServices, BaseAgent } from './base-agent.ts';
import type { Signatures } from './read-signatures.ts';
import { type MarkedMethod, markedMethods } from './tool-mark.ts';

/** A class of agents: made anew for each call. */
type AgentClass = new (services: AgentServices, call: ToolContext) => BaseAgent;

type Registration<S extends z.ZodObject> = {
  name: string;
  description: string;
  schema: S;
  risk: Risk;
  effect: 'read' | 'write';
  run(args: z.infer<S>, call: ToolContext, services: AgentServices): Promise<unknown>;
};

/**
 * The internal tools of the agent: methods that a class marks, and functions that are registered. They run in this
 * process; risk, approval, the journal and Stop are those of every tool.
 */
export class InternalToolManager {
  readonly #services: AgentServices;
  readonly #tools = new Map<string, AgentTool>();

  constructor(services: AgentServices) {
    this.#services = services;
  }

  /**
   * Adds every marked method of the class under its name in snake_case.
   * @param signatures what `npm run docs` read from the code.
   * @throws TypeError when a method has no signature there, or its name is taken.
   */
  discover(agent: AgentClass, signatures: Signatures): this {
    for (const marked of markedMethods(agent.prototype)) this.#add(this.#ofMethod(agent, marked, signatures));
    return this;
  }

  /** Adds a function with a zod schema of its own. @throws TypeError when the name is taken. */
  register<S extends z.ZodObject>({ run, ...rest }: Registration<S>): this {
    this.#add(
      defineTool({
        ...rest,
        source: 'internal',
        run: async (args, call) => toResult(await untilAborted(run(args, call, this.#services), call.signal)),
      }),
    );
    return this;
  }

  tools(): AgentTool[] {
    return [...this.#tools.values()];
  }

  #add(tool: AgentTool): void {
    if (this.#tools.has(tool.name)) throw new TypeError(`There are two internal tools of the name ${tool.name}.`);
    this.#tools.set(tool.name, tool);
  }

  #ofMethod(agent: AgentClass, { className, methodName, method, mark }: MarkedMethod, all: Signatures): AgentTool {
    const signature = all[`${className}.${methodName}`];
    if (signature === undefined)
      throw new TypeError(`The signature of ${className}.${methodName} is not known yet: npm run docs`);
    return defineSchemaTool({
      name: toolName(methodName),
      description: signature.description,
      parameters: signature.parameters,
      ...mark,
      source: 'internal',
      owner: 'pagehand',
      run: async (args, call) => {
        const values = signature.order.map((name) => args[name]);
        const instance = new agent(this.#services, call);
        const made = Promise.resolve().then((): unknown => Reflect.apply(method, instance, values));
        return toResult(await untilAborted(made, call.signal));
      },
    });
  }
}

/** Name on the wire: `setPlan` is `set_plan`. */
export const toolName = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A text or a ToolResult as it is; any other value as JSON. */
function toResult(value: unknown): ToolResult {
  if (typeof value === 'string') return { content: value };
  if (isResult(value)) return value;
  return { content: JSON.stringify(value ?? null) };
}

const isResult = (value: unknown): value is ToolResult =>
  typeof value === 'object' && value !== null && 'content' in value && typeof value.content === 'string';

/** Stop does not wait for a method that forgot its signal. @throws AppError `cancelled`. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw new AppError('cancelled', 'It was stopped.');
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new AppError('cancelled', 'It was stopped.'));
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
