import { useEffect, useRef } from 'react';
import { usePanel } from './store/panel-store.ts';

/**
 * Takes the focus to something new that waits for the person, but only when nothing is being written, and never to the
 * button that says yes. When it is decided, the focus goes back to the composer.
 */
export function useApprovalFocus(): void {
  const waiting = usePanel((state) => {
    const open = state.thread.turns
      .flatMap((turn) => turn.items)
      .find((item) => item.type === 'interrupt' && !item.closed);
    if (open?.type !== 'interrupt') return undefined;
    if (open.open.request.kind === 'page-tool') {
      const phase = state.pageCalls[open.id]?.phase;
      return phase === 'deciding' || phase === 'confirming' ? open.id : undefined;
    }
    if (open.open.request.kind === 'background-page')
      return state.backgroundPages[open.id]?.phase === 'deciding' ? open.id : undefined;
    if (open.open.request.kind !== 'plan') return open.id;
    const phase = state.plans[open.id]?.phase;
    return phase === 'deciding' || phase === 'refused' ? open.id : undefined;
  });
  const focused = useRef<string>(undefined);
  useEffect(() => {
    const composer = document.querySelector<HTMLTextAreaElement>('[data-testid="composer"]');
    if (waiting !== undefined) {
      const idle = document.activeElement === document.body || document.activeElement === composer;
      if (idle && (composer?.value ?? '') === '') {
        document.getElementById(`card-${waiting}`)?.focus();
        focused.current = waiting;
      }
    } else if (focused.current !== undefined) {
      focused.current = undefined;
      if (document.activeElement === document.body) composer?.focus();
    }
  }, [waiting]);
}
