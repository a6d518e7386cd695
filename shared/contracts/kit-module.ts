import * as z from 'zod';
import { AppErrorSchema } from './errors.ts';
import { KitSourceSchema } from './kit-lock.ts';
import { RiskSchema } from './risk-level.ts';

/** Name of a module: no `_`, so that `kit_<module>_<tool>` is read in one way only. */
export const ModuleIdSchema = z
  .string()
  .max(24)
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'is of lower-case letters, digits and single "-", like "my-tables"');

/** What a commit of a workspace says of itself. */
export const KitLogNoteSchema = z.strictObject({
  kind: z.enum(['start', 'call', 'save', 'undo', 'outside']),
  /** Tool call that made it. */
  callId: z.string().max(200).optional(),
  tool: z.string().max(64).optional(),
  /** Commit that it takes back. */
  undoes: z.string().max(64).optional(),
});
export type KitLogNote = z.infer<typeof KitLogNoteSchema>;

const CommitSchema = z.string().regex(/^[0-9a-f]{40}$/);
export const KitLogEntrySchema = z.strictObject({
  ...KitLogNoteSchema.shape,
  commit: CommitSchema,
  /** ms since the epoch. */
  at: z.int(),
});
export type KitLogEntry = z.infer<typeof KitLogEntrySchema>;

export const KitChangeEntrySchema = z.strictObject({
  path: z.string().max(1_000),
  change: z.enum(['added', 'changed', 'removed']),
});
export type KitChangeEntry = z.infer<typeof KitChangeEntrySchema>;

/** A file of a workspace as the panel may download it: `fileId` says nothing about where it lies. */
export const KitFileSchema = z.strictObject({
  fileId: z.string().regex(/^[0-9a-f]{40}$/),
  path: z.string().max(1_000),
  size: z.int().min(0),
});
export type KitFile = z.infer<typeof KitFileSchema>;

/** One connection of a call to a host that its kit names. */
export const KitConnectionSchema = z.strictObject({
  host: z.string().max(260),
  port: z.int(),
  sent: z.int().min(0),
  received: z.int().min(0),
  ms: z.number().min(0),
  /** Why there was none, or why it was ended. */
  problem: AppErrorSchema.optional(),
});
export type KitConnection = z.infer<typeof KitConnectionSchema>;

/** `artifact` of the ToolMessage of a kit's tool, and the value of its run event: what the card shows beside the result. */
export const KitArtifactSchema = z.strictObject({
  kind: z.literal('kit'),
  moduleId: ModuleIdSchema,
  tool: z.string().max(64),
  ok: z.boolean(),
  /** Wall clock of the call. */
  ms: z.number().min(0),
  /** Ends of what it printed. */
  stdout: z.string().max(8_000),
  stderr: z.string().max(8_000),
  /** Commit that holds what it changed. */
  commit: CommitSchema.optional(),
  changes: z.array(KitChangeEntrySchema).max(100),
  /** Files that it made or changed. */
  files: z.array(KitFileSchema).max(100),
  /** Connections that it had or wanted; bytes as the kit counts them. Absent: it names no hosts. */
  connections: z.array(KitConnectionSchema).max(100).optional(),
});
export type KitArtifact = z.infer<typeof KitArtifactSchema>;

const KitToolSummarySchema = z.strictObject({
  name: z.string(),
  description: z.string(),
  risk: RiskSchema,
  /** Of the module that it runs in, where that is another one. */
  providedBy: z.string().optional(),
});

/** Where the image of a module stands. */
export const KitImageStateSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('unknown') }),
  z.strictObject({ state: z.literal('missing') }),
  z.strictObject({ state: z.literal('building'), lines: z.array(z.string()).max(200) }),
  z.strictObject({ state: z.literal('ready') }),
  z.strictObject({ state: z.literal('failed'), error: AppErrorSchema }),
]);
export type KitImageState = z.infer<typeof KitImageStateSchema>;

export const KitModuleSchema = z.strictObject({
  moduleId: ModuleIdSchema,
  kit: z.strictObject({
    id: z.string(),
    version: z.string(),
    name: z.string(),
    owner: z.string(),
    description: z.string(),
  }),
  profile: z.string(),
  enabled: z.boolean(),
  tools: z.array(KitToolSummarySchema),
  network: z.union([z.literal('none'), z.array(z.string())]),
  ports: z.array(z.strictObject({ name: z.string(), port: z.int() })),
  /** Variables of the kit; the value of a secret never comes back. */
  environment: z.array(
    z.strictObject({
      name: z.string(),
      description: z.string(),
      required: z.boolean(),
      secret: z.boolean(),
      /** It has a value, or a default. */
      set: z.boolean(),
      value: z.string().optional(),
    }),
  ),
  /** Modules whose provided tools it was given. */
  uses: z.array(ModuleIdSchema),
  /** It has tools to give. */
  provides: z.boolean(),
  image: KitImageStateSchema,
  /** Why its tools cannot be called now. */
  problem: AppErrorSchema.optional(),
});
export type KitModule = z.infer<typeof KitModuleSchema>;

