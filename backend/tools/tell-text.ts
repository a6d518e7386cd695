import { untrustedBlock } from '@pagehand/contracts/untrusted-block';
import type { RelevantText } from '../documents/relevant-text.ts';
import { maskSecrets } from '../mask-secrets.ts';
import type { ToolContext, ToolResult } from './define-tool.ts';
import { numberSources, sourceLine, sourcesArtifact } from './sources.ts';

/** What a tool read at one address. */
export type ReadPlace = {
  title: string;
  url: string;
  kind: string;
  relevant: RelevantText;
  /** The whole text, for `read_result`. */
  whole: string;
  /** What the model must know besides, in our own words. */
  notes?: string[];
};

/** A text that was read, as marked data with its source; the whole of a long one goes to the store. */
export function tellText(place: ReadPlace, context: ToolContext): ToolResult {
  const sources = numberSources(context, [place]);
  const lines = sources.map(sourceLine);
  const block = untrustedBlock(
    { source: new URL(place.url).origin, kind: place.kind },
    [...lines, '', place.relevant.text].join('\n'),
  );
  if (place.relevant.cut) context.results.put(context.toolCallId, maskSecrets(place.whole, context.secrets()));
  const notes = [
    ...(place.notes ?? []),
    ...(place.relevant.cut
      ? [
          `the whole text has ${place.whole.length} characters; read_result {"call_id":"${context.toolCallId}","offset":0} gives it`,
        ]
      : []),
    ...sources.map(({ n }) => `cite it as [${n}]`),
  ];
  return { content: `${block}\n[${notes.join('; ')}]`, artifact: sourcesArtifact(sources) };
}
