// Checks that rows of different kinds tell one story: deadlines are kept, hashes are on their networks, sales lie within their time, and what
// vehicles report, the network's rides and the incomes of owners agree.

import { networks, stateNetwork } from '../../../sandbox/chain/networks.js';
import { chainTransaction } from '../../../sandbox/chain/transaction.js';
import { sameText, transfer, whaleTransfers } from '../../../sandbox/chain/transfer.js';
import { type Context, day, iso, minute } from '../../../sandbox/core/context.js';
import { type Kind, rowById, rows } from '../../../sandbox/core/rows.js';
import type { MachineBody, StateMachine } from '../../../sandbox/core/state-machine.js';
import { assetOrder } from '../../../sandbox/domains/assets/asset-orders.js';
import { assetTransaction } from '../../../sandbox/domains/assets/asset-transactions.js';
import { offering } from '../../../sandbox/domains/assets/offering.js';
import { income, share } from '../../../sandbox/domains/assets/shares.js';
import { toBase } from '../../../sandbox/domains/balances/currencies.js';
import { decimalsOf, tokenOf } from '../../../sandbox/domains/balances/ledger.js';
import { withdrawal } from '../../../sandbox/domains/balances/withdrawals.js';
import { batteriesNow } from '../../../sandbox/domains/depin/batteries.js';
import { ridesBetween } from '../../../sandbox/domains/depin/network-rides.js';
import { reportsNow } from '../../../sandbox/domains/depin/telemetry.js';
import { vehicleByNum, vehicles } from '../../../sandbox/domains/fleet/vehicle.js';
import { item } from '../../../sandbox/domains/store/item.js';
import { storeOrder } from '../../../sandbox/domains/store/order.js';
import { storeProduct } from '../../../sandbox/domains/store/store-rows.js';
import type { Network } from '../../../src/services/catalogue/words.js';
import type { Finding } from './check-world.js';

type AnyKind = Kind<Readonly<Record<string, unknown>>>;
type Fields = Readonly<Record<string, unknown>>;

/** Finds what contradicts itself. @param kinds those that have been seeded */
export function storyFindings(
  context: Context,
  kinds: readonly AnyKind[],
  moving: readonly StateMachine<MachineBody>[],
): readonly Finding[] {
  const has = (kind: { readonly name: string }): boolean => context.state.meta(`kind:${kind.name}`) !== undefined;
  return [
    ...moving.filter(has).flatMap((kind) => deadlineFindings(context, kind)),
    ...(has(transfer) ? kinds.flatMap((kind) => hashFindings(context, kind)) : []),
    ...(has(withdrawal) && has(transfer) ? payoutFindings(context) : []),
    ...(has(storeOrder) ? storeFindings(context) : []),
    ...(has(assetTransaction) ? saleFindings(context) : []),
    ...(has(income) ? incomeFindings(context) : []),
    ...reportFindings(context),
    ...rideFindings(context),
  ];
}

const finding = (kind: { readonly name: string }, id: string, why: string): Finding => ({
  ...{ about: 'story', what: `${kind.name}:${id}`, why },
});

/** A row leaves its state in time, by a due step. */
function deadlineFindings(context: Context, kind: StateMachine<MachineBody>): Finding[] {
  if (!kind.deadline) return [];
  const due = new Map(
    context.state
      .all<{ id: string; at: number }>('SELECT id, at FROM due WHERE kind = ?', kind.name)
      .map(({ id, at }) => [id, at]),
  );
  return rows(context, kind).flatMap(({ id, body }) => {
    const until = kind.deadline!(body);
    if (until === null) return [];
    if (Date.parse(until) < context.now)
      return [finding(kind, id, `is ${body.status}, and its time was over at ${until}`)];
    const step = due.get(id);
    return step !== undefined && step <= Date.parse(until)
      ? []
      : [finding(kind, id, `is ${body.status} until ${until}, and nothing ends it`)];
  });
}

