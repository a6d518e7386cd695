import type { ActionStep } from './plan.ts';
import type { RefInfo } from './snapshot.ts';

/** Free of zod: the content script matches by the same rules as the sanitizer. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** Index of the label that is this one, if need be but for case and white space; undefined when none is. */
export function exactLabel(wanted: string, labels: readonly string[]): number | undefined {
  for (const test of [(label: string) => label === wanted, (label: string) => plain(label) === plain(wanted)]) {
    const index = labels.findIndex(test);
    if (index >= 0) return index;
  }
  return undefined;
}

/** The same, or the one label that begins with it. */
function meantLabel(wanted: string, labels: readonly string[]): string | undefined {
  const exact = exactLabel(wanted, labels);
  if (exact !== undefined) return labels[exact];
  const begins = plain(wanted) === '' ? [] : labels.filter((label) => plain(label).startsWith(plain(wanted)));
  return begins.length === 1 ? begins[0] : undefined;
}

/** How `optionsOf` of the capture marks what cannot be chosen. */
const DISABLED = / \(disabled\)$/;

/**
 * The step with the whole labels of the options that it chooses, where the snapshot lists them: `Germ` becomes `Germany`.
 * Risk, approval and page then speak of the same option. What is not listed stays, and the page takes it as a whole
 * label only.
 */
export function withWholeLabels(step: ActionStep, infoOf: (ref: string) => RefInfo | undefined): ActionStep {
  const whole = (ref: string, wanted: string): string => {
    const options = infoOf(ref)?.options?.map((option) => option.replace(DISABLED, ''));
    return options === undefined ? wanted : (meantLabel(wanted, options) ?? wanted);
  };
  if (step.kind === 'select') return { ...step, values: step.values.map((value) => whole(step.ref, value)) };
  if (step.kind !== 'fill') return step;
  const fields = step.fields.map(({ ref, value }) => ({
    ref,
    value:
      typeof value === 'string'
        ? whole(ref, value)
        : Array.isArray(value)
          ? value.map((label) => whole(ref, label))
          : value,
  }));
  return { ...step, fields };
}
