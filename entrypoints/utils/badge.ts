import { browser } from 'wxt/browser';

/** Shows on the toolbar button that something waits for the person; it stays when the panel is closed. */
export async function showWaiting(waiting: boolean): Promise<void> {
  await browser.action.setBadgeText({ text: waiting ? '1' : '' });
  if (waiting) await browser.action.setBadgeBackgroundColor({ color: '#b45309' });
}
