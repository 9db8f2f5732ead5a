// The facts of a transfer: one record, resolved once. The verdict, the receipt, the ledger and the comparison with the
// response use it.

import type { Call } from '../../services/catalogue/define.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { decimalsOf } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { transferFields } from '../../things/operations.js';
import type { FactLocation, TransferFields } from '../../things/transfer.js';
import type { Operation } from '../ledger/operation.js';
import { amountOf, type Decimal, decimalOf, decimalText, fromBase, isMore, minus, times } from '../values/decimal.js';
import type { Recipient } from '../values/recipients.js';
import { sameToken } from '../values/token.js';
import { type AmountFact, type Fact, FactFinder, type FactSources, factOf, scalarText } from './fact-finder.js';
import { identities } from './reads.js';
import type { RequestFields } from './request-fields.js';
import { requestProblems } from './request-problems.js';
import { costIn, idIn } from './response-facts.js';
import type { TransferRequest } from './transfer-request.js';

/** A field of the request that must agree with a service. */
interface Agreement {
  /** The option or field, as it was typed. */
  readonly name: string;
  readonly asked: string;
  readonly right: Fact;
}

/** The facts of one transfer. A missing fact is not known. Amounts are in whole units of their token. */
export interface TransferFacts {
  readonly call: Pick<Call, 'service' | 'name' | 'path' | 'method' | 'body' | 'query'>;
  readonly fields: TransferFields;
  readonly requestFields: RequestFields;
  /** Whether the services were asked; a wrong request is refused without it. */
  readonly isRead: boolean;
  /** The amount that leaves; undefined for a call that only receives. */
  readonly amount?: Fact<Decimal>;
  /** The currency id of the service, or the symbol of a token of a chain. */
  readonly token?: Fact;
  /** The number of decimals of the token. */
  readonly decimals?: Fact<number>;
  /** The price of one piece and the count, if the amount is their product. */
  readonly price?: Fact<Decimal>;
  readonly count?: Fact;
  /** The service says that there is no price. */
  readonly isWithoutPrice: boolean;
  readonly recipient?: Recipient;
  /** The object of a call without a recipient: an order, a vehicle. */
  readonly object?: string;
  /** One for each network of the call; undefined for an unknown network. */
  readonly networks: readonly (Fact | undefined)[];
  readonly fee?: Fact<Decimal>;
  readonly feeToken?: Fact;
  readonly minimum?: Fact<Decimal>;
  readonly maximum?: Fact<Decimal>;
  /** The amount that arrives, or the name of a thing. */
  readonly arriving?: Fact<Decimal>;
  readonly arrivingToken?: Fact;
  readonly arrivingThing?: Fact;
  /** The name of the thing that leaves in place of an amount. */
  readonly thing?: Fact;
  /** The word of a service on whether the call can be made. */
  readonly available?: Fact;
  readonly agreements: readonly Agreement[];
  /** By parameter of the request: the id by which a service answers for the thing that the parameter names. */
  readonly ids: Readonly<Record<string, string>>;
  /** The operation whose value this operation carries on: the order of a payment. */
  readonly order?: Operation;
  /** The problems of the request in itself, and of unusable facts. */
  readonly problems: readonly Failure[];
}

/** The locations of the facts of a call; empty for a call outside the catalogue. */
export const transferFieldsOf = ({ service, name }: Pick<Call, 'service' | 'name'>): TransferFields =>
  transferFields[`${service} ${name}`] ?? {};

/**
 * Resolves the facts of a transfer. The reads of services are made together, each once. A read that fails leaves its
 * facts unknown and is logged.
 * @throws {Failure} if a person interrupts it
 */
