// How the JSON-RPC of Solana shows accounts, tokens and transactions of the tests' chain.

import { type EncodedAccount, getAddressDecoder, getBase58Decoder, type Option, unwrapOption } from '@solana/kit';
import { getMintDecoder, getTokenDecoder, TOKEN_PROGRAM_ADDRESS as tokenProgram } from '@solana-program/token';
import { type InnerCall, isWritable, type Landed, type Message, type Outcome } from './solana-chain.js';

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

const states = ['uninitialized', 'initialized', 'frozen'];
const option = <Value>(value: Option<Value>): Value | null => unwrapOption(value);

function parsedAccount(account: EncodedAccount, find: Find): unknown {
  const token = tokenOf(account);
  const program = account.programAddress === token2022 ? 'spl-token-2022' : 'spl-token';
  const extensions = account.data.length > 165 ? { extensions: extensionsOf(account.data as Uint8Array) } : {};
  const parsed = (type: string, info: object) => ({
    program,
    parsed: { type, info: { ...info, ...extensions } },
    space: account.data.length,
  });
  if (token) {
    const { decimals } = mintOf(find(token.mint)) ?? { decimals: 0 };
    const { mint, owner } = token;
    const native = option(token.isNative);
    const delegate = option(token.delegate);
    const closeAuthority = option(token.closeAuthority);
    return parsed('account', {
      isNative: native !== null,
      mint,
      owner,
      state: states[token.state],
      tokenAmount: uiAmount(token.amount, decimals),
      ...(delegate ? { delegate, delegatedAmount: uiAmount(token.delegatedAmount, decimals) } : {}),
      ...(closeAuthority ? { closeAuthority } : {}),
      ...(native === null ? {} : { rentExemptReserve: uiAmount(native, 9) }),
    });
  }
  const mint = mintOf(account);
  if (!mint) return undefined;
  const { decimals, isInitialized, supply } = mint;
  return parsed('mint', {
    decimals,
    freezeAuthority: option(mint.freezeAuthority),
    isInitialized,
    mintAuthority: option(mint.mintAuthority),
    supply: supply.toString(),
  });
}

const extensionNames = [
  ...['uninitialized', 'transferFeeConfig', 'transferFeeAmount', 'mintCloseAuthority', 'confidentialTransferMint'],
  ...['confidentialTransferAccount', 'defaultAccountState', 'immutableOwner', 'memoTransfer', 'nonTransferable'],
  ...['interestBearingConfig', 'cpiGuard', 'permanentDelegate', 'nonTransferableAccount', 'transferHook'],
  ...['transferHookAccount', 'confidentialTransferFeeConfig', 'confidentialTransferFeeAmount', 'metadataPointer'],
  ...['tokenMetadata', 'groupPointer', 'tokenGroup', 'groupMemberPointer', 'tokenGroupMember', 'confidentialMintBurn'],
  ...['scaledUiAmountConfig', 'pausableConfig', 'pausableAccount'],
];

/** The extensions behind the first 166 bytes: two bytes of type, two of length, the value. */
function extensionsOf(data: Uint8Array): unknown[] {
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  const found: unknown[] = [];
  for (let at = 166; at + 4 <= data.length && view.getUint16(at, true) !== 0; at += 4 + view.getUint16(at + 2, true)) {
    const value = data.subarray(at + 4, at + 4 + view.getUint16(at + 2, true));
    const extension = extensionNames[view.getUint16(at, true)] ?? 'unparseableExtension';
    const state = extensionState(extension, value);
    found.push(state === undefined ? { extension } : { extension, state });
  }
  return found;
}

function extensionState(name: string, value: Uint8Array): unknown {
  const view = new DataView(value.buffer, value.byteOffset, value.length);
  const key = (at: number) => {
    const bytes = value.subarray(at, at + 32);
    return bytes.some((byte) => byte !== 0) ? getAddressDecoder().decode(bytes) : null;
  };
  const fee = (at: number) => ({
    epoch: view.getBigUint64(at, true),
    maximumFee: view.getBigUint64(at + 8, true),
    transferFeeBasisPoints: view.getUint16(at + 16, true),
  });
  if (name === 'transferFeeConfig')
    return {
      newerTransferFee: fee(90),
      olderTransferFee: fee(72),
      transferFeeConfigAuthority: key(0),
      withdrawWithheldAuthority: key(32),
      withheldAmount: view.getBigUint64(64, true),
    };
  if (name === 'transferFeeAmount') return { withheldAmount: view.getBigUint64(0, true) };
  if (name === 'permanentDelegate') return { delegate: key(0) };
  if (name === 'mintCloseAuthority') return { closeAuthority: key(0) };
  if (name === 'transferHook') return { authority: key(0), programId: key(32) };
  if (name === 'defaultAccountState') return { accountState: states[value[0]!] };
  if (name === 'memoTransfer') return { requireIncomingTransferMemos: value[0] === 1 };
  if (name === 'pausableConfig') return { authority: key(0), paused: value[32] === 1 };
  return value.length === 0 ? undefined : {};
}

