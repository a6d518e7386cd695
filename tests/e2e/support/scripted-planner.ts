import { outlineItems } from '@pagehand/contracts/outline-lines';
import {
  type ChatRequest,
  FakeOpenAiServer,
  type RecordedRequest,
  type ScriptStep,
} from '../../fakes/openai-server.ts';

/** Steps as a model would write them; `ref('button', 'Save')` stands where it takes a ref from the outline. */
export type PlannedSteps = (ref: (role: string, name: string) => string) => unknown[];

export type Script = {
  /** The goal that the main model hands to `browser_action`. */
  goal: string;
  /** One entry per planning round; after the last one the planner says that it is done. */
  rounds: PlannedSteps[];
  /** The main model's last words. */
  answer: string;
};

/**
 * A model that speaks the OpenAI protocol and plays a script: call `browser_action`, plan the rounds with the refs that
 * stand in the outline it was sent, say the answer. Its refs come from nowhere but the real prompt.
 */
export async function startScriptedPlanner(): Promise<{ model: FakeOpenAiServer; play(script: Script): void }> {
  const model = await FakeOpenAiServer.start();
  return {
    model,
    play(script) {
      let round = 0;
      model.script((request: RecordedRequest): ScriptStep => {
        const names = (request.body.tools ?? []).map((tool) => tool.function.name);
        if (names.includes('propose_plan')) {
          const plan = script.rounds[round];
          round += 1;
          if (plan === undefined)
            return { toolCalls: [{ name: 'done', args: { summary: 'The steps were done.' }, id: `done_${round}` }] };
          const text = lastUserText(request.body);
          return {
            toolCalls: [
              {
                name: 'propose_plan',
                args: { steps: plan((role, name) => findRef(text, role, name)) },
                id: `plan_${round}`,
              },
            ],
          };
        }
        const last = request.body.messages.at(-1);
        if (last?.role === 'tool') return { text: script.answer };
        return { toolCalls: [{ name: 'browser_action', args: { goal: script.goal }, id: 'act_1' }] };
      });
    },
  };
}

function lastUserText(body: ChatRequest): string {
  const content = body.messages.findLast((message) => message.role === 'user')?.content;
  return typeof content === 'string' ? content : JSON.stringify(content);
}

/** The first element of that role (any with '') by its whole name, else by a part of it. */
function findRef(text: string, role: string, name: string): string {
  const items = outlineItems(text).filter((item) => item.ref !== undefined && (role === '' || item.role === role));
  const found = items.find((item) => item.name === name) ?? items.find((item) => item.name.includes(name));
  if (found?.ref === undefined) throw new Error(`The model was shown no ${role} "${name}":\n${text}`);
  return found.ref;
}
