/**
 * The tabs that a turn has to do with: those its plans ran in, and those that their steps opened. A plan brings no other
 * tab to the front and closes none: what a person has open beside is none of its business, and reading it would be.
 * Kept for as long as the browser runs.
 */
import { browser } from 'wxt/browser';
import * as z from 'zod';

const KEY = 'turnTabs';
const MOST = 200;
const TurnTabSchema = z.strictObject({
  turnId: z.string().max(64),
  tabId: z.int(),
  /** Origin of the page it was opened with, or that the last plan in it was made for. */
  origin: z.string().max(2_100),
  /** The tab whose step opened it: where a plan goes on when it is closed. */
  openedBy: z.int().optional(),
});
type TurnTab = z.infer<typeof TurnTabSchema>;

/** A tab as the plan card names it. Title and origin are empty where the browser does not tell them. */
export type NamedTab = { tabId: number; title: string; origin: string };

async function readTurnTabs(): Promise<TurnTab[]> {
  const kept = z.array(TurnTabSchema).safeParse((await browser.storage.session.get(KEY))[KEY]);
  return kept.data ?? [];
}

export async function findTurnTab(turnId: string, tabId: number): Promise<TurnTab | undefined> {
  return (await readTurnTabs()).find((tab) => tab.turnId === turnId && tab.tabId === tabId);
}

/** Notes tabs of a turn; one that is known keeps where it came from. The oldest go. */
export async function noteTurnTabs(tabs: readonly TurnTab[]): Promise<void> {
  if (tabs.length === 0) return;
  const known = await readTurnTabs();
  const same = (one: TurnTab) => (other: TurnTab) => one.turnId === other.turnId && one.tabId === other.tabId;
  const rest = known.filter((old) => !tabs.some(same(old)));
  const noted = tabs.map((tab) => ({ ...known.find(same(tab)), ...tab }));
  await browser.storage.session.set({ [KEY]: [...rest, ...noted].slice(-MOST) });
}

/** Undefined when it is closed. */
export async function nameTab(tabId: number): Promise<NamedTab | undefined> {
  const tab = await browser.tabs.get(tabId).catch(() => undefined);
  return tab === undefined ? undefined : { tabId, title: tab.title ?? '', origin: originOf(tab.url) };
}

/** Empty for what is no address. */
export const originOf = (url: string | undefined): string =>
  url !== undefined && URL.canParse(url) ? new URL(url).origin : '';
