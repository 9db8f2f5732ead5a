// The steps of an operation on Solana that differ from other chains: accounts, rent, priority fee, blockhash,
// simulation.

import { type Failure, Guarded, refusedUnsent } from '../../services/http/errors.js';
import { settleOpen } from '../chain/earlier.js';
import {
  amountText,
  type ChainWarning,
  checkArrival,
  mostOf,
  type TransactionEffect,
  wholeAmount,
} from '../chain/effect.js';
import type { PreparedTransaction } from '../chain/family.js';
import type { Outcome, Store } from '../chain/intent.js';
import { runPrepared } from '../chain/pipeline.js';
import { orRefusal } from '../chain/rpc-failures.js';
import { adopt, nothingElsewhere } from '../chain/witness.js';
import { refusalOf } from '../verdict/verdict.js';
import {
  judgeRecipient,
  keptOf,
  type Mint,
  mintIn,
  requireMint,
  solText,
  type TokenAccount,
  tokenAccountIn,
  tokenAccountLength,
  tokenAccountOf,
  validBlocks,
} from './accounts.js';

import { describe, type SolanaDependencies, type SolanaDescribed, type SolanaIntent } from './describe.js';
import { checkFee, proposedPrice, unitPriceOf } from './fees.js';

import type { Simulated, SolanaAccount, SolanaRpc } from './rpc.js';
import {
  feeOf,
  messageOf,
  parseMessage,
  type SolanaFields,
  type SolanaTransfer,
  serialize,
  unsignedWire,
} from './transaction.js';
import { effectKey, sentElsewhere } from './witness.js';

/** Carries out an intent on Solana. @throws as `runPrepared` */
export const runSolanaIntent = (intent: SolanaIntent, deps: SolanaDependencies): Promise<Outcome> =>
  runPrepared(intent, deps, (store) => prepare(intent, deps, store));

/** The most compute units that a transfer needs. A node that says more is not believed. */
const unitBound = 300_000;

/** The amounts that the transactions of an account on their way may take. */
interface Reservation {
  readonly coins: bigint;
  readonly tokens: (mint: string) => bigint;
}

/** What the chain shows of the accounts of a transfer. */
interface Accounts {
  readonly sender: SolanaAccount | undefined;
  readonly recipient: SolanaAccount | undefined;
  /** The lamports that an account without data must have. */
  readonly least: bigint;
  readonly token:
    | {
        readonly mint: Mint;
        readonly source: string;
        readonly destination: string;
        readonly from: TokenAccount | undefined;
        readonly to: TokenAccount | undefined;
        /** What a new token account of the recipient costs, lamports; 0 if it exists. */
        readonly rent: bigint;
      }
    | undefined;
}

async function prepare(intent: SolanaIntent, deps: SolanaDependencies, store: Store): Promise<PreparedTransaction> {
  const { rpc } = deps;
  const { from, to, memo, fee } = intent;
  await requireHistory(rpc);
  const finalHeight = rpc.blockHeight('finalized');
  const [elsewhere, height, reserved, accounts, recent] = await Promise.all([
    sentElsewhere(intent, deps, store.journal),
    finalHeight,
    finalHeight.then((last) => reserve(from, last, deps, store)),
    accountsOf(intent, rpc),
    rpc.latestBlockhash('confirmed'),
  ]);
  // with a last height that is too low, bytes would count as expired that can still be mined
  requireLater(recent.lastValidBlockHeight, height + validBlocks);
  const { token, least } = accounts;
  const rent = token?.rent ?? 0n;
  const probe = transferOf(intent, accounts, reserved, 5000n);
  const common = { from, blockhash: recent.blockhash, memo };
  const writable = [from, ...(token ? [token.source, token.destination] : [to])];
  const [tried, proposed] = await Promise.all([
    simulate({ ...common, unitLimit: unitBound, unitPrice: 0n, transfer: probe }, rpc),
    proposedPrice(rpc, fee, writable),
  ]);
  const unitLimit = unitLimitOf(tried);
  const price = { unitLimit, unitPrice: unitPriceOf(fee, proposed, unitLimit) };
  checkFee(price, fee);
  const transfer = transferOf(intent, accounts, reserved, feeOf(price));
  const fields: SolanaFields = { ...common, ...price, transfer };
  const unsigned = serialize(fields);
  const described = await describe(unsigned, from, deps, rent);
  const { moves } = described.effect as TransactionEffect & { readonly kind: 'transfer' };
  const key = effectKey(moves.token.address ?? 'coin', to, moves.raw);
  const adopted = elsewhere
    ? await adopt(intent, elsewhere, (effect) => effect.split('; ').includes(key), deps, store.journal)
    : nothingElsewhere;
  const { refusals, warnings } = judgeRecipient({ transfer, account: accounts.recipient, least });
  const problems = [...refusals, ...accountProblems(accounts, transfer, memo)];
  return {
    unsigned,
    described,
    kind: 'expiring',
    nonce: recent.lastValidBlockHeight,
    since: recent.slot,
    tokens: async (ahead) => {
      const refused = refusalOf([...problems, ...tokenShortage(described, accounts, reserved.with(ahead))]);
      if (refused) throw refused;
    },
    coins: async (ahead) => checkCoins(described, accounts, reserved.with(ahead).coins),
    simulate: async () => [
      ...adopted.notes,
      ...warnings,
      ...(problems.length > 0 ? [] : await simulateWhole(described, accounts, intent.acceptLess, rpc)),
    ],
    recheck: async () => adopted.record(),
    // a blockhash is valid for a minute or so, and a person may read the receipt for longer
    renew: async () => {
      const [{ blockhash, lastValidBlockHeight, slot }, { failure }] = await Promise.all([
        rpc.latestBlockhash('confirmed'),
        simulate(fields, rpc),
      ]);
      if (failure !== undefined) throw refusedUnsent('WOULD_FAIL', `The transaction would fail now: ${failure}.`);
      requireLater(lastValidBlockHeight, recent.lastValidBlockHeight);
      const newest = serialize({ ...fields, blockhash });
      const again = await describe(newest, from, deps, rent);
      if (JSON.stringify(again.lines) !== JSON.stringify(described.lines))
        throw new Guarded('OTHER_TRANSACTION', 'The transaction is not what was confirmed.');
      return { unsigned: newest, nonce: lastValidBlockHeight, since: slot };
    },
  };
}

