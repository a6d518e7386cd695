import { PairingRequests } from '@pagehand/contracts/api';
import { AppError } from '@pagehand/contracts/errors';
import type { Hono } from 'hono';
import type { ApiDependencies, ApiEnv } from '../api-types.ts';
import { jsonRoutes } from '../json-routes.ts';

/** `POST /api/pairings/{verb}`: who is paired, and taking it back. A revoked token is refused from the next request on. */
export function pairingsRoute({ store, logger }: Pick<ApiDependencies, 'store' | 'logger'>): Hono<ApiEnv> {
  return jsonRoutes('/api/pairings', PairingRequests, {
    list(_, _signal, context) {
      const current = context.env.caller.pairingId;
      const pairings = store.pairings.list().map(({ pairingId, name, origin, createdAt }) => ({
        pairingId,
        name,
        origin,
        createdAt,
        current: pairingId === current,
      }));
      return { pairings };
    },
    revoke({ pairingId }, _signal, context) {
      if (!store.pairings.list().some((pairing) => pairing.pairingId === pairingId))
        throw new AppError('not-found', 'There is no such pairing.');
      store.pairings.revoke(pairingId);
      logger.info({ requestId: context.env.caller.requestId, pairingId }, 'a pairing was revoked');
    },
  });
}
