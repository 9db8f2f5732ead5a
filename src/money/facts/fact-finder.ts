// Finds the facts of a transfer at their declared locations: in its request, or in reads of services, each made once.

import { kebab } from '../../services/catalogue/define.js';
import { RecordFacts, type Stated } from '../../services/decode/stated.js';
import { duplicateField } from '../../services/duplicate-keys.js';
import { Failure, ServerFailure } from '../../services/http/errors.js';
import { isNumeric, type Row, valueAt } from '../../services/json-value.js';
import type { FactLocation, FactRead } from '../../things/transfer.js';
import type { Operation } from '../ledger/operation.js';
import { type Decimal, decimalOf, decimalText, fromBase, times } from '../values/decimal.js';
import { factText, type Reads } from './reads.js';
import type { RequestFields } from './request-fields.js';

/**
 * The source of a fact. `request`: its path or body. `fixed`: every call of this name has it. `service`: a field with a
 * public name (platform 12.2). `assumed`: a field whose name is not public. `ledger`: an earlier operation. `bytes`: a
 * transaction.
 */
type Source = 'request' | 'fixed' | 'service' | 'assumed' | 'ledger' | 'bytes';
/** A fact with its source. */
export interface Fact<Value = string> {
  readonly value: Value;
  readonly source: Source;
  /** An amount in whole tokens, whatever the declared unit: the service stated its own. */
  readonly isWhole?: boolean;
}

/** The sources of the facts of a transfer. */
export interface FactSources {
  readonly reads: Reads;
  /** The done operations of a call of the account whose response contains a text, newest first. */
  readonly responding: (service: string, call: string, text: string) => Promise<readonly Operation[]>;
  readonly log: (line: string) => void;
}

type ReadLocation = Extract<FactLocation, { readonly read: unknown }>;
/** The amounts that a service states. */
export type AmountFact = keyof typeof unusableCodes;
/** The code of a fact that is no amount. */
const unusableCodes = {
  amount: 'UNUSABLE_AMOUNT',
  price: 'UNUSABLE_PRICE',
  fee: 'UNUSABLE_FEE',
  minimum: 'UNUSABLE_MINIMUM',
  maximum: 'UNUSABLE_MAXIMUM',
  'arriving amount': 'UNUSABLE_ARRIVING_AMOUNT',
} as const;

/** Finds facts at their locations, and collects the problems of unusable ones. */
export class FactFinder {
  readonly problems: Failure[] = [];
  readonly #failures = new Map<string, Failure>();
  readonly #request: RequestFields;
  readonly #sources: FactSources;
  readonly #isRead: boolean;
  /** @param isRead whether the services are asked; else only facts of the request are found */
  constructor(request: RequestFields, sources: FactSources, isRead: boolean) {
    this.#request = request;
    this.#sources = sources;
    this.#isRead = isRead;
  }

