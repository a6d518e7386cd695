import { LIMITS } from '@pagehand/contracts/limits';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';

/** Saying no, with a reason that goes to the model. The reason may stay empty. */
export function RejectForm(props: { onReject(reason: string): void; onBack(): void }) {
  const t = useText();
  const [reason, setReason] = useState('');
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <form className="form" onSubmit={(event) => event.preventDefault()}>
      <label className="field">
        <span>{t('rejectWhy')}</span>
        <textarea
          ref={input}
          rows={2}
          dir="auto"
          maxLength={LIMITS.goal}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </label>
      <div className="buttons">
        <Button look="primary" onPress={() => props.onReject(reason)}>
          {t('reject')}
        </Button>
        <Button onPress={props.onBack}>{t('back')}</Button>
      </div>
    </form>
  );
}
