/**
 * Every bound that both sides check, in one place.
 * Lengths are UTF-16 code units, times milliseconds, sizes bytes, unless the name says otherwise.
 */

/** Steps in one plan; one more refuses the whole plan. */
export const planSteps = 30;
/** Fields in one `fill` step. */
export const fillFields = 40;
/** Files of one `upload` step, and their bytes together. */
export const uploadFiles = 10;
export const uploadBytes = 16_000_000;
/** What a receipt says of a step's end. */
export const summary = 500;
/** A screenshot in a receipt, as a data URL. */
export const picture = 400_000;
/** Text typed or set by one step. */
export const stepText = 20_000;
/** A step's `why` and a plan's `goal`. */
export const why = 300;
export const goal = 2_000;
/** A URL in a plan. */
export const url = 2_048;
/** The longest a `wait` step may take. */
export const waitMs = 30_000;
/** Accessible name, title, placeholder, label shown to a model. */
export const name = 120;
/** Value of a field shown to a model. */
export const value = 200;
/** Options listed for one select or combobox. */
export const options = 50;
/** Refs in one snapshot; the rest is counted in `omitted`. */
export const refs = 8_000;
/** Outline of one snapshot. */
export const outline = 400_000;
/** Cleaned HTML of one snapshot. */
export const text = 1_000_000;
/** Frames in one snapshot. */
export const frames = 64;
/** The request body of any route. */
export const bodyBytes = 4_194_304;
/** Nesting and total keys of any JSON that comes in. */
export const jsonDepth = 24;
export const jsonKeys = 120_000;
/** What a person may type into the composer. */
export const ask = 20_000;
/** Content of one ToolMessage; the rest stays in the store. */
export const toolMessage = 12_000;
/** An approval older than this must be looked at afresh. */
export const approvalAgeMs = 120_000;
/** Tools a page may have active at once, unless the backend's config says otherwise. */
export const maxActiveTools = 30;
/** What is searched for on the web. */
export const searchQuery = 400;
/** Sources of one answer that are listed with it. */
export const sources = 50;
/** Name of a page's tool as the page gave it. */
export const pageToolName = 128;
/** What a page's tool says about itself, and about one parameter, to a model. */
export const pageToolDescription = 500;
export const pageToolParameter = 300;
/** JSON Schema of a page's tool, as JSON text; deeper or longer refuses the tool. */
export const pageToolSchema = 20_000;
export const pageToolSchemaDepth = 12;
/** Result of a page's tool that goes to a model. */
export const pageToolResult = 8_000;
/** The longest a page's tool may take, and how long a page may take to show its tools afterwards. */
export const pageToolMs = 60_000;
export const pageToolSettleMs = 2_000;
/** A file that a person attaches, its name, files of one message, and the text that is kept of one. */
export const attachmentBytes = 16_000_000;
export const attachmentName = 120;
export const attachments = 10;
export const attachmentText = 2_000_000;
/** A picture larger than this is not shown to a model. */
export const pictureBytes = 5_000_000;
/** Pixels of a picture that a person attaches. */
export const picturePixels = 50_000_000;
/** Tabs that one message may mention. */
export const mentions = 3;
/** Instructions of a skill. */
export const skill = 20_000;
/** Tools of one MCP server; more refuses the rest. */
export const mcpTools = 100;
/** Result of a call of an MCP tool that is kept; a model gets it in pieces of `toolMessage`. */
export const mcpResult = 200_000;
/** One message of an MCP server, bytes: a longer one ends the connection. */
export const mcpMessageBytes = 4_000_000;
/** The longest a call of an MCP tool may take, and starting a server may. */
export const mcpCallMs = 120_000;
export const mcpStartMs = 15_000;

/** Threads that a list without a bound of its own gives: pinned ones, then the newest. */
export const threadsListed = 100;
