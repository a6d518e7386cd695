import { useRef, useState } from 'react';
import { useActions } from '../actions-context.ts';

/** Renaming a thread where its title stands, from a menu. */
export function useRename(threadId: string) {
  const { actions } = useActions();
  const [renaming, setRenaming] = useState(false);
  // The menu keeps the focus until it is closed: the field comes after that.
  const next = useRef(false);
  return {
    renaming,
    start: () => setRenaming(true),
    startOnceClosed: (): void => {
      next.current = true;
    },
    onMenuClosed: (event: Event): void => {
      if (!next.current) return;
      event.preventDefault();
      next.current = false;
      setRenaming(true);
    },
    /** @param title undefined: it stays as it is */
    done: (title: string | undefined): void => {
      setRenaming(false);
      if (title !== undefined) void actions.rename(threadId, title);
    },
  };
}