/** @throws {Guarded} NO_HISTORY for a node by which an outcome could not be known */
async function requireHistory(rpc: SolanaRpc) {
  await orRefusal(rpc.status('1'.repeat(64)), ({ message }) => {
    throw new Guarded(
      'NO_HISTORY',
      `The node shows no history of transactions, so that the outcome could not be known. ${message}`,
      'Name a node with a history: tuk profile set NAME rpc.NETWORK URL',
    );
  });
}

/** @throws {Guarded} NODE_BEHIND for a blockhash that is older than one that the node had before */
function requireLater(last: bigint, before: bigint) {
  if (last >= before && last <= before + mostBlocks) return;
  throw new Guarded(
    'NODE_BEHIND',
    'The node states an older block than before, or one that cannot be there yet.',
    'Run it again, or name another node: tuk profile set NAME rpc.NETWORK URL',
  );
}
/** The most blocks that pass while a receipt is read: those of a day. */
const mostBlocks = 300_000n;

/**
 * Settles the open operations of an account, and adds up what those may take that can still be mined: they do not
 * replace one another.
 */
async function reserve(
  from: string,
  height: bigint,
  deps: SolanaDependencies,
  store: Store,
): Promise<Reservation & { readonly with: (ahead: readonly string[]) => Reservation }> {
  await settleOpen(from, height, deps, store);
  const open = await store.journal.open(deps.identity, from, height);
  const waiting = open
    .filter(({ state, nonce }) => /^(signed|sent)$/.test(state) && BigInt(nonce) >= height)
    .map(({ raw }) => messageOf(raw));
  return { ...reservedBy(waiting), with: (ahead) => reservedBy([...waiting, ...ahead]) };
}
/** Adds up transactions that may still be mined. Pure. */
function reservedBy(messages: readonly string[]): Reservation {
  const all = messages.map((message) => parseMessage(message));
  const sum = (amountOf: (fields: SolanaFields) => bigint) =>
    all.reduce((total, fields) => total + amountOf(fields), 0n);
  return {
    coins: sum((fields) => feeOf(fields) + (fields.transfer.kind === 'coin' ? fields.transfer.lamports : 0n)),
    tokens: (mint) => sum(({ transfer }) => (transfer.kind === 'token' && transfer.mint === mint ? transfer.raw : 0n)),
  };
}

