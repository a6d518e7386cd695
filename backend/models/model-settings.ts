import { type ModelChoice, ModelChoiceSchema } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import type { Store } from '../store/store.ts';

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

/** Keeps a choice. `key`: null removes the stored key, undefined leaves it. */
export function saveModelChoice(store: SettingsStore, choice: ModelChoice, key: string | null | undefined): void {
  store.settings.set(SETTING, choice);
  if (key !== undefined) store.secrets.set(SECRET, key);
}

/** Whether a key is stored. */
export const hasModelKey = (store: SettingsStore): boolean => store.secrets.get(SECRET) !== undefined;
