import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@pagehand/contracts/errors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig, modelEnvironment } from '../../backend/config.ts';
import { createLogger } from '../../backend/log.ts';
import { errorOf } from './store-samples.ts';

let data = '';
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'pagehand-config-'));
});
afterEach(() => rmSync(data, { recursive: true, force: true }));
const file = (value: unknown): void =>
  writeFileSync(join(data, 'config.json'), typeof value === 'string' ? value : JSON.stringify(value));

describe('the configuration', () => {
  it('has defaults', () => {
    expect(loadConfig({}, { PAGEHAND_DATA: data })).toEqual({
      port: 4517,
      mcpPort: 4527,
      data,
      log: 'warn',
      maxParallelRuns: 8,
      maxActiveTools: 30,
    });
  });
  it('takes flags before the environment, that before the file, that before the defaults', () => {
    file({ port: 1_000, log: 'error', maxActiveTools: 5, model: { baseUrl: 'http://127.0.0.1:1/v1', model: 'file' } });
    const env = {
      PAGEHAND_DATA: '/nowhere',
      PAGEHAND_PORT: '2000',
      PAGEHAND_LOG: 'info',
      PAGEHAND_MODEL_BASE_URL: 'https://api.example/v1',
      PAGEHAND_MODEL: 'env',
      PAGEHAND_MODEL_KEY: 'k',
    };
    const config = loadConfig({ port: 3_000, data }, env);
    expect(config).toEqual({
      port: 3_000,
      mcpPort: 4527,
      data,
      log: 'info',
      maxParallelRuns: 8,
      maxActiveTools: 5,
      model: { baseUrl: 'https://api.example/v1', model: 'env', key: 'k' },
    });
    expect(loadConfig({ data }, { PAGEHAND_PORT: '2000' })).toMatchObject({
      port: 2_000,
      log: 'error',
      model: { model: 'file' },
    });
    expect(modelEnvironment(config)).toEqual({
      PAGEHAND_MODEL_BASE_URL: 'https://api.example/v1',
      PAGEHAND_MODEL: 'env',
      PAGEHAND_MODEL_KEY: 'k',
    });
    expect(modelEnvironment({})).toEqual({});
  });
  it('counts an empty variable as none', () => {
    expect(loadConfig({ data }, { PAGEHAND_PORT: '', PAGEHAND_LOG: '', PAGEHAND_MODEL_BASE_URL: '' })).toMatchObject({
      port: 4_517,
      log: 'warn',
    });
  });
  it.each([
    ['no JSON', '{"port": 1,}', /config\.json is not JSON/],
    ['a wrong type', { port: 'many' }, /config\.json does not fit: port: /],
    ['an unknown field', { prot: 1 }, /config\.json does not fit: .*prot/],
    ['a port out of range', { port: 70_000 }, /port: /],
    ['a model at no web address', { model: { baseUrl: 'file:///etc/passwd', model: 'x' } }, /model\.baseUrl: /],
    ['a list', [], /config\.json does not fit/],
    ['an empty file', '', /config\.json is not JSON/],
  ])('refuses a file with %s in one line that names it', (_name, value, message) => {
    file(value);
    const error = errorOf(() => loadConfig({ data }, {}));
    expect(error?.code).toBe('config-invalid');
    expect(error?.message).toMatch(message);
    expect(error?.message).toContain(data);
    expect(error?.message).not.toContain('\n');
  });
  it.each([
    ['PAGEHAND_PORT', { PAGEHAND_PORT: 'abc' }],
    ['PAGEHAND_LOG', { PAGEHAND_LOG: 'loud' }],
    ['PAGEHAND_MODEL (', { PAGEHAND_MODEL_BASE_URL: 'http://127.0.0.1:1/v1' }],
    ['PAGEHAND_MODEL_BASE_URL', { PAGEHAND_MODEL_BASE_URL: 'ftp://x', PAGEHAND_MODEL: 'm' }],
    ['PAGEHAND_MODEL_BASE_URL', { PAGEHAND_MODEL: 'm', PAGEHAND_MODEL_KEY: 'k' }],
    ['PAGEHAND_MODEL_BASE_URL', { PAGEHAND_MODEL_KEY: 'k' }],
    ['PAGEHAND_ENDPOINTS', { PAGEHAND_ENDPOINTS: '{"tavily": 1}' }],
  ])('names %s in the one line that refuses the environment', (variable, env) => {
    const error = errorOf(() => loadConfig({ data }, env));
    expect(error?.code).toBe('config-invalid');
    expect(error?.message).toContain(variable);
    expect(error?.message).not.toContain('\n');
  });
  it('refuses an empty data folder instead of writing where one stands', () => {
    expect(errorOf(() => loadConfig({ data: '' }, {}))?.code).toBe('config-invalid');
  });
});

