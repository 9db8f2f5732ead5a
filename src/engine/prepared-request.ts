// What a change will carry in the end, whichever way it was given: its amount is exact, its receipt the same, the guard has judged it.

import type { Arguments } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import type { ReceiptLine } from '../cli/prompts/receipt.js';
import { amountOf, baseUnits } from '../money/amount.js';
import { decimalOf, fromBase, textOf } from '../money/decimal.js';
import { answerKey, answersOf, type Carried, carriedIn, checkFee, decimalsIn, finderOf } from '../money/policy/extract.js';
import { type Guarding, guarding } from '../money/transfer.js';
import { type TransferFields, transferFields } from '../money/transfer-fields.js';
import type { Call } from '../services/catalogue/define.js';
import type { ServiceName } from '../services/catalogue/index.js';
import { BadInput } from '../services/http/errors.js';
import { asText, isRecord, isScalar, type Row } from '../services/json-value.js';
import { parseLossless } from '../services/lossless-number.js';
import { escapeControls } from '../ui/format/visible.js';
import { callOf } from './call.js';
import type { Params } from './params.js';

/** A request as it will leave. */
export interface PreparedRequest extends Pick<Carried, 'body' | 'fieldOf'> {
  /** What was typed, and what the request carries under the same names; amounts in whole tokens. */
  readonly own: Params;
  /** The same as it is sent. */
  readonly given: Params;
  /** What a read of these values has told before, or failed to. @throws {Failure} */
  readonly told: (service: ServiceName, call: string, values: Params) => Promise<Row | undefined>;
  /** Keeps what a read has answered; its text, digits and all. @returns the object, where it is one */
  readonly keep: (service: ServiceName, call: string, values: Params, text: string) => Row | undefined;
  /** The fields that stand under no name of the command line. */
  readonly rest: (labelled: readonly (readonly [field: string, label: string])[]) => readonly ReceiptLine[];
  /** Holds the amount against the decimals of its token. @returns what the receipt says of base units. @throws {BadInput} */
  readonly checked: (typed: Arguments) => Promise<readonly ReceiptLine[]>;
  /** @throws {Failure} for a fee that is no amount */
  readonly checkFee: () => Promise<void>;
  readonly guarded: Guarding;
}

const moveOf = ({ service, name }: Call): TransferFields => transferFields[`${service} ${name}`] ?? {};
const requestOf = async (context: Context, { service, name }: Call, values: Params) =>
  (await callOf(service as ServiceName, name, values)).build(await context.requestContext());

/** @param whole the body was given whole, so that it alone says what it carries. @throws as `guarding` */
export async function prepare(
  context: Context,
  call: Call,
  values: Params,
  { own, given, whole }: { readonly own: Params; readonly given: Params; readonly whole: boolean },
): Promise<PreparedRequest> {
  const request = await requestOf(context, call, values);
  const carried = await carriedIn(context, call, request);
  const answers = answersOf(context);
  const [move, find] = [moveOf(call), finderOf(context, carried, answers)];
  const guard: Guarding = call.effect === 'money' ? await guarding(context, call, request) : async (lines) => lines;
  const held = (of: Params): Params =>
    whole ? Object.fromEntries(Object.entries(of).filter(([name]) => carried.fieldOf(name) === undefined)) : of;
  const found = Object.fromEntries(
    carried.names.flatMap((name) => {
      const value = carried.carries(name);
      return (!whole && given[name] !== undefined) || !isScalar(value) ? [] : [[name, String(value)]];
    }),
  );
  const ownFound = { ...found, ...(found.amount === undefined ? {} : { amount: inTokens(move, found.amount) }) };
  const final = { own: { ...held(own), ...ownFound }, given: { ...held(given), ...found } };
  return {
    ...carried,
    ...final,
    told: async (service, name, asked) => answers.get(answerKey(service, name, asked)),
    keep: (service, name, asked, text) => {
      const row: unknown = parseLossless(text || 'null');
      if (!isRecord(row)) return undefined;
      answers.set(answerKey(service, name, asked), Promise.resolve(row));
      return row;
    },
    rest: (labelled) => {
      const named = new Set([
        ...labelled.map(([field]) => field).filter((field) => field in final.own),
        ...Object.keys(whole ? {} : given),
      ]);
      const shown = new Set([...named].map((name) => carried.fieldOf(name)?.split('.')[0]));
      return restOf(carried.body, shown);
    },
    checked: async (typed) => unitsOf(final.own.amount, await decimalsIn(move, find), move, typed),
    checkFee: () => checkFee(move, find),
    guarded: guard,
  };
}

/** An amount in base units in whole tokens, by the decimals that the platform tells of what else a call is asked with. @throws {BadInput} where it tells none */
export async function inWhole(context: Context, call: Call, values: Params, base: string): Promise<string> {
  const move = moveOf(call);
  const decimals = move.decimals ?? (context.onlyShows ? undefined : await decimalsTold(context, call, values));
  if (decimals !== undefined) return textOf(fromBase(decimalOf(base)!, decimals));
  throw new BadInput(
    'DECIMALS_UNKNOWN',
    context.onlyShows
      ? '--raw-amount takes a read of how many decimals the token has, and nothing is read for what is only shown.'
      : '--raw-amount is in base units, and the platform does not tell how many decimals the token has; nothing was sent.',
    'Give it in whole tokens: --amount',
  );
}
async function decimalsTold(context: Context, call: Call, values: Params): Promise<number | undefined> {
  const carried = await carriedIn(context, call, await requestOf(context, call, values));
  return decimalsIn(moveOf(call), finderOf(context, carried));
}

const inTokens = ({ decimals }: TransferFields, amount: string): string => {
  const base = decimals === undefined ? undefined : decimalOf(amount);
  return base ? textOf(fromBase(base, decimals!)) : amount;
};

const restOf = (body: Row, shown: ReadonlySet<string | undefined>): ReceiptLine[] =>
  Object.entries(body).flatMap(([name, value]) => (shown.has(name) ? [] : [[escapeControls(name), asText(value)] as const]));

function unitsOf(amount: unknown, decimals: number | undefined, { decimals: sent }: TransferFields, { options }: Arguments): ReceiptLine[] {
  if (amount === undefined || decimals === undefined) return [];
  const where = options.rawAmount !== undefined ? '--raw-amount' : options.amount !== undefined ? '--amount' : 'The amount';
  amountOf(String(amount), where, decimals);
  return sent === undefined && options.rawAmount === undefined ? [] : [['In base units', baseUnits(String(amount), decimals).toString()]];
}
