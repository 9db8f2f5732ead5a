// Accounts of the sandbox's Solana network, in bytes and as `jsonParsed` shows them.
import { base58 } from '@scure/base';
import { type Context, rows } from '../core/index.js';
import { mint as mintAccount, toDecimal } from '../domains/balances/currencies.js';
import { accountBalance } from '../domains/balances/ledger.js';
import { type Token, unitOf } from './networks.js';
import type { RpcRequest } from './rpc-methods.js';
import { type Accounts, tokenAccountSize } from './solana-programs.js';
import {
  addressAt,
  bytesOf,
  configOf,
  inContext,
  invalid,
  isProgram,
  stateOf,
  tokenAccount,
  tokenAt,
} from './solana-state.js';
import { programs } from './solana-wire.js';

/** Base units as a node shows an amount. */
export const amountShown = (amount: bigint, decimals: number) => {
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

/** An account as a node shows it; null for one without lamports. */
export function shownAccount(context: Context, state: Accounts, address: string, encoding: unknown) {
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

/** The accounts of a request. @throws {RpcError} -32602 */
export const accountsShown = (request: RpcRequest, addresses: readonly unknown[]) =>
  addresses.map((address) => shownAccount(request, stateOf(request), bytesOf(address, 32), configOf(request).encoding));

/** The token accounts of an owner, of a mint or of a program. @throws {RpcError} -32602 */
export function getTokenAccountsByOwner(request: RpcRequest) {
  const { mint, programId } = (request.params[1] ?? {}) as { mint?: string; programId?: string };
  if (mint !== undefined && !tokenAt(bytesOf(mint, 32))) invalid('Invalid param: could not find mint');
  if (mint === undefined && bytesOf(programId, 32) !== programs.token) return inContext(request, []);
  const own = rows(request, tokenAccount, { owner: addressAt(request) }).filter(
    ({ body }) => mint === undefined || body.mint === mint,
  );
  const shown = own.map(({ id }) => ({ pubkey: id, account: accountsShown(request, [id])[0] }));
  return inContext(request, shown);
}

/** The units in a token account. @throws {RpcError} -32602 */
export function getTokenAccountBalance(request: RpcRequest) {
  const state = stateOf(request);
  const account = state.tokenAccount(addressAt(request)) ?? invalid('Invalid param: could not find account');
  return inContext(request, amountShown(state.units(account), state.decimals(account.mint)!));
}
