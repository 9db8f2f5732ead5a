// The locations of amount, token, recipient and network of each call that moves value: in its request, or in a read.
// Data.
import type { MoneyEndpoint } from '../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../services/catalogue/index.js';
import type { Recipient } from './policy/recipients.js';

/** A read: `paramsFrom` has the location of each of its parameters. */
interface Read {
  readonly service: ServiceName;
  readonly call: string;
  readonly paramsFrom?: Readonly<Record<string, FactLocation>>;
}
/** Whether the names of a read's fields are public (platform 12.2); else they are assumed, as in the sandbox. */
export const isPublicRead = ({ service, call }: Pick<Read, 'service' | 'call'>): boolean =>
  publicReads.has(`${service} ${call}`);
const publicReads: ReadonlySet<string> = new Set([
  'user getCurrency',
  'user getClaimInformation',
  'user getEarnEvent',
  'user getGame',
  'user getUser',
]);

/**
 * The location of a fact. A text: a parameter of the request, in its path or body. `by`: in `values`, by the value of a
 * parameter.
 * `field`: a field of the body beside the parameters, under an assumed name. `read`: in the response of a read, at a
 * path.
 */
export type FactLocation =
  | string
  | { readonly constant: string; readonly source?: 'bytes' }
  | { readonly field: string }
  | { readonly by: string; readonly values: Readonly<Record<string, string>> }
  | { readonly read: Read; readonly at: string };

/**
 * `is`: the whole amount, or the amount less the fee, in `token` or its own. `amount`, `what`: an amount or a thing by
 * a service.
 */
type Arrives =
  | { readonly is: 'amount' | 'less fee'; readonly token?: FactLocation }
  | { readonly amount: FactLocation; readonly token?: FactLocation }
  | { readonly what: FactLocation };

/** The locations of the facts of a call, as far as they are known. */
export interface TransferFields {
  /** In base units with `decimals`, else in whole tokens. */
  readonly amount?: FactLocation;
  readonly decimals?: number;
  /** The number of decimals of the token: the first known one. */
  readonly decimalsOf?: readonly FactLocation[];
  /** The number by which the amount is multiplied. */
  readonly times?: FactLocation;
  /** The first known one. */
  readonly token?: readonly FactLocation[];
  /**
   * The recipient; `id` is its id at the service. A call without one pays a seller, or moves value between accounts of
   * the user.
   */
  readonly to?: {
    readonly kind: Recipient['kind'];
    readonly at: FactLocation;
    readonly paysFor?: FactLocation;
    readonly id?: FactLocation;
  };
  /** The chains of the transfer; none without it. */
  readonly networks?: readonly FactLocation[];
  /** `from: 'amount'`: the fee is taken out of the amount, which must be more. */
  readonly fee?: {
    readonly amount: FactLocation;
    readonly token: FactLocation;
    readonly decimals?: number;
    readonly from?: 'amount';
  };
  /** The name of the thing that leaves in place of an amount. */
  readonly thing?: FactLocation;
  readonly arrives?: Arrives;
  /**
   * The fields that must agree with a read, if both have a value (docs/money.md 5: unit and kind come from the
   * service).
   */
  readonly mustMatch?: readonly { readonly name: string; readonly with: FactLocation }[];
  /** The minimum and the maximum amount, in the unit of the amount. */
  readonly minimum?: FactLocation;
  readonly maximum?: FactLocation;
  /** The word of a read on whether the call can be made: if it says no, nothing is sent. */
  readonly available?: FactLocation;
  /** The call only receives value: no amount limit applies. */
  readonly incoming?: true;
  /** The object of a call without a recipient: a second call on it waits until the outcome of the first is known. */
  readonly object?: FactLocation;
  /** Further fields of the body that cannot be an amount. */
  readonly otherFields?: readonly string[];
  /** The amount leaves the balance account of its currency. */
  readonly isFromBalance?: true;
  /** The earlier call whose value this one carries on, found in the ledger by the id in its response. */
  readonly of?: { readonly call: string; readonly id: FactLocation };
}

