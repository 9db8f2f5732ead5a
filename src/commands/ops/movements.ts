// The movements of value of an operation: what left, what arrived, the fee; as decimal texts of the ledger.

import { type Place, stateIn } from '../../engine/operations/state.js';
import { othersOf } from '../../money/chain/observation.js';
import { hasTakenEffect, mayHaveEffect, type Operation, progressOf } from '../../money/ledger/operation.js';

import { awaited, transferFields } from '../../things/operations.js';

/** One movement of value. An unknown fact is undefined. */
export interface Movement {
  /** `out` left the account, `in` arrived, `fee` was paid. `open` was requested, and is not known to have moved. */
  readonly kind: 'out' | 'in' | 'fee' | 'open';
  /** The account of the ledger: an address, or the name of its session or user. */
  readonly account?: string;
  /** The unit of the amount: a symbol, with its contract if the platform does not list it. */
  readonly asset?: string;
  readonly contract?: string;
  /** In whole tokens. */
  readonly amount?: string;
  readonly counterparty?: string;
  readonly note?: string;
}

/**
 * The movements of an operation.
 * @param place its place among the operations that carry on one value: only one line has the amount
 * @param isOwn whether an address is an account of the ledger: a transfer to it also arrives
 */
export const movementsOf = (
  operation: Operation,
  place: Place,
  isOwn: (address: string) => boolean,
): readonly Movement[] =>
  operation.service === 'chain' ? onChain(operation, place, isOwn) : throughPlatform(operation, place);

/** The account of an operation; on a chain, its address. */
export const accountIn = ({ account }: Pick<Operation, 'account'>): string | undefined =>
  account?.replace(/^address:/, '');

/**
 * The movements of a signed transaction by its block. A nonce that another transaction used moves nothing, nor does a
 * chain that was reset.
 */
function onChain(operation: Operation, place: Place, isOwn: (address: string) => boolean): readonly Movement[] {
  const { outcome, lastStatus, block, note } = operation;
  if (hasTakenEffect(operation)) return succeeded(operation, isOwn);
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
  const others = othersOf(operation).map(
    ({ to, ...moved }): Movement => ({
      kind: 'out',
      account,
      ...moved,
      counterparty: to,
      note: 'It was not asked for.',
    }),
  );
  if (receiver === undefined || !isOwn(receiver)) return [out, ...others, fee];
  const arrives = call === 'swap' ? boughtBy(operation) : { asset: token, contract };
  const sender = recipient === undefined ? undefined : account;
  const comes: Movement = {
    kind: 'in',
    account: receiver,
    ...arrives,
    ...arrived(operation, note),
    counterparty: sender,
  };
  return [out, comes, ...others, fee];
}

/** The bought asset of a swap. The ledger has its unit behind the sold one, since several tokens may share a symbol. */
function boughtBy({
  object = '',
  token,
  receivedToken,
  receivedContract,
}: Operation): Pick<Movement, 'asset' | 'contract'> {
  const asset = object.startsWith(`${token} `) ? object.slice(`${token} `.length) : receivedToken;
  return { asset, contract: receivedContract };
}
const arrived = ({ received }: Operation, note: string | undefined): Pick<Movement, 'amount' | 'note'> => ({
  amount: received,
  note: received === undefined ? sentences('Its node does not show how much has arrived.', note) : note,
});

/**
 * The fee of a transaction in a block. Before that, the ledger has only the highest possible fee, which is not paid.
 */
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

/** The movements of a transfer by a service. A fee that is taken out of the amount has no row. */
function throughPlatform(operation: Operation, place: Place): readonly Movement[] {
  const { service, call, recipient, fee, feeToken, receiptFee, receiptFeeToken, note } = operation;
  const account = accountIn(operation);
  if (!place.carriesAmount) return []; // the line of its payment has it
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
        isTaken
          ? `The amount has a fee of ${receiptFee}${receiptFeeToken === undefined ? '' : ` ${receiptFeeToken}`} in it.`
          : undefined,
        note,
      ),
    },
    ...(fee === undefined ? [] : [{ kind: 'fee', account, asset: feeToken, amount: fee } as const]),
  ];
}

/** Whether an order or its payment is paid while the order goes on: its value has left. */
const isPaidFor = (operation: Operation, { standing }: Place) =>
  standing === 'under way' &&
  progressOf(operation)?.class === 'pending' &&
  (awaited(operation.service, operation.call) === 'payment' ||
    transferFields[`${operation.service} ${operation.call}`]?.of !== undefined);

/** Whether an operation ended badly, and the location of its value is not known. */
const isLost = ({ outcome, ending, settledBy }: Operation) =>
  outcome === 'not-done' && ending === 'failed' && settledBy !== 'person';

/** The requested movement of an operation without a known outcome or end. */
const open = (operation: Operation, place: Place): Movement => ({
  kind: 'open',
  account: accountIn(operation),
  asset: place.token ?? operation.token,
  contract: operation.contract,
  amount: place.amount,
  counterparty: operation.recipient,
  note: sentences(`${stateIn(operation, place)}.`, operation.note ?? operation.message),
});

const sentences = (...parts: readonly (string | undefined)[]) =>
  parts.filter((part) => part !== undefined).join(' ') || undefined;
