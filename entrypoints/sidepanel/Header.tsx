import { Menu, Package, Plus, Settings } from 'lucide-react';
import { useActions } from './actions-context.ts';
import { usePanel } from './store/panel-store.ts';
import { useText } from './texts/text.ts';
import { ExportItems } from './threads/ExportItems.tsx';
import { RenameTitle } from './threads/RenameTitle.tsx';
import { useRename } from './threads/use-rename.ts';
import { IconButton } from './ui/Button.tsx';
import { MenuItem, MenuLine, MoreMenu } from './ui/MoreMenu.tsx';

/** Threads, the thread's title (renamed in place), a new thread, the menu. */
export function Header() {
  const t = useText();
  const { actions } = useActions();
  const { threadId, title, turns } = usePanel((state) => state.thread);
  const rename = useRename(threadId);
  const started = turns.length > 0;
  return (
    <header className="header">
      <IconButton label={t('threads')} onPress={() => actions.show('threads')}>
        <Menu size={18} />
      </IconButton>
      {rename.renaming && started ? (
        <RenameTitle title={title} onDone={rename.done} />
      ) : (
        <h1 className="header-title" title={title} onDoubleClick={() => started && rename.start()}>
          {title === '' ? t('newThread') : <bdi>{title}</bdi>}
        </h1>
      )}
      <IconButton label={t('newThread')} onPress={() => actions.startNew()}>
        <Plus size={18} />
      </IconButton>
      <MoreMenu label={t('threadMenu')} size={18} onClosed={rename.onMenuClosed}>
        {started ? (
          <>
            <MenuItem onSelect={rename.startOnceClosed}>{t('rename')}</MenuItem>
            <ExportItems threadId={threadId} />
            <MenuLine />
          </>
        ) : null}
        <MenuItem onSelect={() => actions.show('kits')}>
          <Package size={14} aria-hidden="true" />
          {t('kits')}
        </MenuItem>
        <MenuItem onSelect={() => actions.show('settings')}>
          <Settings size={14} aria-hidden="true" />
          {t('settings')}
        </MenuItem>
      </MoreMenu>
    </header>
  );
}
