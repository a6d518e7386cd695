import { isRecord } from '@pagehand/contracts/is-record';
import type { BridgeAnswer, FoundTool } from '@pagehand/contracts/page-tools-bridge';
import { secretFieldsOf } from './declarative-forms.ts';

/**
 * WebMCP's `document.modelContext` in all its generations: `getTools` or (polyfills) `listTools`, `executeTool` with a
 * tool and an object, a tool and JSON text, or (old) a name and JSON text; a schema as object or as text.
 */
type ModelContext = {
  getTools?: () => unknown;
  listTools?: () => unknown;
  executeTool?: (tool: unknown, input: unknown, options?: { signal: AbortSignal }) => unknown;
  callTool?: (call: { name: string; arguments: unknown }) => unknown;
  addEventListener?: (type: string, listener: () => void) => void;
  removeEventListener?: (type: string, listener: () => void) => void;
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The context of this world, or undefined. `navigator.modelContext` is where it stood before. */
export function modelContextOf(): ModelContext | undefined {
  for (const place of [document, navigator]) {
    const found: unknown = Reflect.get(place, 'modelContext');
    if (!isRecord(found)) continue;
    const reads = typeof found['getTools'] === 'function' || typeof found['listTools'] === 'function';
    if (reads) return found as ModelContext; // its functions are called guarded, their answers copied field by field
  }
  return undefined;
}

/** A context of the browser's own making; a page that fakes it hides its tools, and nothing else. */
export function isOfBrowser(context: ModelContext): boolean {
  const read: unknown = context.getTools ?? context.listTools;
  return typeof read === 'function' && /\[native code\]/.test(Function.prototype.toString.call(read));
}

async function toolsOf(context: ModelContext): Promise<Record<string, unknown>[]> {
  const tools: unknown = await (context.getTools?.() ?? context.listTools?.());
  const all = Array.isArray(tools) ? tools.filter(isRecord) : [];
  // A context may also tell the tools of other documents: those are asked in their own frame.
  return all.filter((tool) => {
    const source = tool['window'] ?? tool['source'];
    const origin = tool['origin'];
    const here = source === undefined || source === null || typeof source !== 'object' || source === window;
    return here && (typeof origin !== 'string' || origin === '' || origin === location.origin);
  });
}

export async function listModelContext(context: ModelContext, source: 'native' | 'polyfill'): Promise<FoundTool[]> {
  try {
    return (await toolsOf(context)).map((tool) => found(tool, source));
  } catch {
    return [];
  }
}

/** Copied field by field: newer browsers give objects that cannot be cloned. */
function found(tool: Record<string, unknown>, source: 'native' | 'polyfill'): FoundTool {
  const schema = asObject(tool['inputSchema']);
  const own = isRecord(schema?.['x-agent']) ? schema['x-agent'] : {};
  const risk = riskOf(isRecord(tool['annotations']) ? tool['annotations'] : {}, own['risk']);
  const { 'x-agent': _own, ...parameters } = schema ?? {};
  return {
    source,
    name: text(tool['name']),
    description: text(tool['description']) || text(tool['title']),
    parameters: source === 'native' ? withoutSecrets(parameters, secretFieldsOf(text(tool['name']))) : parameters,
    ...(risk === undefined ? {} : { risk }),
    owner: 'webmcp',
    global: own['global'] === true,
  };
}

/** The browser makes a tool of a whole form: passwords and card numbers are the person's to fill. */
function withoutSecrets(
  parameters: Record<string, unknown>,
  secrets: Set<string> | undefined,
): Record<string, unknown> {
  const properties = parameters['properties'];
  if (secrets === undefined || !isRecord(properties)) return parameters;
  const kept = Object.fromEntries(Object.entries(properties).filter(([name]) => !secrets.has(name)));
  const required = Array.isArray(parameters['required']) ? parameters['required'] : [];
  return {
    ...parameters,
    properties: kept,
    required: required.filter((name) => !secrets.has(name)),
    additionalProperties: false,
  };
}

/** `consequentialHint` is at least high, whatever else is said; `readOnlyHint` alone claims none; nothing said: undefined. */
function riskOf(annotations: Record<string, unknown>, own: unknown): string | undefined {
  const said = typeof own === 'string' ? own : undefined;
  if (annotations['consequentialHint'] === true || annotations['destructiveHint'] === true)
    return said === 'critical' ? said : 'high';
  return said ?? (annotations['readOnlyHint'] === true ? 'none' : undefined);
}

function asObject(schema: unknown): Record<string, unknown> | undefined {
  if (isRecord(schema)) return { ...schema };
  if (typeof schema !== 'string' || schema === '') return undefined;
  try {
    const parsed: unknown = JSON.parse(schema);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

export async function callModelContext(name: string, args: string, signal: AbortSignal): Promise<BridgeAnswer> {
  const context = modelContextOf();
  if (context === undefined) return gone('The page has no document.modelContext any more.');
  const tool = (await toolsOf(context)).find((candidate) => candidate['name'] === name);
  if (tool === undefined) return gone(`The page does not offer ${name.slice(0, 64)} any more.`);
  const result = await untilAborted(execute(context, tool, name, args, signal), signal);
  return { ok: true, result: result === null || result === undefined ? null : asJson(result) };
}

async function execute(
  context: ModelContext,
  tool: Record<string, unknown>,
  name: string,
  args: string,
  signal: AbortSignal,
): Promise<unknown> {
  const input: unknown = JSON.parse(args);
  if (typeof context.executeTool !== 'function') return context.callTool?.({ name, arguments: input });
  // Nothing is tried twice: the first try may have run the handler. A schema that is text tells of Chrome before 154, which
  // takes text. Since then some take an object and some (MCP-B, whose schema is an object) still read text: see asBoth.
  const old = typeof tool['inputSchema'] === 'string';
  return context.executeTool(tool, old ? args : asBoth(input, args), { signal });
}

/** The object, which reads as its JSON text where text is wanted: by `JSON.parse` and by the browser's own conversion. */
function asBoth(input: unknown, args: string): unknown {
  if (!isRecord(input) || Object.hasOwn(input, 'toString')) return input;
  return Object.defineProperty(input, 'toString', { value: () => args });
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('It was stopped.'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** The browser gives JSON text already. */
function asJson(result: unknown): string {
  if (typeof result === 'string') {
    try {
      JSON.parse(result);
      return result;
    } catch {
      return JSON.stringify(result);
    }
  }
  return JSON.stringify(result) ?? 'null';
}

const gone = (message: string): BridgeAnswer => ({ ok: false, code: 'surface-changed', message });
