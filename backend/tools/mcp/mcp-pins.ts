import { hashJson } from '@pagehand/contracts/json';
import { McpDeclarationSchema, type McpServerConfig } from '@pagehand/contracts/mcp';
import * as z from 'zod';
import type { Store } from '../../store/store.ts';

/** What the person accepted of one server: bound to its configuration, and to each declaration by its hash. */
const PinsSchema = z.strictObject({
  enabled: z.boolean(),
  /** Hash of the configuration that was accepted; another one counts as another server. */
  config: z.string(),
  tools: z.record(
    z.string(),
    z.strictObject({ hash: z.string().length(64), declaration: McpDeclarationSchema, trusted: z.boolean() }),
  ),
});
export type McpPins = z.infer<typeof PinsSchema>;

const key = (server: string): string => `mcp-server:${server}`;

/** Pins of a server; of another configuration, or of none, nothing is accepted and it is off. */
export async function readPins(
  store: Pick<Store, 'settings'>,
  server: string,
  config: McpServerConfig,
): Promise<McpPins> {
  const hash = await hashJson(config);
  const known = PinsSchema.safeParse(store.settings.get(key(server)));
  return known.success && known.data.config === hash ? known.data : { enabled: false, config: hash, tools: {} };
}

export const writePins = (store: Pick<Store, 'settings'>, server: string, pins: McpPins): void =>
  store.settings.set(key(server), pins);
