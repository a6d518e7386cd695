import { useActions } from '../actions-context.ts';
import { useText } from '../texts/text.ts';
import { MenuItem } from '../ui/MoreMenu.tsx';

/** The lines of a thread's menu that save it as a file. */
export function ExportItems({ threadId }: { threadId: string }) {
  const t = useText();
  const { actions } = useActions();
  return (
    <>
      <MenuItem onSelect={() => void actions.exportThread(threadId, 'markdown')}>{t('exportMarkdown')}</MenuItem>
      <MenuItem onSelect={() => void actions.exportThread(threadId, 'json')}>{t('exportJson')}</MenuItem>
    </>
  );
}
