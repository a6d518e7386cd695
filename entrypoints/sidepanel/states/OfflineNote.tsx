import { X } from 'lucide-react';
import { useState } from 'react';
import { useActions } from '../actions-context.ts';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button, IconButton } from '../ui/Button.tsx';

/** Says what the built-in model can do, once per panel, as long as nothing was asked. */
export function OfflineNote() {
  const t = useText();
  const { actions } = useActions();
  const offline = usePanel((state) => state.model?.choice.kind === 'offline' && state.thread.turns.length === 0);
  const [closed, setClosed] = useState(false);
  if (!offline || closed) return null;
  return (
    <div className="note note-line note-closable" data-testid="state-offline">
      <span>{t('offlineNote')}</span>
      <IconButton label={t('close')} onPress={() => setClosed(true)}>
        <X size={14} />
      </IconButton>
      <Button onPress={() => actions.show('settings')}>{t('connectModel')}</Button>
    </div>
  );
}
