import type { PlannedSteps } from '../e2e/support/scripted-planner.ts';
import type { ConformanceCase, Says } from './conformance-case.ts';

type Rounds = PlannedSteps | readonly PlannedSteps[];
type More = Partial<Omit<ConformanceCase, 'kind' | 'page' | 'name' | 'rounds' | 'truth' | 'expected' | 'says'>>;

/** Cases of one kind on one page: name, steps (or rounds of them), what is then true, what the receipt says. */
export const casesOn =
  (kind: string, page: string) =>
  (
    name: string,
    steps: Rounds,
    truth: string,
    expected: unknown,
    says: Says | readonly Says[] = 'changed',
    more: More = {},
  ): ConformanceCase => ({
    kind,
    page,
    name,
    rounds: typeof steps === 'function' ? [steps] : steps,
    truth,
    expected,
    says,
    ...more,
  });

/** Expressions for the truth. */
export const fieldValue = (id: string): string => `document.getElementById('${id}').value`;
export const textOf = (selector: string): string => `document.querySelector(${JSON.stringify(selector)})?.textContent`;
export const attributeOf = (selector: string, name: string): string =>
  `document.querySelector(${JSON.stringify(selector)})?.getAttribute('${name}')`;
