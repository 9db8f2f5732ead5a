// The limits of a profile: parses them strictly, and sums the transfers of a day. An invalid limit stops every
// transfer.

import { Network } from '../../services/catalogue/words.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { keyRefused, mayBeKey } from '../../services/http/may-be-key.js';
import type { LimitSettings, StoredLimit } from '../../session/profile.js';
import { checkAddress, looksLikeAddress, requireAddress } from '../values/address.js';
import { amountOf, type Decimal, decimalOf, decimalText, isMore, plus, times, zero } from '../values/decimal.js';
import { sameToken } from '../values/token.js';

import { type LimitForm, type LimitName, limitNames, limitTable } from './limit-table.js';

/** The maximum in one token, or in US dollars without a token. */
export interface Limit {
  readonly max: Decimal;
  readonly token?: string;
}
/** The limits of a profile; a limit that is not set does not apply. */
export type Limits = {
  readonly [Name in LimitName]?: ReturnType<(typeof forms)[(typeof limitTable)[Name]['form']]['parse']>;
};

const example = "Write it like 400 (US dollars), or '400,1000 MVP' with limits of single tokens.";

/** Parses an amount limit: `400` is US dollars, `400,1000 MVP` adds a limit for MVP. @throws {BadInput} BAD_VALUE */
export function parseAmountLimit(text: string, where: string): readonly Limit[] {
  const limits = text.split(',').map((part): Limit => {
    const [, number = '', token = 'USD', ...more] = /^ *(\S+)(?: +(\S+))? *$/.exec(part) ?? [];
    if (number === '' || more.length > 0 || !/^[A-Za-z][A-Za-z0-9.]{0,19}$/.test(token))
      throw new BadInput(
        'BAD_VALUE',
        `${where} takes numbers, each with or without a token, not ${JSON.stringify(part.slice(0, 90))}.`,
        example,
      );
    const max = decimalOf(amountOf(number, where))!;
    return { max, token: token.toUpperCase() === 'USD' ? undefined : token };
  });
  const duplicate = limits.find((item, index) =>
    limits.slice(0, index).some((earlier) => sameToken(earlier.token, item.token)),
  );
  if (duplicate)
    throw new BadInput('BAD_VALUE', `${where} has two limits of ${duplicate.token ?? 'US dollars'}.`, example);
  return limits;
}

/** How many persons approve a plan of what leaves, above an amount. */
export interface Approval {
  readonly persons: number;
  readonly above: Limit;
}
/** Parses `1 above 500 USDC,2 above 5000`. @throws {BadInput} BAD_VALUE, BAD_AMOUNT */
function parseApprovals(text: string, where: string): readonly Approval[] {
  return text.split(',').map((part) => {
    const [, persons, amount] = /^ *([1-9]) +above +(.+)$/.exec(part) ?? [];
    if (amount === undefined)
      throw new BadInput(
        'BAD_VALUE',
        `${where} takes a number of persons and an amount, not ${JSON.stringify(part.slice(0, 90))}.`,
        "Write it like '1 above 500 USDC', or '1 above 500,2 above 5000' in US dollars.",
      );
    const [above] = parseAmountLimit(amount.replace(/^0(?= |$)/, '1'), where);
    return { persons: Number(persons), above: /^0( |$)/.test(amount) ? { ...above!, max: zero } : above! };
  });
}

/** Parses a limit in per cent, up to 50. @throws {BadInput} BAD_VALUE, BAD_AMOUNT */
function parsePercentLimit(text: string, where: string): Decimal {
  const percent = text === '0' ? zero : decimalOf(amountOf(text, where, 4))!;
  if (isMore(percent, decimalOf('50')!)) throw new BadInput('BAD_VALUE', `${where} is at most 50 percent.`);
  return percent;
}

/** An amount limit as a person writes it. */
export const limitText = (limits: readonly Limit[]): string =>
  limits.map(({ max, token }) => (token === undefined ? decimalText(max) : `${decimalText(max)} ${token}`)).join(',');

/**
 * Parses a list of networks, recipients or approvers, with commas between.
 * @throws {BadInput} for an unknown network or an invalid address; {Guarded} for a text that may be a key, and for a
 * burn address
 */
