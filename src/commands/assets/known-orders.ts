// The asset orders in the ledger, with the purchases of the service: no endpoint reads an order or a payment.

import type { Context } from '../../cli/command/command.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { ownOperations } from '../../engine/change/own-operations.js';
import { namesById } from '../../engine/read/names-by-id.js';
import { pollContext } from '../../engine/request/patient-context.js';
import { isOpen, type Operation, progressOf } from '../../money/operation.js';
import { prepareLookUp, subjectOf } from '../../money/outcome/look-up.js';
import type { Sighting } from '../../money/outcome/sighting.js';
import { parseRequestFields } from '../../money/request-fields.js';
import { catalogue } from '../../services/catalogue/index.js';
import { concurrently, fewAtOnce } from '../../services/concurrently.js';
import { asText, isNothing, isRecord, type Row } from '../../services/json-value.js';

/** The time for the reads of the offerings, milliseconds. */
const mostTime = 20_000;

/** An order with its payments, newest first. */
interface KnownOrder {
  readonly order: Operation;
  readonly payments: readonly Operation[];
}
interface KnownOrders {
  readonly operations: readonly Operation[];
  readonly orders: readonly KnownOrder[];
}

/** The operations of this account, and their orders, newest first, without refused and unsent ones. */
export async function ordersInLedger(context: Context): Promise<KnownOrders> {
  const operations = await ownOperations(context, 'musubi', 'listTransactions', {}, (service) => service === 'musubi');
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const rootOf = (operation: Operation): Operation => {
    const seen = new Set([operation]);
    for (let at = operation; ; ) {
      const outer = byId.get(at.within ?? '');
      if (!outer || seen.has(outer)) return at;
      seen.add(outer);
      at = outer;
    }
  };
  const paymentsOf = new Map<Operation, Operation[]>();
  for (const operation of operations.filter(isOfAsset)) {
    const root = rootOf(operation);
    paymentsOf.set(root, [...(paymentsOf.get(root) ?? []), ...(root === operation ? [] : [operation])]);
  }
  const orders = [...paymentsOf].map(([order, payments]) => ({ order, payments }));
  return { operations, orders: orders.sort((a, b) => (a.order.at < b.order.at ? 1 : -1)) };
}
const isOfAsset = ({ service, call, outcome }: Operation) =>
  service === 'musubi' &&
  ['createOrder', 'createPayment', 'changePaymentToCrypto'].includes(call) &&
  outcome !== 'refused' &&
  outcome !== 'not-sent';

/**
 * The rows of orders, with the status of their purchase. `here` has the operation, the id of an unpaid order, and a
 * note on what the purchases do not say.
 * @param purchases the response of the list of purchases
 */
export async function orderRows(
  context: Context,
  { operations, orders }: KnownOrders,
  purchases: string,
): Promise<Row[]> {
  const fieldNames = context.settings().of.names ?? {};
  const { calls } = await catalogue('musubi');
  const http = context.http();
  const clockAhead = http.clockAhead((await http.requestContext()).base('musubi'));
  const sightingOf = async (operation: Operation): Promise<Sighting | undefined> =>
    (await prepareLookUp(operation, fieldNames))?.find(purchases, operations, context.world.clock.now(), clockAhead);
  const rows: Row[] = [];
  for (const { order, payments } of orders) {
    const sightings = (await concurrently([...payments, order], fewAtOnce, sightingOf)).flatMap(
      (sighting) => sighting ?? [],
    );
    const seen = sightings.find((sighting) => sighting.kind === 'seen');
    const offering = isOrder(order)
      ? (await parseRequestFields(calls[order.call]!, order, fieldNames)).paramValue('offering')
      : undefined;
    const id = isOrder(order) ? await subjectOf(order, fieldNames) : undefined;
    const carrier = payments.find(({ amount }) => amount !== undefined) ?? order;
    const note = noteOf({ order, payments }, sightings, context);
    rows.push({
      status: seen?.status ?? null,
      product: isNothing(offering) ? undefined : { id: asText(offering), name: asText(offering) },
      amount: order.amount ?? carrier.amount ?? null,
      currency: order.token ?? carrier.token ?? null,
      createdAt: order.serviceAt ?? order.at,
      id: id ?? null,
      here: {
        operation: (payments.find(isOpen) ?? order).id,
        unpaid: payments.length === 0 && !seen ? id : undefined,
        note: note === undefined ? undefined : context.out.redact.clean(note),
      },
    });
  }
  return withTitles(context, rows);
}
const isOrder = ({ call }: Operation) => call === 'createOrder';

/** A note on the unknown state of an order. */
function noteOf({ order, payments }: KnownOrder, sightings: readonly Sighting[], context: Context): string | undefined {
  const seen = sightings.find((sighting) => sighting.kind === 'seen');
  if (seen) return seen.status === undefined ? `its status cannot be read: ${seen.unread ?? 'it has none'}` : undefined;
  const contradiction = sightings.find((sighting) => sighting.kind === 'contradicts');
  if (contradiction) return `the service shows it, but ${contradiction.why}`;
  const open = [...payments, order].find(isOpen);
  if (open)
    return `${isOrder(open) ? 'it is' : 'its payment is'} not known to be done: ${nextCommand(context, `tuk ops check ${open.id}`)}`;
  if (sightings.some(({ kind }) => kind === 'ambiguous' || kind === 'partial')) return 'a purchase may be it';
  const last = [...payments, order]
    .map((operation) => progressOf(operation)?.status)
    .find((status) => status !== undefined);
  if (payments.length === 0) return 'no purchase shows it; no payment was made here';
  return `no purchase shows it${last === undefined ? '' : `; its payment was ${last} when it was made`}`;
}

/** Names the offerings. An offering that cannot be read keeps its id. */
async function withTitles(context: Context, rows: readonly Row[]): Promise<Row[]> {
  const poll = pollContext(context, context.deadline.within(mostTime));
  const ids = rows.flatMap(({ product }) => (isRecord(product) ? asText(product.id) : []));
  const titles = await namesById(poll, ['musubi', 'getOffering', 'title'], ids);
  return rows.map((row) => {
    if (!isRecord(row.product)) return row;
    const { id } = row.product;
    return { ...row, product: { id, name: titles.get(asText(id)) ?? asText(id) } };
  });
}
