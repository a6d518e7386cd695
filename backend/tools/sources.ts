import { cap, cleanText } from '@pagehand/contracts/clean-text';
import { LIMITS } from '@pagehand/contracts/limits';
import type { Source, SourcesArtifact } from '@pagehand/contracts/sources';
import type { ToolContext } from './define-tool.ts';

/** Gives places their numbers in the turn. Titles are cleaned and capped; an address that is none is left out. */
export function numberSources(
  context: Pick<ToolContext, 'sourceNumber'>,
  places: readonly { title: string; url: string }[],
): Source[] {
  const valid = places.filter(({ url }) => URL.canParse(url) && url.length <= LIMITS.url).slice(0, LIMITS.sources);
  if (valid.length === 0) return [];
  const first = context.sourceNumber(valid.length);
  return valid.map(({ title, url }, index) => ({
    n: first + index,
    title: cap(cleanText(title).text.replace(/\s+/gu, ' ').trim(), 200) || new URL(url).host,
    url,
  }));
}

/** What the panel lists under the answer, and what taints the run. */
export const sourcesArtifact = (sources: readonly Source[]): SourcesArtifact => ({
  kind: 'sources',
  sources: [...sources],
  origins: [...new Set(sources.map(({ url }) => new URL(url).origin))],
});

/** `[3] [Title](https://...)`: a source as an answer lists it, in Markdown. */
export const sourceLine = ({ n, title, url }: Source): string =>
  `[${n}] [${title.replace(/[[\]\\]/g, ' ')}](${url.replace(/[()\s]/g, encodeURIComponent)})`;
