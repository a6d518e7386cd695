/** A login is renewed every hour: enough for days. */
const MOST = 200;

/**
 * Secrets that were valid while this backend runs: what a service still repeats after a token was renewed, replaced or
 * traded is masked too. In memory only.
 */
export class LiveSecrets {
  readonly #values = new Set<string>();

  /** Those that are known already become the newest. */
  add(...secrets: readonly (string | undefined)[]): void {
    for (const secret of secrets) {
      if (secret === undefined || secret === '') continue;
      this.#values.delete(secret);
      this.#values.add(secret);
    }
    for (const oldest of this.#values) {
      if (this.#values.size <= MOST) return;
      this.#values.delete(oldest);
    }
  }

  list(): string[] {
    return [...this.#values];
  }
}
