import type { ArgumentIssue } from './schema-types.ts';

export type ToolErrorCode =
  | 'invalid-declaration'
  | 'tool-limit'
  | 'unknown-tool'
  | 'invalid-arguments'
  | 'approval-required'
  | 'approval-denied'
  | 'surface-changed'
  | 'cancelled'
  | 'handler-error'
  | 'webmcp-refused';

/** Every error that this package makes. The message says what happened and what can be done; a model may read it. */
export class PageToolError extends Error {
  override readonly name = 'PageToolError';
  readonly code: ToolErrorCode;
  readonly toolName: string;
  readonly issues: readonly ArgumentIssue[];
  constructor(
    code: ToolErrorCode,
    toolName: string,
    message: string,
    options: { cause?: unknown; issues?: readonly ArgumentIssue[] } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.toolName = toolName;
    this.issues = options.issues ?? [];
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
