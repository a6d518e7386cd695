import type Database from 'better-sqlite3';
import { attempt } from './store-error.ts';

type Value = string | number | bigint | Buffer | null;

/**
 * The open database as the parts of the store use it: statements are prepared once, disk and file errors come out as
 * AppError `store-unavailable`. Row types are declared by the caller: the tables are our own (see migrations.ts).
 */
export class Sql {
  readonly #database: Database.Database;
  readonly #prepared = new Map<string, Database.Statement<Value[]>>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  #statement(text: string): Database.Statement<Value[]> {
    const known = this.#prepared.get(text);
    if (known !== undefined) return known;
    const made = this.#database.prepare<Value[]>(text);
    this.#prepared.set(text, made);
    return made;
  }

  /** @returns how many rows were changed. */
  run(text: string, ...values: Value[]): number {
    return attempt(() => this.#statement(text).run(...values).changes);
  }

  get<Row>(text: string, ...values: Value[]): Row | undefined {
    return attempt(() => this.#statement(text).get(...values) as Row | undefined); // parse boundary: our own table
  }

  all<Row>(text: string, ...values: Value[]): Row[] {
    return attempt(() => this.#statement(text).all(...values) as Row[]); // parse boundary: our own table
  }

  /** All or nothing. Inside another transaction it becomes a savepoint. */
  transaction<T>(work: () => T): T {
    return attempt(() => this.#database.transaction(work).immediate());
  }

  /**
   * A transaction that is on the disk when this returns (fsync), also if the power fails. Everything that was written
   * before it on this connection is then on the disk too, as the write-ahead log is one file in order. Without it a
   * commit survives the death of the process, which is enough for events and snapshots.
   */
  durable<T>(work: () => T): T {
    // The level cannot be changed within a transaction; the outermost one decides.
    if (this.#database.inTransaction) return this.transaction(work);
    attempt(() => this.#database.pragma('synchronous = FULL'));
    try {
      return this.transaction(work);
    } finally {
      attempt(() => this.#database.pragma('synchronous = NORMAL'));
    }
  }
}

/** Reads a JSON column that this store has written from a checked value. */
export function fromJson<T>(text: string): T {
  const value: T = JSON.parse(text);
  return value;
}
