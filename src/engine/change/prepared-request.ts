// The prepared request of a change: its fields by option, for the receipt, from any source (options, -f, -F, --input).

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { printRequest } from '../../cli/dry-run.js';
import type { ReceiptLine } from '../../cli/prompts/receipt.js';
import { figureLines, policyLines } from '../../cli/prompts/recipient.js';
import { isDryRun } from '../../cli/settings.js';
import { baseUnits } from '../../money/amount.js';
import { decimalOf, decimalText, fromBase } from '../../money/decimal.js';
import { resolveFacts, transferFieldsOf } from '../../money/facts.js';
import type { Figure } from '../../money/policy/at-most.js';
import { checkSize } from '../../money/policy/service-terms.js';
import type { Reads } from '../../money/reads.js';
import { parseRequestFields, type RequestFields } from '../../money/request-fields.js';
import type { TransferOptions } from '../../money/transfer-request.js';
import type { Verdict } from '../../money/verdict.js';
import type { Call } from '../../services/catalogue/define.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';
import { knownFields } from '../../services/http/params.js';
import type { RequestContext, Response } from '../../services/http/send.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { asText, isScalar, type Row } from '../../services/json-value.js';
import { escapeControls } from '../../text/visible.js';
import type { TransferFields } from '../../things/transfer.js';
import { decimalsFromTwoSources } from '../read/token-decimals.js';
import { type AnyEndpoint, callOf } from '../request/call.js';
import type { Params } from '../request/params.js';
import { fieldNamesOf, runTransfer } from './transfer.js';

/** A request as it will be sent, by the names of the command line. */
export interface PreparedRequest extends Pick<RequestFields, 'body' | 'fieldOf'> {
  /** The typed values by parameter, completed by the request; amounts in whole tokens. */
  readonly input: Params;
  /** The sent values by parameter, completed likewise. */
  readonly params: Params;
  /** The receipt lines of fields without an option or value. */
  readonly otherFields: (labelled: readonly (readonly [param: string, label: string])[]) => readonly ReceiptLine[];
  /** The receipt line of the amount in base units, if the request or the line has it. */
  readonly baseUnitLines: (args: Arguments) => readonly ReceiptLine[];
  /** Adds the lines of the policy (recipient, limits) to a receipt. */
  readonly withPolicy: (lines: readonly ReceiptLine[]) => readonly ReceiptLine[];
}

/** The parameters that a request was built from. `wholeBody`: they came with --input, so only the body counts. */
export interface SourceParams {
  readonly input: Params;
  readonly params: Params;
  readonly wholeBody: boolean;
}

/**
 * Makes a call that moves value: builds its request, judges it, prints the receipt by `show`, confirms and sends it. A
 * dry run prints the request first, and ends at the confirmation.
 * @returns undefined for a dry run. @throws as `withTransfer`, `Transfer.confirm` and `Transfer.send`
 */
export async function transferWithReceipt(
  context: Context,
  call: Call,
  values: Params,
  { fields, ...options }: TransferOptions & { readonly fields: SourceParams },
  show: (prepared: PreparedRequest) => Promise<void>,
): Promise<Response | undefined> {
  const build = await builderOf(context, call, values);
  if (isDryRun(context.flags)) await printRequest(context, call, build);
  if (context.flags.printCurl) return undefined;
  const request = await build(await context.http().requestContext());
  return runTransfer(context, { ...options, call, request }, async (transfer) => {
    if (transfer.verdict) await show(preparedFrom(transfer.verdict.facts, transfer.verdict, fields)); // otherwise nothing is sent again
    await transfer.confirm();
    return transfer.send();
  });
}

/** Builds the request of a change that moves no value, for its receipt. */
export async function prepare(
  context: Context,
  call: Call,
  values: Params,
  source: SourceParams,
): Promise<PreparedRequest> {
  const request = await (await builderOf(context, call, values))(await context.http().requestContext());
  const requestFields = await parseRequestFields(call, request, fieldNamesOf(context));
  return preparedFrom({ fields: transferFieldsOf(call), requestFields }, undefined, source);
}

async function builderOf(
  context: Context,
  { service, name }: Call,
  values: Params,
): Promise<(reach: RequestContext) => Promise<HttpRequest>> {
  const allowUnknownWord = context.flags.allowUnknownWord === true;
  return (await callOf(service as ServiceName, name as AnyEndpoint, values, { allowUnknownWord })).build;
}

