import type { Command } from '@pagehand/contracts/commands';
import { type FormEvent, useState } from 'react';
import { argumentForm, type CommandCall, type FormField, readForm } from '../../utils/command-arguments.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';

type Props = {
  command: Command;
  args: Record<string, unknown>;
  onSend(call: CommandCall): void;
  onCancel(): void;
};

/** Asks for the arguments that a command still needs; made from the tool's own schema. */
export function ArgumentForm({ command, args, onSend, onCancel }: Props) {
  const t = useText();
  const fields = argumentForm(command, args);
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map((field) => [field.name, field.value])),
  );
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const first = fields.find((field) => field.required && field.value === '')?.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!event.nativeEvent.isTrusted) return;
    const result = readForm(command, values);
    if (result.ok) onSend(result.call);
    else
      setProblems(
        new Map(
          result.problems.map((problem) => [
            problem.path,
            problem.code === 'required' ? t('fieldNeeded') : problem.message,
          ]),
        ),
      );
  };
  return (
    <form
      className="composer form"
      aria-label={t('argumentsFor', { command: `/${command.name}` })}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
      }}
    >
      <p className="form-title">{t('argumentsFor', { command: `/${command.name}` })}</p>
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          problem={problems.get(field.name)}
          autoFocus={field.name === first}
          onChange={(value) => setValues((known) => ({ ...known, [field.name]: value }))}
        />
      ))}
      <div className="buttons">
        <button type="submit" className="button button-primary">
          {t('send')}
        </button>
        <Button onPress={onCancel}>{t('cancel')}</Button>
      </div>
    </form>
  );
}

function Field(props: {
  field: FormField;
  value: string;
  problem: string | undefined;
  autoFocus: boolean;
  onChange(value: string): void;
}) {
  const { field, value, problem, onChange } = props;
  const t = useText();
  const id = `argument-${field.name}`;
  const describedBy = `${id}-about`;
  const common = {
    id,
    'aria-required': field.required,
    'aria-invalid': problem !== undefined,
    'aria-describedby': describedBy,
    autoFocus: props.autoFocus,
  };
  const control =
    field.input === 'choice' || field.input === 'boolean' ? (
      <select {...common} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t('notSet')}</option>
        {(field.input === 'boolean' ? ['true', 'false'] : field.options).map((option) => (
          <option key={option} value={option}>
            {field.input === 'boolean' ? t(option === 'true' ? 'yes' : 'no') : option}
          </option>
        ))}
      </select>
    ) : field.input === 'list' || field.input === 'json' || field.input === 'long-text' ? (
      <textarea {...common} dir="auto" rows={2} value={value} onChange={(event) => onChange(event.target.value)} />
    ) : (
      <input
        {...common}
        type={field.input === 'text' ? 'text' : 'number'}
        dir="auto"
        min={field.min}
        max={field.max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  return (
    <div className="field">
      <label htmlFor={id}>{field.required ? field.label : t('optionalField', { label: field.label })}</label>
      {control}
      <span className={problem === undefined ? 'hint' : 'field-problem'} id={describedBy}>
        {problem ?? field.description ?? ''}
      </span>
    </div>
  );
}
