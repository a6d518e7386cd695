import { spawn } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { alive, McpBench, pidOf, tool, until } from './mcp-support.ts';

let bench: McpBench | undefined;
afterEach(async () => {
  await bench?.close();
  bench = undefined;
});

describe('ending', () => {
  test('Stop gives a call up and tells the server', async () => {
    bench = await McpBench.start({ tools: [tool('hang')], behaviour: { hang: 'hang' } });
    await bench.enable();
    bench.servers.get('shelf').trust('hang', true);
    const running = await bench.harness.begin({ command: { tool: bench.wire('hang'), args: {} } });
    const on = bench;
    await until(() => on.log().includes('call hang {}'));
    await bench.harness.service.stop('t1');
    await running.events;
    await until(() => on.log().includes('cancelled hang'));
  });

  test('a server that is switched off is ended', async () => {
    bench = await McpBench.start({ tools: [tool('read_shelf')] });
    await bench.enable();
    const pid = pidOf(bench);
    await bench.servers.get('shelf').disable();
    expect(alive(pid)).toBe(false);
    expect(bench.servers.tools()).toEqual([]);
  });

  test('when the backend is killed its servers die with it, also one that ignores the end of its input', async () => {
    const child = spawn(
      process.execPath,
      ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', PARENT],
      { cwd: new URL('../..', import.meta.url), stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const pid = await new Promise<number>((found) => child.stdout.once('data', (data) => found(Number(String(data)))));
    expect(alive(pid)).toBe(true);
    child.kill('SIGKILL');
    await until(() => !alive(pid));
  });
});

const PARENT = `
import { StdioTransport } from './backend/tools/mcp/stdio-transport.ts';
const transport = new StdioTransport({ command: process.execPath, args: ['-e', 'process.stdin.on("end", () => {}); process.stdout.write(JSON.stringify({jsonrpc: "2.0", method: "pid", params: {pid: process.pid}}) + "\\\\n"); setInterval(() => {}, 1000)'], env: {}, cwd: process.cwd() });
transport.onmessage = (message) => console.log(message.params.pid);
await transport.start();
`;
