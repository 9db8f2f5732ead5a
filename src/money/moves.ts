// What each call that moves value moves: where in its request, or in a read beside it, amount, token, recipient and network stand. Data.
import type { ServiceName } from '../services/index.js';
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
export interface Move {
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
  /** It only brings value in: no limit of an amount holds for it. */
  readonly brings?: true;
  /** Its value is that of an earlier call, which the ledger has by an id of its answer. */
  readonly of?: { readonly call: string; readonly id: Place };
}

const points = [{ is: 'MVP' }] as const;
const currency = (id: Place, at: string): Place => ({ read: { service: 'user', call: 'getCurrency', with: { id } }, at });

/** How many decimals a currency of a balance has. */
const decimalsOf = (...ids: readonly Place[]): readonly Place[] => ids.map((id) => currency(id, 'tokenDecimal'));

/** What crosses the bridge has as many decimals on both networks. */
const decimals = 18;
const bridged: Place = { by: 'type', are: { TO_BEP20: 'MVL', TO_ERC20: 'bMVL' } };
const crossing = (fee: string, asked: Readonly<Record<string, Place>>): Move => ({
  amount: 'amount',
  decimals,
  token: [bridged],
  to: { kind: 'address', at: 'to' },
  networks: [{ is: 'ETHEREUM' }, { is: 'BSC' }],
  fee: { amount: { read: { service: 'bep20-swap', call: fee, with: asked }, at: 'feeAmount' }, token: bridged, decimals },
});

const deposit: Move = {
  amount: 'amount',
  decimalsOf: decimalsOf(points[0]),
  token: ['currency'],
  networks: [currency('currency', 'network')],
};
const product = (at: string): Place => ({ read: { service: 'sale', call: 'getProduct', with: { id: 'product' } }, at });
const order = (at: string): Place => ({ read: { service: 'sale', call: 'getOrder', with: { id: 'id' } }, at });
const game = (at: string): Place => ({ read: { service: 'user', call: 'getGame', with: { id: 'id' } }, at });
const offering: Place = { read: { service: 'musubi', call: 'getOffering', with: { id: 'offering' } }, at: 'currency' };
const event: Place = { read: { service: 'user', call: 'getEarnEvent', with: { id: 'id' } }, at: 'network' };
const quoted: Place = {
  read: { service: 'user', call: 'quotePoints', with: { amount: 'amount', type: { is: 'WITHDRAWAL' } } },
  at: 'feeAmount',
};
const transferFee = (at: string): Place => ({ read: { service: 'user', call: 'getPointsTransferFee' }, at });

/** By `service call`: every call of the catalogue that moves value. An empty one says that nothing of it is known. */
export const moves: Readonly<Record<string, Move>> = {
  'user createWithdrawal': {
    amount: 'amount',
    decimalsOf: decimalsOf('currencyId'),
    token: ['currencyId'],
    to: { kind: 'address', at: 'toAddress' },
    networks: [currency('currencyId', 'network')],
    fee: { amount: currency('currencyId', 'withdrawalFee'), token: 'currencyId' },
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
  'user requestClaim': { brings: true, to: { kind: 'address', at: 'address' }, networks: [event] },
  'user payGame': { amount: game('entryFeeAmount'), token: [game('entryFeeCurrencyId')] },
  'activity claimRanking': { brings: true, to: { kind: 'address', at: 'to' }, networks: ['network'] },
  'bep20-swap createBridgeSwap': crossing('getBridgeFee', { type: 'type' }),
  'bep20-swap createSwap': crossing('getSwapFee', {}),
  'bep20-swap createSwapV1': crossing('getSwapFee', {}),
  'musubi createOrder': { amount: 'amount', decimalsOf: decimalsOf('currency', offering), token: ['currency', offering] },
  'musubi createPayment': { of: { call: 'createOrder', id: 'order' } },
  'musubi changePaymentToCrypto': { of: { call: 'createPayment', id: 'paymentId' } },
  'ride-hailing requestRide': {},
  'ride-hailing retryRequest': {},
  'sale giveItem': { to: { kind: 'user', at: 'to' } },
  'sale createOrder': { amount: product('price'), times: 'quantity', token: ['currency', product('currencyId')] },
  'sale payOrder': { amount: order('totalPrice'), token: [order('currencyId')], of: { call: 'createOrder', id: 'id' } },
  'vehicle-oracle subscribe': {},
  'vehicle-oracle updateSubscription': {},
  'wallet startMigration': { to: { kind: 'address', at: 'address' }, networks: ['network'] },
};
