import type { Risk } from '@pagehand/contracts/risk-level';
import { CircleDot, Eye, OctagonAlert, TriangleAlert } from 'lucide-react';
import { type TextKey, useText } from '../texts/text.ts';

const WORDS = {
  none: 'riskNone',
  low: 'riskLow',
  high: 'riskHigh',
  critical: 'riskCritical',
} as const satisfies Record<Risk, TextKey>;
const ICONS = { none: Eye, low: CircleDot, high: TriangleAlert, critical: OctagonAlert } as const;

/** A risk, always as a word with an icon, never by colour alone. */
export function RiskBadge({ risk }: { risk: Risk }) {
  const t = useText();
  const Icon = ICONS[risk];
  return (
    <span className={`risk risk-${risk}`} data-testid={`risk-${risk}`}>
      <Icon size={12} aria-hidden="true" />
      {t(WORDS[risk])}
    </span>
  );
}
