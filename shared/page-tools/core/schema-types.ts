/** A JSON Schema (draft-7) object. */
export type JsonSchema = { readonly [key: string]: unknown };

/** One problem that a schema found: what, and where. */
type StandardIssue = {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
};
type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/**
 * A Standard Schema (https://standardschema.dev), as far as tools need it: zod, valibot, arktype and others are one.
 * `jsonSchema` is Standard JSON Schema; a schema without it must be wrapped (zod 3: `fromZod3`).
 */
export type StandardSchema<Input = unknown, Output = Input> = {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
    readonly jsonSchema?: { readonly input: (options: { readonly target: string }) => JsonSchema } | undefined;
  };
};

/** What a tool's `schema` may be. */
export type ToolSchema = StandardSchema | JsonSchema;

/** What the handler gets: a Standard Schema's output, or with plain JSON Schema or none an object of unknowns. */
export type ToolArguments<S> = S extends { readonly '~standard': { readonly types?: infer Types } }
  ? NonNullable<Types> extends { readonly output: infer Output }
    ? Output
    : Record<string, unknown>
  : Record<string, unknown>;

/** One problem with arguments. `path` is a JSON Pointer (`/items/0/id`), empty for the whole. */
export type ArgumentIssue = { path: string; message: string };

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A Standard Schema may be a function (arktype), so this asks only for its mark. */
export function isStandardSchema(schema: unknown): schema is StandardSchema {
  return (
    ((typeof schema === 'object' && schema !== null) || typeof schema === 'function') &&
    isRecord(Reflect.get(schema, '~standard'))
  );
}
