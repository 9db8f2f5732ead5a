// The receipt of a transfer that no command has a receipt for, such as a call of `tuk api`: every value of its request, recipient and limits.

import type { Context } from '../../cli/context.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';
import { figureLines, policyLines } from '../../cli/prompts/recipient.js';
import type { Transfer } from '../../money/transfer.js';
import type { TransferRequest } from '../../money/transfer-request.js';
import { type Call, pathNames } from '../../services/catalogue/define.js';
import { asText } from '../../services/json-value.js';
import { labelOf } from '../../text/label.js';
import { escapeControls } from '../../text/visible.js';

/** Prints the receipt of a request before it is confirmed; nothing for one whose reference was used before, which is not sent. */
export async function showRequestReceipt(context: Context, { call, request }: TransferRequest, { verdict }: Transfer): Promise<void> {
  if (verdict === undefined) return;
  const { requestFields } = verdict.facts;
  const { pathname, searchParams } = new URL(request.url);
  const own: ReceiptLine[] = [
    ['Call', escapeControls(`${request.method} ${call.service} ${call.name === 'unlisted' ? pathname : call.path}`)],
    ...pathLines(call, requestFields.paramValue),
    ...[...searchParams].map(([name, value]): ReceiptLine => [escapeControls(name), value]),
    ...Object.entries(requestFields.body).map(([name, value]): ReceiptLine => [escapeControls(name), asText(value)]),
  ];
  await printReceipt(context, call.summary, [...own, ...figureLines(verdict, own), ...policyLines(verdict)]);
}

const pathLines = (call: Call, paramValue: (name: string) => unknown): ReceiptLine[] =>
  pathNames(call.path).flatMap((name): ReceiptLine[] => {
    const value = paramValue(name);
    return value === undefined ? [] : [[labelOf(name), asText(value)]];
  });
