// The JSON-RPC of the sandbox's Solana network over the ledger: balances and histories of the wallet calls are the same world.

import { base58 } from '@scure/base';
import type { Network } from '../../services/catalogue/words.js';
import { type Context, clockRate } from '../core/context.js';
import { emit } from '../core/events.js';
import { ensureSeeded, type Kind, rowById, rowCount, rows } from '../core/rows.js';
import { accounts as ledgerAccounts, mint as mintAccount, toDecimal } from '../domains/balances/currencies.js';
import { accountBalance, moveValue } from '../domains/balances/ledger.js';
import { seedUsers } from '../domains/people/user.js';
import { RpcError } from './abi.js';
import { madeAddress } from './addresses.js';
import { nativeCoin, putRow } from './contract-calls.js';
import { ofToken, writeTransfer } from './history-writer.js';
import { genesis, heightOf, networks, onChain, type Token, tokensOf, unitOf } from './networks.js';
import type { RpcRequest } from './rpc-methods.js';
import { blockHash } from './rpc-responses.js';
import {
  type Accounts,
  budgetOf,
  changeOf,
  type Execution,
  errorSentence,
  execute,
  nothing,
  rentOf,
  type TokenAccount,
  type TransactionError,
  tokenAccountSize,
} from './solana-programs.js';
import {
  associatedAccount,
  isSigned,
  type Message,
  programs,
  readMessage,
  readTransaction,
  type WireTransaction,
} from './solana-wire.js';
import { transfersOf } from './transfer.js';

const network: Network = 'SOLANA_DEV';
const coin = (): Token => nativeCoin(network);
const tokenAt = (mint: string): Token | undefined =>
  tokensOf(network).find(({ contractAddress }) => contractAddress === mint);

const tokenAccount: Kind<TokenAccount> = {
  name: 'solana-token-account',
  table: 'solana_token_account',
  noun: 'TOKEN_ACCOUNT',
  owned: false,
  show: ({ body }) => body,
  seed: (opening) => {
    for (const { handle, onChain: units = {} } of seedUsers)
      for (const { contractAddress, ...token } of tokensOf(network)) {
        if (contractAddress === null || !Object.hasOwn(units, unitOf(token))) continue;
        const owner = madeAddress(network, handle)!;
        create(opening, associatedAccount(owner, contractAddress), { owner, mint: contractAddress });
        const to = onChain(coin(), associatedAccount(owner, contractAddress));
        moveValue(opening, mintAccount(unitOf(coin())), to, unitOf(coin()), rentOf(tokenAccountSize), 'opening');
      }
  },
};
const create = (context: Context, address: string, body: TokenAccount): unknown =>
  putRow(context, tokenAccount, address, { owner: body.owner, at: context.now, body });

/** A transaction in a block, under its signature. Lamports and units are texts. */
interface Landed {
  readonly wire: string;
  readonly block: number;
  readonly err: TransactionError | null;
  readonly fee: string;
  readonly units: number;
  readonly logs: readonly string[];
  /** By account of the message, before and after. */
  readonly lamports: readonly (readonly [string, string])[];
  readonly tokens: readonly (TokenAccount & {
    readonly at: number;
    readonly amounts: readonly (string | undefined)[];
  })[];
}
const landed: Kind<Landed> = {
  name: 'solana-transaction',
  table: 'solana_transaction',
  noun: 'TRANSACTION',
  owned: false,
  show: ({ body }) => body,
};

function stateOf(context: Context): Accounts {
  ensureSeeded(context, tokenAccount); // it has the rent of the first token accounts
  return {
    lamports: (address) =>
      accountBalance(context, onChain(coin(), address), unitOf(coin())) +
      (tokenAt(address) ? rentOf(82) : isProgram(address) ? 1n : 0n), // mints and programs are in no ledger
    tokenAccount: (address) => rowById(context, tokenAccount, address)?.body,
    units: ({ owner, mint }) => accountBalance(context, onChain(coin(), owner), unitOf(tokenAt(mint)!)),
    decimals: (address) => tokenAt(address)?.decimals,
  };
}

