import { type Browser, browser } from 'wxt/browser';
import { handOverCommand } from '../utils/hand-over-command.ts';
import type { PendingCommand } from '../utils/pending-command.ts';
import { openPanel } from './open-panel.ts';

/** The keys of `commands` in the manifest. Fixed commands start at once; the selection waits in the composer. */
export function listenToShortcuts(): void {
  browser.runtime.onInstalled.addListener(() => void nameAssignedKeys());
  browser.runtime.onStartup.addListener(() => void nameAssignedKeys());
  browser.commands.onCommand.addListener((name, tab) => {
    if (tab === undefined) return;
    // Stop reaches an open panel; it opens none.
    if (name !== 'stop') void openPanel(tab.windowId);
    void handCommand(name, tab);
  });
}

/** A suggested key may be taken already: the button's tooltip says what the browser really assigned. */
async function nameAssignedKeys(): Promise<void> {
  const commands = await browser.commands.getAll();
  const keys = commands.find((command) => command.name === 'open-panel')?.shortcut ?? '';
  await browser.action.setTitle({ title: keys === '' ? 'Open Pagehand' : `Open Pagehand (${keys})` });
}

async function handCommand(name: string, tab: Browser.tabs.Tab): Promise<void> {
  const command = await toCommand(name, tab);
  if (command !== undefined) await handOverCommand(command, tab.windowId);
}

async function toCommand(name: string, tab: Browser.tabs.Tab): Promise<PendingCommand | undefined> {
  switch (name) {
    case 'open-panel':
      return { kind: 'open' };
    case 'summarize-page':
      return { kind: 'summarize-page' };
    case 'stop':
      return { kind: 'stop' };
    case 'ask-selection': {
      const quote = tab.id === undefined ? '' : await readSelection(tab.id);
      return { kind: 'compose', about: 'selection', text: '', ...(quote === '' ? {} : { quote }) };
    }
    default:
      return undefined;
  }
}

/** The selected text of the page in front; empty when there is none or the page cannot be read. */
async function readSelection(tabId: number): Promise<string> {
  try {
    const results = await browser.scripting.executeScript({
      target: { tabId, allFrames: true },
      injectImmediately: true,
      func: () => getSelection()?.toString() ?? '',
    });
    const texts = results.map((result) => (typeof result.result === 'string' ? result.result.trim() : ''));
    return (texts.find((text) => text !== '') ?? '').slice(0, 8_000);
  } catch {
    return '';
  }
}
