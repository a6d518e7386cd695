import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const CLI = fileURLToPath(new URL('../../../backend/bin/cli.ts', import.meta.url));

let folder: string;
const running: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pagehand-cli-'));
});

afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'close');
    }
  }
  rmSync(folder, { recursive: true, force: true });
});

function run(...args: string[]) {
  const env = { ...process.env, PAGEHAND_DATA: undefined, PAGEHAND_PORT: undefined };
  const child = spawn(process.execPath, ['--import', 'tsx', CLI, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.push(child);
  let output = '';
  const waiting: (() => void)[] = [];
  const take = (chunk: unknown): void => {
    output += String(chunk);
    for (const look of waiting) look();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  return {
    child,
    output: () => output,
    /** Resolves with the match as soon as the output has it; rejects when the process ends without. */
    says: (pattern: RegExp) =>
      new Promise<RegExpMatchArray>((resolve, reject) => {
        const look = (): void => {
          const match = output.match(pattern);
          if (match !== null) resolve(match);
        };
        waiting.push(look);
        child.once('close', () => reject(new Error(`It ended without saying ${pattern}:\n${output}`)));
        look();
      }),
    ended: async (): Promise<number | null> => {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
      return child.exitCode;
    },
  };
}

const startQuietly = (...args: string[]) => run('--no-browser', '--data', join(folder, 'data'), ...args);

describe('npm start', () => {
  it('answers on its port, says what to do next in a few lines, and ends with code 0 at Ctrl+C', async () => {
    const started = startQuietly('--port', '0');
    const [, port] = await started.says(/http:\/\/127\.0\.0\.1:(\d+)[\s\S]*chrome-mv3[\s\S]*firefox-mv3[\s\S]*code/);
    const health = await fetch(`http://127.0.0.1:${port}/health`);
    expect(await health.json()).toMatchObject({ status: 'ok' });
    expect(started.output().trim().split('\n').length).toBeLessThanOrEqual(7);
    started.child.kill('SIGINT');
    expect(await started.ended()).toBe(0);
    await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow();
  });

  it('says in one line that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const started = startQuietly('--port', String(port));
    expect(await started.ended()).toBe(1);
    expect(started.output().trim()).toMatch(new RegExp(`^Port ${port} is in use\\..*--port`));
    other.close();
  });

  it('says in one line that the data folder cannot be written', async () => {
    writeFileSync(join(folder, 'data'), 'a file where the folder should be');
    const started = startQuietly('--port', '0');
    expect(await started.ended()).toBe(1);
    expect(started.output().trim()).toMatch(/^[^\n]*data folder[^\n]*--data[^\n]*$/);
  });

  it.runIf(process.platform === 'linux')(
    'says so too where a new folder can never be made, and does not hang',
    async () => {
      const started = run('--no-browser', '--port', '0', '--data', '/proc/pagehand/data');
      expect(await started.ended()).toBe(1);
      expect(started.output().trim()).toMatch(/^[^\n]*data folder[^\n]*--data[^\n]*$/);
    },
  );

  it('says in one line that the config file is broken, and where', async () => {
    mkdirSync(join(folder, 'data'), { mode: 0o700 });
    writeFileSync(join(folder, 'data', 'config.json'), '{"port": "many"');
    const started = startQuietly('--port', '0');
    expect(await started.ended()).toBe(1);
    expect(started.output().trim()).toMatch(/^[^\n]*config\.json[^\n]*$/);
  });

  it('refuses a data folder that another backend uses, which goes on', async () => {
    const first = startQuietly('--port', '0');
    const [, port] = await first.says(/http:\/\/127\.0\.0\.1:(\d+)/);
    const second = startQuietly('--port', '0');
    expect(await second.ended()).toBe(1);
    expect(second.output().trim()).toMatch(/^Another Pagehand[^\n]*--data\.$/);
    expect(second.output()).not.toMatch(/disk/);
    expect((await fetch(`http://127.0.0.1:${port}/health`)).ok).toBe(true);
  });

  it('refuses an option it does not know', async () => {
    const started = run('--prot', '1');
    expect(await started.ended()).toBe(1);
    expect(started.output()).toMatch(/unknown option '--prot'/);
  });

  it('refuses a command it does not know, and names those there are', async () => {
    const started = run('docter');
    expect(await started.ended()).toBe(1);
    expect(started.output()).toMatch(/unknown command 'docter'.*doctor.*pair/);
  });
});

describe('npm start -- pair', () => {
  it('gets a new code from the running backend, and the code pairs', async () => {
    const started = startQuietly('--port', '0');
    const [, port] = await started.says(/http:\/\/127\.0\.0\.1:(\d+)/);
    const pair = run('pair', '--data', join(folder, 'data'));
    expect(await pair.ended()).toBe(0);
    const code = pair.output().match(/\b[0-9A-Z]{4}-[0-9A-Z]{4}\b/)?.[0];
    const answer = await fetch(`http://127.0.0.1:${port}/pair`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: `chrome-extension://${'a'.repeat(32)}` },
      body: JSON.stringify({ code, name: 'Test' }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ token: expect.any(String) });
  });

  it('says how to start the backend when none runs', async () => {
    const pair = run('pair', '--data', join(folder, 'data'));
    expect(await pair.ended()).toBe(1);
    expect(pair.output().trim()).toMatch(/^[^\n]*npm start[^\n]*$/);
  });
});

describe('npm start -- doctor', () => {
  it('names Node, browser, model, Docker and Git, each with its state', async () => {
    const doctor = run('doctor');
    expect(await doctor.ended()).toBe(0);
    for (const what of ['Node', 'Browser', 'Model', 'Docker', 'Git'])
      expect(doctor.output()).toMatch(new RegExp(`^(ok|MISSING|optional) +${what} `, 'm'));
  });
});
