import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ModelChoice } from '@pagehand/contracts/api';
import { ModelChoiceSchema } from '@pagehand/contracts/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findServers } from '../../backend/models/find-servers.ts';
import { modelError, providerWaitMs } from '../../backend/models/model-errors.ts';
import { modelSettings, readModelChoice, saveModelChoice } from '../../backend/models/model-settings.ts';
import { splitBaseUrl } from '../../backend/models/openai-compatible.ts';
import { resolveModel } from '../../backend/models/resolve-model.ts';
import { testConnection } from '../../backend/models/test-connection.ts';
import { openSqliteStore } from '../../backend/store/sqlite-store.ts';
import type { Store } from '../../backend/store/store.ts';
import { FakeOpenAiServer } from '../fakes/openai-server.ts';

const signal = new AbortController().signal;
const at = (baseUrl: string, model = 'scripted'): ModelChoice => ({ kind: 'openai-compatible', baseUrl, model });

describe('test connection', () => {
  let server: FakeOpenAiServer;
  const plain: Server[] = [];
  beforeEach(async () => {
    server = await FakeOpenAiServer.start();
  });
  afterEach(async () => {
    await server.close();
    for (const other of plain.splice(0)) {
      other.closeAllConnections();
      other.close();
    }
  });
  const foreign = async (body: string, type = 'text/html', status = 200): Promise<string> => {
    const other = createServer((_request, response) => response.writeHead(status, { 'content-type': type }).end(body));
    plain.push(other);
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(other.address() as AddressInfo).port}/v1`; // listening on TCP
  };
  const problem = async (choice: ModelChoice, key?: string) => {
    const result = await testConnection(choice, key, signal);
    if (result.ok) throw new Error('the connection is fine');
    return result.error;
  };

  it('is fine with a model that streams and calls tools', async () => {
    server.script([{ toolCalls: [{ name: 'ping', args: {} }] }]);
    expect(await testConnection(at(server.baseUrl), undefined, signal)).toMatchObject({
      ok: true,
      tools: true,
      streams: true,
    });
  });

  it('says that a model calls no tools', async () => {
    server.script([{ text: 'pong' }]);
    expect(await testConnection(at(server.baseUrl), undefined, signal)).toMatchObject({
      ok: true,
      tools: false,
      streams: true,
    });
  });

  it('says that a model refuses tools', async () => {
    server.script([{ status: 400, body: { error: { message: 'tiny does not support tools' } } }, { text: 'pong' }]);
    expect(await testConnection(at(server.baseUrl), undefined, signal)).toMatchObject({
      ok: true,
      tools: false,
      streams: true,
    });
  });

  it('says that a server does not stream', async () => {
    const url = await foreign(
      JSON.stringify({
        id: 'a',
        object: 'chat.completion',
        choices: [{ index: 0, message: { role: 'assistant', content: 'pong' }, finish_reason: 'stop' }],
      }),
      'application/json',
    );
    expect(await testConnection(at(url), undefined, signal)).toMatchObject({ ok: true, streams: false });
  });

  it('says that nothing listens', async () => {
    await server.close();
    expect(await problem(at(server.baseUrl))).toMatchObject({
      code: 'model-unreachable',
      message: `Nothing listens at 127.0.0.1:${server.port}. Start the model server, or correct the port.`,
    });
    server = await FakeOpenAiServer.start();
  });

  it('says that a host does not exist', async () => {
    expect((await problem(at('http://no-such-host.invalid/v1'))).message).toContain('no-such-host.invalid');
  });

  it.each([401, 403])('says that the key was refused (%i), without the key', async (status) => {
    server.modelsStatus = status;
    const error = await problem(at(server.baseUrl), 'sk-very-secret');
    expect(error.code).toBe('model-key-refused');
    expect(JSON.stringify(error)).not.toContain('sk-very');
    server.modelsStatus = 404;
    server.script([{ status }]);
    expect((await problem(at(server.baseUrl), 'sk-very-secret')).code).toBe('model-key-refused');
  });

  it('names the models there are when the chosen one is missing', async () => {
    server.models = ['llama3', 'qwen'];
    server.script([{ status: 404, body: { error: { message: 'model not found' } } }]);
    expect((await problem(at(server.baseUrl, 'gpt'))).message).toContain('has no model gpt. It has: llama3, qwen.');
  });

  it('says that a web page is not an OpenAI API', async () => {
    expect((await problem(at(await foreign('<html>hello</html>')))).message).toContain('not as OpenAI');
    expect((await problem(at(await foreign('{"hello":1}', 'application/json')))).message).toContain('not as OpenAI');
    expect((await problem(at(await foreign('nope', 'text/plain', 404)))).message).toContain('not as OpenAI');
  });

  it('says for how long a rate limit lasts', async () => {
    server.script([{ status: 429, headers: { 'retry-after': '17' } }]);
    expect(await problem(at(server.baseUrl))).toMatchObject({
      code: 'model-rate-limited',
      message: expect.stringContaining('17 s'),
    });
  });

  it('ends when it is aborted', async () => {
    server.script([{ hang: true }]);
    const controller = new AbortController();
    const result = testConnection(at(server.baseUrl), undefined, controller.signal);
    const request = await server.received(1);
    controller.abort();
    expect(await result).toMatchObject({ ok: false });
    expect(await request.closed).toEqual({ complete: false });
  });
});

describe('find servers', () => {
  it('lists those that answer like OpenAI, with their models', async () => {
    const server = await FakeOpenAiServer.start();
    server.models = ['llama3'];
    const page = createServer((_request, response) => response.end('<html>'));
    await new Promise<void>((resolve) => page.listen(0, '127.0.0.1', resolve));
    const { port } = page.address() as AddressInfo; // listening on TCP
    const places = [
      { name: 'Ollama', baseUrl: server.baseUrl },
      { name: 'A page', baseUrl: `http://127.0.0.1:${port}/v1` },
      { name: 'Nobody', baseUrl: 'http://127.0.0.1:1/v1' },
    ];
    expect(await findServers(signal, places)).toEqual({
      servers: [{ name: 'Ollama', baseUrl: server.baseUrl, models: ['llama3'] }],
    });
    await server.close();
    page.close();
  });
});

