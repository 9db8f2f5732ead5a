// The facts of a transfer: one record, resolved once. The verdict, the receipt, the ledger and the comparison with the response take every fact from here.

import { type Call, kebab } from '../services/catalogue/define.js';
import { duplicateField } from '../services/duplicate-keys.js';
import { BadInput, Failure, ServerFailure } from '../services/http/errors.js';
import { decimalsOf, isNothing, isNumeric, type Row, valueAt } from '../services/json-value.js';
import { parsedIfJson } from '../services/lossless-number.js';
import { amountOf } from './amount.js';
import { type Answers, factText } from './answers.js';
import { type Decimal, decimalOf, decimalText, fromBase, isMore, minus, times } from './decimal.js';
import type { Operation } from './ledger.js';
import { sameToken } from './policy/limits.js';
import type { Recipient } from './policy/recipients.js';
import type { RequestFields } from './request-fields.js';
import { requestProblems } from './request-problems.js';
import { type FactLocation, isPublicRead, type TransferFields, transferFields } from './transfer-fields.js';
import type { TransferRequest } from './transfer-request.js';

/**
 * Where a fact comes from. `request`: its path or body. `fixed`: every call of this name has it. `service`: a field whose name is public (platform 12.2).
 * `assumed`: a field whose name is not public. `ledger`: an earlier operation of this machine. `bytes`: a transaction.
 */
type Source = 'request' | 'fixed' | 'service' | 'assumed' | 'ledger' | 'bytes';
/** A fact, and where it comes from. */
export interface Fact<Value = string> {
  readonly value: Value;
  readonly source: Source;
}

/** A field of the request that must say what a service says. */
interface Agreement {
  readonly name: string;
  readonly asked: string;
  readonly right: Fact;
}

/** The facts of one transfer. One that is missing is not known. Amounts are in whole units of their token. */
export interface TransferFacts {
  readonly call: Pick<Call, 'service' | 'name' | 'path' | 'method' | 'body' | 'query'>;
  readonly fields: TransferFields;
  readonly requestFields: RequestFields;
  /** Whether the services were asked. A request that is wrong in itself is not asked about. */
  readonly isRead: boolean;
  /** What leaves; of a call that only receives, nothing does. */
  readonly amount?: Fact<Decimal> | undefined;
  /** The currency id of the service, or the symbol of a token of a chain. */
  readonly token?: Fact | undefined;
  /** The number of decimals of the token. */
  readonly decimals?: Fact<number> | undefined;
  /** The price of one piece, and how many there are, if the amount is their product. */
  readonly price?: Fact<Decimal> | undefined;
  readonly count?: Fact | undefined;
  /** The service was asked for the price and has said that there is none. */
  readonly isWithoutPrice: boolean;
  readonly recipient?: Recipient | undefined;
  /** What the call acts on, if it has no recipient: an order, a vehicle. */
  readonly object?: string | undefined;
  /** One for each network of the call; nothing for one that is not known. */
  readonly networks: readonly (Fact | undefined)[];
  readonly fee?: Fact<Decimal> | undefined;
  readonly feeToken?: Fact | undefined;
  readonly minimum?: Fact<Decimal> | undefined;
  readonly maximum?: Fact<Decimal> | undefined;
  /** What arrives: an amount, or the name of a thing. */
  readonly arriving?: Fact<Decimal> | undefined;
  readonly arrivingToken?: Fact | undefined;
  readonly arrivingThing?: Fact | undefined;
  /** The name of what leaves, if that is no amount. */
  readonly thing?: Fact | undefined;
  /** What a service says of whether the call can be made. */
  readonly available?: Fact | undefined;
  readonly agreements: readonly Agreement[];
  /** The operation whose value this one carries on: the order of a payment. */
  readonly order?: Operation | undefined;
  /** What is wrong with the request in itself, and with facts that are there and cannot be used. */
  readonly problems: readonly Failure[];
}

/** The sources of the facts of a transfer. */
export interface FactSources {
  readonly answers: Answers;
  /** The recorded operations of the account. */
  readonly operations: readonly Operation[];
  readonly log: (line: string) => void;
}

