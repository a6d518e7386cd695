import type { Risk } from '@pagehand/contracts/risk-level';

/** What only the author can say of a method: the rest comes from its signature and its doc comment. */
export type ToolMark = {
  /** Base risk, as of any tool; code and arguments may raise it. */
  risk: Risk;
  /** A write runs at most once, even across a crash; a read may run again. */
  effect: 'read' | 'write';
};

type Method = (...args: never[]) => unknown;

const marks = new WeakMap<Method, ToolMark>();

/**
 * Marks a method of an agent as a tool (a standard TypeScript decorator, TC39 stage 3). A subclass that overrides the
 * method decides anew: without a mark of its own it is no tool there.
 * @throws TypeError on a static or private method: a model could never call it.
 */
export function tool(mark: ToolMark) {
  return (method: Method, context: ClassMethodDecoratorContext): void => {
    if (context.static || context.private || typeof context.name !== 'string')
      throw new TypeError(`@tool stands on ${String(context.name)}: a tool is a public method with a name.`);
    marks.set(method, mark);
  };
}

export type MarkedMethod = { className: string; methodName: string; method: Method; mark: ToolMark };

/**
 * The marked methods of a class and of those that it extends, the nearest of each name, in the order in which they
 * stand in the code, those of the base first.
 */
export function markedMethods(prototype: object): MarkedMethod[] {
  const chain: object[] = [];
  for (let at: object | null = prototype; at !== null && at !== Object.prototype; at = Object.getPrototypeOf(at))
    chain.unshift(at);
  const found = new Map<string, MarkedMethod | undefined>();
  for (const owner of chain) {
    const className = String(owner.constructor.name);
    for (const methodName of Object.getOwnPropertyNames(owner)) {
      const method: unknown = Object.getOwnPropertyDescriptor(owner, methodName)?.value;
      if (!isMethod(method) || methodName === 'constructor') continue;
      const mark = marks.get(method);
      if (mark !== undefined || found.has(methodName))
        found.set(methodName, mark && { className, methodName, method, mark });
    }
  }
  return [...found.values()].filter((marked) => marked !== undefined);
}

const isMethod = (value: unknown): value is Method => typeof value === 'function';
