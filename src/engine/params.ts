// What was typed for a command that is data: each value and option checked and put under the name that its call knows.

import type { Arguments } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { wordOf } from '../cli/enum-value.js';
import { type Flag, flagKey } from '../cli/options.js';
import { amountOf } from '../money/amount.js';
import { BadInput } from '../services/http/errors.js';
import { escapeControls } from '../ui/format/visible.js';

/** An option of a command that is data, and where its value goes. */
export interface Option extends Flag {
  /** The name of the field that it fills, known or assumed; the option's own name if nothing is said, none at all for `false`. */
  readonly to?: string | false;
  /** The path in the rows of the answer that it is held against, where no field of the request is known to take it. */
  readonly rows?: string;
  /** `amount`: a decimal amount above zero, exact; `base units`: the same without a point; `address`: one of the network beside it (`kinds/addresses.ts`). */
  readonly as?: 'amount' | 'base units' | 'number' | 'address';
}
/** What a command takes. */
export interface Takes {
  readonly values?: string;
  readonly options?: readonly Option[];
}
export type Params = Readonly<Record<string, unknown>>;

/** The names of a command's values: `<id> [tokenId...]` gives `id` and `tokenId`, the last one taking all that are left. */
export function valueNames(values = ''): { readonly name: string; readonly needed: boolean; readonly many: boolean }[] {
  return [...values.matchAll(/([<[])([\w-]+)(\.\.\.)?[>\]]/g)].map(([, open, name, dots]) => ({
    name: flagKey(`--${name}`),
    needed: open === '<',
    many: dots !== undefined,
  }));
}

/** Everything that was typed, by the name of its field; what filters the answer is left out. @throws {BadInput} */
export function paramsOf({ values, options = [] }: Takes, typed: Arguments, context: Context): Params {
  const given: Record<string, unknown> = {};
  for (const [at, { name, many }] of valueNames(values).entries()) {
    const value = many ? typed.positionals.slice(at) : typed.positionals[at];
    if (value !== undefined && value.length > 0) given[name] = value;
  }
  for (const option of options) {
    const value = checked(option, typed, context);
    if (value !== undefined && option.rows === undefined && option.to !== false) given[option.to ?? keyOf(option)] = value;
  }
  return given;
}

/** What goes into the request: all but switches, which choose between calls and are no field of any. */
export const fieldsOf = (given: Params): Params => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== true));

/** The rows that are asked for, as paths and words. @throws {BadInput} */
export const filtersOf = ({ options = [] }: Takes, typed: Arguments, context: Context): { path: string; word: string; flag: string }[] =>
  options.flatMap((option) => {
    const value = option.rows === undefined ? undefined : checked(option, typed, context);
    return value === undefined ? [] : [{ path: option.rows!, word: String(value), flag: flagOf(option) }];
  });

/** The words of lists that the service itself is asked to filter by, as what its rows should say. */
export const askedWords = ({ options = [] }: Takes, { options: typed }: Arguments): { path: string; word: string; flag: string }[] =>
  options.flatMap((option) => {
    const [word, field] = [typed[keyOf(option)], option.to ?? keyOf(option)];
    const filters = option.words && option.rows === undefined && field !== false && !/^(sort|order)/.test(field);
    return filters && typeof word === 'string' && word !== 'ALL' ? [{ path: field, word, flag: flagOf(option) }] : [];
  });

/** The name that an option is kept under. */
export const keyOf = ({ flags }: Flag): string => flagKey(flags);
/** How an option is spelt. */
export const flagOf = ({ flags }: Flag): string => /--[\w-]+/.exec(flags)![0];

/** What is wrong with what was typed for an option, in one sentence; nothing if it will do. */
export function problemOf(option: Option, typed: string, { flags: { allowUnknownWord } }: Context): string | undefined {
  try {
    single(option, typed, allowUnknownWord === true);
    return undefined;
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return error.message;
  }
}

function checked(option: Option, { options }: Arguments, { flags: { allowUnknownWord } }: Context): unknown {
  const typed = options[keyOf(option)];
  if (typed === undefined || typed === false) return undefined;
  const all = [typed].flat();
  const read = all.map((one) => single(option, one, allowUnknownWord === true));
  return Array.isArray(typed) ? read : read[0];
}
function single(option: Option, typed: unknown, anyWord: boolean): unknown {
  if (option.words && !anyWord) return wordOf(option.words, typed, flagOf(option));
  if (option.as === 'amount') return amountOf(String(typed), flagOf(option));
  if (option.as === 'base units') return amountOf(String(typed), flagOf(option), 0);
  return option.as === 'number' ? numberOf(String(typed), flagOf(option)) : typed;
}

/** A number that JSON carries as it was typed. */
function numberOf(typed: string, flag: string): number {
  if (/^-?\d+(\.\d+)?$/.test(typed) && String(Number(typed)) === typed) return Number(typed);
  throw new BadInput(
    'BAD_NUMBER',
    `${flag} takes a number, and ${escapeControls(JSON.stringify(typed.slice(0, 90)))} is none that can be sent as it is.`,
  );
}

/** What was typed, where all that a call takes is given as fields of the person's own. @throws {BadInput} where none was */
export function ownFields(given: Params, { options: { input, field, jsonField } }: Arguments): Params {
  if (input === undefined && field === undefined && jsonField === undefined)
    throw new BadInput('MISSING_OPTION', '--input is needed, or fields with -f and -F; nothing was sent.');
  return given;
}