/** Reads the accounts of a transfer. @throws {BadInput} NOT_A_TOKEN; {Guarded} TOKEN_EXTENSION; {Failure} of a read */
async function accountsOf({ from, to, token }: SolanaIntent, rpc: SolanaRpc): Promise<Accounts> {
  const name = token.address;
  const [[sender, recipient, mintAccount], least] = await Promise.all([
    rpc.accounts(name === undefined ? [from, to] : [from, to, name]),
    rpc.rentMinimum(0),
  ]);
  if (name === undefined) return { sender, recipient, least, token: undefined };
  const mint = requireMint(name, mintIn(mintAccount));
  const [source, destination] = await Promise.all([
    tokenAccountOf(from, name, mint.program),
    tokenAccountOf(to, name, mint.program),
  ]);
  const [[own, theirs], rent] = await Promise.all([
    rpc.accounts([source, destination]),
    rpc.rentMinimum(tokenAccountLength(mint)),
  ]);
  const missing = theirs === undefined || theirs.lamports < rent ? rent - (theirs?.lamports ?? 0n) : 0n;
  const accounts = { from: tokenAccountIn(own), to: tokenAccountIn(theirs) };
  return {
    ...{ sender, recipient, least },
    token: { mint, source, destination, ...accounts, rent: accounts.to === undefined ? missing : 0n },
  };
}

/**
 * The transfer of an intent; of all coins what the fee leaves.
 * @throws {Refused} INSUFFICIENT_FUNDS if nothing is left to send
 */
function transferOf(
  { from, to, token, raw }: SolanaIntent,
  { sender, token: accounts }: Accounts,
  reserved: Reservation,
  fee: bigint,
): SolanaTransfer {
  const all = (has: bigint, taken: bigint, unit: string) => {
    if (has > taken) return has - taken;
    throw refusedUnsent(
      'INSUFFICIENT_FUNDS',
      `The account ${from} has no ${unit} left to send beside its fee and what is on its way.`,
    );
  };
  if (accounts === undefined || token.address === undefined) {
    const lamports = raw === 'max' ? all(sender?.lamports ?? 0n, fee + reserved.coins, token.symbol) : raw;
    return { kind: 'coin', to, lamports };
  }
  const { mint, source, destination } = accounts;
  const has = accounts.from?.amount ?? 0n;
  return {
    ...{ kind: 'token', program: mint.program, mint: token.address, decimals: mint.decimals, to, source, destination },
    raw: raw === 'max' ? all(has, reserved.tokens(token.address), token.symbol) : raw,
  };
}

/** What forbids a transfer by its token accounts. */
function accountProblems({ token }: Accounts, transfer: SolanaTransfer, memo: string | undefined): readonly Failure[] {
  if (token === undefined || transfer.kind === 'coin') return [];
  const problems: Failure[] = [];
  const { from, to } = token;
  if (from?.isFrozen) problems.push(new Guarded('FROZEN_ACCOUNT', `The token account ${token.source} is frozen.`));
  if (to?.isFrozen) problems.push(new Guarded('FROZEN_ACCOUNT', `The token account ${token.destination} is frozen.`));
  if (to !== undefined && (to.owner !== transfer.to || to.mint !== transfer.mint))
    problems.push(
      new Guarded('OTHER_OWNER', `The token account ${token.destination} of the recipient belongs to ${to.owner} now.`),
    );
  if (to?.needsMemo && memo === undefined)
    problems.push(
      new Guarded(
        'NEEDS_MEMO',
        'The token account of the recipient takes a transfer with a memo only.',
        'Ask the recipient for it: --memo TEXT',
      ),
    );
  return problems;
}

/** The refusal of a token of which the account has too little. */
function tokenShortage({ effect }: SolanaDescribed, { token }: Accounts, reserved: Reservation): readonly Failure[] {
  if (token === undefined || effect.kind !== 'transfer') return [];
  const { moves } = effect;
  const taken = reserved.tokens(moves.token.address!);
  const has = token.from?.amount ?? 0n;
  if (has >= moves.raw + taken) return [];
  const text = (raw: bigint) => wholeAmount({ ...moves, raw });
  return [
    refusedUnsent(
      'INSUFFICIENT_FUNDS',
      `The token account ${token.source} has ${text(has)} ${moves.token.symbol}${taken === 0n ? '' : `, of which ${text(taken)} are on their way`}, and ${text(moves.raw)} were to be sent.`,
    ),
  ];
}

/**
 * Checks that the coins cover amount, fee and rent, and that what stays is nothing, or enough for an account.
 * @throws {Refused} INSUFFICIENT_FUNDS, LEAVES_TOO_LITTLE
 */
