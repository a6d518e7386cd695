/**
 * What the page's own world offers to the extension: the registry of `shared/page-tools`, under
 * `globalThis[Symbol.for(PAGE_TOOLS_KEY)]`. Types only, but for the key: injected code imports it.
 *
 * The extension pulls: it calls these functions by `scripting.executeScript({world: 'MAIN'})` and long-polls changes.
 * Whatever comes back was made by the page and can be forged by it: it is parsed, capped and marked as untrusted, and a
 * page can only raise a risk. Everything crosses as JSON text, so that a page that patched structured types gains nothing.
 */
export const PAGE_TOOLS_KEY = 'pagehand.page-tools.v1';

/** One active tool as the page declares it. `parameters` is JSON Schema (draft-7). */
export type PageToolWire = {
  name: string;
  description: string;
  parameters: Record<string, unknown>;
  /** `none`, `low`, `high`, `critical`; anything else counts as `high`. */
  risk: string;
  owner: string;
  global: boolean;
  /** SHA-256 (hex) of the canonical form of name, description, parameters, risk; computed again by the extension. */
  hash?: string;
};

export type PageToolsPort = {
  readonly version: 1;
  /** JSON of `{revision: number, maxTools: number, tools: PageToolWire[], refused: {toolName, limit, count}[]}`. */
  list(): string;
  /** The same, as soon as `revision` differs from the given one and the changes of one render are gathered, or after `ms`. */
  waitForChange(revision: number, ms: number): Promise<string>;
  /** HELLO: the backend's limit. Until then 30. */
  setMaxTools(limit: number): void;
  /**
   * Validates by the declaration's own schema, defaults applied, transforms not yet. `path` is a JSON Pointer.
   * @returns JSON of `{ok: true, args} | {ok: false, code: 'unknown-tool' | 'invalid-arguments', message,
   *   issues: {path: string, message: string}[]}`.
   */
  validate(name: string, argsJson: string): Promise<string>;
  /**
   * Validates again, applies transforms once, runs the newest handler and waits for its promise and for the registry to
   * settle. A call id runs once: sent again, it gets the same answer (the last 20 are kept).
   * @param expected JSON of the PageToolWire that the call was planned against and approved for; when the page's tool of
   *   that name now says anything else, or (if `owner` is given) is another owner's, nothing runs: `surface-changed`.
   * @returns JSON of `{ok: true, result, revision} | {ok: false, code: 'unknown-tool' | 'invalid-arguments' |
   *   'handler-error' | 'cancelled' | 'surface-changed', message, issues?, revision}`; `revision` is the one after the call.
   */
  call(callId: string, name: string, argsJson: string, expected?: string): Promise<string>;
  /** Aborts a running call: its handler's signal fires. */
  abort(callId: string): void;
};
