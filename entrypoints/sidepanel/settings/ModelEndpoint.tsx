import { useText } from '../texts/text.ts';

type Endpoint = { baseUrl: string; model: string; key: string };

/** An OpenAI-compatible endpoint. The key is written once and never read back. */
export function ModelEndpoint(props: { value: Endpoint; hasKey: boolean; onChange(value: Endpoint): void }) {
  const t = useText();
  const { value, onChange } = props;
  return (
    <div className="indent">
      <label className="field">
        <span>{t('baseUrl')}</span>
        <input
          type="url"
          dir="ltr"
          placeholder="https://api.openai.com/v1"
          value={value.baseUrl}
          onChange={(event) => onChange({ ...value, baseUrl: event.target.value })}
        />
      </label>
      <label className="field">
        <span>{t('model')}</span>
        <input
          type="text"
          dir="ltr"
          value={value.model}
          onChange={(event) => onChange({ ...value, model: event.target.value })}
        />
      </label>
      <label className="field">
        <span>{t('apiKey')}</span>
        <input
          type="password"
          dir="ltr"
          autoComplete="off"
          placeholder={props.hasKey ? t('keyStored') : ''}
          value={value.key}
          onChange={(event) => onChange({ ...value, key: event.target.value })}
        />
      </label>
    </div>
  );
}
