import { type ReactNode, useState } from 'react';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { RejectForm } from './RejectForm.tsx';
import { useStale } from './use-stale.ts';

/**
 * Yes or no to what a card shows: the reason of a no, and after two minutes the request to look again.
 * @param onLook takes a fresh look, where the card shows what was read; `ready` is false when that failed.
 * @param children the buttons; `seenAt` belongs into the `armKey` of the one that says yes.
 */
export function Decision(props: {
  onReject(reason: string): void;
  onLook?(): void;
  ready?: boolean;
  children(deciding: { seenAt: number; reject(): void }): ReactNode;
}) {
  const { onReject, onLook, ready = true, children } = props;
  const t = useText();
  const [rejecting, setRejecting] = useState(false);
  const [seenAt, setSeenAt] = useState(() => Date.now());
  const stale = useStale(seenAt);
  if (rejecting) return <RejectForm onReject={onReject} onBack={() => setRejecting(false)} />;
  if (!stale && ready) return children({ seenAt, reject: () => setRejecting(true) });
  return (
    <div className="buttons">
      {stale ? <p className="hint">{t('approvalStale')}</p> : null}
      <Button
        look="primary"
        onPress={() => {
          setSeenAt(Date.now());
          onLook?.();
        }}
      >
        {t('lookAgain')}
      </Button>
    </div>
  );
}
