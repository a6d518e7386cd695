import dgram from 'node:dgram';
import dns from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createOfflinePlanner, OfflineChatModel } from '../../backend/models/offline/index.ts';
import { type AgentTool, defineTool } from '../../backend/tools/define-tool.ts';
import { AGENT_TOOLS } from '../../backend/tools/index.ts';
import { AgentHarness, page, results } from '../unit/agent-support.ts';

/** Arguments with which a tool really goes out; of the others, made-up ones that fit their schema. */
const ARGUMENTS: Record<string, Record<string, unknown>> = {
  web_search: { query: 'tea' },
  website: { url: 'https://example.org/', question: 'What is it?' },
  github: { url: 'ada/kettle', question: 'What is it?' },
  youtube: { url: 'kettles0001', question: 'What is it?' },
};

/** Tools that go past `context.fetch`, to prove that the watch sees them. */
const ROGUES: AgentTool[] = Object.entries({
  rogue_fetch: () => globalThis.fetch('https://example.org/'),
  rogue_socket: () => net.connect(80, '192.0.2.1').destroy(),
  rogue_http: () => http.get('http://192.0.2.1/').on('error', () => undefined),
  rogue_dns: () => dns.promises.lookup('secret.example.org'),
}).map(([name, reach]) =>
  defineTool({
    name,
    description: 'Reaches out by itself.',
    schema: z.strictObject({}),
    risk: 'none',
    effect: 'read',
    run: async () => {
      await reach();
      return { content: 'reached' };
    },
  }),
);

let harness: AgentHarness;
let attempts: string[] = [];
let asked: string[] = [];

beforeAll(async () => {
  harness = await AgentHarness.start([], {
    tools: [...AGENT_TOOLS, ...ROGUES],
    resolveModel: () => ({
      model: new OfflineChatModel({}),
      name: 'offline',
      kind: 'offline',
      reportsFinish: true,
      planner: createOfflinePlanner(),
    }),
    connections: {
      connected: () => true,
      fields: () => ({ key: 'k', token: 't' }),
      knownSecrets: () => [],
      googleToken: () => Promise.reject(new Error('not signed in')),
    },
    fetch: (input) => {
      asked.push(String(input));
      return Promise.resolve(new Response('{}', { headers: { 'content-type': 'application/json' } }));
    },
  });
});
afterAll(() => harness.close());

beforeEach(() => {
  attempts = [];
  asked = [];
  const watch = (name: string) => () => {
    attempts.push(name);
    throw new Error(`${name} was used`);
  };
  vi.spyOn(globalThis, 'fetch').mockImplementation(watch('fetch'));
  vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(watch('a socket'));
  vi.spyOn(http, 'request').mockImplementation(watch('http.request'));
  vi.spyOn(https, 'request').mockImplementation(watch('https.request'));
  vi.spyOn(dns, 'lookup').mockImplementation(Object.assign(watch('dns'), { __promisify__: dns.promises.lookup }));
  vi.spyOn(dns.promises, 'lookup').mockImplementation(watch('dns'));
  vi.spyOn(dgram, 'createSocket').mockImplementation(watch('a datagram'));
});
afterEach(() => vi.restoreAllMocks());

/** Something for each required argument that its schema takes. */
function madeUp(parameters: Record<string, unknown>): Record<string, unknown> {
  const properties = Object(parameters['properties']);
  const required: string[] = Array.isArray(parameters['required']) ? parameters['required'] : [];
  return Object.fromEntries(required.map((name) => [name, valueFor(Object(properties[name]))]));
}

function valueFor(schema: Record<string, unknown>): unknown {
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (schema['format'] === 'uri') return 'https://example.org/';
  switch (schema['type']) {
    case 'string':
      return 'example';
    case 'integer':
    case 'number':
      return Number(schema['minimum'] ?? 1);
    case 'boolean':
      return false;
    case 'array':
      return [];
    default:
      return {};
  }
}

async function run(tool: AgentTool): Promise<string[]> {
  const threadId = `t-${tool.name}`;
  const args = ARGUMENTS[tool.name] ?? madeUp(tool.declaration.parameters);
  const events = await harness.run({ threadId, page: page(`snap-${tool.name}`), command: { tool: tool.name, args } });
  await harness.service.stop(threadId).catch(() => undefined); // nothing waits
  return results(events);
}

describe('every tool of the agent', () => {
  it.each(AGENT_TOOLS.map((tool) => [tool.name, tool] as const))(
    '%s reaches nothing past context.fetch',
    async (_, tool) => {
      await run(tool);
      expect(attempts).toEqual([]);
      if (tool.name in ARGUMENTS) expect(asked.length).toBeGreaterThan(0);
    },
  );
});

describe('the watch itself', () => {
  it.each(ROGUES.map((tool) => [tool.name, tool] as const))('sees %s', async (_, tool) => {
    await run(tool);
    expect(attempts.length).toBeGreaterThan(0);
    expect(asked).toEqual([]);
  });
});
