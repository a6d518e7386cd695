import * as z from 'zod';
import { LIMITS } from './limits.ts';

/** A place that an answer rests on. `n` is its number in the turn: the answer cites it as [n]. */
export const SourceSchema = z.strictObject({
  n: z.int().min(1),
  title: z.string().max(200),
  url: z.string().max(LIMITS.url),
});
export type Source = z.infer<typeof SourceSchema>;

/** `artifact` of the ToolMessage of a tool that read the web: what is listed under the answer, and the run's taint. */
export const SourcesArtifactSchema = z.strictObject({
  kind: z.literal('sources'),
  sources: z.array(SourceSchema).max(LIMITS.sources),
  /** Origins whose text is in the result. */
  origins: z.array(z.string().max(LIMITS.url)).max(LIMITS.sources),
});
export type SourcesArtifact = z.infer<typeof SourcesArtifactSchema>;
