// The receipt of a transfer without a command's own receipt, such as a call of `tuk api`: its request, recipient and
// limits.

import type { Context } from '../../cli/context.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';
import { figureLines, policyLines } from '../../cli/prompts/recipient.js';
import type { Verdict } from '../../money/verdict.js';
import { type Call, pathNames } from '../../services/catalogue/define.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { asText } from '../../services/json-value.js';
import { labelOf } from '../../text/label.js';
import { escapeControls } from '../../text/visible.js';

/** Prints the receipt of a request. */
export async function showRequestReceipt(
  context: Context,
  call: Call,
  request: HttpRequest,
  verdict: Verdict,
): Promise<void> {
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
