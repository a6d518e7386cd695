import * as z from 'zod';
import { KitManifestSchema } from './kit-manifest.ts';
import { KitToolsSchema } from './kit-tool.ts';

const Sha256Schema = z.string().regex(/^[0-9a-f]{64}$/);

/** Where a kit came from, as the person named it; credentials in a URL are left out. */
export const KitSourceSchema = z.strictObject({
  kind: z.enum(['folder', 'archive', 'git']),
  location: z.string().max(2_000),
  /** Of a Git source. */
  commit: z
    .string()
    .regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/)
    .optional(),
});
export type KitSource = z.infer<typeof KitSourceSchema>;

/**
 * What was accepted when a kit was installed: written beside its folder, never inside it. A kit whose files differ from
 * `files` is refused until the difference is accepted.
 */
export const KitLockSchema = z.strictObject({
  lockVersion: z.literal(1),
  id: z.string(),
  version: z.string(),
  source: KitSourceSchema,
  /** Base image: as kit.yaml names it (absent: the runtime's own), and the digest or id that it meant at installation. */
  image: z.strictObject({ asked: z.string().optional(), pinned: z.string() }),
  /** SHA-256 of every file, by its path in the kit. */
  files: z.record(z.string(), Sha256Schema),
  /** SHA-256 of `files`: one name for the content. */
  digest: Sha256Schema,
  /** ISO time. */
  acceptedAt: z.iso.datetime(),
  manifest: KitManifestSchema,
  /** Read from the code at installation; valid as long as the files are the same. */
  tools: KitToolsSchema,
});
export type KitLock = z.infer<typeof KitLockSchema>;

/** How the files of an installed kit differ from its lock; paths, sorted. */
export type KitChange = { added: string[]; removed: string[]; changed: string[] };
