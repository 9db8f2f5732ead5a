// Makes a call that moves no value: prints it in a dry run, confirms a change, retries a read.

import type { Context } from '../../cli/context.js';
import { binary, printRequest, refuseDryRun } from '../../cli/dry-run.js';
import { confirmCall } from '../../cli/prompts/confirmation.js';
import type { Subject } from '../../cli/prompts/subject.js';
import { isDryRun } from '../../cli/settings.js';
import type { Call } from '../../services/catalogue/define.js';
import { bug } from '../../services/http/errors.js';
import { withRetry } from '../../services/http/retry.js';
import { type RequestContext, type Response, sendRequest } from '../../services/http/send.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { checkRequestAddresses } from './addresses.js';

export type BuildRequest = (context: RequestContext) => Promise<HttpRequest>;

/** The question before a change: its sentence, by default the summary of the call, and its subject. */
export interface Asked {
  readonly summary?: string;
  readonly subject: Subject;
}

/**
 * Makes a call whose request `build` returns. @returns nothing for `--dry-run` and `--print-curl`, which print the
 * request instead.
 * @param asked the question before a change; by default it names the request
 * @throws whatever the confirmation and the transport throw; a bug for a call that moves value, which needs a transfer
 * (`engine/change/perform-call`)
 */
export async function perform(
  context: Context,
  call: Call,
  buildRequest: BuildRequest,
  asked?: Asked,
): Promise<Response | undefined> {
  if (call.effect === 'money') throw bug(`${call.service} ${call.name} moves value and was called without a transfer.`);
  const build = withAddressCheck(call, buildRequest);
  if (isDryRun(context.flags)) {
    await printRequest(context, call, build);
    return refuseDryRun(context, call);
  }
  if (call.as === 'bytes' && context.world.stdout.isTTY && !context.flags.quiet) throw binary(call);
  const requestContext = await context.http().requestContext();
  const request = await build(requestContext);
  if (call.effect !== 'none') {
    const { summary = call.summary, subject } = asked ?? { subject: requestSubject(request) };
    await confirmCall(context, { ...call, summary }, subject);
  }
  return sendRead(context, call, request, requestContext);
}

/** A request by its method and path, which has the ids of what it changes. */
const requestSubject = ({ method, url }: HttpRequest): Subject => [['Request', `${method} ${new URL(url).pathname}`]];

/** Sends a request. A failed read is retried up to `tries` times, a change never. @throws {Failure} */
export function sendRead(
  context: Context,
  call: Call,
  request: HttpRequest,
  requestContext: RequestContext,
  tries = context.settings().retry.value,
): Promise<Response> {
  const attempt = (cancellation = request.cancellation) =>
    sendRequest(call, { ...request, cancellation }, requestContext);
  if (tries === 0 || call.effect !== 'none' || call.method !== 'GET') return attempt();
  return withRetry(attempt, {
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
