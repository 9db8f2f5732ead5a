// Makes a call for a command: prints it in a dry run, confirms a change, runs a transfer, retries a read.

import type { Context } from '../../cli/context.js';
import { binary, printRequest, refuseDryRun } from '../../cli/dry-run.js';
import { confirmCall } from '../../cli/prompts/confirmation.js';
import { isDryRun } from '../../cli/settings.js';
import type { TransferOptions } from '../../money/transfer-request.js';
import type { Call } from '../../services/catalogue/define.js';
import { withRetry } from '../../services/http/retry.js';
import { type RequestContext, type Response, sendRequest } from '../../services/http/send.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { showRequestReceipt } from '../change/request-receipt.js';
import { checkRequestAddresses } from './addresses.js';

export type BuildRequest = (context: RequestContext) => Promise<HttpRequest>;

/** `receipt`: prints a receipt of the whole request, if the caller has printed none. */
export type PerformOptions = TransferOptions & { readonly receipt?: boolean };

/**
 * Makes the call of a request. @returns undefined for `--dry-run` and `--print-curl`, which print the request instead
 * @throws the errors of confirmation, transfer and transport
 */
export async function perform(
  context: Context,
  call: Call,
  buildRequest: BuildRequest,
  { receipt = false, ...options }: PerformOptions = {},
): Promise<Response | undefined> {
  const build = call.effect === 'money' ? buildRequest : withAddressCheck(call, buildRequest);
  if (isDryRun(context.flags)) {
    await printRequest(context, call, build);
    if (context.flags.printCurl || call.effect !== 'money') return refuseDryRun(context, call);
  }
  if (call.as === 'bytes' && context.world.stdout.isTTY && !context.flags.quiet) throw binary(call);
  const requestContext = await context.http().requestContext();
  const request = await build(requestContext);
  if (call.effect === 'money') {
    const { runTransfer } = await import('../change/transfer.js');
    return runTransfer(context, { ...options, call, request }, async (transfer) => {
      if (receipt) await showRequestReceipt(context, { call, request }, transfer);
      await transfer.confirm();
      return transfer.send();
    });
  }
  if (call.effect !== 'none') await confirmCall(context, call);
  const tries = context.settings().retry.value;
  if (tries === 0 || call.effect !== 'none' || call.method !== 'GET') return sendRequest(call, request, requestContext);
  return withRetry((cancellation) => sendRequest(call, { ...request, cancellation }, requestContext), {
    tries,
    maxWait: context.settings().maxWait.value,
    say: (line) => context.log(line),
    cancellation: context.cancellation,
  });
}

const withAddressCheck =
  (call: Call, build: BuildRequest): BuildRequest =>
  async (requestContext) => {
    const request = await build(requestContext);
    if (/address/i.test(`${call.path}${request.url}${request.body ?? ''}`)) await checkRequestAddresses(call, request);
    return request;
  };
