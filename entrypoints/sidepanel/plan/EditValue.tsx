import { LIMITS } from '@pagehand/contracts/limits';
import type { PinnedStep } from '@pagehand/contracts/plan';
import { useText } from '../texts/text.ts';
import { TextField } from '../ui/TextField.tsx';
import type { Targets } from './targets.tsx';

type Props = { step: PinnedStep; targets: Targets; number: number; onChange(step: PinnedStep): void };

/** Inputs for the values of a step that a person can change; nothing for a step without values. */
export function EditValue({ step, targets, number, onChange }: Props) {
  const t = useText();
  const name = (ref: string) => targets.get(ref)?.name || t('targetUnknown');
  const valueLabel = t('editValueOf', { n: number });
  switch (step.kind) {
    case 'type':
      return <Input label={valueLabel} value={step.text} onChange={(text) => onChange({ ...step, text })} />;
    case 'set_value':
      return <Input label={valueLabel} value={step.value} onChange={(value) => onChange({ ...step, value })} />;
    case 'dialog':
      return step.text === undefined ? null : (
        <Input label={valueLabel} value={step.text} onChange={(text) => onChange({ ...step, text })} />
      );
    case 'navigate':
    case 'open_tab':
      return <Input label={valueLabel} value={step.url} onChange={(url) => onChange({ ...step, url })} />;
    case 'find':
      return <Input label={valueLabel} value={step.text} onChange={(text) => onChange({ ...step, text })} />;
    case 'select':
      return (
        <Choice
          label={valueLabel}
          value={step.values[0] ?? ''}
          options={targets.get(step.ref)?.options ?? []}
          onChange={(value) => onChange({ ...step, values: [value] })}
        />
      );
    case 'fill':
      return step.fields.map((field, index) => {
        const change = (value: (typeof field)['value']) =>
          onChange({ ...step, fields: step.fields.with(index, { ...field, value }) });
        const label = t('editFieldOf', { field: name(field.ref), n: number });
        if (typeof field.value === 'boolean') {
          return (
            <label key={field.ref} className="edit-check">
              <input type="checkbox" checked={field.value} onChange={(event) => change(event.target.checked)} />
              <span>{label}</span>
            </label>
          );
        }
        if (typeof field.value !== 'string') {
          const options = targets.get(field.ref)?.options ?? [];
          return (
            <Choice
              key={field.ref}
              label={label}
              value={field.value[0] ?? ''}
              options={options}
              onChange={(value) => change([value])}
            />
          );
        }
        return <Input key={field.ref} label={label} value={field.value} onChange={change} />;
      });
    default:
      return null;
  }
}

function Input(props: { label: string; value: string; onChange(value: string): void }) {
  return (
    <TextField
      label={props.label}
      dir="auto"
      maxLength={LIMITS.stepText}
      value={props.value}
      onChange={props.onChange}
    />
  );
}

function Choice(props: { label: string; value: string; options: readonly string[]; onChange(value: string): void }) {
  if (props.options.length === 0) return <Input {...props} />;
  const options = props.options.includes(props.value) ? props.options : [props.value, ...props.options];
  return (
    <label className="field">
      <span>{props.label}</span>
      <select value={props.value} onChange={(event) => props.onChange(event.target.value)}>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
}