/** The parameters that determine amount, token, recipient and network of a call. */
export function guardedNames(fields: TransferFields): readonly string[] {
  const {
    amount,
    decimalsOf = [],
    times,
    token = [],
    to,
    networks = [],
    fee,
    of,
    mustMatch = [],
    minimum,
    maximum,
  } = fields;
  const locations = [amount, times, to?.at, to?.paysFor, fee?.amount, fee?.token, of?.id, minimum, maximum];
  const lists = [...decimalsOf, ...token, ...networks, ...mustMatch.flatMap(({ name, with: read }) => [name, read])];
  return [...new Set([...locations, ...lists].flatMap(paramNamesIn))];
}

function paramNamesIn(location: FactLocation | undefined): readonly string[] {
  if (location === undefined || (typeof location === 'object' && ('constant' in location || 'field' in location)))
    return [];
  if (typeof location === 'string') return [location];
  if ('by' in location) return [location.by];
  return Object.values(location.read.paramsFrom ?? {}).flatMap(paramNamesIn);
}

const points = [{ constant: 'MVP' }] as const;
/** The fields of a read, by path. */
function fieldsOf(service: ServiceName, call: string, paramsFrom?: Readonly<Record<string, FactLocation>>) {
  return (at: string): FactLocation => ({ read: { service, call, paramsFrom }, at });
}
const currency = (id: FactLocation, at: string): FactLocation => fieldsOf('user', 'getCurrency', { id })(at);
/** The decimals of currencies of a balance. */
const decimalsOf = (...ids: readonly FactLocation[]): readonly FactLocation[] =>
  ids.map((id) => currency(id, 'tokenDecimal'));

/** The bridged tokens have as many decimals on both networks. */
const decimals = 18;
const bridged: FactLocation = { by: 'type', values: { TO_BEP20: 'MVL', TO_ERC20: 'bMVL' } };
const crossed: FactLocation = { by: 'type', values: { TO_BEP20: 'bMVL', TO_ERC20: 'MVL' } };
function crossing(call: string, paramsFrom: Readonly<Record<string, FactLocation>>): TransferFields {
  const terms = fieldsOf('bep20-swap', call, paramsFrom);
  return {
    amount: 'amount',
    decimals,
    token: [bridged],
    to: { kind: 'address', at: 'to' },
    networks: [{ constant: 'ETHEREUM' }, { constant: 'BSC' }],
    fee: { amount: terms('feeAmount'), token: bridged, decimals, from: 'amount' },
    minimum: terms('minAmount'),
    maximum: terms('maxAmount'),
    arrives: { is: 'less fee', token: crossed },
  };
}

const deposit: TransferFields = {
  object: 'currency',
  amount: 'amount',
  decimalsOf: decimalsOf(points[0]),
  token: ['currency'],
  networks: [currency('currency', 'network')],
};
const product = fieldsOf('sale', 'getProduct', { id: 'product' });
const order = fieldsOf('sale', 'getOrder', { id: 'id' });
const item = fieldsOf('sale', 'getItem', { id: 'id' })('name');
const ride: Arrives = { what: { constant: 'a ride' } };
const game = fieldsOf('user', 'getGame', { id: 'id' });
const offering = fieldsOf('musubi', 'getOffering', { id: 'offering' });
const event = fieldsOf('user', 'getEarnEvent', { id: 'id' })('network');
const quote = fieldsOf('user', 'quotePoints', { amount: 'amount', type: { constant: 'WITHDRAWAL' } });
const claim = fieldsOf('user', 'getClaimInformation', { id: 'id' });
/** The user that a call names, by id or nickname. */
const user: NonNullable<TransferFields['to']> = {
  kind: 'user',
  at: 'to',
  id: fieldsOf('user', 'getUser', { userId: 'to' })('id'),
};
const transferFee = fieldsOf('user', 'getPointsTransferFee');

