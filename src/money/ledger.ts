// The ledger: what this machine asked for that moves value, and what became of it. A line is on the disk before its request leaves.
import { createHmac, randomBytes } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { makeFolder } from '../services/folder.js';
import { Failure, LocalFailure } from '../services/http/errors.js';

/**
 * What became of an operation. `sending`: its request may be under way, or its process died while it was. `unknown`: it has left and no
 * usable answer came. `not-sent`: nothing has left.
 */
type Outcome = 'sending' | 'done' | 'refused' | 'unknown' | 'not-sent';

/** What is asked for, as it was agreed to; never a secret. */
export interface Intent {
  readonly profile: string;
  readonly service: string;
  readonly call: string;
  readonly method: string;
  readonly url: string;
  /** JSON text. */
  readonly body?: string | undefined;
  /** The caller's own name for it: in a profile, one call of one name takes effect once. */
  readonly ref?: string | undefined;
  /** What the name stands for, where the body holds what is made anew each time: the id of a search. */
  readonly asked?: string | undefined;
  /** A keyed hash of the exact request, or of what stands for it: the same name has to come with the same request. */
  readonly digest?: string | undefined;
  /** What the name is bound to: the origin, or the sandbox's world, that gets the request, and the account that makes it. */
  readonly origin?: string | undefined;
  readonly account?: string | undefined;
  /** What it moves, as far as that is known: in whole tokens, and what it was worth in US dollars where a limit asked for it. */
  readonly amount?: string | undefined;
  readonly token?: string | undefined;
  readonly usd?: string | undefined;
  /** Who gets it: an address, the id of a user. */
  readonly recipient?: string | undefined;
  /** The line whose value this is: a payment is that of its order. */
  readonly within?: string | undefined;
}
/** A line of the ledger. Times are ISO. */
export interface Operation extends Intent {
  readonly id: string;
  readonly at: string;
  readonly pid: number;
  readonly outcome: Outcome;
  readonly settledAt?: string;
  readonly status?: number;
  /** The answer's own text, as far as it was short enough to keep: ids in it may be all that ever tells. */
  readonly answer?: string;
  readonly message?: string;
}
/** What is known at the end of an operation. */
export interface Settlement {
  readonly outcome: Exclude<Outcome, 'sending'>;
  readonly status?: number | undefined;
  readonly answer?: string | undefined;
  readonly message?: string | undefined;
}

