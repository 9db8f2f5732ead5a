// Makes a call for a command: prints it in a dry run, confirms a change, runs a transfer, retries a read.

import type { Context } from '../../cli/context.js';
import { isDryRun } from '../../cli/settings.js';
import type { TransferOptions } from '../../money/transfer-request.js';
import type { Call } from '../../services/catalogue/define.js';
import { type RequestContext, type Response, sendRequest } from '../../services/http/send.js';
import type { HttpRequest } from '../../services/http/transport.js';

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
    const { printRequest, refuseDryRun } = await import('../../cli/dry-run.js');
    await printRequest(context, call, build);
    if (context.flags.printCurl || call.effect !== 'money') return refuseDryRun(context, call);
  }
  if (call.as === 'bytes' && context.world.stdout.isTTY && !context.flags.quiet) throw (await import('../../cli/dry-run.js')).binary(call);
  const requestContext = await context.http().requestContext();
  const request = await build(requestContext);
  if (call.effect === 'money') {
    const { runTransfer } = await import('../change/transfer.js');
    return runTransfer(context, { ...options, call, request }, async (transfer) => {
      if (receipt) await (await import('../change/request-receipt.js')).showRequestReceipt(context, { call, request }, transfer);
      await transfer.confirm();
      return transfer.send();
    });
  }
  if (call.effect !== 'none') await (await import('../../cli/prompts/confirmation.js')).confirmCall(context, call);
  const tries = context.settings().retry.value;
  if (tries === 0 || call.effect !== 'none' || call.method !== 'GET') return sendRequest(call, request, requestContext);
  const { withRetry } = await import('../../services/http/retry.js');
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
    if (/address/i.test(`${call.path}${request.url}${request.body ?? ''}`))
      await (await import('./addresses.js')).checkRequestAddresses(call, request);
    return request;
  };
