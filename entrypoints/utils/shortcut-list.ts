import { browser } from 'wxt/browser';

export type Shortcut = { name: string; description: string /** Empty when the browser assigned none. */; keys: string };

/** What the browser really assigned: a suggested key may be taken already. */
export async function listShortcuts(): Promise<Shortcut[]> {
  const commands = await browser.commands.getAll();
  return commands.flatMap(({ name, description, shortcut }) =>
    name === undefined || name.startsWith('_')
      ? []
      : [{ name, description: description ?? name, keys: shortcut ?? '' }],
  );
}
