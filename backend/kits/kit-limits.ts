const KIB = 1024;
const MIB = 1024 * KIB;

/** Bounds of one call. What a container gets stands in sandbox-options.ts and is checked by assert-hardened.ts. */
export const KIT_LIMITS = {
  /** Of stdout and of stderr each: so much is handed on, the rest is counted. */
  shownOutput: 256 * KIB,
  /** Of both together: past that the call is ended. */
  output: 16 * MIB,
  /** The result as JSON. */
  result: 4 * MIB,
  /** The arguments and the environment as JSON. */
  call: 8 * MIB,
  /** From asking for a container until its runner listens. */
  startMs: 30_000,
  /** Bounds of a call's own time limit. */
  timeoutMs: { min: 100, max: 3_600_000 },
  /** An installation of dependencies. */
  buildMs: 15 * 60_000,
  /** Containers of one module that wait. */
  warm: 4,
  /** Of one call's connections to the hosts that its kit names. */
  network: {
    /** Open at once, and in all. */
    connections: 16,
    allConnections: 256,
    /** Sent and received by all of them together. */
    bytes: 128 * MIB,
    /** On their way on one of them; the runner has the same number. */
    window: 256 * KIB,
    idleMs: 60_000,
    /** So many are told. */
    told: 100,
  },
} as const;
