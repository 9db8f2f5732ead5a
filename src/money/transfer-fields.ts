// What each call that moves value moves: where in its request, or in a read beside it, amount, token, recipient and network stand. Data.
import type { ServiceName } from '../services/catalogue/index.js';
import type { Recipient } from './recipients.js';

/** A read beside a call: `with` says which of its fields are filled from which place of the call. */
interface Read {
  readonly service: ServiceName;
  readonly call: string;
  readonly with?: Readonly<Record<string, Place>>;
}
/**
 * Where a fact stands. A name: in the path, or in the field of the body that is publicly known or assumed (`services/assumed/`) for it. `is`: it is
 * always the same. `by`: it goes by a word of the request. `read`: in the answer of a read, at a path.
 */
export type Place =
  | string
  | { readonly is: string }
  | { readonly by: string; readonly are: Readonly<Record<string, string>> }
  | { readonly read: Read; readonly at: string };

/** What a call moves. What is left out stands nowhere that we know of. */
export interface TransferFields {
  /** In whole tokens, or in base units where `decimals` are named. */
  readonly amount?: Place;
  readonly decimals?: number;
  /** How many places an amount in whole tokens may have: the first of these reads that tells it. */
  readonly decimalsOf?: readonly Place[];
  /** How many times the amount. */
  readonly times?: Place;
  /** The first that is known. */
  readonly token?: readonly Place[];
  /** Who gets it. Without it a call pays whoever offers something, or moves between what is one's own. */
  readonly to?: { readonly kind: Recipient['kind']; readonly at: Place; readonly of?: Place };
  /** The chains that it touches. Without it none is. */
  readonly networks?: readonly Place[];
  readonly fee?: { readonly amount: Place; readonly token: Place; readonly decimals?: number };
  /** The fields that must say what a read says, where both say something (SAFETY.md section 2: unit and kind come from the service). */
  readonly agrees?: readonly { readonly name: string; readonly with: Place }[];
  /** The least amount that the service takes, in the unit of the amount. */
  readonly minimum?: Place;
  /** Where the answer says the same again, for a call whose answer is publicly known (CONTRACT.md 8.2): at least one of these places is there. */
  readonly answer?: {
    readonly amount?: string;
    readonly token?: string;
    readonly to?: string;
    readonly fee?: string;
    readonly status?: string;
    readonly id?: string;
    /** The command that cancels it, and the place of the id that it takes. */
    readonly cancel?: { readonly line: string; readonly id: string };
  };
  /** It only brings value in: no limit of an amount holds for it. */
  readonly brings?: true;
  /** Its value is that of an earlier call, which the ledger has by an id of its answer. */
  readonly of?: { readonly call: string; readonly id: Place };
}

/** The names in the request that say what a call moves, to whom, and on which network. */
export function guardedNames({
  amount,
  decimalsOf,
  times,
  token,
  to,
  networks,
  fee,
  of,
  agrees,
  minimum,
}: TransferFields): readonly string[] {
  const places = [amount, times, to?.at, to?.of, fee?.amount, fee?.token, of?.id, minimum];
  const all = [
    ...places,
    ...[decimalsOf, token, networks].flatMap((list) => list ?? []),
    ...(agrees ?? []).flatMap(({ name, with: read }) => [name, read]),
  ];
  return [...new Set(all.flatMap(namesIn))];
}

function namesIn(place: Place | undefined): readonly string[] {
  if (place === undefined || (typeof place === 'object' && 'is' in place)) return [];
  if (typeof place === 'string') return [place];
  if ('by' in place) return [place.by];
  return Object.values(place.read.with ?? {}).flatMap(namesIn);
}

const points = [{ is: 'MVP' }] as const;
const currency = (id: Place, at: string): Place => ({ read: { service: 'user', call: 'getCurrency', with: { id } }, at });

/** How many decimals a currency of a balance has. */
const decimalsOf = (...ids: readonly Place[]): readonly Place[] => ids.map((id) => currency(id, 'tokenDecimal'));

/** What crosses the bridge has as many decimals on both networks. */
const decimals = 18;
const bridged: Place = { by: 'type', are: { TO_BEP20: 'MVL', TO_ERC20: 'bMVL' } };
const crossing = (fee: string, asked: Readonly<Record<string, Place>>): TransferFields => ({
  amount: 'amount',
  decimals,
  token: [bridged],
  to: { kind: 'address', at: 'to' },
  networks: [{ is: 'ETHEREUM' }, { is: 'BSC' }],
  fee: { amount: { read: { service: 'bep20-swap', call: fee, with: asked }, at: 'feeAmount' }, token: bridged, decimals },
  minimum: { read: { service: 'bep20-swap', call: fee, with: asked }, at: 'minAmount' },
});

