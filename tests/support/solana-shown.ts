// How the JSON-RPC of Solana shows accounts, tokens and transactions of the tests' chain.

import { type EncodedAccount, getBase58Decoder } from '@solana/kit';
import { getMintDecoder, getTokenDecoder, TOKEN_PROGRAM_ADDRESS as tokenProgram } from '@solana-program/token';
import type { Landed, Message, Outcome } from './solana-chain.js';

/** The program of Token-2022. */
export const token2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const base58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes);
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const rentEpoch = 18_446_744_073_709_551_615n; // as on the main network: it is no double
const isTokenProgram = (name: string): boolean => name === tokenProgram || name === token2022;

/** A token account; undefined if the account is none. */
export function tokenOf(account: EncodedAccount | undefined) {
  if (!account || !isTokenProgram(account.programAddress) || account.data.length < 165) return undefined;
  if (account.data.length > 165 && account.data[165] !== 2) return undefined;
  const token = getTokenDecoder().decode(account.data);
  return token.state === 0 ? undefined : token;
}
/** A mint; undefined if the account is none. */
export function mintOf(account: EncodedAccount | undefined) {
  if (!account || !isTokenProgram(account.programAddress)) return undefined;
  if (account.data.length !== 82 && account.data[165] !== 1) return undefined;
  return getMintDecoder().decode(account.data);
}

/** An amount in the form of `tokenAmount`. */
export function uiAmount(amount: bigint, decimals: number) {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const rest = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const uiAmountString = decimals > 0 && rest ? `${whole}.${rest}` : whole;
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}

/** @param find an account as of the same block */
export type Find = (name: string) => EncodedAccount | undefined;

/** An account as in a response, in base64. */
export const shownAccount = (account: EncodedAccount | undefined): unknown =>
  account
    ? {
        ...{ data: [base64(account.data as Uint8Array), 'base64'], executable: account.executable, rentEpoch },
        ...{ lamports: account.lamports, owner: account.programAddress, space: account.data.length },
      }
    : null;

const status = (err: unknown): unknown => (err === null ? { Ok: null } : { Err: err });

function shownMessage({ version, header, staticAccounts, lifetimeToken, instructions }: Message): unknown {
  return {
    accountKeys: staticAccounts,
    ...(version === 0 ? { addressTableLookups: [] } : {}),
    header: {
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
      numRequiredSignatures: header.numSignerAccounts,
    },
    instructions: instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => {
      return { accounts: accountIndices, data: base58(data), programIdIndex: programAddressIndex, stackHeight: 1 };
    }),
    recentBlockhash: lifetimeToken,
  };
}

function tokenBalances(accounts: Landed['before'], find: Find): unknown[] {
  return accounts.flatMap((account, accountIndex) => {
    const token = tokenOf(account);
    if (!token) return [];
    const { mint, owner, amount } = token;
    const uiTokenAmount = uiAmount(amount, mintOf(find(mint))?.decimals ?? 0);
    return [{ accountIndex, mint, owner, programId: account!.programAddress, uiTokenAmount }];
  });
}

/** A transaction in a block as getTransaction shows it. */
export function shownTransaction(landed: Landed, encoding: string, find: Find): unknown {
  const { wire, block, err, fee, before, after, logs, units } = landed;
  const { bytes, signatures, message } = wire;
  const isBase64 = encoding === 'base64';
  const shown = { message: shownMessage(message), signatures: signatures.map(base58) };
  return {
    blockTime: block.time,
    meta: {
      ...{ computeUnitsConsumed: units, err, fee, innerInstructions: [] },
      ...{ loadedAddresses: { readonly: [], writable: [] }, logMessages: logs },
      ...{ postBalances: after.map((one) => one?.lamports ?? 0n), postTokenBalances: tokenBalances(after, find) },
      ...{ preBalances: before.map((one) => one?.lamports ?? 0n), preTokenBalances: tokenBalances(before, find) },
      ...{ rewards: [], status: status(err) },
    },
    ...{ slot: block.slot, transaction: isBase64 ? [base64(bytes), 'base64'] : shown, version: message.version },
  };
}

/** `data` of a failed preflight and `value` of a simulation. */
export const shownSimulation = ({ err, logs, units }: Outcome, accounts: unknown = null) => ({
  ...{ accounts, err, innerInstructions: null, logs, replacementBlockhash: null, returnData: null },
  unitsConsumed: units,
});

/** `status` and the rest of a row of getSignatureStatuses. */
export const shownStatus = ({ block, err }: Landed, confirmations: number | null, confirmationStatus: string) => {
  return { confirmationStatus, confirmations, err, slot: block.slot, status: status(err) };
};

/** The memos of a transaction in the form of getSignaturesForAddress; null if there is none. */
export function memoOf({ message }: Landed['wire']): string | null {
  const memos = message.instructions
    .filter(({ programAddressIndex }) => message.staticAccounts[programAddressIndex]!.startsWith('Memo'))
    .map(({ data = new Uint8Array() }) => `[${data.length}] ${Buffer.from(data).toString()}`);
  return memos.length > 0 ? memos.join('; ') : null;
}
