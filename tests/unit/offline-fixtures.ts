import { ActionStepSchema } from '@pagehand/contracts/plan';
import type { Receipt } from '@pagehand/contracts/receipt';
import type { PageSnapshot, RefInfo } from '@pagehand/contracts/snapshot';
import { planGoal } from '../../backend/models/offline/planner.ts';
import type { PlannerOutput, PlanRound } from '../../backend/tools/planner.ts';

export type Element = Partial<Omit<RefInfo, 'fingerprint'>> & { role: string; name: string };

const TAGS: Readonly<Record<string, string>> = {
  link: 'a',
  textbox: 'input',
  searchbox: 'input',
  checkbox: 'input',
  radio: 'input',
  combobox: 'select',
};

/** A snapshot made by hand from its elements: refs `e1`, `e2`, ... in their order. */
export function snapshotOf(elements: readonly Element[], url = 'https://shop.example/a'): PageSnapshot {
  return {
    snapshotId: 's1',
    tabId: 1,
    url,
    title: 'Shop',
    lang: 'en',
    dir: 'ltr',
    viewport: { width: 1280, height: 800, scrollX: 0, scrollY: 0, scrollHeight: 2000 },
    frames: [{ frameId: 0, documentId: 'd1', origin: new URL(url).origin, readable: true }],
    outline: '',
    refs: elements.map(
      (element, index): RefInfo => ({
        ref: `e${index + 1}`,
        frameId: 0,
        tag: TAGS[element.role] ?? element.role,
        states: [],
        ...element,
        fingerprint: { role: element.role, name: element.name, within: element.place ?? '', index: 0 },
      }),
    ),
    text: '',
    tools: [],
    omitted: { hidden: 0, refs: 0, textChars: 0, truncated: false },
    redacted: {},
  };
}

/** What became of a plan: one outcome per step, in order; steps without one were not run. */
export function roundOf(
  output: PlannerOutput,
  outcomes: readonly (Receipt['outcome'] | Partial<Receipt>)[],
  status = 'ran',
): PlanRound {
  if (output.kind !== 'plan') throw new Error(`no plan but ${JSON.stringify(output)}`);
  const steps = output.steps.map((step, index) => Object.assign({}, step, { stepId: `s${index + 1}` }));
  const receipts = outcomes.map(
    (outcome, index): Receipt => ({
      stepId: `s${index + 1}`,
      kind: 'click',
      outcome: 'changed',
      evidence: { summary: `seen ${index + 1}` },
      ms: 1,
      ...(typeof outcome === 'string' ? { outcome } : outcome),
    }),
  );
  return { steps, receipts, status };
}

/** The answer to a question as the loop hands it on. */
export function answered(output: PlannerOutput, answer: string): PlanRound {
  if (output.kind !== 'needs-person') throw new Error(`no question but ${JSON.stringify(output)}`);
  return {
    steps: [],
    receipts: [],
    status: 'answered',
    reason: `Asked "${output.question}", the person said: ${answer}`,
  };
}

export const signal = new AbortController().signal;
export const plan = (goal: string, elements: readonly Element[], rounds: PlanRound[] = []): PlannerOutput =>
  planGoal({ goal, snapshot: snapshotOf(elements), constraints: {}, rounds, signal });

/** Steps without our marks; every one is checked against the vocabulary. */
export function stepsOf(output: PlannerOutput): unknown[] {
  if (output.kind !== 'plan') throw new Error(`no plan but ${JSON.stringify(output)}`);
  return output.steps.map((step) => {
    const { why: _why, ...rest } = ActionStepSchema.parse(step);
    return rest;
  });
}

export const button = (name: string, more: Partial<Element> = {}): Element => ({ role: 'button', name, ...more });
export const link = (name: string, href: string, more: Partial<Element> = {}): Element => ({
  role: 'link',
  name,
  href,
  ...more,
});
export const field = (name: string, more: Partial<Element> = {}): Element => ({
  role: 'textbox',
  name,
  inputType: 'text',
  ...more,
});
export const FORM: Element[] = [
  field('Full name'),
  field('E-mail address', { inputType: 'email' }),
  { role: 'combobox', name: 'Country', options: ['France', 'Germany', 'India'], value: 'France' },
  { role: 'checkbox', name: 'I agree to the terms', inputType: 'checkbox' },
  { role: 'radio', name: 'Express', inputType: 'radio', place: 'group "Shipping"' },
  { role: 'radio', name: 'Standard', inputType: 'radio', states: ['checked'], place: 'group "Shipping"' },
  field('Birthday', { inputType: 'date' }),
  field('Password', { inputType: 'password', secret: 'password', value: 'empty' }),
  button('Send', { submits: { action: 'https://shop.example/send', method: 'post' } }),
  button('Cancel'),
];
export const FLIGHTS: Element[] = ['TAP 14:05 89 EUR', 'Iberia 15:10 99 EUR', 'TAP 18:40 120 EUR'].map((row) =>
  button('Select', { place: `row "${row}"` }),
);