describe('model settings', () => {
  let folder: string;
  let store: Store;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pagehand-models-'));
    store = openSqliteStore(folder);
  });
  afterEach(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('are offline when nothing is set', () => {
    expect(readModelChoice(store, {})).toEqual({ choice: { kind: 'offline' }, key: undefined, fromEnvironment: false });
    expect(resolveModel(store, {})).toMatchObject({ kind: 'offline', name: 'offline' });
  });

  it('come from the environment before the store', () => {
    saveModelChoice(store, at('https://stored.example/v1', 'stored'), 'k1');
    const env = { PAGEHAND_MODEL_BASE_URL: 'http://127.0.0.1:9/v1', PAGEHAND_MODEL: 'env', PAGEHAND_MODEL_KEY: 'k2' };
    expect(readModelChoice(store, env)).toMatchObject({ choice: { model: 'env' }, key: 'k2', fromEnvironment: true });
    expect(readModelChoice(store, {})).toMatchObject({ choice: { model: 'stored' }, key: 'k1' });
    expect(resolveModel(store, env).name).toBe('env @ 127.0.0.1:9');
  });

  it('say what is wrong with the environment', () => {
    expect(() => readModelChoice(store, { PAGEHAND_MODEL_BASE_URL: 'http://127.0.0.1:9/v1' })).toThrow(
      'PAGEHAND_MODEL',
    );
    expect(() => readModelChoice(store, { PAGEHAND_MODEL_BASE_URL: 'file:///etc', PAGEHAND_MODEL: 'a' })).toThrow(
      'http(s)',
    );
  });

  it('never give the key of one server to another', async () => {
    const server = await FakeOpenAiServer.start([{ text: 'pong' }]);
    saveModelChoice(store, at('https://stored.example/v1'), 'sk-stored');
    await modelSettings(store, {}).test({ choice: at(server.baseUrl) }, signal);
    expect(server.requests[0]?.headers.authorization).not.toContain('sk-stored');
    saveModelChoice(store, at(server.baseUrl), undefined);
    expect(readModelChoice(store, {}).key).toBeUndefined();
    await server.close();
  });

  it('keep the key when only the model changes, and remove it with null', () => {
    const settings = modelSettings(store, {});
    settings.set(at('https://stored.example/v1', 'a'), 'sk-stored');
    settings.set(at('https://stored.example/v1', 'b'), undefined);
    expect(settings.get()).toMatchObject({ choice: { model: 'b' }, hasKey: true });
    settings.set(at('https://stored.example/v1', 'b'), null);
    expect(settings.get().hasKey).toBe(false);
  });
});