export async function resolveFacts(
  { call, request, cost, typed: input }: TransferRequest,
  requestFields: RequestFields,
  sources: FactSources,
  fields: TransferFields = transferFieldsOf(call),
): Promise<TransferFacts> {
  const ofRequest = requestProblems(call, fields, request, requestFields);
  const isRead = !ofRequest.some(({ kind, code }) => kind === 'usage' || code === 'MAY_BE_KEY');
  const finder = new FactFinder(requestFields, sources, isRead);
  const { decimals: baseDecimals = 0, fee, arrives } = fields;
  const find = (location: FactLocation | undefined) => finder.find(location);
  const number = (what: AmountFact, location: FactLocation | undefined, places = 0) =>
    finder.number(what, location, places);
  const first = (locations: readonly FactLocation[] = []) =>
    Promise.all(locations.map(find)).then((all) => all.find((fact) => fact !== undefined));
  const isOfService = typeof fields.amount === 'object';
  const [
    stated,
    count,
    token,
    tokenDecimals,
    to,
    owner,
    userId,
    networks,
    charge,
    feeToken,
    minimum,
    maximum,
    orderId,
    object,
  ] = await Promise.all([
    isOfService
      ? number(fields.times === undefined ? 'amount' : 'price', fields.amount, baseDecimals)
      : find(fields.amount).then((fact) => typed(fact, baseDecimals)),
    find(fields.times),
    first(fields.token),
    first(fields.decimalsOf),
    find(fields.to?.at),
    find(fields.to?.paysFor),
    find(fields.to?.id),
    Promise.all((fields.networks ?? []).map(find)),
    number('fee', fee?.amount, fee?.decimals),
    find(fee?.token),
    number('minimum', fields.minimum, baseDecimals),
    number('maximum', fields.maximum, baseDecimals),
    find(fields.of?.id),
    find(fields.object),
  ]);
  const [thing, available, arrivingAmount, arrivingToken, arrivingThing, agreements, ids] = await Promise.all([
    find(fields.thing),
    find(fields.available),
    arrives && 'amount' in arrives ? number('arriving amount', arrives.amount) : undefined,
    arrives && 'token' in arrives ? find(arrives.token) : undefined,
    arrives && 'what' in arrives ? find(arrives.what) : undefined,
    Promise.all((fields.mustMatch ?? []).map((field) => agreement(field, requestFields, input, find))),
    idsOf([fields.amount, ...(fields.token ?? []), fields.to?.id, fields.thing], find),
  ]);
  const order = await orderOf(call, fields, orderId?.value, sources);
  const price = isOfService && fields.times !== undefined ? stated : undefined;
  const isWithoutPrice = isOfService && stated === undefined && (await finder.isEmpty(fields.amount));
  const earlier = cost ?? earlierCost(order);
  const total = fields.times === undefined ? stated : product(stated, count);
  const moved = movedBy(total, token, earlier);
  if (order?.amount !== undefined && cost === undefined && total === undefined) finder.require(fields.amount);
  const decimals = decimalsFact(fields, tokenDecimals);
  if (tokenDecimals !== undefined && decimals === undefined) finder.refuse(unusableDecimals(tokenDecimals.value));
  return {
    call,
    fields,
    requestFields,
    isRead,
    ...moved,
    decimals,
    price,
    count,
    isWithoutPrice,
    recipient: fields.to &&
      to && {
        kind: fields.to.kind,
        id: owner === undefined ? to.value : `${owner.value}/${to.value}`,
        userId: userId?.value,
      },
    object:
      object?.value ??
      orderId?.value ??
      (isListed(call) ? undefined : `${call.method} ${new URL(request.url).pathname}`),
    networks,
    fee: charge,
    feeToken,
    minimum,
    maximum,
    arriving: arrivalOf(fields, moved.amount, charge, arrivingAmount),
    arrivingToken: arrivingToken ?? (arrives && 'is' in arrives ? moved.token : undefined),
    arrivingThing,
    thing,
    available,
    agreements: agreements.filter((agreed) => agreed !== undefined),
    ids,
    order,
    problems: [...ofRequest, ...finder.problems],
  };
}

/** Whether the table has a call; any other call is identified by its path. */
const isListed = ({ service, name }: Pick<Call, 'service' | 'name'>) =>
  transferFields[`${service} ${name}`] !== undefined || service === 'chain';

/** A typed amount in whole tokens; undefined for anything but a plain amount above zero. */
function typed(stated: Fact | undefined, decimals: number): Fact<Decimal> | undefined {
  if (stated === undefined) return undefined;
  try {
    return {
      value: fromBase(decimalOf(amountOf(stated.value, 'amount', decimals === 0 ? undefined : 0))!, decimals),
      source: stated.source,
    };
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return undefined;
  }
}

/** The cost of several pieces; undefined without a count, and for a price of 0, which states no cost. */
function product(price: Fact<Decimal> | undefined, count: Fact | undefined): Fact<Decimal> | undefined {
  if (price === undefined || price.value.units === 0n || count === undefined || !/^\d{1,9}$/.test(count.value))
    return undefined;
  return { value: times(price.value, decimalOf(count.value)!), source: price.source };
}

const unusableDecimals = (text: string): Failure =>
  new Failure(
    'server',
    'UNUSABLE_DECIMALS',
    `The decimals of the token are ${JSON.stringify(text.slice(0, 60))}, which is not a number of places.`,
    'The value comes from the service. Without it tuk cannot convert an amount to base units.',
    { unsent: true },
  );