const deposit: TransferFields = {
  amount: 'amount',
  decimalsOf: decimalsOf(points[0]),
  token: ['currency'],
  networks: [currency('currency', 'network')],
};
const product = (at: string): Place => ({ read: { service: 'sale', call: 'getProduct', with: { id: 'product' } }, at });
const order = (at: string): Place => ({ read: { service: 'sale', call: 'getOrder', with: { id: 'id' } }, at });
const game = (at: string): Place => ({ read: { service: 'user', call: 'getGame', with: { id: 'id' } }, at });
const offering = (at: string): Place => ({ read: { service: 'musubi', call: 'getOffering', with: { id: 'offering' } }, at });
const event: Place = { read: { service: 'user', call: 'getEarnEvent', with: { id: 'id' } }, at: 'network' };
const quoted: Place = {
  read: { service: 'user', call: 'quotePoints', with: { amount: 'amount', type: { is: 'WITHDRAWAL' } } },
  at: 'feeAmount',
};
const transferFee = (at: string): Place => ({ read: { service: 'user', call: 'getPointsTransferFee' }, at });

/** By `service call`: every call of the catalogue that moves value. An empty one says that nothing of it is known. */
export const transferFields: Readonly<Record<string, TransferFields>> = {
  'user createWithdrawal': {
    amount: 'amount',
    decimalsOf: decimalsOf('currencyId'),
    token: ['currencyId'],
    to: { kind: 'address', at: 'toAddress' },
    networks: [currency('currencyId', 'network')],
    fee: { amount: currency('currencyId', 'withdrawalFee'), token: 'currencyId' },
    answer: {
      amount: 'request.amount',
      token: 'request.currencyId',
      to: 'request.address',
      fee: 'request.feeAmount',
      id: 'request.id',
      cancel: { line: 'wallet withdraw cancel', id: 'request.id' },
    },
  },
  'user transferPoints': {
    amount: 'amount',
    decimalsOf: decimalsOf(points[0]),
    token: points,
    to: { kind: 'user', at: 'to' },
    fee: { amount: transferFee('feeAmount'), token: transferFee('currencyId') },
  },
  'user depositPoints': deposit,
  'user depositPointsV2': deposit,
  'user withdrawPoints': {
    amount: 'amount',
    decimalsOf: decimalsOf(points[0]),
    token: points,
    to: { kind: 'address', at: 'to' },
    networks: [currency('currency', 'network')],
    fee: { amount: quoted, token: points[0] },
  },
  'user transferAppBalance': {
    amount: 'amount',
    decimalsOf: decimalsOf('currency'),
    token: ['currency'],
    to: { kind: 'app-user', at: 'to', of: 'app' },
  },
  'user requestClaim': { brings: true, to: { kind: 'address', at: 'address' }, networks: [event], answer: { status: 'status' } },
  'user payGame': { amount: game('entryFeeAmount'), token: [game('entryFeeCurrencyId')] },
  'activity claimRanking': { brings: true, to: { kind: 'address', at: 'to' }, networks: ['network'] },
  'bep20-swap createBridgeSwap': crossing('getBridgeFee', { type: 'type' }),
  'bep20-swap createSwap': crossing('getSwapFee', {}),
  'bep20-swap createSwapV1': crossing('getSwapFee', {}),
  'musubi createOrder': {
    amount: 'amount',
    decimalsOf: decimalsOf(offering('currency'), 'currency'),
    token: [offering('currency'), 'currency'],
    agrees: [
      { name: 'currency', with: offering('currency') },
      { name: 'purchaseType', with: offering('purchaseType') },
    ],
    minimum: offering('minAmount'),
  },
  'musubi createPayment': { of: { call: 'createOrder', id: 'order' } },
  'musubi changePaymentToCrypto': { of: { call: 'createPayment', id: 'paymentId' } },
  'ride-hailing requestRide': {},
  'ride-hailing retryRequest': {},
  'sale giveItem': { to: { kind: 'user', at: 'to' } },
  'sale createOrder': {
    amount: product('price'),
    times: 'quantity',
    token: [product('currencyId'), 'currency'],
    agrees: [{ name: 'currency', with: product('currencyId') }],
  },
  'sale payOrder': { amount: order('totalPrice'), token: [order('currencyId')], of: { call: 'createOrder', id: 'id' } },
  'vehicle-oracle subscribe': {},
  'vehicle-oracle updateSubscription': {},
  'wallet startMigration': { to: { kind: 'address', at: 'address' }, networks: ['network'] },
};
