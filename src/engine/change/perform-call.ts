// Makes any call, such as one of `tuk api`: one that moves value as a transfer, with a receipt of the whole request.

import type { Context } from '../../cli/context.js';
import { printRequest, refuseDryRun } from '../../cli/dry-run.js';
import { isDryRun } from '../../cli/settings.js';
import type { TransferOptions } from '../../money/transfer-request.js';
import type { Call } from '../../services/catalogue/define.js';
import type { Response } from '../../services/http/send.js';
import { type BuildRequest, perform } from '../request/perform.js';
import { showRequestReceipt } from './request-receipt.js';
import { runTransfer } from './transfer.js';

/** Makes a call whose request `build` returns. @returns nothing for `--print-curl`, and in a dry run of a call that moves no value. @throws what `perform` and the transfer throw */
export async function performCall(
  context: Context,
  call: Call,
  build: BuildRequest,
  options: TransferOptions,
): Promise<Response | undefined> {
  if (call.effect !== 'money') return perform(context, call, build);
  if (isDryRun(context.flags)) await printRequest(context, call, build);
  if (context.flags.printCurl) return refuseDryRun(context, call);
  const request = await build(await context.http().requestContext());
  return runTransfer(context, { ...options, call, request }, async (transfer) => {
    await showRequestReceipt(context, { call, request }, transfer);
    await transfer.confirm();
    return transfer.send();
  });
}
