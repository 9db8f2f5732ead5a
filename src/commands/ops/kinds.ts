// The kinds of operations that `tuk ops list --kind` selects: by call that moves value. Data.
import { suggestion } from '../../cli/suggest.js';
import type { MoneyEndpoint } from '../../services/catalogue/endpoint-types.js';
import { BadInput } from '../../services/http/errors.js';

/** The kinds, in the order in which the key of a board cycles through them. */
export const operationKinds = [
  'asset-order',
  'store-order',
  'points',
  'withdrawal',
  'swap',
  'ride',
  'subscription',
  'claim',
  'transaction',
  'other',
] as const;
type OperationKind = (typeof operationKinds)[number];

/** By `service call`. An order and its payments are of one kind. */
export const kinds: Readonly<Record<MoneyEndpoint, OperationKind>> = {
  'musubi createOrder': 'asset-order',
  'musubi createPayment': 'asset-order',
  'musubi changePaymentToCrypto': 'asset-order',
  'sale createOrder': 'store-order',
  'sale payOrder': 'store-order',
  'sale giveItem': 'other',
  'user transferPoints': 'points',
  'user depositPoints': 'points',
  'user depositPointsV2': 'points',
  'user withdrawPoints': 'points',
  'user transferAppBalance': 'points',
  'user payGame': 'points',
  'user createWithdrawal': 'withdrawal',
  'bep20-swap createBridgeSwap': 'swap',
  'bep20-swap createSwap': 'swap',
  'bep20-swap createSwapV1': 'swap',
  'ride-hailing requestRide': 'ride',
  'ride-hailing retryRequest': 'ride',
  'vehicle-oracle subscribe': 'subscription',
  'vehicle-oracle updateSubscription': 'subscription',
  'user requestClaim': 'claim',
  'activity claimRanking': 'claim',
  'wallet startMigration': 'other',
};

/** The kind of a recorded operation; `other` for a call that the catalogue no longer has. */
export const kindOf = (service: string, call: string): OperationKind =>
  service === 'chain'
    ? call === 'swap'
      ? 'swap'
      : 'transaction'
    : ((kinds as Readonly<Record<string, OperationKind | undefined>>)[`${service} ${call}`] ?? 'other');

/** The kind of --kind; undefined without one. @throws {BadInput} UNKNOWN_KIND */
export function requestedKind(kind: unknown): OperationKind | undefined {
  if (kind === undefined) return undefined;
  const known = operationKinds.find((one) => one === kind);
  if (known !== undefined) return known;
  const there = `There are: ${operationKinds.join(', ')}.`;
  throw new BadInput(
    'UNKNOWN_KIND',
    `There is no kind ${JSON.stringify(kind)} of operations.`,
    suggestion(String(kind), operationKinds, there),
  );
}
