// The history of the sandbox's Solana network: statuses, signatures and transactions.

import { base58 } from '@scure/base';
import { rowById, rows } from '../core/index.js';
import { RpcError } from './abi.js';
import type { RpcRequest } from './rpc-methods.js';
import { amountShown } from './solana-accounts.js';
import { addressAt, blockAt, blockOf, bytesOf, commitmentOf, configOf, invalid, timeOf } from './solana-requests.js';
import { type Landed, landed, tokenAt } from './solana-state.js';
import { type Message, programs, readTransaction } from './solana-wire.js';

/** The status of each signature; null for an unknown one. @throws {RpcError} -32602 */
export function getSignatureStatuses(request: RpcRequest) {
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
export function getSignaturesForAddress(request: RpcRequest) {
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
export function getTransaction(request: RpcRequest) {
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
