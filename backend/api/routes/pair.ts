import { PairRequestSchema, type PairResponseSchema, PROTOCOL_VERSION } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import { Hono } from 'hono';
import type * as z from 'zod';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { readBody } from '../read-body.ts';

/** `POST /pair`: a one-time code for a token that is bound to the Origin which used it. */
export function pairRoute({
  pairing,
  version,
  logger,
}: Pick<ApiDependencies, 'pairing' | 'version' | 'logger'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>().post('/pair', async (context) => {
    const { origin, requestId } = context.env.caller;
    if (origin === undefined) throw new AppError('forbidden', 'The request has no Origin.');
    const { code, name } = await readBody(context.env.incoming, PairRequestSchema);
    const { token, pairingId } = pairing.redeem(code, name, origin);
    logger.info({ requestId, pairingId, origin }, 'an extension was paired');
    const answer: z.infer<typeof PairResponseSchema> = { token, version, protocol: PROTOCOL_VERSION };
    return context.json(answer);
  });
}
