// Makes a prepared call: one that moves value as a transfer, with a receipt; any other one as it is.
import type { Context } from '../../cli/context.js';
import { printRequest } from '../../cli/dry-run.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';
import { figureLines, policyLines } from '../../cli/prompts/recipient.js';
import { isDryRun } from '../../cli/settings.js';
import type { TransferOptions } from '../../money/transfer-request.js';
import type { Verdict } from '../../money/verdict.js';
import { type Call, pathNames } from '../../services/catalogue/define.js';
import type { Response } from '../../services/http/send.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { asText } from '../../services/json-value.js';
import { labelOf } from '../../text/label.js';
import { escapeControls } from '../../text/visible.js';
import type { BuildableCall } from '../request/call.js';
import { type Asked, perform } from '../request/perform.js';
import { runTransfer } from './transfer.js';

// The receipt of a transfer without a command's own receipt, such as a call of `tuk api`: its request, recipient and
// limits.

/** Prints the receipt of a request. */
async function showRequestReceipt(context: Context, call: Call, request: HttpRequest, verdict: Verdict): Promise<void> {
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
    return value === undefined ? [] : [[labelOf(name), asText(value)]];
  });

/** Prints the receipt of a transfer that may be sent. */
export type ShowReceipt = (verdict: Verdict, request: HttpRequest) => Promise<void>;

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
