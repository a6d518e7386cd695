import { expect, test, vi } from 'vitest';
import { makePlan, makeRef, makeSnapshot } from '../contract/make-snapshot.ts';
import { accepted } from '../contract/refusals.ts';

const area = vi.hoisted(() => ({ get: async () => ({}), set: async () => undefined }));
vi.mock('wxt/browser', () => ({ browser: { storage: { local: area, session: area } } }));
const { preparePlan } = await import('../../entrypoints/utils/prepare-plan.ts');

const snapshot = makeSnapshot([
  makeRef({ ref: 'e1', role: 'textbox', name: 'Notes' }),
  makeRef({ ref: 'e2', name: 'Delete' }),
]);
const plan = accepted(
  makePlan([
    { kind: 'type', ref: 'e1', text: 'read elsewhere' },
    { kind: 'click', ref: 'e2' },
  ]),
  snapshot,
);
const base = { snapshot, turnId: 't', taint: [] };
const risks = [
  { risk: 'critical' as const, reasons: [{ code: 'carries-read-text' as const, detail: 'from https://bank.example' }] },
  { risk: 'none' as const, reasons: [{ code: 'reads-only' as const }] },
];

test('a risk that only the backend can see is asked for; one that it misses is found here', async () => {
  const { steps } = await preparePlan({ ...base, plan, proposed: { steps: plan.steps, risks } });
  expect(steps.map(({ risk, approval }) => [risk.risk, approval])).toEqual([
    ['critical', 'every-time'],
    ['critical', 'every-time'],
  ]);
  expect(steps[0]?.risk.reasons.map(({ code }) => code)).toContain('carries-read-text');
});

test('dropping steps or editing a value does not shake it off', async () => {
  const edited = { ...plan, steps: [plan.steps[1], { ...plan.steps[0], text: 'read elsewhere!' }] };
  const stripped = edited.steps.map((step) => ({ ...step, stepId: undefined }));
  const parsed = accepted(JSON.parse(JSON.stringify({ ...edited, steps: stripped })), snapshot);
  const { steps } = await preparePlan({ ...base, plan: parsed, proposed: { steps: plan.steps, risks } });
  expect(steps.map(({ step, risk }) => [step.kind, risk.risk])).toEqual([
    ['click', 'critical'],
    ['type', 'critical'],
  ]);
});
