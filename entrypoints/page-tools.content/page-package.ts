import { isRecord } from '@pagehand/contracts/is-record';
import type { BridgeAnswer, FoundTool } from '@pagehand/contracts/page-tools-bridge';
import { PAGE_TOOLS_KEY, type PageToolsPort } from '@pagehand/contracts/page-tools-port';

/** The registry of our package in the page's own world. What it says is the page's word. */
export function findPort(): PageToolsPort | undefined {
  const port: unknown = Reflect.get(globalThis, Symbol.for(PAGE_TOOLS_KEY));
  if (typeof port !== 'object' || port === null || typeof Reflect.get(port, 'list') !== 'function') return undefined;
  return port as PageToolsPort; // each answer of it is read as text and parsed
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function parse(json: string): Record<string, unknown> {
  const value: unknown = JSON.parse(json);
  return isRecord(value) ? value : {};
}

/** Undefined where there is no registry, or one that does not answer. */
export function listPackage():
  | { revision: number; tools: FoundTool[]; refused: { toolName: string; limit: number; count: number }[] }
  | undefined {
  const port = findPort();
  if (port === undefined) return undefined;
  try {
    const { revision, tools, refused } = parse(port.list());
    return {
      revision: typeof revision === 'number' ? revision : 0,
      tools: (Array.isArray(tools) ? tools.slice(0, 1_000) : []).filter(isRecord).map((tool) => ({
        source: 'package',
        name: text(tool['name']),
        description: text(tool['description']),
        parameters: tool['parameters'],
        ...(typeof tool['risk'] === 'string' ? { risk: tool['risk'] } : {}),
        owner: text(tool['owner']),
        global: tool['global'] === true,
      })),
      refused: (Array.isArray(refused) ? refused.slice(0, 50) : []).filter(isRecord).map((refusal) => ({
        toolName: text(refusal['toolName']),
        limit: Number(refusal['limit']) || 0,
        count: Number(refusal['count']) || 0,
      })),
    };
  } catch {
    return undefined;
  }
}

export async function validateByPackage(name: string, args: string): Promise<BridgeAnswer> {
  const port = findPort();
  if (port === undefined) return gone();
  const { ok, issues, code, message } = parse(await port.validate(name, args));
  if (ok !== true && code === 'unknown-tool') return { ok: false, code, message: text(message) };
  return { ok: true, valid: ok === true, issues: readIssues(issues) };
}

export async function callPackage(callId: string, name: string, args: string, expected: string): Promise<BridgeAnswer> {
  const port = findPort();
  if (port === undefined) return gone();
  const { ok, result, code, message, issues } = parse(await port.call(callId, name, args, expected));
  if (ok === true) return { ok: true, result: result === undefined ? null : JSON.stringify(result) };
  return { ok: false, code: text(code), message: text(message), issues: readIssues(issues) };
}

function readIssues(issues: unknown): { path: string; message: string }[] {
  return (Array.isArray(issues) ? issues.slice(0, 50) : [])
    .filter(isRecord)
    .map((issue) => ({ path: text(issue['path']), message: text(issue['message']) }));
}

const gone = (): BridgeAnswer => ({
  ok: false,
  code: 'surface-changed',
  message: 'The page has no registry of tools any more.',
});
