import { LIMITS } from '@pagehand/contracts/limits';
import type { OpenTab, Services } from '../services.ts';
import { currentText } from '../texts/text.ts';
import { usePanel } from './panel-store.ts';

const { getState: get, setState: set } = usePanel;
const UPLOAD_MS = 60_000;

/** Files and tabs that go along with the next ask. */
export function createGivenActions(services: Services) {
  const change = (key: string, to: Partial<ReturnType<typeof get>['attachments'][number]>): void =>
    set(({ attachments }) => ({ attachments: attachments.map((one) => (one.key === key ? { ...one, ...to } : one)) }));

  async function attachOne(file: File): Promise<void> {
    const key = crypto.randomUUID();
    const { threadId } = get().thread;
    set(({ attachments }) => ({ attachments: [...attachments, { key, name: file.name, file, threadId }] }));
    try {
      const attachment = await services.attachments.add(threadId, file, AbortSignal.timeout(UPLOAD_MS));
      change(key, { attachment, name: attachment.name });
    } catch (error) {
      set(({ attachments }) => ({
        attachments: attachments.filter((one) => one.key !== key),
        error: services.toError(error),
      }));
    }
  }

  return {
    /** Dropped, pasted or picked. Those past the bound are left out, with a word. */
    async attach(files: readonly File[]): Promise<void> {
      const room = LIMITS.attachments - get().attachments.length;
      if (files.length > room) {
        const t = currentText();
        const message = t('attachTooMany', { n: t.number(LIMITS.attachments) });
        set({ error: { code: 'too-large', message, retryable: false } });
      }
      await Promise.all(files.slice(0, Math.max(0, room)).map(attachOne));
    },
    removeAttachment(key: string): void {
      const found = get().attachments.find((one) => one.key === key);
      set(({ attachments }) => ({ attachments: attachments.filter((one) => one.key !== key) }));
      if (found?.attachment === undefined) return;
      // What is left behind goes after a day.
      void services.attachments
        .remove(found.threadId, found.attachment.attachmentId, AbortSignal.timeout(20_000))
        .catch(() => undefined);
    },
    async listTabs(): Promise<void> {
      set({ tabs: await services.tabs.list() });
    },
    /** Call it inside a click or a key press: the browser may have to ask for the site. */
    async mention(tab: OpenTab): Promise<void> {
      const allowed = tab.access === 'granted' || (await services.tabs.allow(tab));
      if (!allowed) {
        const message = `Pagehand may not read ${tab.host === '' ? 'this tab' : tab.host}.`;
        set({ error: { code: 'site-access-missing', message, retryable: false } });
        return;
      }
      set(({ mentions }) => ({
        mentions: [
          ...mentions.filter(({ tabId }) => tabId !== tab.tabId),
          { ...tab, access: 'granted' as const },
        ].slice(-LIMITS.mentions),
      }));
    },
    removeMention: (tabId: number) =>
      set(({ mentions }) => ({ mentions: mentions.filter((tab) => tab.tabId !== tabId) })),
    /** Asks the browser to show titles of all tabs; inside a click or key press. */
    async showTitles(): Promise<void> {
      if (await services.tabs.showTitles()) set({ tabs: await services.tabs.list() });
    },
    async loadSkills(): Promise<void> {
      try {
        set({ skills: await services.skills(AbortSignal.timeout(20_000)) });
      } catch (error) {
        set({ error: services.toError(error) });
      }
    },
  };
}