export function parseListLimit(name: 'networks' | 'recipients' | 'approvers', text: string): readonly string[] {
  const parts = /^\s*[[{]/.test(text) ? [text] : text.split(','); // a key file has commas, too
  if (parts.some(mayBeKey)) throw keyRefused(`limits.${name}`);
  const all = text.split(',').map((item) => item.trim());
  for (const item of all) {
    if (name === 'networks' && !Network.some((network) => network === item))
      throw new BadInput(
        'UNKNOWN_WORD',
        `${JSON.stringify(item.slice(0, 90))} is not a network for limits.networks.`,
        `It is one of ${Network.join(', ')}.`,
      );
    if (name === 'approvers' || (name === 'recipients' && looksLikeAddress(item))) {
      const network = name === 'recipients' ? undefined : /^0x/i.test(item) ? 'ETHEREUM' : 'SOLANA';
      requireAddress(item, `An address in limits.${name}`, network);
      checkAddress(item, `An address in limits.${name}`, network); // nobody may have its key
    }
    if (!/^[\w:+/=@.-]{1,130}$/.test(item))
      throw new BadInput(
        'BAD_VALUE',
        `limits.${name} must be a list with commas, and ${JSON.stringify(item.slice(0, 20))} cannot be an item of it.`,
      );
  }
  return [...new Set(all)];
}

/** Whether limits.recipients can have a recipient as one entry. */
export function mayBeListed(recipient: string): boolean {
  try {
    const [item] = parseListLimit('recipients', recipient);
    return item === recipient; // several items are a text with commas, which no item is
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return false;
  }
}

/** How the values of one form are parsed and stored. `where` names the limit in messages: `limits.day`. */
interface ValueForm {
  /** Parses a typed value. @throws {BadInput} {Guarded} */
  readonly parse: (text: string, where: string) => unknown;
  /** The value that the configuration stores. @throws as `parse` */
  readonly toStored: (text: string, where: string) => StoredLimit;
  /** A stored value as a person types it; nothing for one that `toStored` does not return. */
  readonly textOf: (stored: unknown) => string | undefined;
}
const listText = (stored: unknown): string | undefined =>
  Array.isArray(stored) && stored.length > 0 && stored.every((item) => typeof item === 'string')
    ? stored.join(',')
    : undefined;
/** A form that is stored as text. */
const asWritten = <Value>(parse: (text: string, where: string) => Value, write: (value: Value) => string) => ({
  parse,
  toStored: (text: string, where: string) => write(parse(text, where)),
  textOf: (stored: unknown) => (typeof stored === 'string' ? stored : undefined),
});
const listOf = (name: Parameters<typeof parseListLimit>[0]) => {
  const parse = (text: string) => parseListLimit(name, text);
  return { parse, toStored: parse, textOf: listText };
};

const forms = {
  amounts: asWritten(parseAmountLimit, limitText),
  percent: asWritten(parsePercentLimit, decimalText),
  networks: listOf('networks'),
  recipients: listOf('recipients'),
  approvers: listOf('approvers'),
  approvals: asWritten(parseApprovals, (approvals) =>
    approvals.map(({ persons, above }) => `${persons} above ${limitText([above])}`).join(','),
  ),
  switch: {
    parse: parseSwitch,
    toStored: parseSwitch,
    textOf: (stored: unknown) => (typeof stored === 'boolean' ? String(stored) : undefined),
  },
} satisfies Readonly<Record<LimitForm, ValueForm>>;

/** @throws {BadInput} BAD_VALUE */
function parseSwitch(text: string, where: string) {
  if (text !== 'true' && text !== 'false') throw new BadInput('BAD_VALUE', `${where} is true or false.`);
  return text === 'true';
}

/**
 * The value of a limit that a person typed, as the configuration stores it.
 * @throws {BadInput} {Guarded} for an invalid one
 */
export const storedLimit = (name: LimitName, text: string): StoredLimit =>
  formOf(name).toStored(text, `limits.${name}`);

const formOf = (name: LimitName): ValueForm => forms[limitTable[name].form];

/**
 * Parses the limits of the configuration.
 * @throws {Guarded} UNREADABLE_LIMIT for an invalid or unknown one: nothing may move then
 */
export function parseLimits(settings: LimitSettings | undefined): Limits {
  if (settings === undefined) return {};
  const broken = (name: string) =>
    new Guarded(
      'UNREADABLE_LIMIT',
      `limits.${name} of the profile cannot be read, so no transfer is sent.`,
      'Set it anew: tuk profile set NAME limits.KEY VALUE',
    );
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings)) throw broken('*');
  const parsed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(settings)) {
    const name = limitNames.find((limit) => limit === key);
    const text = name && formOf(name).textOf(value);
    if (name === undefined || text === undefined) throw broken(key);
    try {
      parsed[name] = formOf(name).parse(text, `limits.${name}`);
    } catch (error) {
      throw error instanceof BadInput ? broken(key) : error; // the configuration has it, nobody has typed it now
    }
  }
  return parsed as Limits;
}

