import type { AppErrorBody } from '@pagehand/contracts/errors';
import type { PinnedStep } from '@pagehand/contracts/plan';
import { useId, useState } from 'react';
import { useActions } from '../actions-context.ts';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { useText } from '../texts/text.ts';

type Props = {
  interruptId: string;
  step: PinnedStep & { kind: 'upload' };
  /** The step with the names of what was picked: a new plan, checked and hashed afresh. */
  onPicked(step: PinnedStep): void;
};

/** The person picks the files of an `upload` step. Their bytes stay in this panel until the step runs. */
export function PickFiles({ interruptId, step, onPicked }: Props) {
  const t = useText();
  const { services } = useActions();
  const id = useId();
  const [error, setError] = useState<AppErrorBody>();
  const pick = (list: FileList | null) => {
    const files = [...(list ?? [])];
    if (files.length === 0) return;
    try {
      services.plans.pickFiles(interruptId, files);
      setError(undefined);
      onPicked({ ...step, files: files.map((file) => file.name) });
    } catch (cause) {
      setError(services.toError(cause));
    }
  };
  return (
    <div className="field">
      <label htmlFor={id}>{t('pickFiles', { files: step.files.join(', ') })}</label>
      <input id={id} type="file" multiple onChange={(event) => pick(event.target.files)} />
      {error ? <ErrorLine error={error} /> : null}
    </div>
  );
}
