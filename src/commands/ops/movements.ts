// The movements of value of an operation: what left, what arrived, the fee. Pure; amounts are decimal texts, as the ledger has them.

import { type Place, stateIn } from '../../engine/operations/state.js';
import { mayHaveEffect, type Operation } from '../../money/ledger.js';
import { progressOf } from '../../money/operation-status.js';
import { transferFields } from '../../money/transfer-fields.js';
import { awaited } from '../../things/operations.js';

/** `out`: it left the account. `in`: it arrived there. `fee`: it was paid for the operation. `open`: it was asked for, and nothing is known to have moved. */
export type MovementKind = 'out' | 'in' | 'fee' | 'open';
/** One movement of value. What is not known is missing. */
export interface Movement {
  readonly kind: MovementKind;
  /** Of which account of the ledger: an address, or what names its session or user. */
  readonly account: string | undefined;
  /** The unit of the amount: a symbol, with its contract where the platform does not list that. */
  readonly asset: string | undefined;
  /** The contract of a token of a chain. */
  readonly contract?: string | undefined;
  /** In whole tokens. */
  readonly amount: string | undefined;
  readonly counterparty?: string | undefined;
  readonly note?: string | undefined;
}

/**
 * The movements of an operation.
 * @param place its place among those that carry on one value: an amount is on one line only
 * @param isOwn whether an address is that of an account of the ledger: what is sent to it arrives in the ledger, too
 */
export const movementsOf = (operation: Operation, place: Place, isOwn: (address: string) => boolean): readonly Movement[] =>
  operation.service === 'chain' ? onChain(operation, place, isOwn) : throughPlatform(operation, place);

/** The account of an operation: of one on a chain its address. */
export const accountIn = ({ account }: Pick<Operation, 'account'>): string | undefined => account?.replace(/^address:/, '');

/** The movements of a transaction that was signed here: what its block shows. A nonce that another transaction has used, and a chain that is no more, move nothing. */
function onChain(operation: Operation, place: Place, isOwn: (address: string) => boolean): readonly Movement[] {
  const { outcome, lastStatus, block, note } = operation;
  if (outcome === 'done' || (outcome === 'mined' && lastStatus === 'SUCCESS')) return succeeded(operation, isOwn);
  if (block !== undefined && lastStatus === 'FAIL') return [feeOf(operation, note)];
  return mayHaveEffect(outcome) ? [open(operation, place)] : [];
}

function succeeded(operation: Operation, isOwn: (address: string) => boolean): readonly Movement[] {
  const { outcome, call, amount, spent = amount, token, contract, recipient, settledBy } = operation;
  const account = accountIn(operation);
  const note = outcome === 'mined' || settledBy === 'person' ? operation.note : undefined;
  const fee = feeOf(operation, note);
  if (spent === undefined) return [fee];
  const out: Movement = { kind: 'out', account, asset: token, contract, amount: spent, counterparty: recipient, note };
  const receiver = recipient ?? account; // a swap without a recipient pays its own account
  if (receiver === undefined || !isOwn(receiver)) return [out, fee];
  const arrives = call === 'swap' ? boughtBy(operation) : { asset: token, contract };
  const sender = recipient === undefined ? undefined : account;
  return [out, { kind: 'in', account: receiver, ...arrives, ...arrived(operation, note), counterparty: sender }, fee];
}

/** What a swap buys: its unit is recorded behind that of what it sells, since a symbol alone may be that of several tokens. */
function boughtBy({ object = '', token, receivedToken, receivedContract }: Operation): Pick<Movement, 'asset' | 'contract'> {
  const asset = object.startsWith(`${token} `) ? object.slice(`${token} `.length) : receivedToken;
  return { asset, contract: receivedContract };
}
const arrived = ({ received }: Operation, note: string | undefined): Pick<Movement, 'amount' | 'note'> => ({
  amount: received,
  note: received === undefined ? sentences('Its node does not show how much has arrived.', note) : note,
});

/** The fee of a transaction in a block; before that the ledger has the most that it can be, which is not paid. */
function feeOf(operation: Operation, note: string | undefined): Movement {
  const { block, fee, feeToken } = operation;
  const amount = block === undefined ? undefined : fee;
  return {
    kind: 'fee',
    account: accountIn(operation),
    asset: feeToken,
    amount,
    note: amount === undefined ? sentences('Its node does not show which fee was paid.', note) : note,
  };
}

/** The movements of a transfer by a service: a fee that is taken out of the amount is in it, and has no row. */
function throughPlatform(operation: Operation, place: Place): readonly Movement[] {
  const { service, call, recipient, fee, feeToken, receiptFee, receiptFeeToken, note } = operation;
  const account = accountIn(operation);
  if (!place.carriesAmount) return []; // it stands on the line of its payment
  if (place.standing === 'none' && !isLost(operation)) return [];
  const isPaid = isPaidFor(operation, place);
  if (place.standing !== 'done' && !isPaid) return [open(operation, place)];
  const isIncoming = transferFields[`${service} ${call}`]?.incoming === true;
  const arrives = isIncoming || awaited(service, call) === 'deposit';
  const isTaken = !isIncoming && fee === undefined && receiptFee !== undefined && receiptFee !== '0';
  return [
    {
      kind: arrives ? 'in' : 'out',
      account,
      asset: place.token,
      amount: place.amount,
      counterparty: recipient,
      note: sentences(
        isPaid ? `${stateIn(operation, place)}.` : undefined,
        place.amount === undefined ? 'Its amount is not recorded.' : undefined,
        isTaken ? `The amount has a fee of ${receiptFee}${receiptFeeToken === undefined ? '' : ` ${receiptFeeToken}`} in it.` : undefined,
        note,
      ),
    },
    ...(fee === undefined ? [] : [{ kind: 'fee', account, asset: feeToken, amount: fee } as const]),
  ];
}

/** Whether an order, or its payment, is paid, and what was ordered goes on: its value has left. */
const isPaidFor = (operation: Operation, { standing }: Place): boolean =>
  standing === 'under way' &&
  progressOf(operation)?.class === 'pending' &&
  (awaited(operation.service, operation.call) === 'payment' || transferFields[`${operation.service} ${operation.call}`]?.of !== undefined);

/** Whether an operation ended badly, and where its value is is not known. */
const isLost = ({ outcome, ending, settledBy }: Operation): boolean =>
  outcome === 'not-done' && ending === 'failed' && settledBy !== 'person';

/** What was asked for, of an operation whose outcome or end is not known. */
const open = (operation: Operation, place: Place): Movement => ({
  kind: 'open',
  account: accountIn(operation),
  asset: place.token ?? operation.token,
  contract: operation.contract,
  amount: place.amount,
  counterparty: operation.recipient,
  note: sentences(`${stateIn(operation, place)}.`, operation.note ?? operation.message),
});

const sentences = (...parts: readonly (string | undefined)[]): string | undefined =>
  parts.filter((part) => part !== undefined).join(' ') || undefined;