/** Every hash that a response names is a transaction of its network. */
function hashFindings(context: Context, kind: AnyKind): Finding[] {
  if (kind.name === transfer.name || kind.name === chainTransaction.name) return [];
  return rows(context, kind).flatMap((row) =>
    [...hashesOf(kind.show(row, context))].flatMap(([hash, words]) =>
      words.some((network) => isKnown(context, network, hash))
        ? []
        : [finding(kind, row.id, `names ${hash}, which is not on ${words.join(', ')}`)],
    ),
  );
}
const isNetwork = (word: unknown): word is (typeof Network)[number] =>
  typeof word === 'string' && Object.hasOwn(networks, word);
/** The hashes below a value, each with the networks that the same object names, or else one above or below it. */
function* hashesOf(
  value: unknown,
  above: readonly (typeof Network)[number][] = [],
): Generator<readonly [string, (typeof Network)[number][]]> {
  if (typeof value !== 'object' || value === null) return;
  const fields = Object.entries(value);
  const own = fields.flatMap(([name, one]) => (/network$/i.test(name) && isNetwork(one) ? [one] : []));
  const below = fields.flatMap(([, one]) =>
    isNetwork((one as Fields | null)?.network) ? [(one as Fields).network as (typeof Network)[number]] : [],
  );
  const named = own.length > 0 ? own : below.length > 0 ? below : [...above];
  for (const [name, one] of fields) {
    if (/hash$/i.test(name) && typeof one === 'string' && named.length > 0) yield [one, named];
    yield* hashesOf(one, named);
  }
}
function isKnown(context: Context, word: (typeof Network)[number], hash: string): boolean {
  const network = stateNetwork(word);
  return (
    rows(context, transfer, { owner: network, texts: { hash } }).length > 0 ||
    rowById(context, chainTransaction, hash.toLowerCase())?.body.network === network ||
    whaleTransfers(context, network).some(({ body }) => sameText(body.hash, hash))
  );
}

/** A completed withdrawal names the transaction that moved its amount less the fee. */
function payoutFindings(context: Context): Finding[] {
  return rows(context, withdrawal).flatMap((row) => {
    const { transfer: paid, amount, feeAmount, currencyId, payoutCurrencyId } = row.body;
    if (paid === null) return [];
    const moved = rows(context, transfer, { owner: paid.network, texts: { hash: paid.hash } })[0]?.body;
    const decimals = tokenOf(payoutCurrencyId)!.decimals;
    const expected =
      (toBase(amount, decimalsOf(currencyId)) - toBase(feeAmount, decimalsOf(currencyId))) * 10n ** BigInt(decimals);
    const same = moved && BigInt(moved.value) * 10n ** BigInt(decimalsOf(currencyId)) === expected;
    const logged = withdrawal.show(row, context).request.tokenTransactionLogs?.[0]?.amount;
    const shown = logged !== undefined && toBase(logged, decimals) === BigInt(moved?.value ?? -1);
    return same && shown ? [] : [finding(withdrawal, row.id, `moved ${moved?.value}, and its log states ${logged}`)];
  });
}

/** An order is of the time of its product's sale; its items are made when it is paid. */
function storeFindings(context: Context): Finding[] {
  const starts = new Map(rows(context, storeProduct).map(({ id, body }) => [id, body.salesStartAt]));
  const early = <Body extends { readonly productId: string; readonly createdAt: string }>(kind: Kind<Body>) =>
    rows(context, kind).flatMap(({ id, body }) =>
      body.createdAt < (starts.get(body.productId) ?? '')
        ? [finding(kind, id, 'is older than the sale of its product')]
        : [],
    );
  const late = rows(context, storeOrder).flatMap(({ id, body }) => {
    const made = body.itemIds.map((one) => rowById(context, item, one)?.body.createdAt);
    return made.every((at) => at === body.paidAt)
      ? []
      : [finding(storeOrder, id, `was paid at ${body.paidAt}, and its items are of ${made.join(', ')}`)];
  });
  return [...early(storeOrder), ...early(item), ...late];
}