/** By the clock, or by the last transaction if it is ahead. */
function newestBlock(context: Context): number {
  ensureSeeded(context, landed);
  const sql = "SELECT max(body ->> '$.block') AS last FROM solana_transaction";
  return Math.max(heightOf(context, network), context.state.get<{ last: number | null }>(sql)?.last ?? 0);
}
const hashOf = (context: Context, block: number): string =>
  base58.encode(Buffer.from(blockHash(context, network, block).slice(2), 'hex'));
const validBlocks = 150;
function isRecent(context: Context, blockhash: string): boolean {
  const bytes = Buffer.from(base58.decode(blockhash));
  const block = Number(bytes.readBigUInt64BE(24));
  const newest = newestBlock(context);
  return block <= newest && newest - block <= validBlocks && hashOf(context, block) === blockhash;
}

type Config = Readonly<Record<string, unknown>>;
const configOf = ({ params }: RpcRequest): Config => {
  const last = params.at(-1);
  return typeof last === 'object' && last !== null && !Array.isArray(last) ? (last as Config) : {};
};
const invalid = (message: string): never => {
  throw new RpcError(-32602, message);
};

/** The depth of each commitment in blocks. Under a frozen clock no block would ever follow: the newest is final. */
const depths = { processed: 0, confirmed: 1, finalized: 32 };
const blockAt = (context: Context, commitment: keyof typeof depths): number =>
  Math.max(0, newestBlock(context) - (clockRate(context.state) > 0 ? depths[commitment] : 0));
/** The block of a request's commitment. @throws {RpcError} -32602, -32016 */
function blockOf(request: RpcRequest): number {
  const { commitment = 'finalized', minContextSlot } = configOf(request);
  if (!Object.hasOwn(depths, String(commitment))) invalid('Invalid params: unknown commitment');
  const block = blockAt(request, commitment as keyof typeof depths);
  if (typeof minContextSlot === 'number' && block < minContextSlot)
    throw new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot: block });
  return block;
}
const commitmentOf = (request: RpcRequest, block: number): string =>
  (['finalized', 'confirmed'] as const).find((word) => blockAt(request, word) >= block) ?? 'processed';
const timeOf = (block: number): number => Math.floor(block * networks[network].blockSeconds! + genesis / 1000);
const inContext = (request: RpcRequest, value: unknown): unknown => ({
  context: { apiVersion: 'sandbox', slot: blockOf(request) },
  value,
});

function bytesOf(text: unknown, size: number): string {
  const isText = typeof text === 'string' && /^[1-9A-HJ-NP-Za-km-z]{1,100}$/.test(text);
  if (!isText || base58.decode(text).length !== size) invalid(`Invalid param: ${isText ? 'WrongSize' : 'Invalid'}`);
  return text as string;
}
const addressAt = ({ params }: RpcRequest): string => bytesOf(params[0], 32);