describe('base URLs', () => {
  it.each([
    ['http://127.0.0.1:11434/v1/', 'http://127.0.0.1:11434/v1', undefined, false],
    ['https://api.example/v1/chat/completions', 'https://api.example/v1', undefined, false],
    [
      'https://me.openai.azure.com/openai/deployments/gpt?api-version=2024-10-21',
      'https://me.openai.azure.com/openai/deployments/gpt',
      { 'api-version': '2024-10-21' },
      true,
    ],
    ['https://me.openai.azure.com/openai/v1', 'https://me.openai.azure.com/openai/v1', undefined, true],
  ])('are taken as people write them: %s', (given, baseURL, query, azure) => {
    expect(splitBaseUrl(given)).toEqual({ baseURL, query, azure });
  });

  it('of the kind of Azure keep their query and send the api-key header', async () => {
    const server = await FakeOpenAiServer.start([{ text: 'pong' }]);
    await testConnection(at(`${server.baseUrl}?api-version=1`), 'azure-key', signal);
    expect(server.requests[0]?.headers['api-key']).toBe('azure-key');
    await server.close();
  });
});

describe('errors of providers', () => {
  it('become codes of ours without their text', () => {
    const cases: [unknown, string][] = [
      [{ status: 401, message: 'Incorrect API key sk-abc' }, 'model-key-refused'],
      [{ status: 429, message: 'slow down' }, 'model-rate-limited'],
      [{ status: 503, message: 'overloaded' }, 'model-unreachable'],
      [{ status: 400, message: 'maximum context length is 8192' }, 'model-context-exceeded'],
      [{ status: 418, message: 'sk-abc' }, 'model-error'],
      [Object.assign(new TypeError('terminated'), { cause: { code: 'UND_ERR_SOCKET' } }), 'model-unreachable'],
      [new SyntaxError('Unexpected token < in JSON'), 'model-bad-answer'],
      ['what', 'model-error'],
      [null, 'model-error'],
    ];
    for (const [error, code] of cases) {
      expect(modelError(error).code).toBe(code);
      expect(JSON.stringify(modelError(error).toBody())).not.toContain('sk-abc');
    }
  });

  it('tell how long to wait, in seconds, as a date or in milliseconds', () => {
    expect(providerWaitMs({ headers: { 'retry-after': '3' } })).toBe(3_000);
    expect(providerWaitMs({ headers: new Headers({ 'retry-after-ms': '250' }) })).toBe(250);
    expect(providerWaitMs({ headers: { 'retry-after': 'Thu, 01 Jan 1970 00:01:00 GMT' } }, 0)).toBe(60_000);
    expect(providerWaitMs({ headers: { 'retry-after': 'soon' } })).toBeUndefined();
    expect(providerWaitMs(undefined)).toBeUndefined();
  });
});

describe('a base URL', () => {
  const fits = (baseUrl: string) =>
    ModelChoiceSchema.safeParse({ kind: 'openai-compatible', baseUrl, model: 'm' }).success;
  it.each(['http://127.0.0.1:11434/v1', 'https://x.openai.example/openai?api-version=2025-01-01'])('%s fits', (url) =>
    expect(fits(url)).toBe(true),
  );
  it.each([
    'https://user:pw@api.example/v1',
    'https://user@api.example/v1',
    'https://api.example/v1?key=abc',
    'https://api.example/v1?api-key=abc',
    'https://api.example/v1?access_token=abc',
    'file:///v1',
  ])('%s is refused: a secret in it would be stored in clear', (url) => expect(fits(url)).toBe(false));
});
