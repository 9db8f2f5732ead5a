// The params of a command that is data: typed values and options, checked, by parameter.

import type { Arguments, Context } from '../../cli/command/command.js';
import { type Values, valuesOf } from '../../cli/command/command-values.js';

import { enumValue } from '../../cli/command/enum-value.js';
import { type Flag, flagKey } from '../../cli/settings/options.js';
import { amountOf } from '../../money/values/decimal.js';
import { BadInput } from '../../services/http/errors.js';
import { escapeControls } from '../../text/visible.js';
import type { RowFilter } from './row-filters.js';

/** An option of a command that is data, and its parameter. */
export interface Option extends Flag {
  /** Its parameter; by default the parameter of the same name; `false` if it has no parameter. */
  readonly param?: string | false;
  /** The path in the response's rows that it filters by, if no parameter of the endpoint is known to filter. */
  readonly filterPath?: string;
  /**
   * The form of its value. `amount`: an exact decimal above zero; `base units`: a whole number above zero; `address`:
   * an address of --network (`engine/request/addresses.ts`); `recipient`: an address, or the name of a contact.
   */
  readonly as?: 'amount' | 'base units' | 'number' | 'address' | 'recipient';
}
export interface Inputs {
  readonly values?: Values;
  readonly options?: readonly Option[];
}
export type Params = Readonly<Record<string, unknown>>;

/** All typed values, checked, by parameter, without filters of the response. @throws {BadInput} */
export function paramsOf({ values, options = [] }: Inputs, args: Arguments, context: Context): Params {
  const params: Record<string, unknown> = {};
  for (const [index, { key, repeatable }] of valuesOf(values).entries()) {
    const value = repeatable ? args.positionals.slice(index) : args.positionals[index];
    if (value !== undefined && value.length > 0) params[key] = value;
  }
  for (const option of options) {
    const value = parseOption(option, args, context);
    if (value === undefined || option.filterPath !== undefined || option.param === false) continue;
    const param = option.param ?? keyOf(option);
    if (param in params && String(params[param]) !== String(value))
      throw new BadInput(
        'GIVEN_TWICE',
        `${flagOf(option)} is given twice, with different values: as an option, and as a value.`,
      );
    params[param] = value;
  }
  return params;
}

/** The parameters of the request, without the switches that select an endpoint. */
export const requestFields = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== true));

/**
 * The typed filters that `tuk` applies to rows itself: no parameter of the endpoint is known to filter by them.
 * @throws {BadInput} UNKNOWN_WORD, BAD_AMOUNT, BAD_VALUE
 */
export const rowFiltersOf = ({ options = [] }: Inputs, args: Arguments, context: Context): RowFilter[] =>
  options.flatMap((option) => {
    const value = option.filterPath === undefined ? undefined : parseOption(option, args, context);
    return value === undefined
      ? []
      : [{ path: option.filterPath!, word: String(value), flag: flagOf(option), words: option.words }];
  });

/** The filters that the service applies, as expected values of the response's rows. */
export const serverFilters = ({ options = [] }: Inputs, { options: typedOptions }: Arguments): RowFilter[] =>
  options.flatMap((option) => {
    const [word, field] = [typedOptions[keyOf(option)], option.param ?? keyOf(option)];
    const isFilter = option.words && option.filterPath === undefined && field !== false && !/^(sort|order)/.test(field);
    return isFilter && typeof word === 'string' && word !== 'ALL'
      ? [{ path: field, word, flag: flagOf(option), words: option.words }]
      : [];
  });

/** The typed options that may omit rows: not an order, not a page, not required, not a value of the command as well. */
export const selectingOptions = (
  { options = [], values }: Inputs,
  { options: typed }: Arguments,
): readonly string[] => [
  ...options.flatMap((option) => {
    const value = typed[keyOf(option)];
    const selects =
      value !== undefined &&
      value !== false &&
      !option.required &&
      !valuesOf(values).some(({ key }) => key === keyOf(option)) &&
      !/^(sort|order|page|size|limit|all$|known$)/i.test(keyOf(option));
    return selects ? [`${flagOf(option)}${value === true ? '' : ` ${[value].flat().join(',')}`}`] : [];
  }),
  ...[typed.field, typed.jsonField].flat().flatMap((value) => (typeof value === 'string' ? [`-f ${value}`] : [])),
];

/** The name of an option among the parsed ones: `tokenType` for `--token-type`. */
export const keyOf = ({ flags }: Flag): string => flagKey(flags);
/** The long spelling of an option: `--token-type`. */
export const flagOf = ({ flags }: Flag): string => /--[\w-]+/.exec(flags)![0];

/** The problem of a text typed for an option, in one sentence. */
export function optionProblem(
  option: Option,
  text: string,
  { flags: { allowUnknownWord } }: Context,
): string | undefined {
  try {
    parseOne(option, text, allowUnknownWord === true);
    return undefined;
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return error.message;
  }
}

function parseOption(option: Option, { options }: Arguments, { flags: { allowUnknownWord } }: Context): unknown {
  const input = options[keyOf(option)];
  if (input === undefined || input === false) return undefined;
  const parsed = [input].flat().map((value) => parseOne(option, value, allowUnknownWord === true));
  return Array.isArray(input) ? parsed : parsed[0];
}
function parseOne(option: Option, input: unknown, anyWord: boolean): unknown {
  if (option.words && !anyWord) return enumValue(option.words, input, flagOf(option));
  if (option.as === 'amount') return amountOf(String(input), flagOf(option));
  if (option.as === 'base units') return amountOf(String(input), flagOf(option), 0);
  return option.as === 'number' ? parseNumber(String(input), flagOf(option)) : input;
}

/** A number that JSON prints as it was typed. @throws {BadInput} */
function parseNumber(text: string, flag: string) {
  if (/^-?\d+(\.\d+)?$/.test(text) && String(Number(text)) === text) return Number(text);
  throw new BadInput(
    'BAD_VALUE',
    `${flag} must be a number that can be sent unchanged, not ${escapeControls(JSON.stringify(text.slice(0, 90)))}.`,
  );
}
