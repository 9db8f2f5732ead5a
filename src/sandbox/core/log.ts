// The log of a served sandbox: a row a request in the table `log`, written after the answers are out, so that no request waits for it.
// It holds the names of calls, never a path, a query, a header or a body: none of these is free of secrets.
import type { State } from './state.js';
import type { Note } from './wire.js';

const most = 10_000;
/** How long entries gather before they are written together, in milliseconds. */
const gathering = 50;

/** One request. */
export interface Entry extends Note {
  /** World time, epoch milliseconds. */
  readonly at: number;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
}

/** Whether a file has a log: that of a sandbox which has been served. */
export const hasLog = (state: State): boolean => state.get("SELECT 1 FROM sqlite_schema WHERE name = 'log'") !== undefined;

export class Log {
  readonly #state: State;
  #waiting: Entry[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(state: State) {
    this.#state = state;
    state.write(() =>
      state.define(`CREATE TABLE IF NOT EXISTS log (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, method TEXT NOT NULL,
        call TEXT, status INTEGER NOT NULL, ms REAL NOT NULL, who TEXT, fault TEXT, scenario TEXT)`),
    );
  }

  add(entry: Entry): void {
    this.#waiting.push(entry);
    this.#timer ??= setTimeout(() => this.flush(), gathering).unref();
  }

  /** Writes what has gathered, and forgets what is older than the last ten thousand. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries = this.#waiting;
    if (entries.length === 0) return;
    this.#waiting = [];
    try {
      this.#state.write(() => this.#write(entries));
    } catch {
      this.#waiting = [...entries, ...this.#waiting].slice(-most); // the file is busy: with the next ones
    }
  }
  #write(entries: readonly Entry[]): void {
    const sql = 'INSERT INTO log (at, method, call, status, ms, who, fault, scenario) VALUES (?, ?, ?, ?, ?, ?, ?, ?)';
    for (const { at, method, call, status, ms, who, fault, scenario } of entries)
      this.#state.run(sql, at, method, call ?? null, status, ms, who ?? null, fault || null, scenario ?? null);
    this.#state.run('DELETE FROM log WHERE seq <= (SELECT max(seq) FROM log) - ?', most);
  }

  /** Forgets what has not been written yet. */
  forget(): void {
    this.#waiting = [];
  }
}
