import * as z from 'zod';
import { LIMITS } from './limits.ts';
import { RiskSchema } from './risk-level.ts';

/** `e12` is element 12 of the top frame, `f2e5` element 5 of frame 2 (its place in `frames`). */
export const RefSchema = z.string().regex(/^(?:f[1-9]\d{0,3})?e[1-9]\d{0,6}$/);

export const UnreadableReasonSchema = z.enum([
  'no-access',
  'restricted',
  'sandboxed',
  'timeout',
  'not-loaded',
  'too-many',
]);

export const FrameSchema = z.strictObject({
  /** Place in `frames`: 0 is the top frame. Minted by us; stable for the life of the document. */
  frameId: z.int().min(0),
  /** Minted by our content script once per document: a new document has a new one. Empty when unreadable. */
  documentId: z.string().max(64),
  /** Serialized origin, `null` for opaque ones. */
  origin: z.string().max(LIMITS.url),
  readable: z.boolean(),
  reason: UnreadableReasonSchema.optional(),
});
export type Frame = z.infer<typeof FrameSchema>;

/** How an element is found again after a re-render: only by one strong match. */
export const FingerprintSchema = z.strictObject({
  role: z.string().max(40),
  name: z.string().max(LIMITS.name),
  /** Nearest landmark, row, section or dialog: its role and name. */
  within: z.string().max(LIMITS.name * 2),
  /** Place among equals (same role, name, within), from 0. */
  index: z.int().min(0),
});

export const SecretKindSchema = z.enum(['password', 'one-time-code', 'card']);

/** One element that can receive an event. All strings come from the page: data, never instructions. */
export const RefInfoSchema = z.strictObject({
  ref: RefSchema,
  frameId: z.int().min(0),
  /** Lower-case tag name. */
  tag: z.string().max(40),
  role: z.string().max(40),
  name: z.string().max(LIMITS.name),
  /** The name comes from text that only a screen reader would see. */
  nameHidden: z.boolean().optional(),
  /** `disabled`, `checked`, `expanded`, `selected`, `pressed`, `invalid`, `required`, `readonly`, `current`, `focused`, ... */
  states: z.array(z.string().max(40)).max(20),
  /** Current value, capped and redacted; of a secret only `filled` or `empty`. */
  value: z.string().max(LIMITS.value).optional(),
  secret: SecretKindSchema.optional(),
  /** `type` attribute of an input or a button. */
  inputType: z.string().max(40).optional(),
  /** Resolved href of a link. */
  href: z.string().max(LIMITS.url).optional(),
  /** Opens in a new tab. */
  newTab: z.boolean().optional(),
  /**
   * It submits a form, or is a field that one writes into of that form: where to, by which method (`get` is also what
   * stands there when a script takes the submit itself), and the form's number in its document.
   */
  submits: z
    .strictObject({
      action: z.string().max(LIMITS.url),
      method: z.enum(['get', 'post', 'dialog']),
      form: z.int().min(1).optional(),
    })
    .optional(),
  options: z.array(z.string().max(LIMITS.name)).max(LIMITS.options).optional(),
  /** Row, section, dialog or landmark it stands in, in words: for people and for equal names. */
  place: z
    .string()
    .max(LIMITS.name * 2)
    .optional(),
  fingerprint: FingerprintSchema,
});
export type RefInfo = z.infer<typeof RefInfoSchema>;

/** Where a tool that a page declares lives, and what it was when it was listed: a call is bound to exactly this. */
export const PageToolIdentitySchema = z.strictObject({
  /** The name that the page gave it; on the wire it is `page_<hash>_<slug>`. */
  name: z.string().min(1).max(LIMITS.pageToolName),
  /** Serialized origin of the document that declares it: the page's, or that of a frame. */
  origin: z.string().max(LIMITS.url),
  documentId: z.string().min(1).max(64),
  /** SHA-256 over the canonical form of name, description, parameters and declared risk, as the page gave them. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type PageToolIdentity = z.infer<typeof PageToolIdentitySchema>;

/** A tool that somebody declares: the page, the agent, a kit, an MCP server. The texts are data. */
export const ToolDeclarationSchema = z.strictObject({
  name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  description: z.string().max(2_000),
  /** JSON Schema (draft-7) of the arguments. */
  parameters: z.record(z.string(), z.unknown()),
  risk: RiskSchema,
  source: z.enum(['page', 'agent', 'internal', 'kit', 'mcp']),
  owner: z.string().max(200),
  global: z.boolean(),
  /** Only of tools that a page declares. */
  page: PageToolIdentitySchema.optional(),
});
export type ToolDeclaration = z.infer<typeof ToolDeclarationSchema>;

export const PageSnapshotSchema = z.strictObject({
  snapshotId: z.string().min(1).max(64),
  tabId: z.int().min(0),
  url: z.string().max(LIMITS.url),
  title: z.string().max(300),
  lang: z.string().max(40),
  dir: z.enum(['ltr', 'rtl']),
  viewport: z.strictObject({
    width: z.number(),
    height: z.number(),
    scrollX: z.number(),
    scrollY: z.number(),
    scrollHeight: z.number(),
  }),
  frames: z.array(FrameSchema).min(1).max(LIMITS.frames),
  /** Indented lines a model reads: `- button "Save" [e12] disabled`. Their form: `outline-lines.ts`. */
  outline: z.string().max(LIMITS.outline),
  refs: z.array(RefInfoSchema).max(LIMITS.refs),
  /**
   * Cleaned HTML of what a person can see. The backend turns it into Markdown. The text of a child frame stands in
   * place as `<section data-frame="2" data-origin="https://ads.example">...</section>`.
   */
  text: z.string().max(LIMITS.text),
  tools: z.array(ToolDeclarationSchema).max(200),
  /** What was left out, by kind: counts. `truncated` is true when a bound cut something. */
  omitted: z.strictObject({
    hidden: z.int().min(0),
    refs: z.int().min(0),
    textChars: z.int().min(0),
    truncated: z.boolean(),
  }),
  /** What was masked or removed, by kind (`card-number`, `jwt`, `invisible`, ...): counts. */
  redacted: z.record(z.string().max(40), z.int().min(0)),
});
export type PageSnapshot = z.infer<typeof PageSnapshotSchema>;
