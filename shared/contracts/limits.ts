/**
 * Every bound that both sides check, in one place.
 * Lengths are UTF-16 code units, times milliseconds, sizes bytes, unless the name says otherwise.
 */
export const LIMITS = {
  /** Steps in one plan; one more refuses the whole plan. */
  planSteps: 30,
  /** Fields in one `fill` step. */
  fillFields: 40,
  /** Files of one `upload` step, and their bytes together. */
  uploadFiles: 10,
  uploadBytes: 16_000_000,
  /** What a receipt says of a step's end. */
  summary: 500,
  /** A screenshot in a receipt, as a data URL. */
  picture: 400_000,
  /** Text typed or set by one step. */
  stepText: 20_000,
  /** A step's `why` and a plan's `goal`. */
  why: 300,
  goal: 2_000,
  /** A URL in a plan. */
  url: 2_048,
  /** The longest a `wait` step may take. */
  waitMs: 30_000,
  /** Accessible name, title, placeholder, label shown to a model. */
  name: 120,
  /** Value of a field shown to a model. */
  value: 200,
  /** Options listed for one select or combobox. */
  options: 50,
  /** Refs in one snapshot; the rest is counted in `omitted`. */
  refs: 8_000,
  /** Outline of one snapshot. */
  outline: 400_000,
  /** Cleaned HTML of one snapshot. */
  text: 1_000_000,
  /** Frames in one snapshot. */
  frames: 64,
  /** The request body of any route. */
  bodyBytes: 4_194_304,
  /** Nesting and total keys of any JSON that comes in. */
  jsonDepth: 24,
  jsonKeys: 120_000,
  /** What a person may type into the composer. */
  ask: 20_000,
  /** Content of one ToolMessage; the rest stays in the store. */
  toolMessage: 12_000,
  /** An approval older than this must be looked at afresh. */
  approvalAgeMs: 120_000,
  /** Tools a page may have active at once, unless the backend's config says otherwise. */
  maxActiveTools: 30,
  /** What is searched for on the web. */
  searchQuery: 400,
  /** Sources of one answer that are listed with it. */
  sources: 50,
  /** Name of a page's tool as the page gave it. */
  pageToolName: 128,
  /** What a page's tool says about itself, and about one parameter, to a model. */
  pageToolDescription: 500,
  pageToolParameter: 300,
  /** JSON Schema of a page's tool, as JSON text; deeper or longer refuses the tool. */
  pageToolSchema: 20_000,
  pageToolSchemaDepth: 12,
  /** Result of a page's tool that goes to a model. */
  pageToolResult: 8_000,
  /** The longest a page's tool may take, and how long a page may take to show its tools afterwards. */
  pageToolMs: 60_000,
  pageToolSettleMs: 2_000,
  /** A file that a person attaches, its name, files of one message, and the text that is kept of one. */
  attachmentBytes: 16_000_000,
  attachmentName: 120,
  attachments: 10,
  attachmentText: 2_000_000,
  /** A picture larger than this is not shown to a model. */
  pictureBytes: 5_000_000,
  /** Pixels of a picture that a person attaches. */
  picturePixels: 50_000_000,
  /** Tabs that one message may mention. */
  mentions: 3,
  /** Instructions of a skill. */
  skill: 20_000,
  /** Tools of one MCP server; more refuses the rest. */
  mcpTools: 100,
  /** Result of a call of an MCP tool that is kept; a model gets it in pieces of `toolMessage`. */
  mcpResult: 200_000,
  /** One message of an MCP server, bytes: a longer one ends the connection. */
  mcpMessageBytes: 4_000_000,
  /** The longest a call of an MCP tool may take, and starting a server may. */
  mcpCallMs: 120_000,
  mcpStartMs: 15_000,
} as const;
