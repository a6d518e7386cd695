import { type Context, Hono } from 'hono';
import type * as z from 'zod';
import type { ApiEnv } from './api-types.ts';
import { type BodyLimits, readBody } from './read-body.ts';

type Requests = Readonly<Record<string, z.ZodType>>;
// biome-ignore lint/suspicious/noConfusingVoidType: what a handler without a return statement gives
type Answer = object | void;

/**
 * What each verb does with its checked body. It returns the JSON of the answer, nothing for `{ok: true}` (by a block
 * without return: an arrow would hand on what the call it makes returns), or a whole Response. The signal is aborted when
 * the client goes away.
 */
type Handlers<R extends Requests> = {
  [Verb in keyof R]: (
    body: z.output<R[Verb]>,
    signal: AbortSignal,
    context: Context<ApiEnv>,
  ) => Answer | Promise<Answer>;
};

/**
 * `POST {base}/{verb}` for every verb of a contract: one that has no handler does not compile.
 * @param limits of verbs whose bodies are larger than usual
 */
export function jsonRoutes<R extends Requests>(
  base: string,
  requests: R,
  handlers: Handlers<R>,
  limits: { [Verb in keyof R]?: BodyLimits } = {},
): Hono<ApiEnv> {
  const routes = new Hono<ApiEnv>();
  for (const [verb, schema] of Object.entries(requests)) {
    // parse boundary: this verb's handler gets what this verb's schema let through, which the index hides from the compiler
    const handle = handlers[verb] as Handlers<Requests>[string];
    routes.post(`${base}/${verb}`, async (context) => {
      const body = await readBody(context.env.incoming, schema, limits[verb]);
      const answer = await handle(body, context.req.raw.signal, context);
      return answer instanceof Response ? answer : context.json(answer ?? { ok: true });
    });
  }
  return routes;
}