/** Nothing of an offering is ordered, bought or owned before it is sold. */
function saleFindings(context: Context): Finding[] {
  const sold = new Map(rows(context, offering).map(({ id, body }) => [id, Date.parse(body.startDate)]));
  const check = (kind: Kind<never>, id: string, offeringId: string | null, at: number): Finding[] =>
    offeringId !== null && at < (sold.get(offeringId) ?? 0)
      ? [finding(kind, id, `is of ${iso(at)}, before its offering is sold`)]
      : [];
  const ofVin = new Map(vehicles(context).map(({ vin, offeringId }) => [vin, offeringId]));
  return [
    ...rows(context, assetTransaction).flatMap(({ id, at, body }) =>
      check(assetTransaction, id, body.vin && (ofVin.get(body.vin) ?? null), at),
    ),
    ...rows(context, assetOrder).flatMap(({ id, at, body }) => check(assetOrder, id, body.offeringId, at)),
    ...rows(context, share).flatMap(({ id, at, body }) => check(share, id, body.offeringId, at)),
  ];
}

const remembered = 30 * day;
/** The incomes of the last month count the rides that the network lists. */
function incomeFindings(context: Context): Finding[] {
  const begins = context.now - remembered;
  const ended = ridesBetween(context, begins - day, context.now);
  return rows(context, income).flatMap(({ id, body }) => {
    const [from, to] = [Date.parse(body.from), Date.parse(body.to)];
    if (from < begins) return [];
    const listed = ended.filter(
      ({ vehicle, droppedOffAt = -1 }) => vehicle.num === body.num && droppedOffAt >= from && droppedOffAt < to,
    ).length;
    return listed === body.rideCount
      ? []
      : [finding(income, id, `counts ${body.rideCount} rides, and the network lists ${listed}`)];
  });
}

/** How fast a battery can be charged at most, in per cent a minute. */
const fastest = 1.5;
const step = 30 * minute;
const steps = 12;
/** Within some hours no charge rises but by a swap or while the vehicle is off, and no vehicle moves while it is off. */
function reportFindings(context: Context): Finding[] {
  const opened = Number(context.state.meta('seededAt'));
  const times = Array.from({ length: steps }, (_, index) => context.now - (steps - 1 - index) * step).filter(
    (at) => at >= opened,
  );
  const swapped = batteriesNow(context).swaps((times[0] ?? context.now) - day, context.now);
  const first = vehicles(context)
    .slice(0, 240)
    .filter(({ change }) => change === undefined); // what was changed is known of now only
  const reports = times.map((now) => reportsNow({ ...context, now }));
  return first.flatMap((vehicle) => {
    const all = reports.map(({ of }) => of(vehicle));
    return all.slice(1).flatMap((to, index) => {
      const from = all[index]!;
      const bySwap = swapped.some(({ at, body }) => body.num === vehicle.num && at > from.at && at <= to.at);
      const rises = !bySwap && to.soc > from.soc + 1 + (fastest * (to.at - from.at)) / minute;
      const same = to.at === from.at && (to.soc !== from.soc || to.odometerKm !== from.odometerKm);
      return rises || same || to.odometerKm < from.odometerKm
        ? [
            {
              about: 'story' as const,
              what: `vehicle ${vehicle.num}`,
              why: `reports ${from.soc} % at ${iso(from.at)} and ${to.soc} % at ${iso(to.at)}`,
            },
          ]
        : [];
    });
  });
}

/** A ride takes as long as it says, and its vehicle is on meanwhile. */
function rideFindings(context: Context): Finding[] {
  const under = ridesBetween(context, context.now - day, context.now).filter(
    ({ droppedOffAt }) => droppedOffAt === undefined,
  );
  const { timeOf } = reportsNow(context);
  return under.flatMap(({ id, vehicle }) => {
    const now = vehicleByNum(context, vehicle.num);
    return now.status === 40 && !timeOf(now).on
      ? [{ about: 'story' as const, what: `network ride ${id}`, why: `is in vehicle ${vehicle.num}, which is off` }]
      : [];
  });
}
