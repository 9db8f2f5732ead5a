// Joins the histories of several accounts to one, newest first: the node lists a token transfer under the token account
// of its recipient only, not under the recipient.

import { unusable } from '../chain/rpc-failures.js';
import { type HistoryEntry, signaturesOf } from './history.js';
import type { SolanaRpc } from './rpc.js';

/** The history of one account, read in parts. */
class AccountHistory {
  readonly #rpc: SolanaRpc;
  readonly #account: string;
  readonly #limit: number;
  #entries: readonly HistoryEntry[] = [];
  #last: string | undefined;
  /** The last signatures of the parts so far: a node that repeats one would be read for ever. */
  readonly #ends = new Set<string>();
  #isRead = false;
  constructor(rpc: SolanaRpc, account: string, limit: number) {
    this.#rpc = rpc;
    this.#account = account;
    this.#limit = limit;
  }
  /** Reads the next part if the last one is used up. @throws {Failure} */
  async fill(): Promise<void> {
    if (this.#entries.length > 0 || this.#isRead) return;
    const part = { limit: this.#limit, ...(this.#last === undefined ? {} : { before: this.#last }) };
    this.#entries = await signaturesOf(this.#rpc, this.#account, part);
    this.#isRead = this.#entries.length < this.#limit;
    this.#last = this.#entries.at(-1)?.signature;
    if (this.#last === undefined) return;
    if (this.#ends.has(this.#last))
      throw unusable('getSignaturesForAddress', 'with a page that it has answered before');
    this.#ends.add(this.#last);
  }
  get newest(): HistoryEntry | undefined {
    return this.#entries[0];
  }
  take(): void {
    this.#entries = this.#entries.slice(1);
  }
}

/**
 * Yields pages of the transactions of accounts, newest first, each transaction once.
 * @param size the number of transactions of a page
 * @throws {Refused} NO_NODE_HISTORY; {Failure} of the node
 */
export async function* historyPages(
  rpc: SolanaRpc,
  accounts: readonly string[],
  size: number,
): AsyncGenerator<readonly HistoryEntry[]> {
  const histories = accounts.map((account) => new AccountHistory(rpc, account, size));
  const seen = new Set<string>();
  for (;;) {
    const page: HistoryEntry[] = [];
    while (page.length < size) {
      await Promise.all(histories.map((history) => history.fill()));
      const entry = takeNewest(histories);
      if (entry === undefined) break;
      if (!seen.has(entry.signature)) page.push(entry);
      seen.add(entry.signature);
    }
    if (page.length > 0) yield page;
    if (page.length < size) return;
  }
}

function takeNewest(histories: readonly AccountHistory[]): HistoryEntry | undefined {
  const filled = histories.filter(({ newest }) => newest !== undefined);
  const slots = filled.map(({ newest }) => newest!.slot);
  const next = filled[slots.indexOf(slots.reduce((most, slot) => (slot > most ? slot : most), -1n))];
  const entry = next?.newest;
  next?.take();
  return entry;
}
