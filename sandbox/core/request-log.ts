// The request log of a served sandbox: table `log`, written after the response, so no request waits. It has no path,
// query, header or body: each may contain secrets.

import type { LogFields } from './http-messages.js';
import type { State } from './state.js';

const maxEntries = 10_000;
/** The buffer time in milliseconds. */
const flushDelayMs = 50;

interface LogEntry extends LogFields {
  /** World time, epoch milliseconds. */
  readonly at: number;
  readonly method: string;
  readonly status: number;
  readonly ms: number;
}

/** Whether the state file was ever served. */
export const hasLog = (state: State): boolean =>
  state.get("SELECT 1 FROM sqlite_schema WHERE name = 'log'") !== undefined;

export class RequestLog {
  readonly #state: State;
  #waiting: LogEntry[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(state: State) {
    this.#state = state;
    state.write(() =>
      state.define(`CREATE TABLE IF NOT EXISTS log (seq INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, method TEXT NOT NULL,
        call TEXT, status INTEGER NOT NULL, ms REAL NOT NULL, who TEXT, fault TEXT, scenario TEXT)`),
    );
  }

  add(entry: LogEntry): void {
    this.#waiting.push(entry);
    this.#timer ??= setTimeout(() => this.flush(), flushDelayMs).unref();
  }

  /** Writes the buffer. Keeps the last ten thousand entries. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const entries = this.#waiting;
    if (entries.length === 0) return;
    this.#waiting = [];
    try {
      this.#state.write(() => this.#write(entries));
    } catch {
      this.#waiting = [...entries, ...this.#waiting].slice(-maxEntries); // the file is busy: the next flush retries
    }
  }
  #write(entries: readonly LogEntry[]): void {
    const sql = 'INSERT INTO log (at, method, call, status, ms, who, fault, scenario) VALUES (?, ?, ?, ?, ?, ?, ?, ?)';
    for (const { at, method, call, status, ms, who, fault, scenario } of entries)
      this.#state.run(sql, at, method, call ?? null, status, ms, who ?? null, fault || null, scenario ?? null);
    this.#state.run('DELETE FROM log WHERE seq <= (SELECT max(seq) FROM log) - ?', maxEntries);
  }

  clear(): void {
    this.#waiting = [];
  }
}
