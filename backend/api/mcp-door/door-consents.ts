import { randomBytes } from 'node:crypto';
import { cap, cleanText } from '@pagehand/contracts/clean-text';
import { AppError } from '@pagehand/contracts/errors';
import type { McpDoorConsent } from '@pagehand/contracts/mcp-door';
import type { DoorClient, DoorClients } from './door-clients.ts';

/** Clients that wait for the person at once; asks within the time below; one that was denied waits that long. */
const WAITING = 5;
const ASKS = 20;
const WINDOW_MS = 600_000;

export type Decision = 'once' | 'always' | 'deny';
type Asker = { name: string; version: string; tokenHash: string | undefined };

/** One session's standing: who it is once the person has let it in. */
export type Visit = {
  /** Undefined until it was let in, and again when the person takes that back. */
  client(): DoorClient | undefined;
  /** It waits for the person. */
  asking(): boolean;
  /** Resolves at the decision, or after `ms`. Rejects on abort. */
  decided(ms: number, signal: AbortSignal): Promise<void>;
  /** Its session ended: what was allowed for it alone ends, and its card goes. */
  leave(): void;
};

/** What a client reads that the person did not want, or does not want any more. */
export const DENIED =
  'The person did not let this program in, or took it back. They can add it in the settings of Pagehand, under Other agents.';

type Ask = McpDoorConsent & { asker: Asker; open: boolean; client: DoorClient | undefined; wake: Set<() => void> };

/**
 * Clients that nobody knows, on their way to the person. Whatever they say of themselves is only shown: what recognises
 * one later is the token that it brought, by its hash, or the one that it is given.
 */
export class DoorConsents {
  readonly #clients: DoorClients;
  readonly #now: () => number;
  readonly #asks = new Map<string, Ask>();
  #asked: number[] = [];
  readonly #denied = new Map<string, number>();

  constructor(clients: DoorClients, now: () => number = Date.now) {
    this.#clients = clients;
    this.#now = now;
  }

  /** A card that nobody has answered for ten minutes goes: its program may ask anew. */
  waiting(): McpDoorConsent[] {
    for (const ask of this.#asks.values())
      if (ask.open && ask.askedAt < this.#now() - WINDOW_MS) settle(ask, undefined);
    return [...this.#asks.values()]
      .filter(({ open }) => open)
      .map(({ consentId, name, version, askedAt, hasToken }) => ({ consentId, name, version, askedAt, hasToken }));
  }

  /** Clients that are in until their session ends. */
  inside(): (DoorClient & { createdAt: number })[] {
    return [...this.#asks.values()].flatMap(({ client, askedAt, consentId }) =>
      client?.clientId === consentId ? [{ ...client, createdAt: askedAt }] : [],
    );
  }

  /** A client that the person let in before. */
  known(client: DoorClient): Visit {
    return {
      client: () => (this.#clients.has(client.clientId) ? client : undefined),
      asking: () => false,
      decided: () => Promise.resolve(),
      leave: () => undefined,
    };
  }

  /**
   * An unknown client asks to be let in.
   * @throws AppError `forbidden` when it was denied or taken back a while ago, `too-many-requests` when too many ask.
   */
  knock(given: { name: string; version: string; tokenHash: string | undefined }): Visit {
    const asker: Asker = {
      name: nameOf(given.name, 80),
      version: nameOf(given.version, 40),
      tokenHash: given.tokenHash,
    };
    const now = this.#now();
    if ((this.#denied.get(keyOf(asker)) ?? 0) > now) throw new AppError('forbidden', DENIED);
    this.#asked = this.#asked.filter((at) => at > now - WINDOW_MS);
    if (this.waiting().length >= WAITING || this.#asked.length >= ASKS)
      throw new AppError('too-many-requests', 'Too many programs ask to be let in. Try again in ten minutes.');
    this.#asked.push(now);
    const ask: Ask = {
      consentId: randomBytes(12).toString('base64url'),
      name: asker.name,
      version: asker.version,
      askedAt: now,
      hasToken: asker.tokenHash !== undefined,
      asker,
      open: true,
      client: undefined,
      wake: new Set(),
    };
    this.#asks.set(ask.consentId, ask);
    return {
      client: () => this.#standing(ask),
      asking: () => ask.open,
      decided: (ms, signal) => decided(ask, ms, signal),
      leave: () => {
        this.#asks.delete(ask.consentId);
        settle(ask, undefined);
      },
    };
  }

  /** @returns the token of a client that is let in for good and brought none. @throws AppError `conflict`. */
  decide(consentId: string, decision: Decision): string | undefined {
    const ask = this.#asks.get(consentId);
    if (ask?.open !== true) throw new AppError('conflict', 'That program does not ask any more.');
    if (decision === 'deny') {
      this.#deny(keyOf(ask.asker));
      settle(ask, undefined);
      return undefined;
    }
    if (decision === 'once') {
      settle(ask, { clientId: consentId, name: ask.name });
      return undefined;
    }
    const { tokenHash } = ask.asker;
    const added = tokenHash === undefined ? this.#clients.add(ask.name) : this.#clients.addKnown(ask.name, tokenHash);
    settle(ask, added.client);
    // Other sessions of the same program need not be asked about again.
    for (const other of this.#asks.values())
      if (other.open && tokenHash !== undefined && other.asker.tokenHash === tokenHash) settle(other, added.client);
    return added.token;
  }

  /** Takes back what was allowed. It cannot ask again for a while. @throws AppError `not-found`. */
  remove(clientId: string): void {
    const ask = this.#asks.get(clientId);
    if (ask?.client?.clientId === clientId) {
      ask.client = undefined;
      this.#deny(keyOf(ask.asker));
    } else this.#deny(this.#clients.remove(clientId));
  }

  #deny(key: string): void {
    this.#denied.set(key, this.#now() + WINDOW_MS);
  }

  #standing({ consentId, client }: Ask): DoorClient | undefined {
    if (client === undefined || client.clientId === consentId) return client;
    return this.#clients.has(client.clientId) ? client : undefined;
  }
}

/** Without a token its name is all there is: denying it stops at least the same one from asking on and on. */
const keyOf = ({ tokenHash, name }: Asker): string => tokenHash ?? `name ${name}`;

function settle(ask: Ask, client: DoorClient | undefined): void {
  ask.open = false;
  ask.client = client;
  for (const wake of ask.wake) wake();
  ask.wake.clear();
}

function decided(ask: Ask, ms: number, signal: AbortSignal): Promise<void> {
  if (!ask.open) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      ask.wake.delete(wake);
      signal.removeEventListener('abort', stop);
    };
    const wake = (): void => {
      end();
      resolve();
    };
    const stop = (): void => {
      end();
      reject(new AppError('cancelled', 'The call was given up.'));
    };
    const timer = setTimeout(wake, ms);
    ask.wake.add(wake);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}

/** What a program calls itself: one line without signs that nobody sees. */
export const nameOf = (text: string, max: number): string =>
  cap(cleanText(text).text.replace(/\s+/gu, ' ').trim(), max) || 'Agent';
