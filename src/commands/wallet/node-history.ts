// `tuk wallet history --from node`: the transactions of an owner on Solana, read from the node of the profile.

import type { Context } from '../../cli/command/command.js';
import { solanaAccess } from '../../engine/chain/solana.js';
import { listedTokens } from '../../engine/read/listed-tokens.js';
import { withWholeAmounts } from '../../engine/read/token-lists.js';
import { unusable } from '../../money/chain/rpc-failures.js';
import { solDecimals } from '../../money/solana/accounts.js';
import { checkGenesis } from '../../money/solana/family.js';
import {
  balancesIn,
  firstKeptSlot,
  type HistoryEntry,
  signaturesOf,
  type TransactionBalances,
} from '../../money/solana/history.js';
import { tokenAccountsOf } from '../../money/solana/holdings.js';
import type { SolanaRpc } from '../../money/solana/rpc.js';
import { isSolana } from '../../money/values/networks.js';
import { BadInput, type Failure, partFailure } from '../../services/http/errors.js';
import { asText, type Row } from '../../services/json-value.js';
import { logNode, printFirstRequest } from './node-rows.js';

// Joins the histories of several accounts to one, newest first: the node lists a token transfer under the token account
// of its recipient only, not under the recipient.

/** The history of one account, read in parts. */
function accountHistory(rpc: SolanaRpc, account: string, limit: number) {
  let entries: readonly HistoryEntry[] = [];
  let last: string | undefined;
  let isRead = false;
  /** The last signatures of the parts so far: a node that repeats one would be read for ever. */
  const ends = new Set<string>();
  return {
    /** Reads the next part if the last one is used up. @throws {Failure} */
    fill: async (): Promise<void> => {
      if (entries.length > 0 || isRead) return;
      entries = await signaturesOf(rpc, account, { limit, ...(last === undefined ? {} : { before: last }) });
      isRead = entries.length < limit;
      last = entries.at(-1)?.signature;
      if (last === undefined) return;
      if (ends.has(last)) throw unusable('getSignaturesForAddress', 'with a page that it has answered before');
      ends.add(last);
    },
    newest: (): HistoryEntry | undefined => entries[0],
    take: (): void => {
      entries = entries.slice(1);
    },
  };
}

/**
 * Yields pages of the transactions of accounts, newest first, each transaction once.
 * @param size the number of transactions of a page
 * @throws {Refused} NO_NODE_HISTORY; {Failure} of the node
 */
