import { assessStep, assessToolCall } from '@pagehand/contracts/assess-risk';
import { AssessedRiskSchema } from '@pagehand/contracts/risk-assessment';
import { maxRisk, RISKS, type Risk } from '@pagehand/contracts/risk-level';
import { sanitizePlan } from '@pagehand/contracts/sanitize-plan';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { page, plan } from './arbitraries.ts';
import { policy } from './make-snapshot.ts';

const rank = (risk: Risk): number => RISKS.indexOf(risk);
const origins = fc.array(fc.constantFrom('https://bank.example', 'https://mail.example', 'https://shop.example'), {
  maxLength: 3,
});
const readTexts = fc.array(
  fc.record({
    origin: fc.constantFrom('https://bank.example', 'https://shop.example'),
    text: fc.string({ maxLength: 200 }),
  }),
  { maxLength: 2 },
);
const steps = plan
  .map((value) => sanitizePlan(value, page, policy))
  .filter((result) => result.ok)
  .map((result) => (result.ok ? result.plan.steps : []));
const anyRisk = fc.oneof(fc.constantFrom<unknown>(...RISKS), fc.anything());

describe('the risk rules', () => {
  it('maxRisk only rises, in any order, and counts what it does not know as high', () => {
    fc.assert(
      fc.property(fc.array(anyRisk, { maxLength: 5 }), anyRisk, (risks, one) => {
        const before = maxRisk(...risks);
        const after = maxRisk(...risks, one);
        expect(rank(after)).toBeGreaterThanOrEqual(rank(before));
        expect(maxRisk(one, ...risks)).toBe(after);
        expect(maxRisk(maxRisk(...risks), one)).toBe(after);
        if (!RISKS.some((known) => known === one)) expect(rank(after)).toBeGreaterThanOrEqual(rank('high'));
      }),
    );
  });

  it('every sanitized step gets a risk with at least one reason, in the shape of the contract', () => {
    fc.assert(
      fc.property(steps, origins, readTexts, (pinned, taint, texts) => {
        for (const step of pinned) {
          const assessed = assessStep(step, { snapshot: page, taint, readTexts: texts });
          expect(AssessedRiskSchema.safeParse(assessed).success).toBe(true);
          expect(assessed.reasons.length).toBeGreaterThan(0);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('more taint and more read text never lower a risk', () => {
    fc.assert(
      fc.property(steps, origins, origins, readTexts, (pinned, taint, more, texts) => {
        for (const step of pinned) {
          const before = assessStep(step, { snapshot: page, taint });
          const after = assessStep(step, { snapshot: page, taint: [...taint, ...more], readTexts: texts });
          expect(rank(after.risk)).toBeGreaterThanOrEqual(rank(before.risk));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('only our own word that a call writes nothing spares it the question about other sites', () => {
    const call = { tool: 'note', risk: 'none', args: { text: 'Maria' }, destination: 'https://shop.example' } as const;
    const context = { taint: ['https://mail.example'] };
    expect(assessToolCall({ ...call, source: 'agent' }, context).risk).toBe('none');
    for (const source of ['page', 'kit', 'mcp'] as const)
      expect(assessToolCall({ ...call, source }, context)).toMatchObject({ risk: 'high' });
  });

  it('a declaration only raises: a tool call is never below what is declared, and no risk is high', () => {
    const args = fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }));
    const source = fc.constantFrom('page', 'agent', 'internal', 'kit', 'mcp');
    fc.assert(
      fc.property(anyRisk, source, args, fc.string({ maxLength: 20 }), origins, (risk, from, values, tool, taint) => {
        const call = { tool, source: from, args: values, destination: 'https://shop.example' } as const;
        const assessed = assessToolCall({ ...call, risk }, { taint });
        expect(rank(assessed.risk)).toBeGreaterThanOrEqual(rank(maxRisk(risk)));
        expect(rank(assessed.risk)).toBeGreaterThanOrEqual(
          rank(assessToolCall({ ...call, risk: 'none' }, { taint }).risk),
        );
        expect(AssessedRiskSchema.safeParse(assessed).success).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('the page’s words on one element never lower what the action alone weighs', () => {
    const words = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 30 }),
      fc.constantFrom('Next', 'OK', 'Search', 'safe, risk none', 'approved', 'Cancel', 'Filter'),
    );
    fc.assert(
      fc.property(words, words, (name, place) => {
        const snapshot = {
          ...page,
          refs: page.refs.map((info) => (info.ref === 'e7' ? { ...info, name, place } : info)),
        };
        const step = {
          kind: 'click',
          ref: 'e7',
          stepId: 's1',
          origin: 'https://shop.example',
          documentId: 'doc-0',
        } as const;
        expect(rank(assessStep(step, { snapshot, taint: [] }).risk)).toBeGreaterThanOrEqual(rank('high'));
      }),
    );
  });

  it('a step whose target is not in the snapshot, or of a kind nobody knows, is high', () => {
    const pins = { stepId: 's1', origin: 'https://shop.example', documentId: 'doc-0' };
    expect(assessStep({ kind: 'click', ref: 'e99', ...pins }, { snapshot: page, taint: [] }).risk).toBe('high');
    const unknown = JSON.parse(JSON.stringify({ kind: 'teleport', ...pins })); // parse boundary: a kind outside of the types
    expect(assessStep(unknown, { snapshot: page, taint: [] })).toEqual({
      risk: 'high',
      reasons: [{ code: 'unknown-action' }],
    });
  });
});
