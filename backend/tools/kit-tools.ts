import { createHash } from 'node:crypto';
import { cap } from '@pagehand/contracts/clean-text';
import type { AppErrorBody } from '@pagehand/contracts/errors';
import type { KitArtifact } from '@pagehand/contracts/kit-module';
import { kitToolName } from '@pagehand/contracts/kit-names';
import { maxRisk } from '@pagehand/contracts/risk-level';
import { escapeUntrusted, untrustedBlock } from '@pagehand/contracts/untrusted-block';
import { type OfferedTool, problemOf } from '../kits/loaded-module.ts';
import type { KitModules } from '../kits/modules.ts';
import type { Store } from '../store/store.ts';
import { defineSchemaTool } from './define-schema-tool.ts';
import type { AgentTool, ToolContext, ToolResult } from './define-tool.ts';
import { kitInstructions } from './kit-instructions.ts';
import { kitLog } from './kit-log.ts';
import { OutputRelay } from './kit-output.ts';
import { baseRisk } from './kit-risk.ts';
import { kitUndo } from './kit-undo.ts';
import { saveToWorkspace } from './save-to-workspace.ts';

/** The tools of all modules, and those that serve every module; none while there is no module. */
export function kitTools(modules: KitModules, attachments: Store['attachments']): AgentTool[] {
  if (modules.modules().size === 0) return [];
  return [
    ...modules.tools().map((offered) => kitTool(modules, offered)),
    saveToWorkspace(modules, attachments),
    kitLog(modules),
    kitUndo(modules),
    kitInstructions(modules),
  ];
}

/** Name on the wire: one that is too long ends in a hash of the whole. */
export function wireName(moduleId: string, tool: string): string {
  const name = kitToolName(moduleId, tool);
  if (name.length <= 64) return name;
  return `${name.slice(0, 57)}-${createHash('sha256').update(name).digest('hex').slice(0, 6)}`;
}

function kitTool(modules: KitModules, offered: OfferedTool): AgentTool {
  const { module, home, tool } = offered;
  const { moduleId } = module.record;
  const name = wireName(moduleId, tool.name);
  const network = home.lock?.manifest.network ?? 'none';
  const [host] = network === 'none' ? [] : network;
  return defineSchemaTool({
    name,
    description: cap(
      `Tool of the kit ${home.record.kit} (module ${moduleId}). ${escapeUntrusted(tool.description)}`,
      2_000,
    ),
    parameters: tool.parameters,
    risk: maxRisk(baseRisk(offered), tool.risk),
    effect: 'write',
    source: 'kit',
    owner: moduleId,
    ...(host === undefined ? {} : { destination: `https://${host}` }),
    available: () => unavailable(modules, offered),
    run: (args, context) => callKitTool(modules, offered, name, args, context),
  });
}

function unavailable(modules: KitModules, { module, home }: OfferedTool): AppErrorBody | undefined {
  const { engine } = modules;
  // What the person switched off needs no other reason.
  const off = module.record.enabled ? undefined : problemOf(module);
  if (off !== undefined) return off;
  return engine.ready ? (problemOf(home) ?? (home === module ? undefined : problemOf(module))) : engine.error;
}

async function callKitTool(
  modules: KitModules,
  offered: OfferedTool,
  name: string,
  args: Record<string, unknown>,
  context: ToolContext,
): Promise<ToolResult> {
  const { module, home, tool } = offered;
  const { moduleId } = module.record;
  // Of a provided tool only the result goes over: what it prints and writes stays with the module that it runs in.
  const own = home === module;
  context.status(`running ${tool.name} of ${moduleId}`);
  const relay = new OutputRelay((stream, text) => {
    if (own) context.emit('pagehand.kit-output', { toolCallId: context.toolCallId, stream, text });
  });
  const call = { callId: context.toolCallId, name, args };
  const done = await modules.call(offered, call, (stream, text) => relay.add(stream, text), context.signal);
  relay.end();
  const { outcome, commit, files, rolledBack } = done;
  const artifact: KitArtifact = {
    kind: 'kit',
    moduleId,
    tool: tool.name,
    ok: outcome.ok && rolledBack === undefined,
    ms: Math.round(outcome.ms),
    stdout: own ? relay.shown('stdout') : '',
    stderr: own ? relay.shown('stderr') : '',
    ...(own && commit !== undefined ? { commit: commit.commit } : {}),
    changes: own ? (commit?.changes.slice(0, 100) ?? []) : [],
    files: own ? files.slice(0, 100) : [],
    ...(outcome.connections === undefined ? {} : { connections: outcome.connections }),
  };
  context.emit('pagehand.kit-result', { toolCallId: context.toolCallId, result: artifact });
  const source = { source: `kit ${home.record.kit}`, kind: 'kit-result', note: tool.name };
  if (rolledBack !== undefined)
    return {
      content: '',
      error: { ...rolledBack.toBody(), message: `${rolledBack.message} What the call wrote was taken back.` },
      artifact,
    };
  if (!outcome.ok) {
    const { kind } = outcome;
    const said = [
      ...(kind === undefined ? [] : [`${kind.type}: ${kind.message}`, kind.trace]),
      ...(outcome.connections ?? []).flatMap(({ host, port, problem }) =>
        problem === undefined ? [] : [`Connection to ${host}:${port}: ${problem.message}`],
      ),
      ...(own ? [tail(outcome.stderr), tail(outcome.stdout)] : []),
    ].filter((text) => text !== '');
    return {
      content: said.length === 0 ? '' : untrustedBlock(source, said.join('\n')),
      error: outcome.error,
      artifact,
    };
  }
  const value = typeof outcome.value === 'string' ? outcome.value : JSON.stringify(outcome.value ?? null);
  const changed = artifact.changes.map(({ path, change }) => `${change} ${path}`).join('\n');
  return {
    content: [
      untrustedBlock(source, value),
      ...(changed === '' ? [] : [untrustedBlock({ ...source, kind: 'workspace-changes' }, changed)]),
    ].join('\n'),
    artifact,
  };
}

const tail = (text: string): string => text.slice(-2_000).trim();
