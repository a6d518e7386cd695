import { AppError } from '@pagehand/contracts/errors';
import { hasModelKey, readModelChoice, type SettingsStore, saveModelChoice } from '../models/model-settings.ts';
import type { ModelSettings } from './api-types.ts';

/** The model settings as the routes use them. */
export function connectModels(store: SettingsStore, environment: NodeJS.ProcessEnv): ModelSettings {
  return {
    get() {
      const { choice, key, fromEnvironment } = readModelChoice(store, environment);
      return { choice, hasKey: fromEnvironment ? key !== undefined : hasModelKey(store), fromEnvironment };
    },
    set: (choice, key) => saveModelChoice(store, choice, key),
    find: () => Promise.reject(new AppError('tool-unavailable', 'Looking for model servers is not there yet.')),
    test: () => Promise.reject(new AppError('tool-unavailable', 'Trying a model is not there yet.')),
  };
}
