// The accounts, transactions and blocks of the sandbox's Solana network, over the ledger; and the parameters of
// requests, with the errors of Solana.
import { base58 } from '@scure/base';
import type { Network } from '../../src/services/catalogue/words.js';
import { type Context, clockRate, defineKind, ensureSeeded, type Kind, rowById } from '../core/index.js';
import { mint as mintAccount } from '../domains/balances/currencies.js';
import { accountBalance, moveValue } from '../domains/balances/ledger.js';
import { seedUsers } from '../domains/people/user.js';
import { RpcError } from './abi.js';
import { madeAddress } from './addresses.js';
import { nativeCoin, putRow } from './contract-calls.js';
import { genesis, heightOf, networks, onChain, type Token, tokensOf, unitOf } from './networks.js';
import type { RpcRequest } from './rpc-methods.js';
import { blockHash } from './rpc-responses.js';
import {
  type Accounts,
  changeOf,
  type Execution,
  rentOf,
  type TokenAccount,
  type TransactionError,
  tokenAccountSize,
} from './solana-programs.js';
import { associatedAccount, type Message, programs } from './solana-wire.js';

/** The network of this state. */
export const network: Network = 'SOLANA_DEV';
/** SOL. */
export const coin = (): Token => nativeCoin(network);
/** The token of a mint; undefined for another address. */
export const tokenAt = (mint: string): Token | undefined =>
  tokensOf(network).find(({ contractAddress }) => contractAddress === mint);

/** The token accounts, by their address. */
export const tokenAccount: Kind<TokenAccount> = defineKind({
  name: 'solana-token-account',
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
});
/** Stores a token account at an address. */
export const create = (context: Context, address: string, body: TokenAccount) =>
  putRow(context, tokenAccount, address, { owner: body.owner, body });

/** A transaction in a block, under its signature. Lamports and units are texts. */
export interface Landed {
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
/** The transactions in blocks, by their signature. */
export const landed: Kind<Landed> = defineKind({
  name: 'solana-transaction',
});

/** The accounts as of the newest block. */
export function stateOf(context: Context): Accounts {
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
export function newestBlock(context: Context): number {
  ensureSeeded(context, landed);
  const sql = "SELECT max(body ->> '$.block') AS last FROM solana_transaction";
  return Math.max(heightOf(context, network), context.state.get<{ last: number | null }>(sql)?.last ?? 0);
}
/** The hash of a block, in base58. */
export const hashOf = (context: Context, block: number): string =>
  base58.encode(Buffer.from(blockHash(context, network, block).slice(2), 'hex'));
/** For how many blocks after its own a blockhash is valid. */
export const validBlocks = 150;
/** Whether a transaction may still use a blockhash. */
export function isRecent(context: Context, blockhash: string): boolean {
  const bytes = Buffer.from(base58.decode(blockhash));
  const block = Number(bytes.readBigUInt64BE(24));
  const newest = newestBlock(context);
  return block <= newest && newest - block <= validBlocks && hashOf(context, block) === blockhash;
}

/** The accounts as a run leaves them. */
export const afterRun = (before: Accounts, run: Execution, { keys }: Message): Accounts => ({
  ...before,
  lamports: (key) => before.lamports(key) - (key === keys[0] ? run.fee : 0n) + changeOf(run.moves, undefined, key),
  tokenAccount: (key) => run.created.get(key) ?? before.tokenAccount(key),
  units: (account) => before.units(account) + changeOf(run.moves, account.mint, account.owner),
});

/** Whether an address is a program that the sandbox runs. */
export const isProgram = (address: string): boolean => (Object.values(programs) as string[]).includes(address);

type Config = Readonly<Record<string, unknown>>;
/** The options of a request: its last parameter, if that is a record. */
export const configOf = ({ params }: RpcRequest): Config => {
  const last = params.at(-1);
  return typeof last === 'object' && last !== null && !Array.isArray(last) ? (last as Config) : {};
};
/** Refuses the parameters of a request. @throws {RpcError} -32602 */
export const invalid = (message: string): never => {
  throw new RpcError(-32602, message);
};

/** The depth of each commitment in blocks. Under a frozen clock no block would ever follow: the newest is final. */
const depths = { processed: 0, confirmed: 1, finalized: 32 };
/** The newest block of a commitment. */
export const blockAt = (context: Context, commitment: keyof typeof depths): number =>
  Math.max(0, newestBlock(context) - (clockRate(context.state) > 0 ? depths[commitment] : 0));
/** The block of a request's commitment. @throws {RpcError} -32602, -32016 */
export function blockOf(request: RpcRequest): number {
  const { commitment = 'finalized', minContextSlot } = configOf(request);
  if (!Object.hasOwn(depths, String(commitment))) invalid('Invalid params: unknown commitment');
  const block = blockAt(request, commitment as keyof typeof depths);
  if (typeof minContextSlot === 'number' && block < minContextSlot)
    throw new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot: block });
  return block;
}
/** How sure a block is. */
export const commitmentOf = (request: RpcRequest, block: number): string =>
  (['finalized', 'confirmed'] as const).find((word) => blockAt(request, word) >= block) ?? 'processed';
/** The time of a block, epoch seconds. */
export const timeOf = (block: number): number => Math.floor(block * networks[network].blockSeconds! + genesis / 1000);
/** A value with the slot of the request's commitment. */
export const inContext = (request: RpcRequest, value: unknown) => ({
  context: { apiVersion: 'sandbox', slot: blockOf(request) },
  value,
});

/** A base58 text of so many bytes. @throws {RpcError} -32602 */
export function bytesOf(text: unknown, size: number): string {
  const isText = typeof text === 'string' && /^[1-9A-HJ-NP-Za-km-z]{1,100}$/.test(text);
  if (!isText || base58.decode(text).length !== size) invalid(`Invalid param: ${isText ? 'WrongSize' : 'Invalid'}`);
  return text as string;
}
/** The address that a request asks for. @throws {RpcError} -32602 */
export const addressAt = ({ params }: RpcRequest): string => bytesOf(params[0], 32);

/** The bytes of a transaction or a message. @throws {RpcError} -32602 */
export function wireBytes(text: unknown, encoding: unknown): Buffer {
  if (typeof text === 'string' && text.length < 2000) {
    if (encoding === 'base64' && /^[A-Za-z0-9+/]+={0,2}$/.test(text)) return Buffer.from(text, 'base64');
    if (encoding === 'base58' && /^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return Buffer.from(base58.decode(text));
  }
  return invalid(`invalid ${String(encoding)} encoding`);
}