function preparedFrom(
  { fields, requestFields: carried, decimals }: Pick<Verdict['facts'], 'fields' | 'requestFields' | 'decimals'>,
  verdict: Verdict | undefined,
  { input, params, wholeBody }: SourceParams,
): PreparedRequest {
  const outsideBody = (source: Params): Params =>
    wholeBody
      ? Object.fromEntries(Object.entries(source).filter(([name]) => carried.fieldOf(name) === undefined))
      : source;
  const fromRequest = Object.fromEntries(
    carried.names.flatMap((name) => {
      const value = carried.paramValue(name);
      return (!wholeBody && params[name] !== undefined) || !isScalar(value) ? [] : [[name, String(value)]];
    }),
  );
  const inWholeTokens =
    fromRequest.amount === undefined
      ? fromRequest
      : { ...fromRequest, amount: wholeTokens(fields, fromRequest.amount) };
  const completed = {
    input: { ...outsideBody(input), ...inWholeTokens },
    params: { ...outsideBody(params), ...fromRequest },
  };
  return {
    ...carried,
    ...completed,
    otherFields: (labelled) => {
      const labelledParams = new Set([
        ...labelled.map(([param]) => param).filter((param) => param in completed.input),
        ...Object.keys(wholeBody ? {} : params),
      ]);
      const labelledFields = new Set([...labelledParams].map((name) => carried.fieldOf(name)?.split('.')[0]));
      return otherFieldLines(carried.body, labelledFields);
    },
    baseUnitLines: (args) => baseUnitLines(completed.input.amount, decimals?.value, fields, args),
    withPolicy: (lines) => (verdict ? withPolicy(lines, verdict) : lines),
  };
}

/** Adds the token to the amount and the fee of a receipt, and the policy lines; the recipient is listed once. */
function withPolicy(lines: readonly ReceiptLine[], verdict: Verdict): readonly ReceiptLine[] {
  const figures: Readonly<Record<string, Figure | undefined>> = {
    Amount: verdict.figures.leaves,
    Fee: verdict.figures.fee,
  };
  const withToken = ([label, text]: ReceiptLine): ReceiptLine => {
    const { amount, token } = figures[label] ?? {};
    return token !== undefined && text.replaceAll(',', '') === amount ? [label, `${text} ${token}`] : [label, text];
  };
  const labelled = lines.filter(([, text]) => text !== verdict.facts.recipient?.id).map(withToken);
  return [...labelled, ...figureLines(verdict, labelled), ...policyLines(verdict)];
}

/**
 * Converts base units to whole tokens, by the platform's decimals for the other parameters of the call.
 * @throws {BadInput} DECIMALS_UNKNOWN, AMOUNT_TOO_LARGE; {Guarded} DECIMALS_DISAGREE
 */
export async function toWholeTokens(
  context: Context,
  call: Call,
  values: Params,
  base: string,
  reads: Reads,
): Promise<string> {
  checkSize(base, 0);
  const decimals = transferFieldsOf(call).decimals ?? (await readDecimals(context, call, values, reads));
  if (decimals !== undefined) return decimalText(fromBase(decimalOf(base)!, decimals));
  throw new BadInput(
    'DECIMALS_UNKNOWN',
    '--raw-amount is in base units, and the platform does not return the decimals of the token; nothing was sent.',
    'Give it in whole tokens: --amount',
  );
}
async function readDecimals(context: Context, call: Call, values: Params, reads: Reads): Promise<number | undefined> {
  const complete = knownFields(call.body).amount?.required === true ? { ...values, amount: '1' } : values; // the amount is not yet known
  const request = await (await builderOf(context, call, complete))(await context.http().requestContext());
  const requestFields = await parseRequestFields(call, request, fieldNamesOf(context));
  const log = (line: string) => context.log(line);
  const facts = await resolveFacts({ call, request }, requestFields, { reads, operations: [], log });
  return decimalsFromTwoSources(context, facts, reads);
}

const wholeTokens = ({ decimals }: TransferFields, amount: string): string => {
  const base = decimals === undefined ? undefined : decimalOf(amount);
  return base ? decimalText(fromBase(base, decimals!)) : amount;
};

const otherFieldLines = (body: Row, labelled: ReadonlySet<string | undefined>): ReceiptLine[] =>
  Object.entries(body).flatMap(([name, value]) =>
    labelled.has(name) ? [] : [[escapeControls(name), asText(value)] as const],
  );

function baseUnitLines(
  amount: unknown,
  decimals: number | undefined,
  { decimals: requestDecimals }: TransferFields,
  { options }: Arguments,
): ReceiptLine[] {
  if (amount === undefined || decimals === undefined) return [];
  return requestDecimals === undefined && options.rawAmount === undefined
    ? []
    : [['In base units', baseUnits(String(amount), decimals).toString()]];
}
