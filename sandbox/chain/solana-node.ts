// The JSON-RPC of the sandbox's Solana network over the ledger: balances and histories of the wallet calls are the same
// world. Sends and simulates transactions, and shows their history.

import { base58 } from '@scure/base';
import { type Context, clockRate, emit, rowById, rowCount, rows } from '../core/index.js';
import { accounts as ledgerAccounts } from '../domains/balances/currencies.js';
import { moveValue } from '../domains/balances/ledger.js';
import { RpcError } from './abi.js';
import { putRow } from './contract-calls.js';
import { ofToken, writeTransfer } from './history-writer.js';
import { heightOf, onChain, type Token, unitOf } from './networks.js';
import type { RpcRequest } from './rpc-methods.js';
import {
  accountsShown,
  amountShown,
  getTokenAccountBalance,
  getTokenAccountsByOwner,
  shownAccount,
} from './solana-accounts.js';
import { budgetOf, type Execution, errorSentence, execute, nothing, rentOf } from './solana-programs.js';
import {
  addressAt,
  afterRun,
  blockAt,
  blockOf,
  bytesOf,
  coin,
  commitmentOf,
  configOf,
  create,
  hashOf,
  inContext,
  invalid,
  isRecent,
  type Landed,
  landed,
  network,
  newestBlock,
  stateOf,
  timeOf,
  tokenAt,
  validBlocks,
  wireBytes,
} from './solana-state.js';
import { isSigned, type Message, programs, readMessage, readTransaction, type WireTransaction } from './solana-wire.js';
import { transfersOf } from './transfer.js';

/** The status of each signature; null for an unknown one. @throws {RpcError} -32602 */
function getSignatureStatuses(request: RpcRequest) {
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
const statusOf = ({ err }: Landed) => (err === null ? { Ok: null } : { Err: err });

/** The newest block of a history. @throws {RpcError} for `processed` */
const historyBlock = (request: RpcRequest): number =>
  configOf(request).commitment === 'processed'
    ? invalid('Method does not support commitment below `confirmed`')
    : blockOf(request);

/** The transactions that name an address, newest first. @throws {RpcError} -32602 */
function getSignaturesForAddress(request: RpcRequest) {
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

/** A transaction with its balances before and after. @throws {RpcError} -32602, -32015 */
function getTransaction(request: RpcRequest) {
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
function shownMessage({ version, header, keys, blockhash, instructions }: Message) {
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

/** Lands a signed transaction in a new block. @returns its signature @throws {RpcError} */
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
  putRow(context, landed, hash, { owner: payer, body });
  const pay = (token: Token, from: string, to: string, amount: bigint) =>
    moveValue(context, onChain(token, from), to, unitOf(token), amount, `transaction ${hash}`);
  pay(coin(), payer, ledgerAccounts.gas, run.fee);
  for (const [address, account] of run.created) create(context, address, account);
  const moves = run.moves.map((move) => ({ ...move, token: move.mint === undefined ? coin() : tokenAt(move.mint)! }));
  for (const { token, from, to, amount } of moves) pay(token, from, onChain(token, to), amount);
  // a row for each transfer, or one for a transaction without any; then an event for each
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

/** The effects of a transaction, without a change. */
function simulateTransaction(request: RpcRequest) {
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

function getFeeForMessage(request: RpcRequest) {
  const message = readMessage(wireBytes(request.params[0], 'base64'));
  const { fee, err } = budgetOf(message);
  return inContext(request, err === null && isRecent(request, message.blockhash) ? Number(fee) : null);
}

/** Others are -32601. Every commitment has the state of the newest block. */
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
