// Makes a prepared call: one that moves value as a transfer, with a receipt; any other one as it is.

import type { Context } from '../../cli/context.js';
import { printRequest } from '../../cli/dry-run.js';
import { isDryRun } from '../../cli/settings.js';
import type { TransferOptions } from '../../money/transfer-request.js';
import type { Verdict } from '../../money/verdict.js';
import type { Response } from '../../services/http/send.js';
import type { HttpRequest } from '../../services/http/transport.js';
import type { BuildableCall } from '../request/call.js';
import { type Asked, perform } from '../request/perform.js';
import { showRequestReceipt } from './request-receipt.js';
import { runTransfer } from './transfer.js';

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
