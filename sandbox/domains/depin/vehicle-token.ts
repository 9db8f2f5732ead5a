// Vehicle tokens: one per vehicle, their metadata and sales, and the contract's transaction counts.

import type { AssetCurrency, Network } from '../../../src/services/catalogue/words.js';
import { houseAddress } from '../../chain/addresses.js';
import { vehicleTokens } from '../../chain/contracts.js';
import { stateNetwork } from '../../chain/networks.js';
import {
  type Context,
  day,
  type HandlerContext,
  iso,
  notFound,
  openedAt,
  requireRow,
  rows,
  seededId,
  view,
} from '../../core/index.js';
import { offering } from '../assets/offering.js';
import { share } from '../assets/shares.js';
import { vehicleProduct } from '../assets/vehicle-products.js';
import { toBase, toDecimal } from '../balances/currencies.js';
import { assetDecimals } from '../balances/prices.js';
import { odometerKm, type Vehicle, vehicles } from '../fleet/vehicle.js';
import { linkedAddress } from '../people/main-wallet.js';
import { batteriesNow } from './batteries.js';
import { ridesBetween } from './network-rides.js';
import { timeRangeOf, timeRangeQuery } from './turn-schedule.js';

const { network, address: contractAddress } = vehicleTokens;

/** By a name of its token, or by its place in the list. */
function requireVehicle(context: HandlerContext, name: string, fits: (vehicle: Vehicle) => boolean): Vehicle {
  const fleet = vehicles(context);
  return (
    fleet.find(fits) ?? (/^[1-9]\d{0,5}$/.test(name) ? fleet[Number(name) - 1] : undefined) ?? notFound('TOKEN', name)
  );
}
const byTokenId = (context: HandlerContext): Vehicle => {
  const { tokenId = '' } = context.path;
  return requireVehicle(context, tokenId, (vehicle) => vehicle.tokenId === tokenId);
};

/** The owner's linked wallet, or the house's address. */
const ownerAddress = (context: Context, { ownerUserId }: Vehicle): string =>
  (ownerUserId === null ? undefined : linkedAddress(context, ownerUserId)) ?? houseAddress(network);

function tokenFields(context: Context, vehicle: Vehicle) {
  const { tokenId, nftNo, vin, tokenType } = vehicle;
  return { tokenId, nftNo, vin, owner: ownerAddress(context, vehicle), network, contractAddress, tokenType };
}
/** A token by its id. */
export const showToken = (context: HandlerContext) => tokenFields(context, byTokenId(context));
/** A token by its number. */
export function showTokenByNftNo(context: HandlerContext) {
  const { nftNo = '' } = context.path;
  return tokenFields(
    context,
    requireVehicle(context, '', (vehicle) => String(vehicle.nftNo) === nftNo),
  );
}

/** Names of ERC-721 metadata. */
export function showMetadata(context: HandlerContext) {
  const vehicle = byTokenId(context);
  const { name, vin, model, city, tokenType, tokenId, status } = vehicle;
  const traits = {
    VIN: vin,
    Model: model,
    City: city,
    'Token type': tokenType,
    Status: status,
    'Odometer km': odometerKm(context, vehicle),
  };
  return {
    name,
    description: `The ${tokenType.toLowerCase()} of vehicle ${vin} in the sandbox. Worth nothing.`,
    image: `https://pictures.sandbox.invalid/vehicle-${tokenId}.png`,
    attributes: Object.entries(traits).map(([trait, value]) => ({ trait_type: trait, value })),
  };
}

/** Each token is for sale once. A vehicle of a single owner is sold, unless leased. */
export function showSale(context: HandlerContext) {
  const { saleId = '' } = context.path;
  const idOf = ({ num }: Vehicle): string => seededId(context.seed, 'vehicle-sale', num);
  const vehicle = requireVehicle(context, saleId, (candidate) => idOf(candidate) === saleId);
  return {
    id: idOf(vehicle),
    tokenId: vehicle.tokenId,
    ...priceOf(context, vehicle),
    soldAt: soldAt(context, vehicle),
  };
}

/** Its part of the offering's goal, or its product's price. */
function priceOf(context: Context, { offeringId, productId }: Vehicle): { price: string; currency: AssetCurrency } {
  if (offeringId === null) {
    const { price, currency } = requireRow(context, vehicleProduct, productId).body;
    return { price, currency };
  }
  const { goalAmount, vehicleCount, currency } = requireRow(context, offering, offeringId).body;
  const decimals = assetDecimals[currency];
  return { price: toDecimal(toBase(goalAmount, decimals) / BigInt(vehicleCount), decimals), currency };
}

/** The purchase of the whole share. Null without an owner, or for a lessee. */
function soldAt(context: HandlerContext, { num, ownerUserId, change, tokenType }: Vehicle): string | null {
  if (ownerUserId === null || tokenType === 'LEASE') return null;
  const whole = rows(context, share, { owner: ownerUserId }).find(
    ({ body }) => body.num === num && body.share === '100',
  );
  return whole?.body.acquiredAt ?? iso(change?.made?.at ?? openedAt(context));
}

const longestSpan = 366 * day;
/** The calls of the contract by day (UTC). Each ride and swap is a call. */
export const countTransactions = view(
  (context) => {
    const [from, to] = timeRangeOf(context, longestSpan);
    const first = Math.floor(from / day);
    // a `to` at midnight ends the day before
    const last = to === context.now ? Math.floor(to / day) : Math.ceil(to / day) - 1;
    const ours = context.path.contractAddress?.toLowerCase() === contractAddress.toLowerCase();
    const here = ours && stateNetwork(context.path.network as Network) === network;
    const times = here
      ? [...ridesBetween(context, first * day, to), ...batteriesNow(context).swaps(first * day, to)].map(({ at }) => at)
      : [];
    const counts = new Map<number, number>();
    for (const at of times) counts.set(Math.floor(at / day), (counts.get(Math.floor(at / day)) ?? 0) + 1);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
      date: iso((first + index) * day).slice(0, 10),
      count: counts.get(first + index) ?? 0,
    }));
  },
  { query: timeRangeQuery },
);
