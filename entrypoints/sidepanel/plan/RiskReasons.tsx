import type { AssessedRisk, RiskReason } from '@pagehand/contracts/risk-assessment';
import { rich } from '../texts/rich.tsx';
import { type TextKey, useText } from '../texts/text.ts';
import { Value } from './Value.tsx';

/** `leaves-this-site` -> `reason_leaves_this_site`. Each reason has its text; the compiler checks that. */
type ReasonKey<R extends string> = R extends `${infer Head}-${infer Tail}` ? `${Head}_${ReasonKey<Tail>}` : R;
const keyOf = (code: RiskReason): TextKey & `reason_${ReasonKey<RiskReason>}` =>
  `reason_${code.replaceAll('-', '_')}` as `reason_${ReasonKey<RiskReason>}`; // the same rule as the type above

/** Why a step has its risk, in words. Plain reading and acting need none. */
export function RiskReasons({ risk }: { risk: AssessedRisk }) {
  const t = useText();
  const told = risk.risk === 'high' || risk.risk === 'critical' ? risk.reasons : [];
  if (told.length === 0) return null;
  return (
    <ul className="reasons">
      {told.map((reason) => (
        <li key={`${reason.code} ${reason.detail ?? ''}`}>
          {reason.detail === undefined || reason.detail === ''
            ? t(keyOf(reason.code))
            : rich(t('reasonWithDetail'), { reason: t(keyOf(reason.code)), detail: <Value text={reason.detail} /> })}
        </li>
      ))}
    </ul>
  );
}
