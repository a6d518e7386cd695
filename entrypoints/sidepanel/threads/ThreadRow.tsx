import type { ThreadSummary } from '@pagehand/contracts/api';
import { EllipsisVertical, Pin } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState } from 'react';
import { useActions } from '../actions-context.ts';
import { useText } from '../texts/text.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { RenameTitle } from './RenameTitle.tsx';

export function ThreadRow({ summary, current }: { summary: ThreadSummary; current: boolean }) {
  const t = useText();
  const { actions } = useActions();
  const [renaming, setRenaming] = useState(false);
  // The menu keeps the focus until it is closed: the field comes after that.
  const renameNext = useRef(false);
  const { threadId, title, pinned, waiting } = summary;
  return (
    <li className="thread-row">
      {renaming ? (
        <RenameTitle
          title={title}
          onDone={(next) => {
            setRenaming(false);
            if (next !== undefined) void actions.rename(threadId, next);
          }}
        />
      ) : (
        <Button
          className="thread-open"
          aria-current={current ? 'true' : undefined}
          onPress={() => void actions.openThread(threadId)}
        >
          <span className="thread-title">
            {pinned ? <Pin size={12} aria-label={t('pinned')} /> : null}
            <bdi>{title === '' ? t('untitled') : title}</bdi>
          </span>
          <span className="thread-when">
            {waiting ? <strong className="waits">{t('waitsForYou')}</strong> : t.when(summary.updatedAt)}
          </span>
        </Button>
      )}
      <DropdownMenu.Root>
        <DropdownMenu.Trigger asChild>
          <IconButton label={t('menuOf', { title: title === '' ? t('untitled') : title })} onPress={() => undefined}>
            <EllipsisVertical size={16} />
          </IconButton>
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content
            className="menu"
            align="end"
            onCloseAutoFocus={(event) => {
              if (!renameNext.current) return;
              event.preventDefault();
              renameNext.current = false;
              setRenaming(true);
            }}
          >
            <DropdownMenu.Item
              className="menu-item"
              onSelect={() => {
                renameNext.current = true;
              }}
            >
              {t('rename')}
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={() => void actions.pin(threadId, !pinned)}>
              {t(pinned ? 'unpin' : 'pin')}
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={() => void actions.exportThread(threadId, 'markdown')}>
              {t('exportMarkdown')}
            </DropdownMenu.Item>
            <DropdownMenu.Item className="menu-item" onSelect={() => void actions.exportThread(threadId, 'json')}>
              {t('exportJson')}
            </DropdownMenu.Item>
            <DropdownMenu.Separator className="menu-line" />
            <DropdownMenu.Item className="menu-item menu-danger" onSelect={() => void actions.remove(summary)}>
              {t('delete')}
            </DropdownMenu.Item>
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </li>
  );
}
