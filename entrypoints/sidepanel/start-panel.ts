import { connectServices } from './connect-services.ts';
import type { Services } from './services.ts';
import { type Actions, createActions } from './store/actions.ts';
import { usePanel } from './store/panel-store.ts';
import { currentText, englishText, switchLanguage } from './texts/text.ts';

/** Wires one panel document: services, actions, the page in front, what waits. */
export async function startPanel(windowId: number): Promise<{ actions: Actions; services: Services }> {
  const services = connectServices(windowId);
  await switchLanguage(await services.remembered.language.get());
  const actions = createActions(services, () => {
    const t = currentText();
    return { banner: t('banner'), stop: t('stop') };
  });
  usePanel.setState({ draft: await services.remembered.draft.get() });
  usePanel.subscribe(({ draft }, before) => {
    if (draft !== before.draft) void services.remembered.draft.set(draft);
  });
  services.page.watch((page) => {
    const before = usePanel.getState().page;
    // A page that was taken off stays off as long as it is in front; the next one is read again.
    const same = before?.tabId === page?.tabId && before?.origin === page?.origin;
    usePanel.setState({ page, ...(same ? {} : { pageOff: false }) });
  });
  actions.pageTools.watch();
  void actions.connect().then(() => {
    // The options page shows this document in a tab: what waits is for the panel.
    if (location.hash === '#settings') return;
    actions.watchDoor();
    services.pending.watch((pending) => {
      if (pending.kind === 'stop') void actions.stopAll();
      else if (pending.kind === 'ask') {
        const offline = usePanel.getState().model?.choice.kind === 'offline';
        const text = offline ? englishText('trySummarize') : currentText()('trySummarize');
        void actions.send({ kind: 'text', text });
      } else actions.compose(pending.text, pending.quote);
    });
  });
  return { actions, services };
}
