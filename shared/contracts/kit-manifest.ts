import * as z from 'zod';
import { KIT_TIMEOUT } from './kit-tool.ts';
import { RiskSchema } from './risk-level.ts';

/** Semantic version 2.0.0, with the expression that semver.org gives. */
const SEMVER =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/;
const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
/** Reference of an image: an id, or a name with a tag, a digest, both or neither. */
const IMAGE =
  /^(sha256:[0-9a-f]{64}|[a-z0-9]+([._:/-]+[a-z0-9]+)*(:[A-Za-z0-9_][A-Za-z0-9._-]{0,127})?(@sha256:[0-9a-f]{64})?)$/;
/** A path below a folder of the kit: `/` between parts, no part that is empty or only dots, nothing a shell or a system reads otherwise. */
const PATH = /^(?!.*(^|\/)\.+(\/|$))[\p{L}\p{N}._ @+-]+(\/[\p{L}\p{N}._ @+-]+)*$/u;
const TOOL_PATH =
  /^((?!.*(^|\/)\.+(\/|$))[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)*\.(ts|mts|js|mjs|py):)?[A-Za-z_$][A-Za-z0-9_$]*$/;
/** The last part begins with a letter, so that no form of an address (1.2.3.4, 1.2.3.0x4) passes. */
const HOST =
  /^(?=[^:]{1,253}(:|$))([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9](:(?!6553[6-9]$|655[4-9]\d$|65[6-9]\d\d$|6[6-9]\d{3}$|[7-9]\d{4}$)[1-9]\d{0,4})?$/;
/** Names that change how the runner itself works, or that it uses. */
const RESERVED_VARIABLES = /^(PATH|HOME|USER|SHELL|TMPDIR|HOSTNAME|LD_.*|NODE_.*|PYTHON.*|PAGEHAND_.*|GIT_.*)$/;

const words = (max: number) => z.string().trim().min(1, 'must not be empty').max(max);
const path = (folder: string) =>
  z
    .string()
    .max(300)
    .regex(PATH, `must be a path below the kit's ${folder}/ folder, like "name.md": no "..", no leading "/", no "\\"`);

const EnvironmentSchema = z
  .strictObject({
    name: z
      .string()
      .max(80)
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be a variable name of letters, digits and _, like "API_KEY"')
      .refine((name) => !RESERVED_VARIABLES.test(name), 'is a name the runner needs itself: choose another'),
    description: words(300).describe('What the person should enter.'),
    required: z.boolean().default(false),
    default: z.string().max(4_000).optional(),
    secret: z.boolean().default(false).describe('Kept encrypted and never shown again.'),
  })
  .refine(({ secret, default: value }) => !secret || value === undefined, {
    path: ['default'],
    message: 'must be left out: a secret has no default that everybody can read',
  })
  .refine(({ required, default: value }) => !required || value === undefined, {
    path: ['required'],
    message: 'and "default" exclude each other: what has a default is never missing',
  });

const PortSchema = z.strictObject({
  name: z.string().regex(ID, 'must be lower-case letters, digits and "-", like "web"').max(40),
  port: z.int().min(1_024, 'must be from 1024 to 65535: the container has no root').max(65_535),
  description: words(300).optional(),
});

const InstructionSchema = z.strictObject({
  name: words(80),
  path: path('instructions'),
  description: words(300).optional(),
});

const ToolSchema = z.strictObject({
  name: z
    .string()
    .max(48)
    .regex(/^[a-z][a-z0-9_]*$/, 'must be lower-case letters, digits and "_", like "filter_rows"'),
  path: z
    .string()
    .max(300)
    .regex(
      TOOL_PATH,
      'must be "file:function" with a file below tools/ (.ts, .mts, .js, .mjs or .py), like "rows.py:filter_rows", or only the function',
    )
    .describe('file:function below tools/, or the name of a function that exactly one file in tools/ has.'),
  description: words(2_000).optional().describe('What the model reads. Default: the first part of the doc comment.'),
  risk: RiskSchema.default('high').describe('none, low, high or critical. The person is asked from high on.'),
  timeout: z.number().min(1).max(KIT_TIMEOUT.max).default(KIT_TIMEOUT.default).describe('Seconds.'),
});
export type KitManifestTool = z.infer<typeof ToolSchema>;

const tools = z.array(ToolSchema).max(60);

const ProfileSchema = z.strictObject({
  description: words(500).optional(),
  instructions: z.array(InstructionSchema).max(20).default([]),
  tools: tools.default([]),
});

/** kit.yaml. Types and bounds here; what needs the kit's files is checked where the kit is loaded. */
export const KitManifestSchema = z
  .strictObject({
    docVersion: z.literal('v1').describe('Version of this format.'),
    id: z
      .string()
      .max(40)
      .regex(ID, 'must be lower-case letters, digits and single "-", starting with a letter, like "my-kit"'),
    version: z.string().max(64).regex(SEMVER, 'must be a semantic version with three numbers, like "1.0.0"'),
    name: words(80),
    owner: words(80),
    description: words(500),
    image: z
      .string()
      .max(300)
      .regex(IMAGE, 'must be an image: "name@sha256:...", an image id "sha256:...", or "name:tag"')
      .describe(
        'Base image: by digest, by local image id, or by a tag, which is pinned when the kit is installed. Default: the one of the runtime.',
      )
      .optional(),
    runtime: z.enum(['node', 'python']),
    dependencies: z
      .array(words(200))
      .max(100)
      .default([])
      .describe(
        'What the tools import, each with its exact version; all of it locked in package-lock.json or requirements.txt.',
      ),
    environment: z.array(EnvironmentSchema).max(50).default([]),
    ports: z.array(PortSchema).max(8).default([]),
    network: z
      .union([
        z.literal('none'),
        z
          .array(
            z
              .string()
              .regex(
                HOST,
                'must be the full name of a host, like "api.example.com" or "api.example.com:8443": no address, no "*"',
              ),
          )
          .min(1, 'must name a host; without any, write "network: none"')
          .max(20),
      ])
      .default('none')
      .describe(
        'none, or the hosts that the tools may reach, each with its port (443 unless named): these by their names, and nothing else.',
      ),
    workspace: z
      .strictObject({
        description: words(500).optional(),
        files: z
          .array(z.strictObject({ path: path('workspace'), description: words(300).optional() }))
          .max(200)
          .default([])
          .describe('Files of workspace/ that a new module starts with.'),
        ignore: z.array(words(200)).max(100).default([]).describe('Patterns of .gitignore: kept out of the history.'),
      })
      .default({ files: [], ignore: [] }),
    instructions: z.array(InstructionSchema).max(20).default([]).describe('Text for the model, in every profile.'),
    profiles: z
      .record(z.string().regex(ID, 'must be lower-case letters, digits and "-", like "default"').max(40), ProfileSchema)
      .default({})
      .describe('A module runs one of them.'),
    provide: z
      .strictObject({
        description: words(500).optional(),
        tools: tools.default([]),
        instructions: z.array(InstructionSchema).max(20).default([]),
        workspace: z.strictObject({ description: words(500).optional() }).optional(),
      })
      .optional()
      .describe('What other modules may be given: run here, only the result goes over.'),
  })
  .superRefine((kit, context) => {
    const unique = (values: string[], at: PropertyKey[], field: string) => {
      for (const [index, value] of values.entries())
        if (values.indexOf(value) !== index)
          context.addIssue({ code: 'custom', path: [...at, index, field], message: `stands twice: "${value}"` });
    };
    unique(
      kit.environment.map(({ name }) => name),
      ['environment'],
      'name',
    );
    unique(
      kit.ports.map(({ name }) => name),
      ['ports'],
      'name',
    );
    unique(
      kit.ports.map(({ port }) => String(port)),
      ['ports'],
      'port',
    );
    const lists: [PropertyKey[], KitManifestTool[]][] = Object.entries(kit.profiles).map(([name, profile]) => [
      ['profiles', name, 'tools'],
      profile.tools,
    ]);
    lists.push([['provide', 'tools'], kit.provide?.tools ?? []]);
    for (const [at, list] of lists)
      unique(
        list.map(({ name }) => name),
        at,
        'name',
      );
    if (lists.every(([, list]) => list.length === 0))
      context.addIssue({
        code: 'custom',
        path: ['profiles'],
        message: 'must declare at least one tool, under profiles.NAME.tools or provide.tools',
      });
  });
export type KitManifest = z.infer<typeof KitManifestSchema>;

/** True where the image names its content: an id, or a digest. A tag may mean something else tomorrow. */
export const isPinnedImage = (image: string): boolean => /(^|@)sha256:[0-9a-f]{64}$/.test(image);