/** The locations of the facts of a call; none for a call that is not in the catalogue. */
export const transferFieldsOf = ({ service, name }: Pick<Call, 'service' | 'name'>): TransferFields =>
  transferFields[`${service} ${name}`] ?? {};

/**
 * Resolves the facts of a transfer. The reads of services are made together, each once. A read that fails leaves its facts unknown and is logged.
 * @throws {Failure} if a person interrupts it
 */
export async function resolveFacts(
  { call, request, cost, atMost }: TransferRequest,
  requestFields: RequestFields,
  sources: FactSources,
  fields: TransferFields = transferFieldsOf(call),
): Promise<TransferFacts> {
  const ofRequest = requestProblems(call, fields, request, requestFields);
  const isRead = !ofRequest.some((one) => one.kind === 'usage' || one.code === 'MAY_BE_KEY');
  const finder = new Finder(requestFields, sources, isRead);
  const { decimals: baseDecimals = 0, fee, arrives } = fields;
  const find = (location: FactLocation | undefined) => finder.find(location);
  const number = (what: AmountFact, location: FactLocation | undefined, places = 0) => finder.number(what, location, places);
  const first = (locations: readonly FactLocation[] = []) =>
    Promise.all(locations.map(find)).then((all) => all.find((one) => one !== undefined));
  const isOfService = typeof fields.amount === 'object';
  const [stated, count, token, ownDecimals, to, owner, userId, networks, charge, feeToken, minimum, maximum, orderId, object] =
    await Promise.all([
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
  const [thing, available, arrivingAmount, arrivingToken, arrivingThing, agreements] = await Promise.all([
    find(fields.thing),
    find(fields.available),
    arrives && 'amount' in arrives ? number('arriving amount', arrives.amount) : undefined,
    arrives && 'token' in arrives ? find(arrives.token) : undefined,
    arrives && 'what' in arrives ? find(arrives.what) : undefined,
    Promise.all((fields.mustMatch ?? []).map((one) => agreement(one, requestFields, find))),
  ]);
  const order = orderOf(call, fields, orderId?.value, sources.operations);
  const price = isOfService && fields.times !== undefined ? stated : undefined;
  const isWithoutPrice = isOfService && stated === undefined && (await finder.isEmpty(fields.amount));
  const earlier = cost ?? earlierCost(order, fields.amount === undefined ? undefined : atMost);
  const own = fields.times === undefined ? stated : product(stated, count);
  const moved = movedBy(own, token, earlier);
  if (order?.amount !== undefined && cost === undefined && own === undefined) finder.require(fields.amount);
  const decimals = decimalsFact(fields, ownDecimals);
  if (ownDecimals !== undefined && decimals === undefined) finder.refuse(unusableDecimals(ownDecimals.value));
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
    recipient:
      fields.to && to
        ? {
            kind: fields.to.kind,
            id: owner === undefined ? to.value : `${owner.value}/${to.value}`,
            ...(userId && { userId: userId.value }),
          }
        : undefined,
    object: object?.value ?? orderId?.value ?? (isListed(call) ? undefined : `${call.method} ${new URL(request.url).pathname}`),
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
    agreements: agreements.filter((one) => one !== undefined),
    order,
    problems: [...ofRequest, ...finder.problems],
  };
}

/** Whether the table has a call; one that it has not is known by its path alone. */
const isListed = ({ service, name }: Pick<Call, 'service' | 'name'>): boolean =>
  transferFields[`${service} ${name}`] !== undefined || service === 'chain';

/** The amounts that a service states. */
type AmountFact = 'amount' | 'price' | 'fee' | 'minimum' | 'maximum' | 'arriving amount';

/** Finds facts at their locations, and keeps what is wrong with those that cannot be used. */
class Finder {
  readonly problems: Failure[] = [];
  readonly #failures = new Map<string, Failure>();
  constructor(
    private readonly request: RequestFields,
    private readonly sources: FactSources,
    private readonly isRead: boolean,
  ) {}

  /** The fact at a location; nothing if there is none, or its read has failed. */
  async find(location: FactLocation | undefined): Promise<Fact | undefined> {
    if (location === undefined) return undefined;
    if (typeof location === 'string') return fact(scalarText(this.request.paramValue(location)), 'request');
    if ('constant' in location) return fact(location.constant, location.source ?? 'fixed');
    if ('field' in location) return fact(scalarText(valueAt(this.request.body, location.field)), 'request');
    if ('by' in location) return fact(location.values[scalarText(this.request.paramValue(location.by)) ?? ''], 'request');
    const row = await this.#row(location);
    const text = row && factText(valueAt(row, location.at));
    if (text === undefined) return undefined;
    if (hasInvisible(text) && !isForPeople(location.at)) {
      this.#problem(unusable(location, `was answered with invisible characters in ${location.at}`));
      return undefined;
    }
    return fact(text, isPublicRead(location.read) ? 'service' : 'assumed');
  }

  /** The amount at a location, in whole tokens. One that is there and is no plain amount is a problem. */
  async number(what: AmountFact, location: FactLocation | undefined, decimals = 0): Promise<Fact<Decimal> | undefined> {
    const found = await this.find(location);
    if (found === undefined) return undefined;
    try {
      return { value: plainFact(what, found.value, decimals)!, source: found.source };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.#problem(error);
      return undefined;
    }
  }

  /** Whether a read has returned a field with nothing in it. */
  async isEmpty(location: FactLocation | undefined): Promise<boolean> {
    if (typeof location !== 'object' || !('read' in location)) return false;
    const row = await this.#row(location);
    const value = row && valueAt(row, location.at);
    return row !== undefined && value !== undefined && (isNothing(value) || value === '');
  }

  /** Makes the failure of a read a problem: without its fact the transfer cannot be judged. */
  require(location: FactLocation | undefined): void {
    if (typeof location !== 'object' || !('read' in location)) return;
    const failure = this.#failures.get(callKey(location.read));
    if (failure) this.#problem(failure);
  }

  async #row(location: Extract<FactLocation, { readonly read: unknown }>): Promise<Row | undefined> {
    const { service, call, paramsFrom = {} } = location.read;
    const params = await Promise.all(
      Object.entries(paramsFrom).map(async ([name, from]) => [name, (await this.find(from))?.value] as const),
    );
    if (!this.isRead || params.some(([, value]) => value === undefined)) return undefined;
    try {
      const row = await this.sources.answers.get(service, call, Object.fromEntries(params));
      if (row === undefined)
        this.#failures.set(callKey(location.read), unusable(location, 'was answered with something else than an object'));
      return row;
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
      const isFirst = !this.#failures.has(callKey(location.read));
      this.#failures.set(callKey(location.read), error);
      if (error.code === duplicateField || error.code === 'OTHER_ANSWER' || error.code === 'OTHER_USER') this.#problem(error);
      else if (isFirst && error.kind !== 'not-found') this.sources.log(`  A fact of the transfer cannot be read: ${error.message}`);
      return undefined;
    }
  }

  /** Adds a problem. */
  refuse(failure: Failure): void {
    this.#problem(failure);
  }

  #problem(failure: Failure): void {
    if (!this.problems.some(({ message }) => message === failure.message)) this.problems.push(failure);
  }
}
const callKey = ({ service, call }: { readonly service: string; readonly call: string }): string => `${service} ${call}`;
const fact = (value: string | undefined, source: Source): Fact | undefined => (value === undefined ? undefined : { value, source });
/** A text or a number as text; nothing for anything else. */
const scalarText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : isNumeric(value) ? String(value) : undefined;
const hasInvisible = (text: string): boolean => /[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text);
/** Names for people decide nothing. */
const isForPeople = (path: string): boolean => path === 'name' || path === 'title';
const unusable = ({ read: { service, call } }: Extract<FactLocation, { readonly read: unknown }>, what: string): ServerFailure =>
  new ServerFailure('UNUSABLE_ANSWER', `${service} ${kebab(call)} ${what}; nothing was sent.`, { service, call });

