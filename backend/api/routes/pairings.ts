import { PairingRequests } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { readBody } from '../read-body.ts';

/** `POST /api/pairings/{verb}`: who is paired, and taking it back. A revoked token is refused from the next request on. */
export function pairingsRoute({ store, logger }: Pick<ApiDependencies, 'store' | 'logger'>): Hono<ApiEnv> {
  return new Hono<ApiEnv>()
    .post('/api/pairings/list', async (context) => {
      await readBody(context.env.incoming, PairingRequests.list);
      const current = context.env.caller.pairingId;
      const pairings = store.pairings.list().map(({ pairingId, name, origin, createdAt }) => ({
        pairingId,
        name,
        origin,
        createdAt,
        current: pairingId === current,
      }));
      return context.json({ pairings });
    })
    .post('/api/pairings/revoke', async (context) => {
      const { pairingId } = await readBody(context.env.incoming, PairingRequests.revoke);
      if (!store.pairings.list().some((pairing) => pairing.pairingId === pairingId))
        throw new AppError('not-found', 'There is no such pairing.');
      store.pairings.revoke(pairingId);
      logger.info({ requestId: context.env.caller.requestId, pairingId }, 'a pairing was revoked');
      return context.json({ ok: true });
    });
}
