import { useText } from '../texts/text.ts';
import { CredentialField, TextField } from '../ui/TextField.tsx';

type Endpoint = { baseUrl: string; model: string; key: string };

/** An OpenAI-compatible endpoint. The key is written once and never read back. */
export function ModelEndpoint(props: { value: Endpoint; hasKey: boolean; onChange(value: Endpoint): void }) {
  const t = useText();
  const { value, onChange } = props;
  return (
    <div className="indent">
      <TextField
        label={t('baseUrl')}
        type="url"
        placeholder="https://api.openai.com/v1"
        value={value.baseUrl}
        onChange={(baseUrl) => onChange({ ...value, baseUrl })}
      />
      <TextField label={t('model')} value={value.model} onChange={(model) => onChange({ ...value, model })} />
      <CredentialField
        label={t('apiKey')}
        secret
        stored={props.hasKey}
        value={value.key}
        onChange={(key) => onChange({ ...value, key })}
      />
    </div>
  );
}
