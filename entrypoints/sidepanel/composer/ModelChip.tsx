import { Cpu } from 'lucide-react';
import { useActions } from '../actions-context.ts';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';

/** Which model answers; leads to its settings. */
export function ModelChip() {
  const t = useText();
  const { actions } = useActions();
  const model = usePanel((state) => state.model);
  if (!model) return <span />;
  const name = model.choice.kind === 'offline' ? t('offlineModel') : model.choice.model;
  return (
    <Button
      look="quiet"
      className="model-chip"
      aria-label={t('modelChip', { model: name })}
      onPress={() => actions.show('settings')}
    >
      <Cpu size={12} aria-hidden="true" />
      <bdi>{name}</bdi>
    </Button>
  );
}
