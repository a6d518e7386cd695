import type { Risk } from '@pagehand/contracts/risk-level';
import type { OfferedTool } from '../kits/loaded-module.ts';

/**
 * What a call of a module's tools may lead to, whatever the kit says: its workspace changes (low, as that can be taken
 * back); with a network, ports or a secret in reach it asks. A kit may only raise it.
 */
export function baseRisk({ home: { lock } }: OfferedTool): Risk {
  if (lock === undefined) return 'high';
  const { network, ports, environment } = lock.manifest;
  return network !== 'none' || ports.length > 0 || environment.some(({ secret }) => secret) ? 'high' : 'low';
}