function wireBytes(text: unknown, encoding: unknown): Buffer {
  if (typeof text === 'string' && text.length < 2000) {
    if (encoding === 'base64' && /^[A-Za-z0-9+/]+={0,2}$/.test(text)) return Buffer.from(text, 'base64');
    if (encoding === 'base58' && /^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return Buffer.from(base58.decode(text));
  }
  return invalid(`invalid ${String(encoding)} encoding`);
}

/** Runs a transaction without a change. */
function attempt(request: RpcRequest, { signatures, message }: WireTransaction, anyBlockhash = false): Execution {
  if (!anyBlockhash && !isRecent(request, message.blockhash)) return { ...nothing, err: 'BlockhashNotFound' };
  if (!anyBlockhash && rowById(request, landed, signatures[0]!)) return { ...nothing, err: 'AlreadyProcessed' };
  return execute(stateOf(request), message);
}
const shownRun = ({ err, logs, units }: Execution) => ({
  accounts: null,
  err,
  innerInstructions: null,
  logs,
  returnData: null,
  unitsConsumed: units,
});

function requireSigned(wire: WireTransaction): void {
  if (!isSigned(wire)) throw new RpcError(-32003, 'Transaction signature verification failure');
}

function sendTransaction(request: RpcRequest): string {
  const { encoding = 'base58', skipPreflight } = configOf(request);
  const bytes = wireBytes(request.params[0], encoding);
  const wire = readTransaction(bytes);
  if (!skipPreflight) requireSigned(wire);
  const run = attempt(request, wire);
  if (!skipPreflight && run.err)
    throw new RpcError(-32002, `Transaction simulation failed: ${errorSentence(run.err)}`, shownRun(run));
  if (run.lands && isSigned(wire) && request.scenario() !== 'stuck') land(request, wire, run, bytes.toString('base64'));
  return wire.signatures[0]!;
}

function land(context: Context, { signatures, message }: WireTransaction, run: Execution, wire: string): void {
  const newest = newestBlock(context);
  const block = clockRate(context.state) > 0 ? Math.max(heightOf(context, network) + 1, newest) : newest + 1;
  const before = stateOf(context);
  const after = afterRun(before, run, message);
  const [hash = ''] = signatures;
  const [payer = ''] = message.keys;
  const { err, units, logs } = run;
  const fee = run.fee.toString();
  const lamports = message.keys.map((key) => [`${before.lamports(key)}`, `${after.lamports(key)}`] as const);
  const tokens = message.keys.flatMap((key, at) => {
    const account = after.tokenAccount(key);
    if (!account) return [];
    const amounts = [before.tokenAccount(key) && `${before.units(account)}`, `${after.units(account)}`];
    return [{ ...account, at, amounts }];
  });
  const body: Landed = { wire, block, err, fee, units, logs, lamports, tokens };
  const index = rowCount(context, landed) * 100;
  putRow(context, landed, hash, { owner: payer, at: context.now, body });
  const pay = (token: Token, from: string, to: string, amount: bigint) =>
    moveValue(context, onChain(token, from), to, unitOf(token), amount, `transaction ${hash}`);
  pay(coin(), payer, ledgerAccounts.gas, run.fee);
  for (const [address, account] of run.created) create(context, address, account);
  const moves = run.moves.map((move) => ({ ...move, token: move.mint === undefined ? coin() : tokenAt(move.mint)! }));
  for (const { token, from, to, amount } of moves) pay(token, from, onChain(token, to), amount);
  // a row for each transfer, or one for a transaction without any; then whoever waits for the value hears of it
  const transfers = moves.filter(({ rent }) => !rent);
  const existing = transfersOf(context, network, hash).find(({ body }) => body.registered);
  const none = { token: coin(), from: payer, to: payer, amount: 0n };
  for (const [at, { token, from, to, amount }] of (transfers.length > 0 ? transfers : [none]).entries()) {
    const facts = ofToken(token, from, to, amount);
    const place = { fee: at === 0 ? fee : '0', blockNumber: block, index: index + at, nonce: 0, data: '' };
    const target = { network, existing: at === 0 ? existing : undefined, status: err ? 'FAIL' : 'SUCCESS' } as const;
    writeTransfer(context, target, { ...facts, ...place, hash });
  }
  for (const { token, from, to, amount } of transfers)
    emit(context, 'chain moved', { network, hash, from, to, unit: unitOf(token), rawAmount: amount.toString() });
}

function simulateTransaction(request: RpcRequest): unknown {
  const { encoding = 'base58', sigVerify, replaceRecentBlockhash, accounts } = configOf(request);
  const wire = readTransaction(wireBytes(request.params[0], encoding));
  if (sigVerify) requireSigned(wire);
  const run = attempt(request, wire, replaceRecentBlockhash === true);
  const addresses = (accounts as { addresses?: string[] } | undefined)?.addresses;
  const format = (accounts as { encoding?: string } | undefined)?.encoding ?? 'base64';
  const after = afterRun(stateOf(request), run, wire.message);
  const shown = addresses?.map((address) => (run.err ? null : shownAccount(request, after, address, format)));
  return inContext(request, { ...shownRun(run), accounts: shown ?? null });
}
const afterRun = (before: Accounts, run: Execution, { keys }: Message): Accounts => ({
  ...before,
  lamports: (key) => before.lamports(key) - (key === keys[0] ? run.fee : 0n) + changeOf(run.moves, undefined, key),
  tokenAccount: (key) => run.created.get(key) ?? before.tokenAccount(key),
  units: (account) => before.units(account) + changeOf(run.moves, account.mint, account.owner),
});

const amountShown = (amount: bigint, decimals: number) => {
  const uiAmountString = toDecimal(amount, decimals);
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
};

/** The units of all owners. */
const supplyOf = (context: Context, token: Token): bigint =>
  -accountBalance(context, mintAccount(unitOf(token)), unitOf(token));

/** The bytes of a token account or a mint, and what `jsonParsed` shows of it. */
function contentOf(
  context: Context,
  state: Accounts,
  address: string,
): { owner: string; data: Buffer; type?: string; info?: object } | undefined {
  const account = state.tokenAccount(address);
  const token = tokenAt(address);
  if (account) {
    const data = Buffer.alloc(tokenAccountSize);
    data.set(base58.decode(account.mint), 0);
    data.set(base58.decode(account.owner), 32);
    data.writeBigUInt64LE(state.units(account), 64);
    data[108] = 1; // initialized
    const tokenAmount = amountShown(state.units(account), state.decimals(account.mint)!);
    return {
      owner: programs.token,
      data,
      type: 'account',
      info: { isNative: false, ...account, state: 'initialized', tokenAmount },
    };
  }
  if (token) {
    const data = Buffer.alloc(82);
    const supply = supplyOf(context, token);
    data.writeBigUInt64LE(supply, 36);
    data[44] = token.decimals;
    data[45] = 1; // initialized
    const info = {
      decimals: token.decimals,
      freezeAuthority: null,
      isInitialized: true,
      mintAuthority: null,
      supply: supply.toString(),
    };
    return { owner: programs.token, data, type: 'mint', info };
  }
  return state.lamports(address) > 0n ? { owner: programs.system, data: Buffer.alloc(0) } : undefined;
}
const isProgram = (address: string): boolean => (Object.values(programs) as string[]).includes(address);
function shownAccount(context: Context, state: Accounts, address: string, encoding: unknown): unknown {
  const content = isProgram(address)
    ? { owner: 'NativeLoader1111111111111111111111111111111', data: Buffer.alloc(0) }
    : contentOf(context, state, address);
  if (!content) return null;
  const { owner, data, type, info } = content as NonNullable<ReturnType<typeof contentOf>>;
  const parsed = encoding === 'jsonParsed' &&
    type && { program: 'spl-token', parsed: { type, info }, space: data.length };
  const encoded = encoding === 'base58' ? [base58.encode(data), 'base58'] : [data.toString('base64'), 'base64'];
  const lamports = Number(state.lamports(address));
  return { data: parsed || encoded, executable: isProgram(address), lamports, owner, rentEpoch: 0, space: data.length };
}

const accountsShown = (request: RpcRequest, addresses: readonly unknown[]): unknown[] =>
  addresses.map((address) => shownAccount(request, stateOf(request), bytesOf(address, 32), configOf(request).encoding));

function getTokenAccountsByOwner(request: RpcRequest): unknown {
  const { mint, programId } = (request.params[1] ?? {}) as { mint?: string; programId?: string };
  if (mint !== undefined && !tokenAt(bytesOf(mint, 32))) invalid('Invalid param: could not find mint');
  if (mint === undefined && bytesOf(programId, 32) !== programs.token) return inContext(request, []);
  const own = rows(request, tokenAccount, { owner: addressAt(request) }).filter(
    ({ body }) => mint === undefined || body.mint === mint,
  );
  const shown = own.map(({ id }) => ({ pubkey: id, account: accountsShown(request, [id])[0] }));
  return inContext(request, shown);
}

function getTokenAccountBalance(request: RpcRequest): unknown {
  const state = stateOf(request);
  const account = state.tokenAccount(addressAt(request)) ?? invalid('Invalid param: could not find account');
  return inContext(request, amountShown(state.units(account), state.decimals(account.mint)!));
}

function getSignatureStatuses(request: RpcRequest): unknown {
  const [signatures] = request.params;
  if (!Array.isArray(signatures) || signatures.length > 256) return invalid('Too many inputs provided; max 256');
  const newest = blockAt(request, 'processed');
  const value = signatures.map((signature) => {
    const body = rowById(request, landed, bytesOf(signature, 64))?.body;
    if (!body) return null;
    const confirmationStatus = commitmentOf(request, body.block);
    const confirmations = confirmationStatus === 'finalized' ? null : newest - body.block;
    return { slot: body.block, confirmations, err: body.err, status: statusOf(body), confirmationStatus };
  });
  return { context: { apiVersion: 'sandbox', slot: newest }, value };
}
const statusOf = ({ err }: Landed): unknown => (err === null ? { Ok: null } : { Err: err });

/** The newest block of a history. @throws {RpcError} for `processed` */
const historyBlock = (request: RpcRequest): number =>
  configOf(request).commitment === 'processed'
    ? invalid('Method does not support commitment below `confirmed`')
    : blockOf(request);

function getSignaturesForAddress(request: RpcRequest): unknown {
  const address = addressAt(request);
  const newest = historyBlock(request);
  const { limit = 1000, before, until } = configOf(request);
  if (typeof limit !== 'number' || limit < 1 || limit > 1000) invalid('Invalid limit; max 1000');
  const found = rows(request, landed, {}, { newest: true })
    .map(({ id, body }) => ({ id, body, message: readTransaction(Buffer.from(body.wire, 'base64')).message }))
    .filter(({ body, message }) => body.block <= newest && message.keys.includes(address));
  const indexOf = (signature: unknown, none: number) => {
    const at = found.findIndex(({ id }) => id === signature);
    return at < 0 ? none : at;
  };
  return found
    .slice(before === undefined ? 0 : indexOf(before, found.length - 1) + 1, indexOf(until, found.length))
    .slice(0, limit as number)
    .map(({ id, body, message }) => ({
      signature: id,
      slot: body.block,
      err: body.err,
      memo: memoOf(message),
      blockTime: timeOf(body.block),
      confirmationStatus: commitmentOf(request, body.block),
    }));
}
const memoOf = ({ instructions }: Message): string | null =>
  instructions
    .filter(({ program }) => program === programs.memo)
    .map(({ data }) => `[${data.length}] ${data.toString()}`)
    .join('; ') || null;

function getTransaction(request: RpcRequest): unknown {
  const signature = bytesOf(request.params[0], 64);
  const { encoding = 'json', maxSupportedTransactionVersion } = configOf(request);
  const newest = historyBlock(request);
  const body = rowById(request, landed, signature)?.body;
  if (!body || body.block > newest) return null;
  const { signatures, message } = readTransaction(Buffer.from(body.wire, 'base64'));
  if (message.version === 0 && maxSupportedTransactionVersion === undefined)
    throw new RpcError(
      -32015,
      'Transaction version (0) is not supported by the requesting client. Please try the request again with the ' +
        'following configuration parameter: "maxSupportedTransactionVersion": 0',
    );
  if (encoding !== 'json' && encoding !== 'base64') invalid('the sandbox shows transactions as json and base64');
  const tokens = (which: number) =>
    body.tokens.flatMap(({ at, mint, owner, amounts }) =>
      amounts[which] === undefined || amounts[which] === null
        ? []
        : [
            {
              accountIndex: at,
              mint,
              owner,
              programId: programs.token,
              uiTokenAmount: amountShown(BigInt(amounts[which]!), tokenAt(mint)!.decimals),
            },
          ],
    );
  const meta = {
    computeUnitsConsumed: body.units,
    err: body.err,
    fee: Number(body.fee),
    innerInstructions: [],
    loadedAddresses: { readonly: [], writable: [] },
    logMessages: body.logs,
    preBalances: body.lamports.map(([before]) => Number(before)),
    postBalances: body.lamports.map(([, after]) => Number(after)),
    preTokenBalances: tokens(0),
    postTokenBalances: tokens(1),
    rewards: [],
    status: statusOf(body),
  };
  const transaction = encoding === 'base64' ? [body.wire, 'base64'] : { message: shownMessage(message), signatures };
  return { blockTime: timeOf(body.block), meta, slot: body.block, transaction, version: message.version };
}
function shownMessage({ version, header, keys, blockhash, instructions }: Message): unknown {
  return {
    accountKeys: keys,
    header: {
      numRequiredSignatures: header[0],
      numReadonlySignedAccounts: header[1],
      numReadonlyUnsignedAccounts: header[2],
    },
    instructions: instructions.map(({ program, accounts, data }) => ({
      accounts,
      data: base58.encode(data),
      programIdIndex: keys.indexOf(program),
      stackHeight: 1,
    })),
    recentBlockhash: blockhash,
    ...(version === 0 ? { addressTableLookups: [] } : {}),
  };
}

function getFeeForMessage(request: RpcRequest): unknown {
  const message = readMessage(wireBytes(request.params[0], 'base64'));
  const { fee, err } = budgetOf(message);
  return inContext(request, err === null && isRecent(request, message.blockhash) ? Number(fee) : null);
}

/** Others are -32601. The state of every commitment is that of the newest block. */
export const solanaMethods: Readonly<Record<string, (request: RpcRequest) => unknown>> = {
  getAccountInfo: (request) => inContext(request, accountsShown(request, request.params.slice(0, 1))[0]),
  getBalance: (request) => inContext(request, Number(stateOf(request).lamports(addressAt(request)))),
  getBlockHeight: (request) => blockOf(request),
  getFeeForMessage,
  getFirstAvailableBlock: () => 0,
  getGenesisHash: (request) => hashOf(request, 0),
  getHealth: () => 'ok',
  getLatestBlockhash: (request) => {
    const block = blockOf(request);
    return inContext(request, { blockhash: hashOf(request, block), lastValidBlockHeight: block + validBlocks });
  },
  getMinimumBalanceForRentExemption: ({ params: [bytes] }) =>
    Number.isSafeInteger(bytes) && (bytes as number) >= 0
      ? Number(rentOf(bytes as number))
      : invalid('Invalid params: expected usize'),
  getMultipleAccounts: (request) => {
    const [addresses] = request.params;
    if (!Array.isArray(addresses) || addresses.length > 100) return invalid('Too many inputs provided; max 100');
    return inContext(request, accountsShown(request, addresses));
  },
  getRecentPrioritizationFees: (request) => {
    const newest = blockAt(request, 'processed');
    return Array.from({ length: Math.min(150, newest) }, (_, at) => ({
      slot: newest - at,
      prioritizationFee: at % 3 === 0 ? 1000 : 0,
    }));
  },
  getSignatureStatuses,
  getSignaturesForAddress,
  getSlot: (request) => blockOf(request),
  getTokenAccountBalance,
  getTokenAccountsByOwner,
  getTransaction,
  getVersion: () => ({ 'feature-set': 0, 'solana-core': 'tuk-sandbox/1' }),
  isBlockhashValid: (request) => inContext(request, isRecent(request, addressAt(request))),
  sendTransaction,
  simulateTransaction,
};