/** A kit that is installed, as the panel offers to make a module of it. */
export const InstalledKitSchema = z.strictObject({
  id: z.string(),
  version: z.string(),
  name: z.string(),
  owner: z.string(),
  description: z.string(),
  source: KitSourceSchema,
  profiles: z.array(z.string()),
  network: z.union([z.literal('none'), z.array(z.string())]),
  ports: z.array(z.int()),
  secrets: z.array(z.string()),
});
export type InstalledKit = z.infer<typeof InstalledKitSchema>;

/** What the files of a kit let it do, as they say it. */
const KitPowersSchema = z.strictObject({
  network: z.union([z.literal('none'), z.array(z.string())]),
  ports: z.array(z.int()),
  secrets: z.array(z.string()),
  packages: z.array(z.string()),
  tools: z.array(z.strictObject({ name: z.string(), risk: RiskSchema })),
});
export type KitPowers = z.infer<typeof KitPowersSchema>;

/** How the files of an installed kit differ from those that were accepted. The accepted ones are known by their hash only. */
export const KitDifferenceSchema = z.strictObject({
  /** SHA-256 of all files as they are now: accepting names exactly this. */
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  files: z.array(
    z.strictObject({
      path: z.string(),
      change: z.enum(['added', 'changed', 'removed']),
      /** As it is now; absent where it is gone, is no text or is long. */
      text: z.string().optional(),
    }),
  ),
  before: KitPowersSchema,
  now: KitPowersSchema,
});
export type KitDifference = z.infer<typeof KitDifferenceSchema>;

const ok = z.strictObject({ ok: z.literal(true) });
const moduleOnly = z.strictObject({ moduleId: ModuleIdSchema });

/** `POST /api/kits/{verb}`. */
export const KitRequests = {
  list: z.strictObject({}),
  /** A module of an installed kit. */
  add: z.strictObject({
    moduleId: ModuleIdSchema,
    kit: z.string().max(40),
    version: z.string().max(64),
    profile: z.string().max(40),
  }),
  /** Ends what runs and removes the module with its workspace and its secrets. */
  remove: moduleOnly,
  enable: z.strictObject({ moduleId: ModuleIdSchema, enabled: z.boolean() }),
  /** `null` takes a value away. Secrets are write-only. */
  environment: z.strictObject({
    moduleId: ModuleIdSchema,
    values: z.record(z.string().max(80), z.string().max(4_000).nullable()),
  }),
  /** Gives a module the provided tools of others. */
  use: z.strictObject({ moduleId: ModuleIdSchema, uses: z.array(ModuleIdSchema).max(20) }),
  /** Prepares the image in the background; `list` tells how far it is. */
  build: moduleOnly,
  /** How the kit of a module differs from what was accepted. */
  difference: moduleOnly,
  /** Accepts the kit of a module as `difference` showed it; refused with `conflict` when it is another one by now. */
  accept: z.strictObject({ moduleId: ModuleIdSchema, digest: KitDifferenceSchema.shape.digest }),
  log: z.strictObject({ moduleId: ModuleIdSchema, limit: z.int().min(1).max(200).optional() }),
  diff: z.strictObject({ moduleId: ModuleIdSchema, commit: CommitSchema }),
  undo: z.strictObject({ moduleId: ModuleIdSchema, target: z.string().max(200).optional() }),
  files: moduleOnly,
  /** Answers with the bytes of the file, as an attachment. */
  download: z.strictObject({ moduleId: ModuleIdSchema, fileId: KitFileSchema.shape.fileId }),
} as const;

export const KitResponses = {
  list: z.strictObject({
    engine: z.discriminatedUnion('ready', [
      z.strictObject({ ready: z.literal(true), version: z.string() }),
      z.strictObject({ ready: z.literal(false), error: AppErrorSchema }),
    ]),
    kits: z.array(InstalledKitSchema),
    modules: z.array(KitModuleSchema),
  }),
  add: ok,
  remove: ok,
  enable: ok,
  environment: ok,
  use: ok,
  build: ok,
  difference: KitDifferenceSchema,
  accept: ok,
  log: z.strictObject({ entries: z.array(KitLogEntrySchema) }),
  diff: z.strictObject({ text: z.string(), cut: z.boolean(), files: z.array(KitChangeEntrySchema) }),
  undo: z.strictObject({ undone: KitLogEntrySchema, changes: z.array(KitChangeEntrySchema) }),
  files: z.strictObject({ files: z.array(KitFileSchema) }),
} as const;
