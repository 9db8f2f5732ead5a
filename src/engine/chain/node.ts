// The JSON-RPC node of a network for every kind of chain: the profile's pins, requests through the program's transport,
// retries, and what a run or a batch shares.

import type { Context } from '../../cli/command/command.js';
import { sandboxChains } from '../../cli/command/embedded-sandbox.js';
import { isEmbedded } from '../../cli/settings/options.js';
import { chainService } from '../../money/chain/intent.js';
import type { ChainPins } from '../../money/chain/pins.js';
import type { NodeRequests } from '../../money/chain/rpc-reads.js';
import type { Call, Effect } from '../../services/catalogue/define.js';
import { redirected, refusal, transportFailure } from '../../services/http/response-errors.js';
import { withRetry } from '../../services/http/retry.js';
import { sendTraced } from '../../services/http/send.js';
import { type HttpRequest, TransportError } from '../../services/http/transport.js';
import { sharedFact } from '../request/shared-reads.js';

/** The pins of a run: those of its profile, or of the embedded sandbox, which has its own chains. */
export async function pinsOf(context: Context): Promise<ChainPins> {
  const settings = context.settings();
  if (!isEmbedded(settings)) return settings.of;
  const requestContext = await context.http().requestContext();
  return sandboxChains(new URL(requestContext.base('wallet')).origin);
}

/**
 * The requests to the JSON-RPC at an address. Those of a batch are shared while it is checked, and so are constants of
 * the chain; those of rows beside one another go in the same batches.
 * @param sendMethod the method that sends signed bytes: it is never repeated
 * @param isFixed whether a request asks for constants of a chain
 */
export function nodeRequests(
  context: Context,
  url: string,
  sendMethod: string,
  isFixed: (method: string, params: readonly unknown[]) => boolean,
): Required<NodeRequests> {
  if (!isEmbedded(context.settings())) redactPath(context, url);
  const { batchCheck, nodes } = context.world;
  return {
    post: (methods, body) => post(context, url, methods, body, sendMethod),
    share: (method, params, request) => {
      const key = JSON.stringify([url, method, params]);
      if (isFixed(method, params)) return sharedFact(context, key, request);
      return batchCheck ? batchCheck.memo(key, request) : request();
    },
    batches: (make) => {
      const batches = nodes?.get(url) ?? make();
      nodes?.set(url, batches);
      return batches;
    },
  };
}
/** The minimum length of a path that may hold an access key, and of such a part of it. */
const shortestSecret = 8;
/**
 * Redacts what may be an access key in an address: user name and password, the path as a whole, its parts with a digit, and the
 * values of its query. An error of the node may repeat them.
 */
export function redactPath({ out }: Context, url: string): void {
  const { pathname, search, searchParams, username, password } = new URL(url);
  const parts = [...pathname.split('/'), ...searchParams.values()].filter((part) => /\d/.test(part));
  for (const secret of [(pathname + search).slice(1), ...parts, username, password])
    if (secret.length >= shortestSecret) out.redact.add(secret);
}

/** The call of a JSON-RPC method, for traces and failures. */
export const rpcCall = (method: string, effect: Effect): Call => ({
  service: chainService,
  name: method,
  method: 'POST',
  path: '/',
  summary: method,
  auth: 'public',
  effect,
  as: 'json',
  words: {},
});

/** Posts a JSON-RPC request; reads are retried like reads of services. @throws {Failure} */
async function post(context: Context, url: string, methods: readonly string[], body: string, sendMethod: string) {
  const requestContext = await context.http().requestContext();
  const { timeout, maxBody, userAgent } = requestContext;
  const isBroadcast = methods.includes(sendMethod);
  const call = rpcCall([...new Set(methods)].join(', '), isBroadcast ? 'money' : 'none');
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json', 'User-Agent': userAgent };
  const attempt = async (deadline: typeof context.deadline) => {
    const request: HttpRequest = {
      method: 'POST',
      url,
      isPathSecret: true,
      headers,
      body,
      timeout: timeout || patientTimeout,
      maxBody,
      deadline,
    };
    const response = await sendTraced(call, request, requestContext).catch(async (error: unknown) => {
      throw error instanceof TransportError ? transportFailure(call, request, error) : error;
    });
    const text = response.body.toString('utf8');
    const isReply =
      (response.status >= 200 && response.status < 300) ||
      (response.status !== 429 && /"jsonrpc"\s*:/.test(text.slice(0, 2000)));
    const isLimited = isReply && !isBroadcast && saysRateLimit(text);
    if (isReply && !isLimited) return text;
    if (isLimited) throw refusal(call, { ...response, status: 429 });
    throw response.status >= 300 && response.status < 400
      ? redirected(call, request, response)
      : refusal(call, response);
  };
  const tries = context.settings().retry.value;
  if (isBroadcast || tries === 0) return attempt(context.deadline);
  return withRetry(attempt, {
    tries,
    maxWait: context.settings().maxWait.value,
    say: (line) => context.log(line),
    deadline: context.deadline,
  });
}
/**
 * Whether a JSON-RPC response reports a rate limit: its requests are repeated, and nothing is concluded. A revert is a
 * verdict.
 */
function saysRateLimit(text: string) {
  if (!/"error"\s*:/.test(text)) return false;
  const isLimit = (reply: unknown) => {
    const { code, message } =
      (reply as { readonly error?: { readonly code?: unknown; readonly message?: unknown } } | null)?.error ?? {};
    if (code === 3 || /revert/i.test(String(message))) return false;
    return code === -32_005 || /rate limit|rate exceeded|too many requests/i.test(String(message));
  };
  try {
    return [JSON.parse(text) as unknown].flat().some(isLimit);
  } catch {
    return false; // the client reports the problem
  }
}

/** The time limit of a request to a node, if the profile has none, milliseconds. */
const patientTimeout = 30_000;
