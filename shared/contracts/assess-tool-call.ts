import { hasInvisible } from './clean-text.ts';
import { findMeanings } from './find-meaning.ts';
import { urlParts } from './find-read-text.ts';
import { classifyHost } from './host-class.ts';
import { lookalikeReason } from './lookalike-host.ts';
import { parseUrl } from './plan-url.ts';
import type { AssessedRisk } from './risk-assessment.ts';
import type { TaintContext } from './risk-context.ts';
import { maxRisk } from './risk-level.ts';
import { RiskNotes } from './risk-notes.ts';
import { isKnownLink, noteCarriedText, otherOrigins } from './risk-of-url.ts';
import type { ToolDeclaration } from './snapshot.ts';

export type ToolCallToAssess = {
  tool: string;
  /** What the declaration says; missing or unknown counts as `high`. */
  risk: unknown;
  source: ToolDeclaration['source'];
  args: Readonly<Record<string, unknown>>;
  /** Where the call's data goes: the page's origin for a page tool, the service's for a server tool. Absent: nowhere. */
  destination?: string;
  /**
   * The call only asks for something there: that other origins were read before is no reason, text carried from them is.
   */
  asksOnly?: boolean;
  /** The tool opens URLs that stand in its arguments. */
  opensUrls?: boolean;
};

/**
 * The risk of one tool call: what is declared, raised by what the tool's name and arguments say. Words raise only tools
 * that others declare (page, kit, MCP); our own say their risk themselves. Never lower than declared.
 */
export function assessToolCall(call: ToolCallToAssess, context: TaintContext): AssessedRisk {
  const notes = new RiskNotes();
  const declared = maxRisk(call.risk);
  notes.add(declared, 'declared', typeof call.risk === 'string' ? undefined : 'no risk declared');
  if (call.source === 'page' || call.source === 'kit' || call.source === 'mcp') {
    const name = call.tool.replace(/([a-z])([A-Z])/g, '$1 $2');
    for (const { meaning, strength, word } of findMeanings(name))
      notes.add(strength === 'strong' ? 'critical' : 'high', meaning, word);
  }
  const texts = textsIn(call.args);
  if (texts.some(hasInvisible)) notes.add('high', 'invisible-text');
  if (call.opensUrls) noteUrls(notes, texts, context);
  const { destination } = call;
  if (destination === undefined) return notes.result();
  // Only of our own tools is it known that `none` writes nothing.
  const writesNothing = declared === 'none' && (call.source === 'agent' || call.source === 'internal');
  if (!writesNothing && call.asksOnly !== true) {
    const others = otherOrigins(destination, context);
    if (others.length > 0)
      notes.add(
        'high',
        'writes-to-other-site',
        `${others.slice(0, 3).join(', ')} was read before; this goes to ${destination}`,
      );
  }
  noteCarriedText(notes, [...texts, texts.join('')], destination, context);
  return notes.result();
}

/** URLs that the tool will open: private addresses, look-alikes, and text carried out. */
function noteUrls(notes: RiskNotes, texts: readonly string[], context: TaintContext): void {
  const known = context.taint.flatMap((origin) => parseUrl(origin)?.hostname ?? []);
  for (const text of texts) {
    const url = /^\s*https?:/i.test(text) ? parseUrl(text) : undefined;
    if (!url) continue;
    if (classifyHost(url.hostname) !== 'public') notes.add('critical', 'private-address', url.host);
    const odd = lookalikeReason(url.hostname, known);
    if (odd !== undefined) notes.add('high', 'lookalike-domain', odd);
    if (!isKnownLink(url, context)) noteCarriedText(notes, urlParts(url), url.origin, context);
  }
}

/** Every string in the arguments, level by level in their order; the walk is bounded. */
function textsIn(args: unknown): string[] {
  const texts: string[] = [];
  const queue: unknown[] = [args];
  for (let at = 0; at < queue.length && at < 5_000; at += 1) {
    const value = queue[at];
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'number') texts.push(String(value));
    else if (typeof value === 'object' && value !== null) queue.push(...Object.values(value).slice(0, 1_000));
  }
  return texts;
}
