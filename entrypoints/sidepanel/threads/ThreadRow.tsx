import type { ThreadSummary } from '@pagehand/contracts/api';
import { Pin } from 'lucide-react';
import { useActions } from '../actions-context.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { MenuItem, MenuLine, MoreMenu } from '../ui/MoreMenu.tsx';
import { ExportItems } from './ExportItems.tsx';
import { RenameTitle } from './RenameTitle.tsx';
import { useRename } from './use-rename.ts';

export function ThreadRow({ summary, current }: { summary: ThreadSummary; current: boolean }) {
  const t = useText();
  const { actions } = useActions();
  const { threadId, title, pinned, waiting } = summary;
  const rename = useRename(threadId);
  const shownTitle = title === '' ? t('untitled') : title;
  return (
    <li className="thread-row">
      {rename.renaming ? (
        <RenameTitle title={title} onDone={rename.done} />
      ) : (
        <Button
          className="thread-open"
          aria-current={current ? 'true' : undefined}
          onPress={() => void actions.openThread(threadId)}
        >
          <span className="thread-title">
            {pinned ? <Pin size={12} aria-label={t('pinned')} /> : null}
            <bdi>{shownTitle}</bdi>
          </span>
          <span className="thread-when">
            {waiting ? <strong className="waits">{t('waitsForYou')}</strong> : t.when(summary.updatedAt)}
          </span>
        </Button>
      )}
      <MoreMenu label={t('menuOf', { title: shownTitle })} size={16} onClosed={rename.onMenuClosed}>
        <MenuItem onSelect={rename.startOnceClosed}>{t('rename')}</MenuItem>
        <MenuItem onSelect={() => void actions.pin(threadId, !pinned)}>{t(pinned ? 'unpin' : 'pin')}</MenuItem>
        <ExportItems threadId={threadId} />
        <MenuLine />
        <MenuItem danger onSelect={() => void actions.remove(summary)}>
          {t('delete')}
        </MenuItem>
      </MoreMenu>
    </li>
  );
}