describe('the log', () => {
  const logged = (write: (logger: ReturnType<typeof createLogger>) => void): string => {
    const lines: string[] = [];
    write(createLogger('trace', { write: (line) => void lines.push(line) }));
    for (const line of lines) JSON.parse(line);
    return lines.join('');
  };
  it('keeps ids, codes and counts', () => {
    const text = logged((logger) =>
      logger.info(
        { requestId: 'q', runId: 'r', toolCallId: 'c', code: 'model-error', inputTokens: 5, status: 502 },
        'a run ended',
      ),
    );
    expect(JSON.parse(text)).toMatchObject({
      level: 'info',
      requestId: 'q',
      runId: 'r',
      toolCallId: 'c',
      code: 'model-error',
      inputTokens: 5,
      status: 502,
      msg: 'a run ended',
    });
  });
  it.each([
    ['a key', { key: 'canary' }],
    ['an API key', { apiKey: 'canary' }],
    ['a token', { googleAccessToken: 'canary' }],
    ['a header', { headers: { Authorization: 'canary' } }],
    ['a cookie', { headers: { 'set-cookie': ['canary'] } }],
    ['a session', { pyjiitSession: { a: 'canary' } }],
    ['credentials', { input: { credentials: { x: 'canary' } } }],
    ['page text', { page: { text: 'canary' } }],
    ['an outline', { snapshot: { outline: 'canary' } }],
    ['messages', { messages: [{ content: 'canary' }] }],
    ['what was asked', { ask: 'canary' }],
    ['arguments', { call: { args: { text: 'canary' } } }],
    ['a result', { result: 'canary' }],
    ['a pairing code', { code: 'CANARY-2345 canary' }],
    ['a URL', { url: 'https://a.example/?canary' }],
    ['a body', { body: 'canary' }],
    ['a bearer token in a text', { note: 'sent Bearer canary.canary' }],
    ['a provider key in a text', { note: 'sk-canary1234567890' }],
    ['a JWT in a text', { note: 'eyJcanary12.eyJcanary12.canary' }],
    ['something deep', { a: { b: { c: { d: { e: { f: 'canary' } } } } } }],
    ['the words of a foreign error', { err: new Error('canary') }],
    [
      'the words of a cause',
      { err: new AppError('model-error', 'The provider refused.', { cause: new Error('401 canary') }) },
    ],
  ])('never holds %s', (_name, entry) => {
    expect(logged((logger) => logger.error(entry, 'x'))).not.toMatch(/canary/i);
  });
  it('never holds them when they come as the message, as an argument or as a bare error', () => {
    const text = logged((logger) => {
      logger.error(new Error('canary'));
      logger.error('sent Bearer canary.canary');
      logger.info({ err: 'x' }, 'with %s', 'Bearer canary.canary');
      logger.child({ token: 'canary' }).info('x');
    });
    expect(text).not.toMatch(/canary/);
  });
  it('says of an error what it is, where it was and what is behind it', () => {
    const cause = Object.assign(new Error('secret words'), { code: 'ENOSPC' });
    const { err } = JSON.parse(
      logged((logger) => logger.error({ err: new AppError('store-unavailable', 'The disk is full.', { cause }) }, 'x')),
    );
    expect(err).toMatchObject({
      type: 'AppError',
      code: 'store-unavailable',
      says: 'The disk is full.',
      cause: { type: 'Error', code: 'ENOSPC' },
    });
    expect(err.frames[0]).toContain('api-config.test.ts');
  });
});
