import type { ModelChoice } from '@pagehand/contracts/api';
import type { AppErrorBody } from '@pagehand/contracts/errors';
import { LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ModelServers, ModelTest } from '../../utils/backend-client.ts';
import { useActions } from '../actions-context.ts';
import { ErrorLine } from '../states/ErrorLine.tsx';
import { Good } from '../states/Good.tsx';
import { usePanel } from '../store/panel-store.ts';
import { useText } from '../texts/text.ts';
import { Button } from '../ui/Button.tsx';
import { ModelEndpoint } from './ModelEndpoint.tsx';

type Kind = 'offline' | 'found' | 'own';
type Result = { test?: ModelTest; saved?: boolean; error?: AppErrorBody };

/** Which model answers: the built-in one, a server found on this machine, or any OpenAI-compatible endpoint. */
export function ModelSettings({ onSaved }: { onSaved?: () => void }) {
  const t = useText();
  const { actions, services } = useActions();
  const model = usePanel((state) => state.model);
  const [servers, setServers] = useState<ModelServers>();
  const [kind, setKind] = useState<Kind>(model?.choice.kind === 'openai-compatible' ? 'own' : 'offline');
  const [own, setOwn] = useState(() => endpointOf(model?.choice));
  const [found, setFound] = useState({ baseUrl: '', model: '' });
  const [busy, setBusy] = useState<'test' | 'save'>();
  const [result, setResult] = useState<Result>({});

  useEffect(() => {
    const stop = new AbortController();
    services.models
      .find({}, stop.signal)
      .then(({ servers: list }) => {
        setServers(list);
        setFound({ baseUrl: list[0]?.baseUrl ?? '', model: list[0]?.models[0] ?? '' });
      })
      .catch(() => setServers([]));
    return () => stop.abort();
  }, [services]);

  const choice: ModelChoice =
    kind === 'offline'
      ? { kind: 'offline' }
      : {
          kind: 'openai-compatible',
          ...(kind === 'found' ? found : { baseUrl: own.baseUrl.trim(), model: own.model.trim() }),
        };
  const complete = choice.kind === 'offline' || (URL.canParse(choice.baseUrl) && choice.model !== '');
  const key = kind === 'own' && own.key !== '' ? { key: own.key } : {};

  const work = async (what: 'test' | 'save') => {
    setBusy(what);
    setResult({});
    try {
      if (what === 'test')
        setResult({ test: await services.models.test({ choice, ...key }, AbortSignal.timeout(60_000)) });
      else {
        await services.models.set({ choice, ...key }, AbortSignal.timeout(20_000));
        await actions.refreshModel();
        setResult({ saved: true });
        onSaved?.();
      }
    } catch (error) {
      setResult({ error: services.toError(error) });
    } finally {
      setBusy(undefined);
    }
  };

  const option = (value: Kind, label: string, about: string) => (
    <label className="choice">
      <input
        type="radio"
        name="model-kind"
        checked={kind === value}
        onChange={() => {
          setKind(value);
          setResult({});
        }}
      />
      <span>
        <span className="choice-name">{label}</span>
        <span className="hint">{about}</span>
      </span>
    </label>
  );

  return (
    <div className="model-settings">
      <fieldset disabled={model?.fromEnvironment}>
        <legend className="visually-hidden">{t('model')}</legend>
        {option('offline', t('modelOffline'), t('modelOfflineAbout'))}
        {servers && servers.length > 0
          ? option('found', t('modelFound'), servers.map((server) => server.name).join(', '))
          : null}
        {kind === 'found' && servers ? (
          <label className="field indent">
            <span>{t('model')}</span>
            <select
              value={JSON.stringify(found)}
              onChange={(event) => setFound(JSON.parse(event.target.value))} // our own string, written below
            >
              {servers.flatMap((server) =>
                server.models.map((name) => (
                  <option
                    key={`${server.baseUrl} ${name}`}
                    value={JSON.stringify({ baseUrl: server.baseUrl, model: name })}
                  >
                    {`${server.name}: ${name}`}
                  </option>
                )),
              )}
            </select>
          </label>
        ) : null}
        {option('own', t('modelOwn'), t('modelOwnAbout'))}
        {kind === 'own' ? <ModelEndpoint value={own} hasKey={model?.hasKey ?? false} onChange={setOwn} /> : null}
      </fieldset>
      {model?.fromEnvironment ? <p className="hint">{t('modelFromEnvironment')}</p> : null}
      {servers === undefined ? <p className="hint">{t('modelLooking')}</p> : null}
      <div className="buttons">
        <Button
          look="primary"
          disabled={!complete || busy !== undefined || model?.fromEnvironment === true}
          onPress={() => void work('save')}
        >
          {t('useModel')}
        </Button>
        {kind === 'offline' ? null : (
          <Button disabled={!complete || busy !== undefined} onPress={() => void work('test')}>
            {busy === 'test' ? <LoaderCircle size={14} className="spin" aria-hidden="true" /> : null}
            {t('testConnection')}
          </Button>
        )}
      </div>
      <div role="status">
        {result.saved ? <Good text={t('modelSaved')} /> : null}
        {result.test?.ok ? <Good text={testWords(result.test, t)} /> : null}
      </div>
      {result.test && !result.test.ok ? <ErrorLine error={result.test.error} /> : null}
      {result.error ? <ErrorLine error={result.error} /> : null}
    </div>
  );
}

function testWords(test: ModelTest & { ok: true }, t: ReturnType<typeof useText>): string {
  const ms = t.number(Math.round(test.ms));
  return t(test.tools ? 'testGood' : 'testNoTools', { ms });
}

function endpointOf(choice: ModelChoice | undefined): { baseUrl: string; model: string; key: string } {
  return choice?.kind === 'openai-compatible'
    ? { baseUrl: choice.baseUrl, model: choice.model, key: '' }
    : { baseUrl: '', model: '', key: '' };
}