/** An account as in a response. @param slice the part of the data that was asked for */
export function shownAccount(
  account: EncodedAccount | undefined,
  encoding: string,
  find: Find,
  slice?: { readonly offset: number; readonly length: number },
): unknown {
  if (!account) return null;
  const data = slice ? account.data.slice(slice.offset, slice.offset + slice.length) : account.data;
  const parsed = encoding === 'jsonParsed' ? parsedAccount(account, find) : undefined;
  const encoded = encoding.startsWith('base58') || encoding === 'binary' ? base58(data as Uint8Array) : undefined;
  return {
    data:
      parsed ??
      (encoding === 'binary'
        ? encoded
        : encoded === undefined
          ? [base64(data as Uint8Array), 'base64']
          : [encoded, 'base58']),
    executable: account.executable,
    lamports: account.lamports,
    owner: account.programAddress,
    rentEpoch,
    space: account.data.length,
  };
}

const status = (err: unknown): unknown => (err === null ? { Ok: null } : { Err: err });

const compiled = (
  programIdIndex: number,
  accounts: readonly number[],
  data: Uint8Array,
  stackHeight: number,
): unknown => ({ accounts: [...accounts], data: base58(data), programIdIndex, stackHeight });

/** Instructions that the programs of this chain have called, by the instruction that called them. */
const shownInner = (inner: Outcome['inner']): unknown[] =>
  inner
    .map((calls: readonly InnerCall[], index) => ({
      index,
      instructions: calls.map((call) => compiled(call.programIdIndex, call.accounts, call.data, call.stackHeight)),
    }))
    .filter(({ instructions }) => instructions.length > 0);

function shownMessage({ version, header, staticAccounts, lifetimeToken, instructions }: Message): unknown {
  return {
    accountKeys: staticAccounts,
    ...(version === 0 ? { addressTableLookups: [] } : {}),
    header: {
      numReadonlySignedAccounts: header.numReadonlySignerAccounts,
      numReadonlyUnsignedAccounts: header.numReadonlyNonSignerAccounts,
      numRequiredSignatures: header.numSignerAccounts,
    },
    instructions: instructions.map((one) =>
      compiled(one.programAddressIndex, one.accountIndices ?? [], one.data ?? new Uint8Array(), 1),
    ),
    recentBlockhash: lifetimeToken,
  };
}

function parsedMessage(message: Message): unknown {
  return {
    accountKeys: message.staticAccounts.map((pubkey, at) => ({
      pubkey,
      signer: at < message.header.numSignerAccounts,
      source: 'transaction',
      writable: isWritable(message, at),
    })),
    ...(message.version === 0 ? { addressTableLookups: [] } : {}),
    instructions: message.instructions.map((one) => ({
      accounts: (one.accountIndices ?? []).map((at) => message.staticAccounts[at]),
      data: base58(one.data ?? new Uint8Array()),
      programId: message.staticAccounts[one.programAddressIndex],
      stackHeight: 1,
    })),
    recentBlockhash: message.lifetimeToken,
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
  const { wire, block, err, fee, before, after, logs, units, inner, returnData } = landed;
  const { bytes, signatures, message } = wire;
  const encoded =
    {
      base58: () => [base58(bytes), 'base58'],
      base64: () => [base64(bytes), 'base64'],
      jsonParsed: () => ({ message: parsedMessage(message), signatures: signatures.map(base58) }),
    }[encoding] ?? (() => ({ message: shownMessage(message), signatures: signatures.map(base58) }));
  return {
    blockTime: block.time,
    meta: {
      computeUnitsConsumed: units,
      err,
      fee,
      innerInstructions: shownInner(inner),
      loadedAddresses: { readonly: [], writable: [] },
      logMessages: logs,
      postBalances: after.map((one) => one?.lamports ?? 0n),
      postTokenBalances: tokenBalances(after, find),
      preBalances: before.map((one) => one?.lamports ?? 0n),
      preTokenBalances: tokenBalances(before, find),
      ...shownReturn(returnData),
      rewards: [],
      status: status(err),
    },
    slot: block.slot,
    transaction: encoded(),
    version: message.version,
  };
}

const shownReturn = (data: Outcome['returnData']): object =>
  data ? { returnData: { data: [base64(data.data), 'base64'], programId: data.programId } } : {};

/** `data` of a failed preflight and `value` of a simulation. */
export const shownSimulation = (
  { err, logs, units, inner, returnData }: Outcome,
  more: { readonly accounts: unknown; readonly inner: boolean },
) => ({
  accounts: more.accounts,
  err,
  innerInstructions: more.inner ? shownInner(inner) : null,
  logs,
  replacementBlockhash: null,
  returnData: null,
  ...shownReturn(returnData),
  unitsConsumed: units,
});

/** `status` and the rest of a row of getSignatureStatuses. */
export const shownStatus = ({ block, err }: Landed, confirmations: number | null, confirmationStatus: string) => ({
  confirmationStatus,
  confirmations,
  err,
  slot: block.slot,
  status: status(err),
});

/** The memos of a transaction in the form of getSignaturesForAddress; null if there is none. */
export function memoOf({ message }: Landed['wire']): string | null {
  const memos = message.instructions
    .filter(({ programAddressIndex }) => message.staticAccounts[programAddressIndex]!.startsWith('Memo'))
    .map(({ data = new Uint8Array() }) => `[${data.length}] ${Buffer.from(data).toString()}`);
  return memos.length > 0 ? memos.join('; ') : null;
}