  /** The fact at a location; undefined if there is no fact, or its read has failed. */
  async find(location: FactLocation | undefined): Promise<Fact | undefined> {
    if (location === undefined) return undefined;
    if (typeof location === 'string') return factOf(scalarText(this.#request.paramValue(location)), 'request');
    if ('constant' in location) return factOf(location.constant, location.source ?? 'fixed');
    if ('field' in location) return factOf(scalarText(valueAt(this.#request.body, location.field)), 'request');
    if ('by' in location)
      return factOf(location.values[scalarText(this.#request.paramValue(location.by)) ?? ''], 'request');
    const row = await this.#row(location);
    const facts = row && new RecordFacts(row, { calls: [location.read.call] });
    const stated = facts?.at(location.at) ?? productOf(facts, location.orProduct);
    const isWhole = stated?.scale !== undefined;
    const value = isWhole ? wholeText(stated.text, stated.scale!) : facts?.value(location.at);
    const text = value === undefined ? stated?.text : factText(value);
    if (text === undefined) return undefined;
    if (hasInvisible(text) && !isForPeople(location.at)) {
      this.refuse(unusable(location, `was answered with invisible characters in ${location.at}`));
      return undefined;
    }
    const source = isPublicRead(location.read) ? 'service' : 'assumed';
    return isWhole ? { value: text, source, isWhole } : factOf(text, source);
  }

  /** The amount at a location, in whole tokens. Any other value there is a problem. */
  async number(what: AmountFact, location: FactLocation | undefined, decimals = 0): Promise<Fact<Decimal> | undefined> {
    const fact = await this.find(location);
    if (fact === undefined) return undefined;
    try {
      return { value: plainFact(what, fact.value, fact.isWhole ? 0 : decimals)!, source: fact.source };
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      this.refuse(error);
      return undefined;
    }
  }

  /** Whether a read has returned an empty field. */
  async isEmpty(location: FactLocation | undefined): Promise<boolean> {
    if (typeof location !== 'object' || !('read' in location)) return false;
    const row = await this.#row(location);
    const value = row && valueAt(row, location.at);
    return value === null || value === '';
  }

  /** Makes the failure of a read a problem: without its fact the transfer cannot be judged. */
  require(location: FactLocation | undefined): void {
    if (typeof location !== 'object' || !('read' in location)) return;
    const failure = this.#failures.get(callKey(location.read));
    if (failure) this.refuse(failure);
  }

  async #row(location: ReadLocation): Promise<Row | undefined> {
    const { service, call, paramsFrom = {} } = location.read;
    const params = await Promise.all(
      Object.entries(paramsFrom).map(async ([name, from]) => [name, (await this.find(from))?.value] as const),
    );
    if (!this.#isRead || params.some(([, value]) => value === undefined)) return undefined;
    try {
      const row = await this.#sources.reads.get(service, call, Object.fromEntries(params));
      if (row === undefined)
        this.#failures.set(
          callKey(location.read),
          unusable(location, 'was answered with something else than an object'),
        );
      return row;
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
      const isFirst = !this.#failures.has(callKey(location.read));
      this.#failures.set(callKey(location.read), error);
      if (error.code === duplicateField || error.code === 'OTHER_ANSWER' || error.code === 'OTHER_USER')
        this.refuse(error);
      else if (isFirst && error.kind !== 'not-found')
        this.#sources.log(`  A fact of the transfer cannot be read: ${error.message}`);
      return undefined;
    }
  }

  /** Adds a problem, once. */
  refuse(failure: Failure): void {
    if (!this.problems.some(({ message }) => message === failure.message)) this.problems.push(failure);
  }
}
const callKey = ({ service, call }: { readonly service: string; readonly call: string }) => `${service} ${call}`;
/** The amount of all pieces, by the fields of their price and number. */
function productOf(facts: RecordFacts | undefined, [price, quantity]: readonly string[] = []): Stated | undefined {
  const [each, count] = [price, quantity].map((path) => (path === undefined ? undefined : facts?.at(path)));
  const [one, number] = [each, count].map((stated) => decimalOf(stated?.text ?? ''));
  return each && one && number ? { ...each, text: decimalText(times(one, number)) } : undefined;
}
/** An amount with its own decimals in whole tokens; as it is, if it is no number. */
const wholeText = (text: string, scale: number) => {
  const number = decimalOf(text);
  return number ? decimalText(fromBase(number, scale)) : text;
};
/** A fact; undefined without a value. */
export const factOf = (value: string | undefined, source: Source): Fact | undefined =>
  value === undefined ? undefined : { value, source };
/** A text or a number as text; undefined for anything else. */
export const scalarText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : isNumeric(value) ? String(value) : undefined;
const hasInvisible = (text: string) => /[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text);
const isForPeople = (path: string) => path === 'name' || path === 'title';
const unusable = ({ read: { service, call } }: ReadLocation, what: string): ServerFailure =>
  new ServerFailure('UNUSABLE_ANSWER', `${service} ${kebab(call)} ${what}.`, { service, call, unsent: true });

/**
 * Reads the amount of a service, in whole tokens; it may be 0. Undefined if the service states no amount.
 * @param decimals for an amount in base units, a whole number; 0 for whole tokens
 * @throws {Failure} UNUSABLE_FEE, UNUSABLE_PRICE, ... for anything but plain decimal digits, such as `-5`, `1,000`, `25
 * MVP`, a list
 */
export function plainFact(what: AmountFact, text: string | undefined, decimals = 0): Decimal | undefined {
  if (text === undefined) return undefined;
  const isPlain =
    /^(0|[1-9]\d*)(\.\d+)?$/.test(text) && text.length <= mostDigits && !(decimals > 0 && text.includes('.'));
  const number = isPlain ? decimalOf(text) : undefined;
  if (number) return fromBase(number, decimals);
  throw new Failure(
    'server',
    unusableCodes[what],
    `The ${what} is ${JSON.stringify(text.slice(0, 90))}, which is not an amount.`,
    'The value comes from the service, so the cost is unknown. Try again when it is a plain number.',
    { unsent: true },
  );
}
const mostDigits = 79; // 78, and the point

/** Whether the names of a read's fields are public (platform 12.2); else they are assumed, as in the sandbox. */
const isPublicRead = ({ service, call }: Pick<FactRead, 'service' | 'call'>) => publicReads.has(`${service} ${call}`);
const publicReads: ReadonlySet<string> = new Set([
  'user getCurrency',
  'user getClaimInformation',
  'user getEarnEvent',
  'user getGame',
  'user getUser',
]);
