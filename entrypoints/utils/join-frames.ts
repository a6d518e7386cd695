/** Joins the frames' captures into one snapshot. Pure: no browser, no page. */
import { LIMITS } from '@pagehand/contracts/limits';
import type { Frame, PageSnapshot, RefInfo } from '@pagehand/contracts/snapshot';
import { readableKey, unreadableKey } from './frame-table.ts';
import type { ParsedCapture } from './page-answer-schema.ts';
import { joinRef } from './step-refs.ts';

/** A frame that was entered: captured, or found and then silent (`capture` is absent). */
export type EnteredFrame = {
  browserFrameId: number;
  origin: string;
  framePath: number[] | undefined;
  capture: ParsedCapture | undefined;
};

export type JoinInput = {
  snapshotId: string;
  tabId: number;
  entered: EnteredFrame[];
  top: ParsedCapture;
  numberOf(key: string): number;
  /** Whether we have access to the origin: decides between `no-access` and `not-loaded`. */
  hasAccess(origin: string): boolean;
};

type Joined = { frames: Frame[]; refs: RefInfo[]; omitted: PageSnapshot['omitted']; redacted: Record<string, number> };
type Part = { outline: string[]; text: string };

/** Child frames stand in place, indented in the outline and as `<section data-frame data-origin>` in the text. */
export function joinFrames(input: JoinInput): PageSnapshot {
  const { top } = input;
  const joined: Joined = {
    frames: [],
    refs: [],
    omitted: { hidden: 0, refs: 0, textChars: 0, truncated: false },
    redacted: {},
  };
  const others = new Set(input.entered.filter((frame) => frame.browserFrameId !== 0));
  const part = joinFrame(
    { browserFrameId: 0, origin: top.origin, framePath: [], capture: top },
    top,
    0,
    input,
    others,
    joined,
  );
  // Entered, but no parent named it (inside closed shadow trees, or came after the parent was captured).
  for (const frame of others) {
    if (frame.capture === undefined) continue;
    const number = input.numberOf(readableKey(frame.browserFrameId));
    const child = joinFrame(frame, frame.capture, number, input, others, joined);
    part.outline.push(`- iframe ${originWords(frame.origin)}`, ...child.outline.map((line) => `  ${line}`));
    part.text += section(number, frame.origin, child.text);
  }
  joined.frames.sort((a, b) => a.frameId - b.frameId);
  const { frames, omitted, redacted } = joined;
  const refs = cut(joined.refs, LIMITS.refs, (dropped) => {
    omitted.refs += dropped;
  });
  const kept = cut(frames, LIMITS.frames, () => undefined);
  const outline = cutLines(part.outline, LIMITS.outline);
  const text = part.text.slice(0, LIMITS.text);
  omitted.textChars += part.text.length - text.length;
  if (refs.length < joined.refs.length || kept.length < frames.length || outline.cut || text.length < part.text.length)
    omitted.truncated = true;
  return {
    snapshotId: input.snapshotId,
    tabId: input.tabId,
    url: top.url,
    title: top.title,
    lang: top.lang,
    dir: top.dir,
    viewport: top.viewport,
    frames: kept,
    outline: outline.text,
    refs,
    text,
    tools: [],
    omitted,
    redacted,
  };
}

function joinFrame(
  frame: EnteredFrame,
  capture: ParsedCapture,
  number: number,
  input: JoinInput,
  others: Set<EnteredFrame>,
  joined: Joined,
): Part {
  others.delete(frame);
  joined.frames.push({ frameId: number, documentId: capture.documentId, origin: capture.origin, readable: true });
  joined.refs.push(...capture.refs.map((info) => ({ ...info, ref: joinRef(number, info.ref), frameId: number })));
  joined.omitted.hidden += capture.omitted.hidden;
  joined.omitted.refs += capture.omitted.refs;
  joined.omitted.textChars += capture.omitted.textChars;
  joined.omitted.truncated ||= capture.omitted.truncated;
  for (const [kind, count] of Object.entries(capture.redacted))
    joined.redacted[kind] = (joined.redacted[kind] ?? 0) + count;

  const children = capture.childFrames.map((child, place) =>
    joinChild(frame, number, child, place, input, others, joined),
  );
  const used = new Set<number>();
  const take = (place: number): (Part & { number: number; origin: string; note: string }) | undefined => {
    if (used.has(place)) return undefined;
    used.add(place);
    return children[place];
  };
  const outline = capture.outline.split('\n').flatMap((line) => {
    const match = /^(\s*)(.*?)\s*\{frame:(\d{1,4})\}\s*$/u.exec(line);
    if (match === null) return [qualify(line, number)];
    const child = take(Number(match[3]));
    const [indent, head] = [match[1] ?? '', qualify(match[2] ?? '', number)];
    if (child === undefined) return [`${indent}${head}`];
    return [`${indent}${head} ${child.note}`, ...child.outline.map((inner) => `${indent}  ${inner}`)];
  });
  const drawn = new Set<number>();
  const text = capture.text.replace(/<iframe data-frame="(\d{1,4})"><\/iframe>/gu, (_whole, place: string) => {
    const child = drawn.has(Number(place)) ? undefined : children[Number(place)];
    drawn.add(Number(place));
    return child === undefined ? '' : section(child.number, child.origin, child.text);
  });
  return { outline, text };
}