/** A name that was used already, for what may have taken effect. */
export class RefTaken extends Error {
  readonly operation: Operation;
  constructor(operation: Operation) {
    super(`${operation.ref} is ${operation.id}`);
    this.operation = operation;
  }
}

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS operation (id TEXT PRIMARY KEY, at TEXT NOT NULL, pid INTEGER NOT NULL, profile TEXT NOT NULL, service TEXT NOT NULL,
    call TEXT NOT NULL, method TEXT NOT NULL, url TEXT NOT NULL, body TEXT, outcome TEXT NOT NULL, settledAt TEXT, status INTEGER, answer TEXT,
    message TEXT, ref TEXT, asked TEXT, amount TEXT, token TEXT, usd TEXT, recipient TEXT, within TEXT, digest TEXT, origin TEXT, account TEXT);
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
`;
/** Columns that a ledger of an earlier version does not have. */
const later = ['ref', 'asked', 'amount', 'token', 'usd', 'recipient', 'within', 'digest', 'origin', 'account'] as const;
const keptAnswer = 1_048_576;
/** What counts as a day: the last 24 hours, milliseconds. */
export const day = 24 * 60 * 60 * 1000;

/** One open ledger; several processes may have it open at once. */
export class Ledger {
  readonly #db: InstanceType<typeof DatabaseSync>;
  readonly #file: string;

  /** Opens the ledger, making it where it is not there. @throws {LocalFailure} where it cannot be had: then nothing may be sent. */
  constructor(file: string) {
    this.#file = file;
    try {
      makeFolder(path.dirname(file));
      this.#db = new DatabaseSync(file, { timeout: 5_000 });
      this.#db.exec(schema);
      this.#widen();
    } catch (error) {
      throw this.#unusable(error);
    }
  }

  /**
   * Writes down what is about to be sent, and has it on the disk when it returns. `hold` sees the lines of the profile of the last 24 hours while
   * no other process can write one, and throws where this one must not be.
   * @param now epoch milliseconds. @throws {LocalFailure} and what `hold` throws
   */
  begin(intent: Intent, now: number, hold?: (window: readonly Operation[]) => unknown): Operation {
    const at = new Date(now).toISOString();
    const { profile, service, call, method, url, body } = intent;
    const month = `op-${at.slice(2, 4)}${at.slice(5, 7)}-`;
    return this.#writing(() => {
      const earlier = this.named(intent);
      if (earlier) throw new RefTaken(earlier);
      hold?.(this.#since(profile, new Date(now - day).toISOString()));
      const { count } = this.#db.prepare("SELECT count(*) AS count FROM operation WHERE id LIKE ? || '%'").get(month) as { count: number };
      const operation = {
        ...intent,
        id: `${month}${String(count + 1).padStart(4, '0')}`,
        at,
        pid: process.pid,
        outcome: 'sending' as const,
      };
      this.#db
        .prepare(
          `INSERT INTO operation (id, at, pid, profile, service, call, method, url, body, outcome, ${later.join(', ')})
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?${', ?'.repeat(later.length)})`,
        )
        .run(
          operation.id,
          at,
          process.pid,
          profile,
          service,
          call,
          method,
          url,
          body ?? null,
          'sending',
          ...later.map((name) => intent[name] ?? null),
        );
      return operation;
    });
  }

  /** Writes down what became of it. @throws {LocalFailure}; the line then still says `sending`, which a reader takes for unknown. */
  settle(id: string, { outcome, status, answer, message }: Settlement, now: number): void {
    const kept = answer === undefined || answer.length > keptAnswer ? null : answer;
    this.#writing(() =>
      this.#db
        .prepare('UPDATE operation SET outcome = ?, settledAt = ?, status = ?, answer = ?, message = ? WHERE id = ?')
        .run(outcome, new Date(now).toISOString(), status ?? null, kept, message ?? null, id),
    );
  }

  /** The keyed hash of a text, by a key that stays in this ledger: what is short or secret cannot be found out from it. @throws {LocalFailure} */
  keyedHash(text: string): string {
    const read = () => this.#db.prepare("SELECT value FROM meta WHERE name = 'key'").get() as { value: Uint8Array } | undefined;
    const { value: key } =
      read() ??
      this.#writing(() => {
        this.#db.prepare("INSERT OR IGNORE INTO meta (name, value) VALUES ('key', ?)").run(randomBytes(32));
        return read()!;
      });
    return createHmac('sha256', key).update(text).digest('hex');
  }

  /** What was asked for under a name of the caller's own, and may have taken effect; that of another account, origin or world is none. */
  named(intent: Pick<Intent, 'profile' | 'service' | 'call' | 'ref' | 'origin' | 'account'>): Operation | undefined {
    const { profile, service, call, ref } = intent;
    if (ref === undefined) return undefined;
    const rows = this.#db
      .prepare('SELECT * FROM operation WHERE profile = ? AND service = ? AND call = ? AND ref = ? ORDER BY at DESC, id DESC')
      .all(profile, service, call, ref) as unknown as Stored[];
    return rows.map(read).find((line) => /^(done|unknown|sending)$/.test(line.outcome) && bindingTo(intent, line) !== 'other');
  }

  /** The lines, newest first; those of a profile, of a call. */
  list({ profile, call }: { readonly profile?: string; readonly call?: string } = {}): Operation[] {
    const rows = this.#db.prepare('SELECT * FROM operation ORDER BY at DESC, id DESC').all() as unknown as Stored[];
    return rows.filter((row) => (profile === undefined || row.profile === profile) && (call === undefined || row.call === call)).map(read);
  }

  #since(profile: string, at: string): Operation[] {
    return (this.#db.prepare('SELECT * FROM operation WHERE profile = ? AND at > ?').all(profile, at) as unknown as Stored[]).map(read);
  }

  /** One line. */
  find(id: string): Operation | undefined {
    const row = this.#db.prepare('SELECT * FROM operation WHERE id = ?').get(id) as unknown as Stored | undefined;
    return row && read(row);
  }

  /** Gives a ledger of an earlier version the columns that came later. */
  #widen(): void {
    const has = new Set((this.#db.prepare('PRAGMA table_info(operation)').all() as { name: string }[]).map(({ name }) => name));
    for (const column of later.filter((name) => !has.has(name)))
      try {
        this.#db.exec(`ALTER TABLE operation ADD COLUMN ${column} TEXT`);
      } catch (error) {
        if (!/duplicate column/.test((error as Error).message)) throw error; // another process was faster
      }
  }

  close(): void {
    this.#db.close();
  }

  #writing<T>(work: () => T): T {
    try {
      this.#db.exec('BEGIN IMMEDIATE');
      const made = work();
      this.#db.exec('COMMIT');
      return made;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      if (error instanceof RefTaken || error instanceof Failure) throw error;
      throw this.#unusable(error);
    }
  }
  #unusable(cause: unknown): LocalFailure {
    return new LocalFailure(
      'LEDGER_UNUSABLE',
      `The ledger ${this.#file} cannot be written: ${(cause as Error).message}.`,
      'Nothing that moves value is sent without it. Check the folder and the disk.',
      cause,
    );
  }
}

/** What a reference is bound to. */
export type Binding = Pick<Intent, 'origin' | 'account'>;
/**
 * Whether a line of the ledger is bound to the same origin and account. `unclear`: the same origin, and nobody can tell whether two sessions are of
 * one account. A line of an earlier version is bound to neither.
 */
export function bindingTo(one: Binding, line: Binding): 'same' | 'other' | 'unclear' {
  if (line.origin !== undefined && one.origin !== undefined && line.origin !== one.origin) return 'other';
  if (line.account === undefined || one.account === undefined || line.account === one.account) return 'same';
  const kinds = [line.account, one.account].map((account) => account.split(':', 1)[0]);
  return kinds[0] === kinds[1] && kinds[0] !== 'session' ? 'other' : 'unclear';
}

type Stored = { [Field in keyof Operation]: Operation[Field] | null };

/** A line as it is to be understood: one whose process is gone while it was sending has an outcome that nobody knows. */
function read(row: Stored): Operation {
  const operation = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as unknown as Operation;
  return operation.outcome === 'sending' && !isRunning(operation.pid) ? { ...operation, outcome: 'unknown' } : operation;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