/**
 * Limits that hold beside one another: those of a profile first, then those of its ledger. Who may get value, and who
 * approves it, may stand in one of them; the ledger takes no approvers of a machine.
 * @throws as `parseLimits`
 */
export function limitsBeside([profile, ...ofLedger]: readonly (LimitSettings | undefined)[]): readonly Limits[] {
  const [first, ...others] = [profile, ...ofLedger].map(parseLimits) as [Limits, ...Limits[]];
  const found = <Name extends LimitName>(name: Name, sets: readonly Limits[]) => {
    const value = sets.find((set) => set[name] !== undefined)?.[name];
    return value === undefined ? {} : { [name]: value };
  };
  const shared = { ...found('recipients', [first, ...others]), ...found('approvers', others) };
  return [first, ...others].map((set) => ({ ...shared, ...set }));
}

/** The limit of a token, else the one in US dollars. */
export const limitFor = (limits: readonly Limit[], token: string | undefined): Limit | undefined =>
  tokenLimit(limits, token) ?? limits.find((item) => item.token === undefined);

const tokenLimit = (limits: readonly Limit[], token: string | undefined): Limit | undefined =>
  limits.find((item) => item.token !== undefined && sameToken(item.token, token));

/** The amount of a transfer in whole tokens, and in US dollars at the time, as far as they are known. */
export interface TransferAmount {
  readonly id?: string;
  readonly amount?: string;
  readonly token?: string;
  readonly usd?: string;
  /** The id of the operation whose value this one carries on: the order of a payment. */
  readonly within?: string;
  readonly isFee?: boolean;
}

/** A price that a limit uses, in US dollars. */
export interface PriceUse {
  readonly token: string;
  /** The price as the source states it; 0 for a token that the source prices no more. */
  readonly stated: Decimal;
  /** When the source set it, ISO; nothing if it does not say. */
  readonly at?: string | undefined;
  readonly source: string;
  /** The older price that counts in its place, and when it was used. */
  readonly olderPrice?: { readonly price: Decimal; readonly usedAt: string };
}
/** Looks up prices that were read. */
export interface PriceLookup {
  /** The price of one token in US dollars, if it is known. */
  (token: string): Decimal | undefined;
  /** Whether the platform says that a token has no price. An unreadable price may exist. */
  readonly isWithoutPrice?: (token: string) => boolean;
  /** The prices that it found, and the address of their source. */
  readonly uses?: readonly PriceUse[];
  readonly source?: string;
}

/** Whether the value in US dollars is known; a 0 was recorded for a price of 0, which says nothing. */
export const isPriced = ({ usd }: Pick<TransferAmount, 'usd'>): boolean =>
  usd !== undefined && decimalOf(usd)?.units !== 0n;

/** The value of a transfer in the unit of a limit: its token, or US dollars. Nothing if it is not known. */
export function valueIn(
  { token: unit }: Limit,
  { amount, token, usd }: TransferAmount,
  prices: PriceLookup,
): Decimal | undefined {
  const number = amount === undefined ? undefined : decimalOf(amount);
  if (unit !== undefined) return sameToken(unit, token) ? number : undefined;
  if (number?.units === 0n) return zero;
  if (isPriced({ usd })) return decimalOf(usd!);
  const price = token === undefined ? undefined : prices(token);
  return number && price && times(number, price);
}

/**
 * Sums the transfers that count against one limit of a day. An operation whose value another one carries on is not
 * counted twice.
 * @returns the sum, or the first transfer of unknown value
 */
export function spentOf(
  limits: readonly Limit[],
  limit: Limit,
  transfers: readonly TransferAmount[],
  prices: PriceLookup,
): Decimal | { readonly unknown: TransferAmount } {
  const carriedOn = new Set(transfers.flatMap(({ within }) => within ?? []));
  let total = zero;
  for (const item of transfers) {
    if (item.id !== undefined && carriedOn.has(item.id)) continue;
    if (item.token !== undefined && limitFor(limits, item.token) !== limit) continue;
    const value = valueIn(limit, item, prices);
    if (!value) return { unknown: item };
    total = plus(total, value);
  }
  return total;
}