function joinChild(
  parent: EnteredFrame,
  parentNumber: number,
  child: ParsedCapture['childFrames'][number],
  place: number,
  input: JoinInput,
  others: Set<EnteredFrame>,
  joined: Joined,
): Part & { number: number; origin: string; note: string } {
  const found = findChild(parent, child, others);
  if (found?.capture !== undefined) {
    const number = input.numberOf(readableKey(found.browserFrameId));
    const part = joinFrame(found, found.capture, number, input, others, joined);
    return { ...part, number, origin: found.capture.origin, note: originWords(found.capture.origin) };
  }
  if (found !== undefined) others.delete(found);
  const number = input.numberOf(
    found === undefined ? unreadableKey(parentNumber, place) : readableKey(found.browserFrameId),
  );
  const origin = found?.origin ?? child.origin;
  const reason = found === undefined ? whyUnreadable(child, input) : 'timeout';
  joined.frames.push({ frameId: number, documentId: '', origin, readable: false, reason });
  return { outline: [], text: '', number, origin, note: `${originWords(origin)} (not readable: ${reason})` };
}

/** By its place in `window.frames`; inside shadow trees, where it has none, by origin in the order of the tree. */
function findChild(
  parent: EnteredFrame,
  child: ParsedCapture['childFrames'][number],
  others: Set<EnteredFrame>,
): EnteredFrame | undefined {
  if (child.index >= 0 && parent.framePath !== undefined) {
    const path = [...parent.framePath, child.index].join('/');
    return [...others].find((frame) => frame.framePath?.join('/') === path);
  }
  return [...others].find((frame) => frame.framePath === undefined && frame.origin === child.origin);
}

function whyUnreadable(child: ParsedCapture['childFrames'][number], input: JoinInput): NonNullable<Frame['reason']> {
  if (child.sandboxed && child.origin === 'null') return 'sandboxed';
  if (!/^https?:/u.test(child.origin)) return 'restricted';
  return input.hasAccess(child.origin) ? 'not-loaded' : 'no-access';
}

/** `[e5]` -> `[f2e5]` in the lines of frame 2. */
const qualify = (line: string, number: number): string =>
  number === 0 ? line : line.replace(/\[(e[1-9]\d{0,6})\]/gu, (_whole, ref: string) => `[${joinRef(number, ref)}]`);

const originWords = (origin: string): string =>
  /^https?:\/\//u.test(origin) ? origin.replace(/^https?:\/\//u, '') : origin;
const escapeAttribute = (text: string): string => text.replace(/[&"<>]/gu, (char) => `&#${char.charCodeAt(0)};`);
const section = (number: number, origin: string, text: string): string =>
  text === '' ? '' : `<section data-frame="${number}" data-origin="${escapeAttribute(origin)}">${text}</section>`;

function cut<T>(items: T[], max: number, dropped: (count: number) => void): T[] {
  if (items.length > max) dropped(items.length - max);
  return items.slice(0, max);
}

function cutLines(lines: string[], max: number): { text: string; cut: boolean } {
  let length = 0;
  let end = 0;
  while (end < lines.length) {
    length += (lines[end] ?? '').length + 1;
    if (length > max) break;
    end += 1;
  }
  return { text: lines.slice(0, end).join('\n'), cut: end < lines.length };
}
