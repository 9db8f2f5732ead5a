// The prepared request of a change: its fields by option, for the receipt, from any source (options, -f, -F, --input).

import type { Arguments, Context } from '../../cli/command/command.js';
import { printRequest } from '../../cli/prompts/dry-run.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';
import { figureLines, policyLines } from '../../cli/prompts/recipient.js';
import { isDryRun } from '../../cli/settings/options.js';
import { transferFieldsOf } from '../../money/facts/facts.js';
import { parseRequestFields, type RequestFields } from '../../money/facts/request-fields.js';
import type { TransferOptions } from '../../money/facts/transfer-request.js';
import { baseUnits, decimalOf, decimalText, fromBase } from '../../money/values/decimal.js';
import type { Figure } from '../../money/values/token.js';
import type { Verdict } from '../../money/verdict/verdict.js';
import { type Call, pathNames } from '../../services/catalogue/define.js';
import type { Response } from '../../services/http/send.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { asText, isScalar, type Row } from '../../services/json-value.js';
import { labelOf } from '../../text/column.js';
import { roleOfField } from '../../text/receipt.js';
import { escapeControls } from '../../text/visible.js';
import type { TransferFields } from '../../things/transfer.js';
import { type Asked, type BuildableCall, perform } from '../request/call.js';
import type { Params } from '../request/params.js';

import { runTransfer } from './transfer.js';

// Makes a prepared call: one that moves value as a transfer, with a receipt; any other one as it is.

// The receipt of a transfer without a command's own receipt, such as a call of `tuk api`: its request, recipient and
// limits.

/** Prints the receipt of a request. */
async function showRequestReceipt(context: Context, call: Call, request: HttpRequest, verdict: Verdict) {
  const { requestFields } = verdict.facts;
  const { pathname, searchParams } = new URL(request.url);
  const lines: ReceiptLine[] = [
    ['Call', escapeControls(`${request.method} ${call.service} ${call.name === 'unlisted' ? pathname : call.path}`)],
    ...pathLines(call, requestFields.paramValue),
    ...[...searchParams].map(([name, value]): ReceiptLine => [escapeControls(name), value]),
    ...Object.entries(requestFields.body).map(([name, value]): ReceiptLine => [escapeControls(name), asText(value)]),
  ];
  await printReceipt(context, call.summary, [...lines, ...figureLines(verdict, lines), ...policyLines(verdict)]);
}

const pathLines = (call: Call, paramValue: (name: string) => unknown): ReceiptLine[] =>
  pathNames(call.path).flatMap((name): ReceiptLine[] => {
    const value = paramValue(name);
    return value === undefined ? [] : [[labelOf(name), asText(value), roleOfField(name)]];
  });

/** Prints the receipt of a transfer that may be sent. */
type ShowReceipt = (verdict: Verdict, request: HttpRequest) => Promise<void>;

/**
 * Makes a call. One that moves value is judged first, shown by `show`, and confirmed; a dry run prints the request, and
 * ends at the confirmation.
 * @param show by default the receipt of the whole request
 * @param asked the question before a change that moves no value
 * @returns nothing for a dry run and `--print-curl`. @throws as `perform`, `withTransfer` and `Transfer.send`
 */
export async function performCall(
  context: Context,
  { call, build }: BuildableCall,
  options: TransferOptions,
  show: ShowReceipt = (verdict, request) => showRequestReceipt(context, call, request, verdict),
  asked?: Asked,
): Promise<Response | undefined> {
  if (call.effect !== 'money') return perform(context, call, build, asked);
  if (isDryRun(context.flags)) await printRequest(context, call, build);
  if (context.flags.printCurl) return undefined;
  const request = await build(await context.http().requestContext());
  return runTransfer(context, { ...options, call, request }, async ({ verdict, confirm, send }) => {
    if (verdict) await show(verdict, request); // otherwise nothing is sent again
    await confirm();
    return send();
  });
}

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

/** The request of a transfer under its verdict, as `ShowReceipt` of `performCall` gets it. */
export const withPrepared =
  (source: SourceParams, show: (prepared: PreparedRequest) => Promise<void>): ShowReceipt =>
  (verdict) =>
    show(preparedFrom(verdict.facts, verdict, source));

/** The request of a change that moves no value. @param fieldNames as the profile has confirmed them */
export async function preparedChange(
  call: Call,
  request: HttpRequest,
  fieldNames: Readonly<Record<string, string>>,
  source: SourceParams,
): Promise<PreparedRequest> {
  const requestFields = await parseRequestFields(call, request, fieldNames);
  return preparedFrom({ fields: transferFieldsOf(call), requestFields }, undefined, source);
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
    amount: verdict.figures.leaves,
    fee: verdict.figures.fee,
  };
  const withToken = ([label, text, role]: ReceiptLine): ReceiptLine => {
    const { amount, token } = figures[role ?? ''] ?? {};
    return [label, token !== undefined && text.replaceAll(',', '') === amount ? `${text} ${token}` : text, role];
  };
  const labelled = lines.filter(([, text]) => text !== verdict.facts.recipient?.id).map(withToken);
  return [...labelled, ...figureLines(verdict, labelled), ...policyLines(verdict)];
}

const wholeTokens = ({ decimals }: TransferFields, amount: string) => {
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
    : [['In base units', baseUnits(String(amount), decimals).toString(), 'units']];
}
