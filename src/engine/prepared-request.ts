// The prepared request of a change: its fields by option, for the receipt, whether they came from options, -f, -F or --input.

import type { Arguments } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import type { ReceiptLine } from '../cli/prompts/receipt.js';
import { figureLines, policyLines } from '../cli/prompts/recipient.js';
import { isDryRun } from '../cli/settings.js';
import { amountOf, baseUnits } from '../money/amount.js';
import { decimalOf, decimalText, fromBase } from '../money/decimal.js';
import { checkSize } from '../money/policy/agreement.js';
import { type Decision, refuseContracts } from '../money/policy/evaluate.js';
import { checkFee, decimalsIn } from '../money/policy/extract.js';
import { answerKey, type Facts, gatherFacts, readAnswerOf, rowIn, type TransferReads, transferFieldsOf } from '../money/policy/facts.js';
import type { Figure } from '../money/policy/figures.js';
import type { RequestFields } from '../money/request-fields.js';
import type { TransferFields } from '../money/transfer-fields.js';
import type { TransferOptions } from '../money/transfer-request.js';
import type { Call } from '../services/catalogue/define.js';
import type { ServiceName } from '../services/catalogue/index.js';
import { BadInput } from '../services/http/errors.js';
import { checkParams, knownFields, toParams } from '../services/http/params.js';
import type { Response } from '../services/http/send.js';
import { asText, isScalar, type Row } from '../services/json-value.js';
import { escapeControls } from '../ui/format/visible.js';
import { callNamed } from './catalogue-call.js';
import type { Params } from './params.js';
import { policyDependencies, runTransfer } from './transfer.js';

/** A request as it will be sent, read back by the names of the command line. */
export interface PreparedRequest extends Pick<RequestFields, 'body' | 'fieldOf'> {
  /** What was typed, by parameter, completed by the fields of the request; amounts in whole tokens. */
  readonly input: Params;
  /** What is sent, by parameter, completed in the same way. */
  readonly params: Params;
  /** The answer of a read that was made before with these values, or its failure. @throws {Failure} */
  readonly cachedAnswer: (service: ServiceName, call: string, values: Params) => Promise<Row | undefined>;
  /** Stores the JSON text that a read has returned. @returns its object, where it is one */
  readonly cacheAnswer: (service: ServiceName, call: string, values: Params, text: string) => Row | undefined;
  /** The token contracts that reads have named. */
  readonly contracts: Set<string>;
  /** The receipt lines of the fields that no option or value names. */
  readonly otherFields: (labelled: readonly (readonly [param: string, label: string])[]) => readonly ReceiptLine[];
  /** Checks the amount against the decimals of its token. @returns the receipt line of its base units. @throws {BadInput} */
  readonly checkDecimals: (args: Arguments) => Promise<readonly ReceiptLine[]>;
  /** @throws {Failure} for a fee that is not an amount */
  readonly checkFee: () => Promise<void>;
  /** Adds the lines of the policy (recipient, limits) to those of a receipt. @throws {Guarded} where the recipient is the contract of a token */
  readonly withPolicy: (lines: readonly ReceiptLine[]) => readonly ReceiptLine[];
}

/** The parameters that a request was built from. `wholeBody`: they came with --input, so that only the body says what it carries. */
export interface SourceParams {
  readonly input: Params;
  readonly params: Params;
  readonly wholeBody: boolean;
}

/**
 * Makes a call that moves value: builds its request, evaluates it, has `show` print the receipt, then confirms and sends it. Each step is made once.
 * @throws as `withTransfer`, `Transfer.confirm` and `Transfer.send`
 */
export async function transferWithReceipt(
  context: Context,
  call: Call,
  values: Params,
  { fields, ...options }: TransferOptions & { readonly fields: SourceParams },
  show: (prepared: PreparedRequest) => Promise<void>,
): Promise<Response> {
  const request = await buildRequest(context, call, values);
  return runTransfer(context, { ...options, call, request }, async (transfer) => {
    if (!transfer.earlierResponse) await show(preparedFrom(transfer.facts, transfer.decision, fields)); // nothing is sent again
    await transfer.confirm();
    return transfer.send();
  });
}

/** Builds the request of a change that moves no value, for the receipt before it is made. */
export async function prepare(context: Context, call: Call, values: Params, fields: SourceParams): Promise<PreparedRequest> {
  const request = await buildRequest(context, call, values);
  return preparedFrom(await gatherFacts(call, request, policyDependencies(context)), undefined, fields);
}

async function buildRequest(context: Context, { service, name }: Call, values: Params) {
  const anyWord = context.flags.allowUnknownWord === true;
  const { call, build } = await callNamed(service as ServiceName, name, values, { allowUnknownWord: anyWord });
  checkParams(call, toParams(call, values), anyWord);
  return build(await context.http().requestContext());
}

