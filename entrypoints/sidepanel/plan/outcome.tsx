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

/** The word for what a receipt says came of one field; what it does not know counts as unsure. */
export const outcomeWord = (outcome: string): TextKey =>
  Object.entries(OUTCOME_WORDS).find(([known]) => known === outcome)?.[1] ?? OUTCOME_WORDS.unsure;

const ICONS = { changed: Check, ok: Check, 'no-effect': Minus, refused: X, unsure: CircleHelp } as const;

export function OutcomeIcon({ outcome }: { outcome: Receipt['outcome'] }) {
  const Icon = ICONS[outcome];
  return <Icon size={14} aria-hidden="true" className={`outcome outcome-${outcome}`} />;
}
