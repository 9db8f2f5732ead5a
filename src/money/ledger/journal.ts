// The journal of the transactions that were signed, in the database of the ledger: their bytes are on the disk before
// they leave. An operation is signed once; on a chain with nonces a second signature for one is a speed-up
// or a cancellation.

import { Guarded } from '../../services/http/errors.js';
import type { LedgerDatabase, Statements } from './database.js';
import { areApart } from './owner.js';

/**
 * Why a transaction was signed. `speed-up`: with a higher fee. `cancel`: nothing to the sender, in the place of the
 * original. `expiring`: for a chain without nonces, on which nothing replaces it, and which takes it for some time
 * only. Of no signature here, with unsigned bytes: `offered`: an external signer was given it, and may have signed it;
 * it has a made-up hash. `elsewhere`: another program signed it; it has the effect of its operation, and its nonce.
 */
export type SignatureKind = 'original' | 'speed-up' | 'cancel' | 'expiring' | 'offered' | 'elsewhere';
/**
 * `signed`: it may not have left. `sent`: a node has it. `SUCCESS`, `FAIL`: mined. `replaced`: another one of its nonce
 * was mined. `expired`: the chain is final beyond its time.
 */
export type TransactionState = 'signed' | 'sent' | 'SUCCESS' | 'FAIL' | 'replaced' | 'expired';

/** A transaction of an operation. Times are ISO. */
export interface JournalEntry {
  readonly hash: string;
  /** The id of its operation in the ledger. */
  readonly operation: string;
  /** The identity of the chain: `eip155:97`, with the hash of its first block if the node is local; `solana:…`. */
  readonly chain: string;
  readonly network: string;
  readonly sender: string;
  /** The nonce; of one that expires the last height of a block that may have it. */
  readonly nonce: number;
  /** Of one that expires: the newest slot when it was signed. It is in no earlier one. */
  readonly since?: number | null;
  /** 0x hex. */
  readonly raw: string;
  readonly kind: SignatureKind;
  readonly at: string;
  readonly state: TransactionState;
  readonly blockNumber?: string;
  readonly blockHash?: string;
}

/** The state of an operation at some time. A reorganisation may take it back. */
export interface ChainObservation {
  readonly at: string;
  /** `absent`, `pending`, `mined`, `reverted`, `cancelled`, `replaced`, `expired`. */
  readonly state: string;
  readonly hash?: string;
  readonly blockNumber?: string;
  readonly blockHash?: string;
}

/** A nonce of an account that another program has used; without a hash and its effect if it was not read. */
export interface SeenElsewhere {
  readonly nonce: number;
  readonly hash?: string | undefined;
  /** Recipient, value and data as one text. */
  readonly effect?: string | undefined;
  /** When it was first seen. */
  readonly at: string;
}

/** Hexadecimal addresses are equal in any letter case, those in base58 are not. */
const stored = (address: string) => (address.startsWith('0x') ? address.toLowerCase() : address);

/** The journal of an open ledger; several processes may have it open at once. Every method throws LEDGER_UNUSABLE. */
export class Journal {
  readonly #db: LedgerDatabase;

  constructor(db: LedgerDatabase) {
    this.#db = db;
  }