function checkCoins({ effect, fields, maxFee }: SolanaDescribed, accounts: Accounts, reserved: bigint) {
  const has = accounts.sender?.lamports ?? 0n;
  const sent = fields.transfer.kind === 'coin' ? fields.transfer.lamports : 0n;
  const rent = accounts.token?.rent ?? 0n;
  const needs = sent + maxFee + rent;
  const onTheirWay = reserved === 0n ? '' : `, of which ${solText(reserved)} are on their way`;
  if (has < needs + reserved)
    throw refusedUnsent(
      'INSUFFICIENT_FUNDS',
      `The account has ${solText(has)}${onTheirWay}, and the transaction needs ${solText(needs)} with its fee${rent === 0n ? '' : ` and ${solText(rent)} for the token account of the recipient`}.`,
    );
  const isToSelf = effect.kind === 'transfer' && effect.to === fields.from && fields.transfer.kind === 'coin';
  const stays = [has - needs - reserved, has - needs].map((left) => left + (isToSelf ? sent : 0n));
  const tooLittle = stays.find((left) => left > 0n && left < accounts.least);
  if (tooLittle === undefined) return;
  throw refusedUnsent(
    'LEAVES_TOO_LITTLE',
    `${solText(tooLittle)} would stay in the account, and an account needs ${solText(accounts.least)} or nothing.`,
    fields.transfer.kind === 'coin' ? 'Send less, or all of it: --amount max' : undefined,
  );
}

const simulate = (fields: SolanaFields, rpc: SolanaRpc, addresses: readonly string[] = []): Promise<Simulated> =>
  rpc.simulate(unsignedWire(serialize(fields)), addresses);

/** The compute units of a transfer that cannot be simulated, and is refused for that. */
const usualUnits = 60_000;
/** The limit of compute units: what the simulation has used, a fifth more, and what the budget itself uses. */
function unitLimitOf({ failure, units }: Simulated) {
  if (failure !== undefined) return usualUnits; // refused by the simulation of the whole, if by nothing before
  if (units > BigInt(unitBound))
    throw new Guarded(
      'FEE_TOO_HIGH',
      `The node says that the transfer uses ${units} compute units, and such a transfer needs ${unitBound} at most.`,
    );
  return Number(units + units / 5n) + 300;
}

/**
 * Simulates the bytes that are to be signed, and compares what would move with what they say.
 * @throws {Refused} WOULD_FAIL; {Guarded} ARRIVES_LESS, SPENDS_MORE, FEE_DIFFERS
 */
async function simulateWhole(
  { fields, effect, maxFee }: SolanaDescribed,
  { sender, recipient, token }: Accounts,
  acceptLess: string | undefined,
  rpc: SolanaRpc,
): Promise<readonly ChainWarning[]> {
  if (effect.kind !== 'transfer') return [];
  const { from, transfer } = fields;
  const { moves, to } = effect;
  const message = serialize(fields);
  const addresses = [from, ...(transfer.kind === 'coin' ? [to] : [transfer.source, transfer.destination])];
  const [seen, stated] = await Promise.all([
    simulate(fields, rpc, addresses),
    rpc.feeFor(Uint8Array.from(Buffer.from(message.slice(2), 'hex'))),
  ]);
  if (seen.failure !== undefined) throw refusedUnsent('WOULD_FAIL', `The transaction would fail: ${seen.failure}.`);
  if (stated !== undefined && stated > maxFee)
    throw new Guarded(
      'FEE_DIFFERS',
      `The node states a fee of ${solText(stated)}, and the transaction pays ${solText(maxFee)}.`,
    );
  const [own, second, third] = seen.accounts;
  const isToSelf = to === from;
  const coins = (sender?.lamports ?? 0n) - (own?.lamports ?? 0n);
  const mostCoins = maxFee + (token?.rent ?? 0n) + (transfer.kind === 'coin' && !isToSelf ? transfer.lamports : 0n);
  if (coins > mostCoins) throw spendsMore(`${solText(coins)} would leave the account, and not ${solText(mostCoins)}`);
  if (isToSelf) return [];
  if (transfer.kind === 'coin')
    return checkArrival(moves, { ...moves, raw: (second?.lamports ?? 0n) - (recipient?.lamports ?? 0n) }, acceptLess);
  const left = (token?.from?.amount ?? 0n) - (tokenAccountIn(second)?.amount ?? 0n);
  const arrives = (tokenAccountIn(third)?.amount ?? 0n) - (token?.to?.amount ?? 0n);
  if (left > mostOf(moves.raw, acceptLess))
    throw spendsMore(`${amountText({ ...moves, raw: left })} would leave the account, and not ${wholeAmount(moves)}`);
  const byRule = moves.raw - keptOf(token!.mint, moves.raw);
  return checkArrival(moves, { ...moves, raw: arrives < byRule ? arrives : byRule }, acceptLess);
}
const spendsMore = (what: string): Guarded => new Guarded('SPENDS_MORE', `By simulation ${what}.`);
