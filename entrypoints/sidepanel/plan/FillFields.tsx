import type { PinnedStep } from '@pagehand/contracts/plan';
import { useText } from '../texts/text.ts';
import { Target, type Targets } from './targets.tsx';
import { Value } from './Value.tsx';

/** The fields of a `fill`, each with the whole value that it gets. */
export function FillFields({ step, targets }: { step: PinnedStep & { kind: 'fill' }; targets: Targets }) {
  const t = useText();
  return (
    <dl className="facts fields">
      {step.fields.map((field) => (
        <div key={field.ref}>
          <dt>
            <Target refId={field.ref} targets={targets} />
          </dt>
          <dd>
            {typeof field.value === 'boolean' ? (
              t(field.value ? 'ticked' : 'notTicked')
            ) : (
              <Value text={[field.value].flat().join(', ')} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
