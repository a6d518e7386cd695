import { type ModelChoice, ModelChoiceSchema } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import type { Store } from '../store/store.ts';
import { findServers } from './find-servers.ts';
import { testConnection } from './test-connection.ts';

export type SettingsStore = Pick<Store, 'settings' | 'secrets'>;

const SETTING = 'model';
const SECRET = 'model-key';

/**
 * Where the model is. The environment (PAGEHAND_MODEL_BASE_URL, PAGEHAND_MODEL, PAGEHAND_MODEL_KEY) wins over the
 * settings; with neither it is the built-in offline model. A stored choice that no longer fits its schema counts as none.
 * @throws AppError `bad-request` when the environment names a base URL without a model, or one that is no http(s) URL.
 */
export function readModelChoice(
  store: SettingsStore,
  env: NodeJS.ProcessEnv = process.env,
): { choice: ModelChoice; key: string | undefined; fromEnvironment: boolean } {
  const baseUrl = env['PAGEHAND_MODEL_BASE_URL'];
  if (baseUrl !== undefined && baseUrl !== '') {
    const parsed = ModelChoiceSchema.safeParse({
      kind: 'openai-compatible',
      baseUrl,
      model: env['PAGEHAND_MODEL'] ?? '',
    });
    if (!parsed.success)
      throw new AppError(
        'bad-request',
        'PAGEHAND_MODEL_BASE_URL needs an http(s) URL, and PAGEHAND_MODEL the name of a model.',
      );
    return { choice: parsed.data, key: env['PAGEHAND_MODEL_KEY'], fromEnvironment: true };
  }
  const stored = ModelChoiceSchema.safeParse(store.settings.get(SETTING));
  if (!stored.success || stored.data.kind === 'offline')
    return { choice: { kind: 'offline' }, key: undefined, fromEnvironment: false };
  return { choice: stored.data, key: store.secrets.get(SECRET), fromEnvironment: false };
}

/**
 * Keeps a choice. `key`: null removes the stored key, undefined leaves it, but only for the server it was given for:
 * with another host the key is removed, so that it is never sent there.
 */
export function saveModelChoice(store: SettingsStore, choice: ModelChoice, key: string | null | undefined): void {
  const before = ModelChoiceSchema.safeParse(store.settings.get(SETTING));
  const moved = before.success && originOf(before.data) !== undefined && originOf(choice) !== originOf(before.data);
  store.settings.set(SETTING, choice);
  if (key !== undefined) store.secrets.set(SECRET, key);
  else if (moved && choice.kind !== 'offline') store.secrets.set(SECRET, null);
}

const originOf = (choice: ModelChoice): string | undefined =>
  choice.kind === 'offline' ? undefined : new URL(choice.baseUrl).origin;

/** What `POST /api/models/{verb}` needs. The key goes in and never comes out. */
export function modelSettings(store: SettingsStore, env: NodeJS.ProcessEnv = process.env) {
  return {
    get() {
      const { choice, key, fromEnvironment } = readModelChoice(store, env);
      return { choice, hasKey: key !== undefined && key !== '', fromEnvironment };
    },
    set: (choice: ModelChoice, key: string | null | undefined) => saveModelChoice(store, choice, key),
    find: (signal: AbortSignal) => findServers(signal),
    knownSecrets(): string[] {
      const { key } = readModelChoice(store, env);
      return key === undefined || key === '' ? [] : [key];
    },
    test(request: { choice: ModelChoice; key?: string | undefined }, signal: AbortSignal) {
      return testConnection(request.choice, request.key ?? storedKeyFor(store, request.choice, env), signal);
    },
  };
}

/** The stored key is tried only with the server it was stored for: another base URL never gets to see it. */
function storedKeyFor(store: SettingsStore, choice: ModelChoice, env: NodeJS.ProcessEnv): string | undefined {
  const current = readModelChoice(store, env);
  if (choice.kind !== 'openai-compatible' || current.choice.kind !== 'openai-compatible') return undefined;
  return new URL(choice.baseUrl).origin === new URL(current.choice.baseUrl).origin ? current.key : undefined;
}
