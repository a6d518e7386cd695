import { EllipsisVertical, Menu, Package, Plus, Settings } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState } from 'react';
import { useActions } from './actions-context.ts';
import { usePanel } from './store/panel-store.ts';
import { useText } from './texts/text.ts';
import { RenameTitle } from './threads/RenameTitle.tsx';
import { IconButton } from './ui/Button.tsx';

/** Threads, the thread's title (renamed in place), a new thread, the menu. */
export function Header() {
  const t = useText();
  const { actions } = useActions();
  const { threadId, title, turns } = usePanel((state) => state.thread);
  const [renaming, setRenaming] = useState(false);
  // The menu keeps the focus until it is closed: the field comes after that.
  const renameNext = useRef(false);
  const started = turns.length > 0;
  return (
    <header className="header">
      <IconButton label={t('threads')} onPress={() => actions.show('threads')}>
        <Menu size={18} />
      </IconButton>
      {renaming && started ? (
        <RenameTitle
          title={title}
          onDone={(next) => {
            setRenaming(false);
            if (next !== undefined) void actions.rename(threadId, next);
          }}
        />
      ) : (
        <h1 className="header-title" title={title} onDoubleClick={() => setRenaming(started)}>
          {title === '' ? t('newThread') : <bdi>{title}</bdi>}
        </h1>
      )}
      <IconButton label={t('newThread')} onPress={() => actions.startNew()}>
        <Plus size={18} />
      </IconButton>
      <DropdownMenu.Root>
        <DropdownMenu.Trigger asChild>
          <IconButton label={t('threadMenu')} onPress={() => undefined}>
            <EllipsisVertical size={18} />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            className="menu"
            align="end"
            sideOffset={4}
            onCloseAutoFocus={(event) => {
              if (!renameNext.current) return;
              event.preventDefault();
              renameNext.current = false;
              setRenaming(true);
            }}
          >
            {started ? (
              <>
                <DropdownMenu.Item
                  className="menu-item"
                  onSelect={() => {
                    renameNext.current = true;
                  }}
                >
                  {t('rename')}
                </DropdownMenu.Item>
                <DropdownMenu.Item
                  className="menu-item"
                  onSelect={() => void actions.exportThread(threadId, 'markdown')}
                >
                  {t('exportMarkdown')}
                </DropdownMenu.Item>
                <DropdownMenu.Item className="menu-item" onSelect={() => void actions.exportThread(threadId, 'json')}>
                  {t('exportJson')}
                </DropdownMenu.Item>
                <DropdownMenu.Separator className="menu-line" />
              </>
            ) : null}
            <DropdownMenu.Item className="menu-item" onSelect={() => actions.show('kits')}>
              <Package size={14} aria-hidden="true" />
              {t('kits')}
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={() => actions.show('settings')}>
              <Settings size={14} aria-hidden="true" />
              {t('settings')}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </header>
  );
}
