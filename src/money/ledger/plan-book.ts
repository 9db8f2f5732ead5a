// What persons decide beside the transfers: the plans, who approves them, and the limits that stand in the ledger.
// Rows are only added.

import type { LimitSettings, StoredLimit } from '../../session/profile.js';
import type { LedgerDatabase, Statements } from './database.js';

/** A plan in the ledger. `hash`: the SHA-256 of its text; `seal`: that of its use. */
export interface PlannedText {
  readonly id: string;
  readonly hash: string;
  readonly seal: string;
  readonly text: string;
  /** The host that wrote it, if the ledger is shared. */
  readonly host?: string | undefined;
}
/** An approval of the plan with a hash: the address whose key has signed, the signature, and where and when (ISO). */
export interface StoredApproval {
  readonly plan: string;
  readonly address: string;
  /** 0x hex. */
  readonly signature: string;
  readonly at: string;
  readonly host?: string | undefined;
}

/** A row of the limits; without a value the limit was reset. */
interface Rule {
  readonly origin: string;
  readonly name: string;
  readonly value?: string;
}

/** The plans, approvals and limits of a ledger. Every method throws LEDGER_UNUSABLE for its database. */
export class PlanBook {
  readonly #db: LedgerDatabase;

  constructor(db: LedgerDatabase) {
    this.#db = db;
  }
  /** Whether this role may change the limits of the ledger; nothing for a ledger in a file, which has none of its own. */
  owns(): Promise<boolean> | undefined {
    return this.#db.owns?.();
  }

  /** The limits of the ledger for a platform: those of each of its origins that has some. */
  async rules(origins: readonly string[], from: Statements = this.#db): Promise<readonly LimitSettings[]> {
    if (origins.length === 0) return [];
    const sql = `SELECT origin, name, value FROM rule WHERE origin IN (${origins.map(() => '?').join(', ')}) ORDER BY rowid`;
    const sets = new Map<string, Record<string, StoredLimit>>();
    for (const { origin, name, value } of await from.rows<Rule>(sql, ...origins)) {
      const { [name]: _, ...others } = sets.get(origin) ?? {};
      sets.set(origin, value === undefined ? others : { ...others, [name]: JSON.parse(value) });
    }
    return [...sets.values()].filter((set) => Object.keys(set).length > 0);
  }
  /** Sets or resets a limit for the origins of a platform, as the owner of the ledger. */
  setRule(origins: readonly string[], name: string, value: StoredLimit | undefined): Promise<void> {
    return this.#write(async (tx, at, host) => {
      for (const origin of origins)
        await tx.run(
          'INSERT INTO rule (origin, name, value, at, host) VALUES (?, ?, ?, ?, ?)',
          ...[origin, name, value === undefined ? undefined : JSON.stringify(value), at, host],
        );
    });
  }

  /** Adds a plan. */
  add({ id, hash, seal, text }: PlannedText): Promise<void> {
    const sql = 'INSERT INTO planned (id, hash, seal, text, host) VALUES (?, ?, ?, ?, ?)';
    return this.#write((tx, _, host) => tx.run(sql, id, hash, seal, text, host));
  }
  /** The plan with an id. */
  async find(id: string): Promise<PlannedText | undefined> {
    return (await this.#db.rows<PlannedText>('SELECT * FROM planned WHERE id = ?', id))[0];
  }
  /** The newest plans, at most so many. */
  newest(most: number): Promise<PlannedText[]> {
    return this.#db.rows('SELECT * FROM planned ORDER BY rowid DESC LIMIT ?', most);
  }
  /** The approvals of the plan with a hash, as whoever may write has added them: a caller verifies them. */
  approvals(hash: string): Promise<StoredApproval[]> {
    return this.#db.rows('SELECT * FROM approval WHERE plan = ? ORDER BY rowid', hash);
  }
  /** Adds approvals; one that is there stays. */
  approve(approvals: readonly Omit<StoredApproval, 'at'>[]): Promise<void> {
    return this.#write(async (tx, now, own) => {
      for (const { plan, address, signature, at = now, host = own } of approvals as readonly Partial<StoredApproval>[])
        await tx.run(
          'INSERT INTO approval (plan, address, signature, at, host) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
          ...[plan, address, signature, at, host],
        );
    });
  }

  #write(work: (tx: Statements, at: string, host: string | undefined) => Promise<void>) {
    return this.#db.write(Date.now(), (tx, now) => work(tx, new Date(now).toISOString(), this.#db.sender(now).host));
  }
}