/** By `service call`: every call of the catalogue that moves value. */
const byEndpoint: Readonly<Record<MoneyEndpoint, TransferFields>> = {
  'user createWithdrawal': {
    isFromBalance: true,
    amount: 'amount',
    decimalsOf: decimalsOf('currencyId'),
    token: ['currencyId'],
    to: { kind: 'address', at: 'toAddress' },
    networks: [currency('currencyId', 'network')],
    fee: { amount: currency('currencyId', 'withdrawalFee'), token: 'currencyId', from: 'amount' },
    arrives: { is: 'less fee' },
    minimum: currency('currencyId', 'minAmount'),
    maximum: currency('currencyId', 'maxAmount'),
  },
  'user transferPoints': {
    isFromBalance: true,
    amount: 'amount',
    decimalsOf: decimalsOf(points[0]),
    token: points,
    to: user,
    fee: { amount: transferFee('feeAmount'), token: transferFee('currencyId') },
    arrives: { is: 'amount' },
    minimum: transferFee('minAmount'),
    maximum: transferFee('maxAmount'),
  },
  'user depositPoints': deposit,
  'user depositPointsV2': deposit,
  'user withdrawPoints': {
    isFromBalance: true,
    amount: 'amount',
    decimalsOf: decimalsOf(points[0]),
    token: points,
    to: { kind: 'address', at: 'to' },
    networks: [currency('currency', 'network')],
    fee: { amount: quote('feeAmount'), token: points[0], from: 'amount' },
    arrives: { amount: quote('receiveAmount'), token: quote('toCurrencyId') },
    mustMatch: [{ name: 'currency', with: quote('toCurrencyId') }],
    minimum: quote('minAmount'),
    maximum: quote('maxAmount'),
  },
  'user transferAppBalance': {
    amount: 'amount',
    decimalsOf: decimalsOf('currency'),
    token: ['currency'],
    to: { kind: 'app-user', at: 'to', paysFor: 'app' },
  },
  'user requestClaim': {
    incoming: true,
    object: 'id',
    to: { kind: 'address', at: 'address' },
    networks: [event],
    fee: { amount: claim('fee'), token: claim('currency') },
    arrives: { amount: claim('amount'), token: claim('currency') },
    available: claim('isClaimable'),
  },
  'user payGame': {
    isFromBalance: true,
    object: 'id',
    amount: game('entryFeeAmount'),
    token: [game('entryFeeCurrencyId')],
    arrives: { what: game('title') },
  },
  'activity claimRanking': {
    incoming: true,
    object: 'missionGroupId',
    to: { kind: 'address', at: 'to' },
    networks: ['network'],
  },
  'bep20-swap createBridgeSwap': crossing('getBridgeFee', { type: 'type' }),
  'bep20-swap createSwap': crossing('getSwapFee', {}),
  'bep20-swap createSwapV1': crossing('getSwapFee', {}),
  'musubi createOrder': {
    object: 'offering',
    amount: 'amount',
    decimalsOf: decimalsOf(offering('currency'), 'currency'),
    token: [offering('currency')],
    arrives: { what: offering('title') },
    mustMatch: [
      { name: 'currency', with: offering('currency') },
      { name: 'purchaseType', with: offering('purchaseType') },
    ],
    minimum: offering('minAmount'),
    maximum: offering('maxAmount'),
  },
  'musubi createPayment': { object: 'order', of: { call: 'createOrder', id: 'order' } },
  'musubi changePaymentToCrypto': { object: 'paymentId', of: { call: 'createPayment', id: 'paymentId' } },
  'ride-hailing requestRide': { arrives: ride, otherFields: ['rider.name', 'rider.phone'] },
  'ride-hailing retryRequest': { object: 'id', arrives: ride },
  'sale giveItem': { to: user, thing: item, arrives: { what: item } },
  'sale createOrder': {
    isFromBalance: true,
    object: 'product',
    amount: product('price'),
    times: 'quantity',
    token: [product('currencyId')],
    arrives: { what: product('name') },
    mustMatch: [{ name: 'currency', with: product('currencyId') }],
  },
  'sale payOrder': {
    isFromBalance: true,
    object: 'id',
    amount: order('totalPrice'),
    token: [order('currencyId')],
    of: { call: 'createOrder', id: 'id' },
    arrives: { what: { constant: 'what was ordered' } },
  },
  'vehicle-oracle subscribe': { object: { field: 'vin' } },
  'vehicle-oracle updateSubscription': { object: { field: 'vin' } },
  'wallet startMigration': { to: { kind: 'address', at: 'address' }, networks: ['network'] },
};
/** The same by any name: a call that moves no value has none. */
export const transferFields: Readonly<Record<string, TransferFields>> = {
  ...byEndpoint,
  // The facts of a transaction are in its bytes (`evm/describe`); later transfers need the kind of its recipient.
  'chain send': { to: { kind: 'address', at: { constant: '' } } },
};
