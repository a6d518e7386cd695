import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A display that nobody sees (Xvfb), with a person's keys and mouse (xdotool): for what the browser itself draws. */
export type VirtualDisplay = {
  /** `:77`, for `DISPLAY`. */
  name: string;
  /** Keys as xdotool spells them: `ctrl+shift+y`, `Return`. */
  key(...keys: string[]): void;
  click(x: number, y: number, button?: 'left' | 'right'): void;
  close(): Promise<void>;
};

export async function openVirtualDisplay(): Promise<VirtualDisplay> {
  let number = 70;
  while (existsSync(`/tmp/.X11-unix/X${number}`)) number += 1;
  const name = `:${number}`;
  const server = spawn('Xvfb', [name, '-screen', '0', '1300x850x24', '-nolisten', 'tcp'], { stdio: 'ignore' });
  for (let i = 0; i < 100 && !existsSync(`/tmp/.X11-unix/X${number}`); i += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const xdotool = (...args: string[]): void => {
    execFileSync('xdotool', args, { env: { ...process.env, DISPLAY: name } });
  };
  return {
    name,
    key(...keys) {
      for (const one of keys) xdotool('key', one);
    },
    click(x, y, button = 'left') {
      xdotool('mousemove', String(x), String(y), 'click', button === 'left' ? '1' : '3');
    },
    close: () =>
      new Promise((resolve) => {
        server.once('exit', () => resolve());
        server.kill();
      }),
  };
}
