import { loadConfig } from '../config.ts';
import { findServers } from '../models/find-servers.ts';
import { testConnection } from '../models/test-connection.ts';
import type { Finding } from './checks.ts';

const PATIENCE_MS = 20_000;
const OFFLINE = 'none: the built-in offline model follows direct commands and quotes the page';
const FIX = 'Connect one in the panel, or set PAGEHAND_MODEL_BASE_URL, PAGEHAND_MODEL and PAGEHAND_MODEL_KEY.';

/** The model that the environment or the config file names; without one, the model servers of this machine. */
export async function checkModel(config = loadConfig()): Promise<Finding> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  if (config.model === undefined) {
    const { servers } = await findServers(signal);
    const names = servers.map(({ name, models }) => `${name} (${models.slice(0, 3).join(', ') || 'no model loaded'})`);
    if (names.length === 0) return { what: 'Model', state: 'optional', found: OFFLINE, fix: FIX };
    return { what: 'Model', state: 'ok', found: `${names.join(', ')}: choose it in the panel` };
  }
  const { baseUrl, model, key } = config.model;
  const place = `${model} at ${new URL(baseUrl).host}`;
  const result = await testConnection({ kind: 'openai-compatible', baseUrl, model }, key, signal);
  if (!result.ok)
    return {
      what: 'Model',
      state: 'missing',
      found: `${place}: ${result.error.message}`,
      fix: result.error.hint ?? FIX,
    };
  const lacks = [result.tools ? '' : 'calls no tools', result.streams ? '' : 'does not stream'].filter(Boolean);
  return { what: 'Model', state: 'ok', found: [`${place} answers in ${result.ms} ms`, ...lacks].join(', ') };
}
