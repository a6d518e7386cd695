import type { ActionStep } from '@pagehand/contracts/plan';
import { parentOf } from './capture-kit.ts';
import { checkEnabled } from './check-target.ts';
import type { ActContext } from './context.ts';
import { dispatch } from './dispatch.ts';
import { acceptedBy } from './file-accept.ts';
import { announce } from './keys.ts';
import { inWords, type Located, locate } from './locate.ts';
import { Observation } from './observe.ts';
import { pageDataTransfer, putFile } from './page-data-transfer.ts';
import { type ActResult, Refusal } from './refusal.ts';
import { toEvidence } from './to-evidence.ts';

/** A file that the person picked, as the panel hands it over. */
export type GivenFile = { name: string; type: string; base64: string };

/**
 * Gives files to a file input: its `files` are set from a DataTransfer, then input and change are sent (HTML, 4.10.5.1.17,
 * "select files"). The input may be hidden behind its label or a button. Where there is no input, the files are dropped
 * on the target: dragenter, dragover, drop. `accept` and `multiple` hold as in the browser's own picker.
 */
export async function upload(
  step: Extract<ActionStep, { kind: 'upload' }>,
  given: readonly GivenFile[],
  context: ActContext,
): Promise<ActResult> {
  const located = await locate(step.ref, context);
  const missing = step.files.filter((name) => !given.some((file) => file.name === name));
  if (missing.length > 0) throw new Refusal('file-not-picked', `Not picked by the person: ${missing.join(', ')}.`);
  const files = step.files.flatMap((name) => given.filter((file) => file.name === name).map(toFile));
  const input = inputOf(located.element);
  const observation = new Observation(context, input ?? located.element);
  try {
    await observation.sample();
    if (input === undefined) dropOn(located, files, context, () => observation.acting());
    else {
      checkEnabled({ ...located, element: input }, context);
      checkFiles(located, input, files);
      observation.acting();
      const transfer = new DataTransfer();
      for (const file of files) transfer.items.add(file);
      input.files = transfer.files;
      announce(input);
    }
    await observation.settle({ first: 300, quiet: 120, most: 2_500 });
    const seen = observation.end();
    const evidence = toEvidence(seen, located.found);
    const names = step.files.join(', ');
    const held = [...(input?.files ?? [])].map((file) => file.name);
    const shown = { ...evidence, ...(held.length === 0 ? {} : { files: held.map((name) => name.slice(0, 120)) }) };
    if (input !== undefined && held.join() === step.files.join())
      return { outcome: 'changed', evidence: { ...shown, summary: `holds ${names}`.slice(0, 500) } };
    // Pages that take the files themselves often empty the input at once.
    if (seen.strong.length > 0)
      return {
        outcome: 'changed',
        evidence: { ...shown, summary: `given ${names}; ${evidence.summary}`.slice(0, 500) },
      };
    return {
      outcome: 'unsure',
      code: 'unconfirmed',
      evidence: { ...shown, summary: `Given ${names}, but the page did not show that it has them.`.slice(0, 500) },
    };
  } finally {
    observation.close();
  }
}

function toFile({ name, type, base64 }: GivenFile): File {
  return new File([Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))], name, { type });
}

/** The file input that the target is, labels, holds, or stands beside alone. */
function inputOf(element: Element): HTMLInputElement | undefined {
  const isFileInput = (node: Element | null): node is HTMLInputElement =>
    node instanceof HTMLInputElement && node.type === 'file';
  if (isFileInput(element)) return element;
  const label = element.closest('label');
  if (label !== null && isFileInput(label.control)) return label.control;
  let around: Element | null = element;
  for (let up = 0; up < 4 && around !== null && around.localName !== 'body'; up += 1, around = parentOf(around)) {
    const inputs = [...around.querySelectorAll('input[type=file]')].filter(isFileInput);
    if (inputs.length === 1) return inputs[0];
    if (inputs.length > 1) return undefined;
  }
  return undefined;
}

function checkFiles(located: Located, input: HTMLInputElement, files: readonly File[]): void {
  if (files.length > 1 && !input.multiple)
    throw new Refusal('target-unsuitable', `${inWords(located)} takes one file.`);
  const wrong = files.filter((file) => !acceptedBy(input.accept, file));
  if (wrong.length > 0)
    throw new Refusal(
      'value-not-accepted',
      `${inWords(located)} takes ${input.accept}, not ${wrong.map((file) => file.name).join(', ')}.`,
    );
}

function dropOn(located: Located, files: readonly File[], context: ActContext, acting: () => void): void {
  const { element } = located;
  const box = element.getBoundingClientRect();
  const dataTransfer = pageDataTransfer(context);
  for (const file of files) putFile(dataTransfer, file, context);
  const send = (type: string) =>
    dispatch(
      element,
      new DragEvent(type, {
        bubbles: true,
        cancelable: true,
        composed: true,
        view: context.view,
        clientX: box.left + box.width / 2,
        clientY: box.top + box.height / 2,
        dataTransfer,
      }),
    );
  acting();
  send('dragenter');
  if (send('dragover'))
    throw new Refusal('target-unsuitable', `${inWords(located)} is no file field and takes no files that are dropped.`);
  send('drop');
}
