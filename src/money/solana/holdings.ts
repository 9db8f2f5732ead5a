// The holdings of an owner on Solana: lamports, and the units of each mint in all of the owner's token accounts.

import { isRecord } from '../../services/json-value.js';
import { unusable } from '../chain/rpc-failures.js';
import { mintIn, type TokenAccount, tokenAccountIn } from './accounts.js';
import { accountIn, inContext, type SolanaRpc } from './rpc.js';
import { programs } from './transaction.js';

/** A token account of an owner, at its address. */
export interface OwnedTokenAccount extends TokenAccount {
  readonly address: string;
}
/** The units of a mint that an owner has. */
interface MintHolding {
  readonly mint: string;
  /** Base units, in all accounts of the owner. */
  readonly amount: bigint;
  /** Base units in frozen accounts, which cannot be sent. */
  readonly frozen: bigint;
  /** By the mint; nothing if the chain has no mint there. */
  readonly decimals: number | undefined;
}
/** The holdings of an owner. */
interface Holdings {
  readonly lamports: bigint;
  /** If the address is itself a token account: its owner. */
  readonly ownerOfAccount: string | undefined;
  readonly mints: readonly MintHolding[];
}

/** The token accounts of an owner, of both token programs, as of the newest confirmed block. @throws {Failure} */
export async function tokenAccountsOf(rpc: SolanaRpc, owner: string): Promise<readonly OwnedTokenAccount[]> {
  const lists = await Promise.all([programs.token, programs.token2022].map((program) => listOf(rpc, owner, program)));
  return lists.flat();
}

async function listOf(rpc: SolanaRpc, owner: string, program: string): Promise<readonly OwnedTokenAccount[]> {
  const method = 'getTokenAccountsByOwner';
  const config = { commitment: 'confirmed', encoding: 'base64' };
  const { value } = inContext(method, await rpc.call(method, [owner, { programId: program }, config]));
  if (!Array.isArray(value)) throw unusable(method, 'without a list');
  return value.map((row: unknown) => {
    const { pubkey, account } = isRecord(row) ? row : { pubkey: undefined, account: undefined };
    const tokenAccount = tokenAccountIn(accountIn(method, account));
    if (typeof pubkey !== 'string' || tokenAccount?.owner !== owner)
      throw unusable(method, 'with something else than a token account of the owner');
    return { ...tokenAccount, address: pubkey };
  });
}

/**
 * Reads what an owner has.
 * @param listed mints that are shown even if the owner has no account of them
 * @throws {Failure} of a read
 */
export async function holdingsOf(rpc: SolanaRpc, owner: string, listed: readonly string[]): Promise<Holdings> {
  const [[account], accounts] = await Promise.all([rpc.accounts([owner]), tokenAccountsOf(rpc, owner)]);
  const others = accounts.map(({ mint }) => mint).toSorted();
  const names = [...new Set([...listed, ...others])];
  const mints = await mintsAt(rpc, names);
  return {
    lamports: account?.lamports ?? 0n,
    ownerOfAccount: tokenAccountIn(account)?.owner,
    mints: names.map((mint, nth) => {
      const ofMint = accounts.filter((account) => account.mint === mint);
      const frozen = ofMint.filter(({ isFrozen }) => isFrozen);
      return { mint, amount: sumOf(ofMint), frozen: sumOf(frozen), decimals: mints[nth] };
    }),
  };
}
const sumOf = (accounts: readonly TokenAccount[]) => accounts.reduce((sum, { amount }) => sum + amount, 0n);

/** The most accounts that a node shows at once. */
const accountsAtOnce = 100;

/** The decimals of mints, in their order. @throws {Failure} of a read */
async function mintsAt(rpc: SolanaRpc, mints: readonly string[]): Promise<readonly (number | undefined)[]> {
  const starts = Array.from({ length: Math.ceil(mints.length / accountsAtOnce) }, (_, nth) => nth * accountsAtOnce);
  const parts = starts.map((start) => rpc.accounts(mints.slice(start, start + accountsAtOnce)));
  return (await Promise.all(parts)).flat().map((account) => mintIn(account)?.decimals);
}
