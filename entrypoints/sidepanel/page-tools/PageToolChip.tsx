import { Wrench } from 'lucide-react';
import { useActions } from '../actions-context.ts';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';

/** Says that the page offers tools, and opens their list. */
export function PageToolChip() {
  const t = useText();
  const { actions } = useActions();
  const count = usePanel((state) => state.pageTools?.tools.length ?? 0);
  const refused = usePanel((state) => state.pageTools?.refusedTools.length ?? 0);
  if (count + refused === 0) return null;
  return (
    <Button className="chip" data-testid="page-tools-chip" onPress={() => actions.show('page-tools')}>
      <Wrench size={12} aria-hidden="true" />
      {t.count('pageToolCount', count)}
    </Button>
  );
}