function decimalsFact({ decimals }: TransferFields, fact: Fact | undefined): Fact<number> | undefined {
  if (decimals !== undefined) return { value: decimals, source: 'fixed' };
  const number = decimalsOf(fact?.value);
  return fact === undefined || Number.isNaN(number) ? undefined : { value: number, source: fact.source };
}

/** The operation whose value this call carries on, such as the order of a payment, by the id in its response. */
async function orderOf(
  call: Pick<Call, 'service'>,
  { of }: TransferFields,
  id: string | undefined,
  { responding }: Pick<FactSources, 'responding'>,
): Promise<Operation | undefined> {
  if (of === undefined || id === undefined) return undefined;
  return (await responding(call.service, of.call, id)).find(
    ({ outcome, answer: response }) =>
      (outcome === 'done' || outcome === 'accepted') && idIn(call.service, of.call, parsedIfJson(response)) === id,
  );
}

type Cost = NonNullable<TransferRequest['cost']>;
/**
 * The cost of an order for its payment: as its stored response states it, else as a person typed it for the order, or
 * for the order of an earlier payment. A cost that was
 * only promised, such as the price of a product or --at-most, is not known to be that of the order.
 */
function earlierCost(order: Operation | undefined): Cost | undefined {
  if (order === undefined) return undefined;
  const { service, call, amount, token } = order;
  const stated = costIn(service, call, parsedIfJson(order.answer));
  if (stated) return { ...stated, token: stated.token ?? token };
  const location = transferFields[`${service} ${call}`]?.amount;
  const isTyped = typeof location === 'string' || (location === undefined && order.within !== undefined);
  return amount !== undefined && isTyped ? { amount, token } : undefined;
}
/** The amount and unit that leave: by the request or the service, else by an earlier response, as a pair. */
function movedBy(
  amount: Fact<Decimal> | undefined,
  token: Fact | undefined,
  earlier: Cost | undefined,
): Pick<TransferFacts, 'amount' | 'token'> {
  if (!earlier) return { amount, token };
  const ofLedger = factOf(earlier.token, 'ledger');
  if (amount !== undefined)
    return { amount, token: token ?? (decimalText(amount.value) === earlier.amount ? ofLedger : undefined) };
  const isSameUnit = token === undefined || earlier.token === undefined || sameToken(token.value, earlier.token);
  if (!isSameUnit) return { token };
  return { amount: { value: decimalOf(earlier.amount)!, source: 'ledger' }, token: token ?? ofLedger };
}

function arrivalOf(
  { arrives }: TransferFields,
  amount: Fact<Decimal> | undefined,
  fee: Fact<Decimal> | undefined,
  stated: Fact<Decimal> | undefined,
): Fact<Decimal> | undefined {
  if (arrives === undefined || !('is' in arrives)) return stated;
  if (amount === undefined || arrives.is === 'amount') return amount;
  return fee === undefined || !isMore(amount.value, fee.value)
    ? undefined
    : { value: minus(amount.value, fee.value), source: fee.source };
}

/** The ids of the things that reads for other facts are about, by the parameter of the request that names the thing. */
async function idsOf(
  locations: readonly (FactLocation | undefined)[],
  find: (location: FactLocation) => Promise<Fact | undefined>,
): Promise<Readonly<Record<string, string>>> {
  const named = locations.flatMap((location) => {
    if (typeof location !== 'object' || !('read' in location)) return [];
    const { service, call, paramsFrom = {} } = location.read;
    return (identities[`${service} ${call}`] ?? []).flatMap(([param, at]) => {
      const name = paramsFrom[param];
      return typeof name === 'string' ? [[name, { read: location.read, at }] as const] : [];
    });
  });
  const ids = await Promise.all(named.map(async ([name, location]) => [name, (await find(location))?.value] as const));
  return Object.fromEntries(ids.flatMap(([name, id]) => (id === undefined ? [] : [[name, id]])));
}

async function agreement(
  { name, with: location }: NonNullable<TransferFields['mustMatch']>[number],
  { fieldOf, paramValue }: RequestFields,
  input: TransferRequest['typed'],
  find: (location: FactLocation) => Promise<Fact | undefined>,
): Promise<Agreement | undefined> {
  const asked = scalarText(paramValue(name));
  const right = asked === undefined ? undefined : await find(location);
  if (asked === undefined || right === undefined) return undefined;
  const label = scalarText(input?.values[name]) === asked ? input?.labels[name] : undefined;
  return { name: label ?? fieldOf(name) ?? name, asked, right };
}
