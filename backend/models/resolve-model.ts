import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { Planner } from '../tools/planner.ts';
import { readModelChoice, type SettingsStore } from './model-settings.ts';
import { createOfflinePlanner, OfflineChatModel } from './offline/index.ts';
import { openAiCompatible } from './openai-compatible.ts';

/** The model of a run. */
export type ResolvedModel = {
  model: BaseChatModel;
  /** As shown to the person: `offline`, or `model @ host`. */
  name: string;
  kind: 'offline' | 'openai-compatible';
  /** The provider says how an answer ended: without it the stream was cut. */
  reportsFinish: boolean;
  /** The model's own planner; undefined: the agent plans with the chat model. */
  planner: Planner | undefined;
};

/**
 * The chat model of the next run: environment, then settings, then the built-in offline model. Made afresh per run, so a
 * change in the settings holds from the next message on.
 */
export function resolveModel(store: SettingsStore, env: NodeJS.ProcessEnv = process.env): ResolvedModel {
  const { choice, key } = readModelChoice(store, env);
  if (choice.kind === 'offline')
    return {
      model: new OfflineChatModel({}),
      name: 'offline',
      kind: 'offline',
      reportsFinish: false,
      planner: createOfflinePlanner(),
    };
  return {
    model: openAiCompatible({ baseUrl: choice.baseUrl, model: choice.model, key }),
    name: `${choice.model} @ ${new URL(choice.baseUrl).host}`,
    kind: 'openai-compatible',
    reportsFinish: true,
    planner: undefined,
  };
}
