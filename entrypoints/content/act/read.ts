import type { ActionStep } from '@pagehand/contracts/plan';
import { captureDocument } from './capture-kit.ts';
import type { ActContext } from './context.ts';
import { locate } from './locate.ts';
import { plainText } from './plain-text.ts';
import type { ActResult } from './refusal.ts';

/** Longest text of a receipt. */
const TEXT_CHARS = 20_000;

/** Reads the visible text of the page or of one element. Sends nothing, changes nothing. */
export async function read(step: Extract<ActionStep, { kind: 'read' }>, context: ActContext): Promise<ActResult> {
  const located = step.ref === undefined ? undefined : await locate(step.ref, context);
  const capture = await captureDocument(
    context.document,
    context.memory,
    context.signal,
    located === undefined ? {} : { within: located.element },
  );
  const text =
    plainText(capture.text) ||
    capture.refs
      .map((info) => info.value ?? '')
      .filter(Boolean)
      .join('\n');
  const cut = text.length > TEXT_CHARS;
  return {
    outcome: 'ok',
    evidence: {
      summary: `read ${Math.min(text.length, TEXT_CHARS)} of ${text.length} characters`,
      text: cut ? text.slice(0, TEXT_CHARS) : text,
      origin: context.document.location.origin,
      ...(located === undefined ? {} : { found: located.found }),
    },
  };
}

/** Finds text on the page: controls by name, value or place, and the lines that hold it. Without case. */
export async function find(step: Extract<ActionStep, { kind: 'find' }>, context: ActContext): Promise<ActResult> {
  const capture = await captureDocument(context.document, context.memory, context.signal);
  const plain = (text: string) => text.replace(/\s+/g, ' ').toLowerCase();
  const wanted = plain(step.text.trim());
  const controls = capture.refs
    .filter((info) => [info.name, info.value ?? '', info.place ?? ''].some((text) => plain(text).includes(wanted)))
    .slice(0, 30);
  const lines = plainText(capture.text)
    .split('\n')
    .filter((line) => plain(line).includes(wanted))
    .slice(0, 30);
  const text = [
    ...controls.map(
      (info) => `${info.role} "${info.name}" [${info.ref}]${info.place === undefined ? '' : ` in ${info.place}`}`,
    ),
    ...lines.map((line) => `text: ${line.slice(0, 400)}`),
  ]
    .join('\n')
    .slice(0, TEXT_CHARS);
  const count = controls.length + lines.length;
  return {
    outcome: 'ok',
    evidence: {
      summary: count === 0 ? `"${step.text}" is not on the page` : `${controls.length} controls, ${lines.length} lines`,
      text,
      origin: context.document.location.origin,
    },
  };
}