function preparedFrom(facts: Facts, decision: Decision | undefined, { input, params, wholeBody }: SourceParams): PreparedRequest {
  const { fields, requestFields: carried, find, answers, contracts } = facts;
  const outsideBody = (source: Params): Params =>
    wholeBody ? Object.fromEntries(Object.entries(source).filter(([name]) => carried.fieldOf(name) === undefined)) : source;
  const fromRequest = Object.fromEntries(
    carried.names.flatMap((name) => {
      const value = carried.paramValue(name);
      return (!wholeBody && params[name] !== undefined) || !isScalar(value) ? [] : [[name, String(value)]];
    }),
  );
  const inWholeTokens = {
    ...fromRequest,
    ...(fromRequest.amount === undefined ? {} : { amount: wholeTokens(fields, fromRequest.amount) }),
  };
  const completed = { input: { ...outsideBody(input), ...inWholeTokens }, params: { ...outsideBody(params), ...fromRequest } };
  return {
    ...carried,
    ...completed,
    contracts,
    cachedAnswer: async (service, name, values) => {
      const read = await answers.get(answerKey(service, name, values));
      return read && rowIn(read);
    },
    cacheAnswer: (service, name, values, text) => {
      const read = readAnswerOf(service, name, values, text);
      if (read === undefined) return undefined;
      answers.set(answerKey(service, name, values), Promise.resolve(read));
      return rowIn(read);
    },
    otherFields: (labelled) => {
      const shownParams = new Set([
        ...labelled.map(([param]) => param).filter((param) => param in completed.input),
        ...Object.keys(wholeBody ? {} : params),
      ]);
      const shownFields = new Set([...shownParams].map((name) => carried.fieldOf(name)?.split('.')[0]));
      return otherFieldLines(carried.body, shownFields);
    },
    checkDecimals: async (args) => baseUnitLines(completed.input.amount, await decimalsIn(fields, find), fields, args),
    checkFee: () => checkFee(fields, find),
    withPolicy: (lines) => {
      if (!decision) return lines;
      refuseContracts(decision, facts); // reads of the receipt may have named its recipient as the contract of a token
      return withPolicy(lines, decision);
    },
  };
}

/** Adds the token to the amount and the fee of a receipt, and the lines of the policy; the recipient is listed once. */
function withPolicy(lines: readonly ReceiptLine[], decision: Decision): readonly ReceiptLine[] {
  const figures: Readonly<Record<string, Figure | undefined>> = { Amount: decision.figures.leaves, Fee: decision.figures.fee };
  const withToken = ([label, text]: ReceiptLine): ReceiptLine => {
    const { amount, token } = figures[label] ?? {};
    return token !== undefined && text.replaceAll(',', '') === amount ? [label, `${text} ${token}`] : [label, text];
  };
  const own = lines.filter(([, text]) => text !== decision.recipient?.id).map(withToken);
  return [...own, ...figureLines(decision, own), ...policyLines(decision)];
}

/**
 * Converts an amount in base units to whole tokens, by the decimals that the platform returns for the other parameters of the call.
 * @throws {BadInput} DECIMALS_UNKNOWN where it returns none, AMOUNT_TOO_LARGE; {Guarded} DECIMALS_DISAGREE
 */
export async function toWholeTokens(context: Context, call: Call, values: Params, base: string, reads: TransferReads): Promise<string> {
  checkSize(base, 0);
  const decimals =
    transferFieldsOf(call).decimals ?? (isDryRun(context.flags) ? undefined : await readDecimals(context, call, values, reads));
  if (decimals !== undefined) return decimalText(fromBase(decimalOf(base)!, decimals));
  throw new BadInput(
    'DECIMALS_UNKNOWN',
    isDryRun(context.flags)
      ? '--raw-amount needs the decimals of the token, and a dry run makes no reads.'
      : '--raw-amount is in base units, and the platform does not return the decimals of the token; nothing was sent.',
    'Give it in whole tokens: --amount',
  );
}
async function readDecimals(context: Context, call: Call, values: Params, reads: TransferReads): Promise<number | undefined> {
  const complete = knownFields(call.body).amount?.required === true ? { ...values, amount: '1' } : values; // the amount is not known yet
  const facts = await gatherFacts(call, await buildRequest(context, call, complete), policyDependencies(context), reads);
  const { decimalsFromTwoSources } = await import('./token-decimals.js');
  return decimalsFromTwoSources(context, facts);
}

const wholeTokens = ({ decimals }: TransferFields, amount: string): string => {
  const base = decimals === undefined ? undefined : decimalOf(amount);
  return base ? decimalText(fromBase(base, decimals!)) : amount;
};

const otherFieldLines = (body: Row, shown: ReadonlySet<string | undefined>): ReceiptLine[] =>
  Object.entries(body).flatMap(([name, value]) => (shown.has(name) ? [] : [[escapeControls(name), asText(value)] as const]));

function baseUnitLines(
  amount: unknown,
  decimals: number | undefined,
  { decimals: requestDecimals }: TransferFields,
  { options }: Arguments,
): ReceiptLine[] {
  if (amount === undefined || decimals === undefined) return [];
  const where = options.rawAmount !== undefined ? '--raw-amount' : options.amount !== undefined ? '--amount' : 'The amount';
  amountOf(String(amount), where, decimals);
  return requestDecimals === undefined && options.rawAmount === undefined
    ? []
    : [['In base units', baseUnits(String(amount), decimals).toString()]];
}
