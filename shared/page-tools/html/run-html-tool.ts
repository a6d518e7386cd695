import type { ToolCallContext } from '../core/tool-types.ts';
import { fillForm, formProblems, submitForm } from './fill-form.ts';
import { isShown } from './read-html-tool.ts';

/** `event.detail` of `agent-call`, which an element gets before anything is clicked or filled. */
export type AgentCall = {
  readonly args: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** The page does it itself and this is the result; nothing is clicked or filled. */
  respondWith(result: unknown): void;
};

/** Clicks an element, or fills a form and submits it (or leaves the last click to the person). */
export async function runHtmlTool(
  element: HTMLElement,
  args: Readonly<Record<string, unknown>>,
  { signal }: ToolCallContext,
): Promise<unknown> {
  if (!element.isConnected || !isShown(element)) throw new Error('The element is not usable now.');
  let response: { result: unknown } | undefined;
  const detail: AgentCall = {
    args,
    signal,
    respondWith: (result) => {
      response = { result };
    },
  };
  element.dispatchEvent(new CustomEvent('agent-call', { bubbles: true, cancelable: true, detail }));
  if (response) return response.result;
  if (!(element instanceof HTMLFormElement)) {
    element.click();
    return { clicked: true };
  }
  fillForm(element, args);
  const auto = element.hasAttribute('toolautosubmit') || element.dataset['agentSubmit'] === 'auto';
  const problems = auto ? formProblems(element) : undefined;
  if (problems !== undefined) throw new Error(problems);
  return (await submitForm(element, auto, signal)) ?? { submitted: true };
}