/**
 * Reads what a service states of an amount, in whole tokens; it may be 0. Nothing if it states nothing.
 * @param decimals those of an amount in base units, which is a whole number then; 0 for whole tokens
 * @throws {Failure} UNUSABLE_FEE, UNUSABLE_PRICE, ... for anything but plain decimal digits: `1e6` in quotes, `-5`, `1,000`, `25 MVP`, an object, a list
 */
export function plainFact(what: AmountFact, text: string | undefined, decimals = 0): Decimal | undefined {
  if (text === undefined) return undefined;
  const isPlain = /^(0|[1-9]\d*)(\.\d+)?$/.test(text) && text.length <= mostDigits && !(decimals > 0 && text.includes('.'));
  const number = isPlain ? decimalOf(text) : undefined;
  if (number) return fromBase(number, decimals);
  throw new Failure(
    'server',
    `UNUSABLE_${what.toUpperCase().replace(' ', '_')}`,
    `The ${what} is ${JSON.stringify(text.slice(0, 90))}, which is not an amount; nothing was sent.`,
    'The service says so, and what it takes is not known then. Try again when it says a plain number.',
  );
}
const mostDigits = 79; // 78, and the point

/** A typed amount in whole tokens; nothing for one that is no plain amount above zero. */
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

/** The cost of several pieces; nothing for a price of 0, which is no price, and without a count. */
function product(price: Fact<Decimal> | undefined, count: Fact | undefined): Fact<Decimal> | undefined {
  if (price === undefined || price.value.units === 0n || count === undefined || !/^\d{1,9}$/.test(count.value)) return undefined;
  return { value: times(price.value, decimalOf(count.value)!), source: price.source };
}

