import { modelSettings, type SettingsStore } from '../models/model-settings.ts';
import type { ModelSettings } from './api-types.ts';

/** The model settings as the routes use them. */
export const connectModels = (store: SettingsStore, environment: NodeJS.ProcessEnv): ModelSettings =>
  modelSettings(store, environment);
