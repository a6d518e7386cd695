import * as z from 'zod';
import { RiskSchema } from './risk-level.ts';

/** The longest that one call of a kit tool may take, and what it gets when the kit says nothing; seconds. */
export const KIT_TIMEOUT = { default: 30, max: 600 } as const;

/**
 * A tool of a kit as its code declares it. What the runner in the container has to know:
 * - `file` is relative to the kit's `tools/` folder, with `/`, and `function` is a name that the file exports (JavaScript)
 *   or defines at its top level (Python).
 * - `parameters` is a JSON Schema (draft-7) of an object; its properties stand in the order of the function's parameters.
 *   JavaScript gets them by position, what is absent as undefined, so that defaults apply. Python gets them by keyword.
 * - Python: where a parameter's annotation is (or holds) a dataclass, a NamedTuple, an Enum, a set, a tuple, bytes or a date,
 *   the schema is that of its JSON form, and the runner makes the value from it.
 */
export const KitToolSchema = z.strictObject({
  name: z.string().min(1).max(48),
  file: z.string().min(1).max(300),
  function: z.string().min(1).max(120),
  description: z.string().min(1).max(2_000),
  parameters: z.record(z.string(), z.unknown()),
  risk: RiskSchema,
  timeoutMs: z
    .int()
    .min(1_000)
    .max(KIT_TIMEOUT.max * 1_000),
  /** Declared `async`, or returns a promise or an awaitable. */
  async: z.boolean(),
});
export type KitTool = z.infer<typeof KitToolSchema>;

/** The tools of a kit: what a module of each profile has, and what others may be given. */
export const KitToolsSchema = z.strictObject({
  profiles: z.record(z.string(), z.array(KitToolSchema)),
  provide: z.array(KitToolSchema),
});
export type KitTools = z.infer<typeof KitToolsSchema>;