const unusableDecimals = (said: string): Failure =>
  new Failure(
    'server',
    'UNUSABLE_DECIMALS',
    `The decimals of the token are ${JSON.stringify(said.slice(0, 60))}, which is not a number of places; nothing was sent.`,
    'The service says so, and what an amount is in base units is not known then.',
  );
function decimalsFact({ decimals }: TransferFields, answered: Fact | undefined): Fact<number> | undefined {
  if (decimals !== undefined) return { value: decimals, source: 'fixed' };
  const number = decimalsOf(answered?.value);
  return answered === undefined || Number.isNaN(number) ? undefined : { value: number, source: answered.source };
}

/** The operation whose value this call carries on, such as the order of a payment: its response has the id that this request names. */
function orderOf(
  call: Pick<Call, 'service'>,
  { of }: TransferFields,
  id: string | undefined,
  operations: readonly Operation[],
): Operation | undefined {
  if (of === undefined || id === undefined) return undefined;
  return operations.find(
    ({ service, call: name, outcome, answer }) =>
      service === call.service && name === of.call && outcome === 'done' && String(valueAt(parsedIfJson(answer), 'id')) === id,
  );
}

type Cost = NonNullable<TransferRequest['cost']>;
/** The cost of an order as the ledger has it; nothing if it may be what --at-most stated then, as it does now. */
function earlierCost(order: Operation | undefined, atMost: TransferRequest['atMost']): Cost | undefined {
  if (order?.amount === undefined || (order.amount === atMost?.amount && sameToken(order.token, atMost.token))) return undefined;
  return { amount: order.amount, token: order.token };
}
/** What leaves: the amount and unit that the request or the service states, else those of an earlier response. These count as a pair. */
function movedBy(
  amount: Fact<Decimal> | undefined,
  token: Fact | undefined,
  earlier: Cost | undefined,
): Pick<TransferFacts, 'amount' | 'token'> {
  if (!earlier) return { amount, token };
  const ofLedger = fact(earlier.token, 'ledger');
  if (amount !== undefined) return { amount, token: token ?? (decimalText(amount.value) === earlier.amount ? ofLedger : undefined) };
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
  return fee === undefined || !isMore(amount.value, fee.value) ? undefined : { value: minus(amount.value, fee.value), source: fee.source };
}

async function agreement(
  { name, with: location }: NonNullable<TransferFields['mustMatch']>[number],
  { paramValue }: RequestFields,
  find: (location: FactLocation) => Promise<Fact | undefined>,
): Promise<Agreement | undefined> {
  const asked = scalarText(paramValue(name));
  const right = asked === undefined ? undefined : await find(location);
  return asked === undefined || right === undefined ? undefined : { name, asked, right };
}