async function* historyPages(
  rpc: SolanaRpc,
  accounts: readonly string[],
  size: number,
): AsyncGenerator<readonly HistoryEntry[]> {
  const histories = accounts.map((account) => accountHistory(rpc, account, size));
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

function takeNewest(histories: readonly ReturnType<typeof accountHistory>[]): HistoryEntry | undefined {
  const slotOf = ({ newest }: (typeof histories)[number]) => newest()?.slot ?? -1n;
  const [next, ...others] = histories;
  const first = others.reduce((most, other) => (slotOf(other) > slotOf(most) ? other : most), next!);
  const entry = first.newest();
  first.take();
  return entry;
}

// The movements of a transaction for one owner, by the balances before and after it: exact, one movement for each token.

/** A difference of the balances of an owner in one token. */
interface Movement {
  /** The mint; nothing for SOL. */
  readonly mint: string | undefined;
  readonly decimals: number;
  /** Base units: above zero came in, below zero went out. Of SOL without the fee. */
  readonly difference: bigint;
  /** The only other owner whose balance changed the other way; nothing if there are none or several. */
  readonly other: string | undefined;
}

/** The fee that an owner has paid for a transaction, lamports. */
const feePaidBy = ({ payer, fee }: TransactionBalances, owner: string): bigint => (payer === owner ? fee : 0n);

/**
 * The movements of an owner: SOL, then each mint. Empty if nothing but the fee has changed.
 * @param accounts the token accounts of the owner: old transactions do not say their owners
 */
function movementsOf(balances: TransactionBalances, owner: string, accounts: ReadonlySet<string>): readonly Movement[] {
  const { payer, fee, lamports, tokens } = balances;
  const changes = [
    ...lamports.map(({ account, before, after }) => ({
      ...{ mint: undefined, decimals: solDecimals, owner: account },
      difference: after - before + (account === payer ? fee : 0n),
    })),
    ...tokens.map((token) => ({
      ...{ mint: token.mint, decimals: token.decimals, difference: token.after - token.before },
      owner: token.account === owner || accounts.has(token.account) ? owner : (token.owner ?? token.account),
    })),
  ];
  const mints = [...new Set(changes.map(({ mint }) => mint))];
  return mints.flatMap((mint) => {
    const ofMint = changes.filter((change) => change.mint === mint);
    return movementIn(ofMint, owner) ?? [];
  });
}

type Change = Omit<Movement, 'other'> & { readonly owner: string };
function movementIn(changes: readonly Change[], owner: string): Movement | undefined {
  const sums = new Map<string, bigint>();
  for (const change of changes) sums.set(change.owner, (sums.get(change.owner) ?? 0n) + change.difference);
  const difference = sums.get(owner) ?? 0n;
  if (difference === 0n) return undefined;
  const others = [...sums].filter(([, sum]) => (difference > 0n ? sum < 0n : sum > 0n)).map(([name]) => name);
  const { mint, decimals } = changes[0]!;
  return { mint, decimals, difference, other: others.length === 1 ? others[0] : undefined };
}

/** The number of transactions of a page. */
const pageSize = 25;
/** The most token accounts whose histories are joined. */
const mostAccounts = 100;

/** The history of an address that is read. */
interface HistoryQuery {
  readonly network: string;
  readonly address: string;
  /** `ALL`, `SEND` or `RECEIVE`. */
  readonly filter: string;
  readonly ticker?: string;
}
/** The facts that make the rows of a page. */
interface Reading extends HistoryQuery {
  readonly rpc: SolanaRpc;
  readonly accounts: ReadonlySet<string>;
  readonly listed: ReadonlyMap<string, string>;
  readonly partialFailures: Failure[];
}

/** @throws {BadInput} NOT_SOLANA for a network whose nodes have no list of an address's transactions */
export function requireNodeHistory(network: string): void {
  if (isSolana(network)) return;
  throw new BadInput(
    'NOT_SOLANA',
    `Nodes of Solana list the transactions of an address, and those of ${network} do not; nothing was read.`,
    'Leave --from out: the service has its history.',
  );
}

/** Prints the first request to the node. @throws {BadInput} NO_RPC */
export const printHistoryRead = (context: Context, { network, address }: HistoryQuery): Promise<void> =>
  printFirstRequest(context, network, {
    method: 'getSignaturesForAddress',
    params: [address, { commitment: 'confirmed', limit: pageSize }],
    others: 'The histories of its token accounts, and each transaction,',
  });

/**
 * Yields the rows of each page, newest first. A transaction that the node does not keep has no amount.
 * @throws {Refused} NO_NODE_HISTORY; {Guarded} OTHER_CHAIN, MIXED_NETWORKS; {BadInput} NO_RPC; {Failure} of the node
 */
export async function* nodeHistory(
  context: Context,
  query: HistoryQuery,
  { isAll, partialFailures }: { readonly isAll: boolean; readonly partialFailures: Failure[] },
): AsyncGenerator<readonly Row[]> {
  const { network, address } = query;
  const { chain, rpc } = await solanaAccess(context, network);
  await checkGenesis(rpc, chain);
  logNode(context, chain);
  const accounts = await accountsOf(context, rpc, address);
  const symbols = (await listedTokens(context, network)).map(
    (row) => [asText(row.contractAddress), asText(row.symbol)] as const,
  );
  const reading = { ...query, rpc, accounts: new Set(accounts), listed: new Map(symbols), partialFailures };
  let count = 0;
  for await (const page of historyPages(rpc, [address, ...accounts], pageSize)) {
    count += page.length;
    yield (await Promise.all(page.map((entry) => rowsOf(entry, reading)))).flat();
    if (!isAll && page.length === pageSize) return context.note({ is: 'perhaps-cut', shown: pageSize, all: true });
    if (count % progressStep === 0) context.log(`  ${count} transactions so far, down to slot ${page.at(-1)!.slot}`);
  }
  const first = await firstKeptSlot(rpc, address, count === 0);
  if (first !== undefined) context.note({ is: 'since', at: `slot ${first}`, what: 'transactions' });
  if (count === 0) yield [];
}
/** After how many transactions progress is logged. */
const progressStep = 100;

async function accountsOf(context: Context, rpc: SolanaRpc, address: string): Promise<readonly string[]> {
  const accounts = (await tokenAccountsOf(rpc, address)).map((account) => account.address);
  if (accounts.length > mostAccounts)
    context.note({
      is: 'unusable',
      what: `what came to ${accounts.length - mostAccounts} of its ${accounts.length} token accounts`,
      why: 'without a signature of its own',
    });
  return accounts.slice(0, mostAccounts);
}

/** The rows of a transaction: one for each token that it moved, or one without an amount. */
async function rowsOf(entry: HistoryEntry, reading: Reading): Promise<readonly Row[]> {
  const { rpc, address, accounts, filter, ticker, partialFailures } = reading;
  const balances = await balancesIn(rpc, entry.signature).catch((error: unknown) => {
    partialFailures.push(partFailure(error));
    return undefined;
  });
  const facts = factsOf(entry, reading);
  if (balances === undefined) return filter === 'ALL' && ticker === undefined ? [{ ...facts, ...unknownAmounts }] : [];
  const fee = feePaidBy(balances, address);
  const moved = movementsOf(balances, address, accounts);
  const nothing = { mint: undefined, decimals: 9, difference: 0n, other: undefined };
  const rows = (moved.length === 0 ? [nothing] : moved).map((movement, nth) => ({
    ...facts,
    ...movementRow(movement, balances.payer, reading),
    fee: nth === 0 ? fee.toString() : '0',
  }));
  return rows.filter(
    (row) =>
      (filter === 'ALL' || row.direction === (filter === 'SEND' ? 'out' : 'in')) &&
      (ticker ?? row.ticker) === row.ticker,
  );
}

/** Status and place of a transaction. A block that is not final may be taken back. */
const factsOf = ({ signature, slot, time, isFinal, succeeded }: HistoryEntry, { network }: Reading) => ({
  status: succeeded ? (isFinal ? 'SUCCESS' : 'PENDING') : 'FAIL',
  hash: signature,
  blockNumber: slot,
  updatedAt: time === undefined ? null : new Date(Number(time) * 1000).toISOString(),
  network,
});
const unknownAmounts = { direction: '', from: null, to: null, value: null, ticker: null, contract: null, fee: null };

/** The fields of a movement; one without a difference went out if the address has paid for it. */
function movementRow(
  { mint, decimals, difference, other }: Movement,
  payer: string,
  { address, listed }: Reading,
): Row & { readonly direction: string; readonly ticker: string } {
  const isIn = difference > 0n;
  const direction = isIn ? 'in' : difference < 0n || payer === address ? 'out' : '';
  const row = {
    direction,
    from: direction === 'out' ? address : direction === 'in' ? (other ?? null) : payer,
    to: isIn ? address : (other ?? null),
    value: (isIn ? difference : -difference).toString(),
    ticker: mint === undefined ? 'SOL' : (listed.get(mint) ?? mint),
    contract: mint ?? null,
  };
  return { ...row, ...withWholeAmounts(row, ['value'], decimals) };
}
