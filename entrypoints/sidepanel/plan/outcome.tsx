import type { Receipt } from '@pagehand/contracts/receipt';
import { Check, CircleHelp, Minus, X } from 'lucide-react';
import type { TextKey } from '../texts/text.ts';

export const OUTCOME_WORDS = {
  changed: 'outcomeChanged',
  ok: 'outcomeOk',
  'no-effect': 'outcomeNoEffect',
  refused: 'outcomeRefused',
  unsure: 'outcomeUnsure',
} as const satisfies Record<Receipt['outcome'], TextKey>;

const ICONS = { changed: Check, ok: Check, 'no-effect': Minus, refused: X, unsure: CircleHelp } as const;

export function OutcomeIcon({ outcome }: { outcome: Receipt['outcome'] }) {
  const Icon = ICONS[outcome];
  return <Icon size={14} aria-hidden="true" className={`outcome outcome-${outcome}`} />;
}