  /**
   * Records signed bytes; they are on the disk when this returns.
   * @throws {Guarded} SIGNED_BEFORE for a second signature of one intent or nonce; {LocalFailure}
   */
  record({ sender, ...entry }: Omit<JournalEntry, 'state' | 'blockNumber' | 'blockHash'>): Promise<void> {
    const { hash, operation, chain, network, nonce, since = null, raw, kind, at } = entry;
    return this.#db.write(0, async (tx) => {
      const [recorded] = await tx.rows(
        `INSERT INTO evm_transaction (hash, operation, chain, network, sender, nonce, raw, kind, at, since, state) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'signed')
          ON CONFLICT DO NOTHING RETURNING hash`,
        ...[hash, operation, chain, network, stored(sender), nonce, raw, kind, at, since],
      );
      if (recorded === undefined)
        throw new Guarded(
          'SIGNED_BEFORE',
          kind === 'expiring'
            ? `A transaction of ${operation} was signed before.`
            : `A transaction of this account with the nonce ${nonce} was signed before.`,
          'See them: tuk wallet tx list',
        );
      // an earlier offer of this nonce is late by now: it is looked for only if its reference is used again
      const late = `UPDATE evm_transaction SET state = 'replaced' WHERE kind = 'offered' AND sender = ? AND nonce = ? AND operation <> ?`;
      if (kind === 'original') await tx.run(late, stored(sender), nonce, operation);
    });
  }

  /**
   * Records the state of a transaction, without waiting for the disk: the chain can be asked again.
   * @throws {LocalFailure}
   */
  mark(
    hash: string,
    state: TransactionState,
    block?: { readonly number: bigint; readonly hash: string },
  ): Promise<void> {
    const sql = 'UPDATE evm_transaction SET state = ?, blockNumber = ?, blockHash = ? WHERE hash = ?';
    return this.#db.write(0, (tx) => tx.run(sql, state, block?.number.toString(), block?.hash, hash), false);
  }

  /** Adds an observation to the history of an operation if it differs from the last one. @throws {LocalFailure} */
  see(operation: string, { at, state, hash, blockNumber, blockHash }: ChainObservation): Promise<void> {
    const sql =
      'INSERT INTO evm_sighting (operation, at, state, hash, blockNumber, blockHash) VALUES (?, ?, ?, ?, ?, ?)';
    return this.#db.write(0, async (tx) => {
      const last = (await this.history(operation, tx)).at(-1);
      if (last?.state === state && last.hash === hash && last.blockHash === blockHash) return;
      await tx.run(sql, operation, at, state, hash, blockNumber, blockHash);
    });
  }
  /** The observations of an operation, oldest first. */
  history(operation: string, from: Statements = this.#db): Promise<ChainObservation[]> {
    return from.rows(
      'SELECT at, state, hash, blockNumber, blockHash FROM evm_sighting WHERE operation = ? ORDER BY rowid',
      operation,
    );
  }

  /** The transactions of an operation, in the order of their signatures, with what a signer was offered. */
  witnesses(operation: string): Promise<JournalEntry[]> {
    return this.#db.rows('SELECT * FROM evm_transaction WHERE operation = ? ORDER BY at, rowid', operation);
  }
  /** The signed transactions of an operation, in the order of their signatures. */
  async of(operation: string): Promise<JournalEntry[]> {
    return (await this.witnesses(operation)).filter(({ kind }) => kind !== 'offered');
  }
  /** Makes the function that says whether a hash is that of a transaction of another operation. */
  isOfOther(operation: string): (hash: string) => Promise<boolean> {
    const sql = 'SELECT 1 AS one FROM evm_transaction WHERE hash = ? AND operation <> ?';
    return async (hash) => (await this.#db.rows(sql, hash, operation)).length > 0;
  }
  /**
   * The transactions of an account that may still be mined, by nonce: all outside a block, and all from `nonce` on;
   * without those that are certainly of another chain.
   * @param nonce the next nonce of the account by its node; on a chain without nonces the height of its last final
   * block
   */
  async open(chain: string, sender: string, nonce: bigint): Promise<JournalEntry[]> {
    const sql = `SELECT * FROM evm_transaction WHERE sender = ? AND kind <> 'offered' AND (state IN ('signed', 'sent') OR nonce >= ?) ORDER BY nonce, at, rowid`;
    const entries = await this.#db.rows<JournalEntry>(sql, stored(sender), Number(nonce));
    return entries.filter((entry) => !areApart(entry.chain, chain));
  }
  /**
   * The newest nonce, or on Solana the newest slot, of which this ledger knows something of an account; nothing if it
   * knows none.
   */
  async lastKnown(chain: string, sender: string, place: 'nonce' | 'slot'): Promise<bigint | undefined> {
    const own = place === 'nonce' ? place : 'coalesce(CAST(blockNumber AS BIGINT), since)';
    const sql = `SELECT chain, max(${own}) AS last FROM evm_transaction WHERE sender = ? GROUP BY chain
      UNION ALL SELECT chain, max(nonce) FROM evm_elsewhere WHERE sender = ? GROUP BY chain`;
    const of = stored(sender);
    const rows = await this.#db.rows<{ readonly chain: string; readonly last?: number }>(sql, of, of);
    const known = rows.flatMap((row) => (areApart(row.chain, chain) ? [] : (row.last ?? [])));
    return known.length === 0 ? undefined : BigInt(Math.max(...known));
  }
  /** What an account has sent elsewhere, by the records since a time. */
  async elsewhere(chain: string, sender: string, since: string): Promise<readonly SeenElsewhere[]> {
    const sql = 'SELECT * FROM evm_elsewhere WHERE sender = ? AND at >= ?';
    const rows = await this.#db.rows<SeenElsewhere & { readonly chain: string }>(sql, stored(sender), since);
    return rows.filter((row) => !areApart(row.chain, chain));
  }
  /** Records what an account has sent elsewhere. @throws {LocalFailure} */
  adopt(chain: string, sender: string, { nonce, hash, effect, at }: SeenElsewhere): Promise<void> {
    const sql = 'INSERT INTO evm_elsewhere (chain, sender, nonce, hash, effect, at) VALUES (?, ?, ?, ?, ?, ?)';
    return this.#db.write(0, (tx) => tx.run(sql, chain, stored(sender), nonce, hash, effect, at));
  }
  /** The operations of an account that an external signer was offered, whose nonce is used, and which nobody has looked at. */
  async lateOffers(chain: string, sender: string, nonce: bigint): Promise<string[]> {
    const sql = `SELECT chain, operation FROM evm_transaction WHERE sender = ? AND kind = 'offered' AND state = 'signed' AND nonce < ?
      AND operation NOT IN (SELECT operation FROM evm_transaction WHERE kind <> 'offered')`;
    const rows = await this.#db.rows<Pick<JournalEntry, 'chain' | 'operation'>>(sql, stored(sender), Number(nonce));
    return rows.filter((row) => !areApart(row.chain, chain)).map(({ operation }) => operation);
  }
  /** All transactions, newest first. */
  list(): Promise<JournalEntry[]> {
    return this.#db.rows("SELECT * FROM evm_transaction WHERE kind <> 'offered' ORDER BY at DESC, rowid DESC");
  }
}
