// The external signer of a network (`signer.NETWORK` of the profile): asked over HTTP, waited for with a deadline.

import type { Context } from '../../cli/command/command.js';
import {
  type AskSigner,
  externalSignerOf,
  parseSignerUrl,
  signerRefusal,
  unusableResponse,
} from '../../money/evm/external-signer.js';
import type { Signer } from '../../money/keys/signer.js';
import type { Call } from '../../services/catalogue/define.js';
import { Failure, Unreachable } from '../../services/http/errors.js';
import { redirected } from '../../services/http/response-errors.js';
import { sendTraced } from '../../services/http/send.js';
import { type HttpRequest, TransportError } from '../../services/http/transport.js';
import { isRecord } from '../../services/json-value.js';
import { lengthOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { redactPath } from './node.js';

/** How long a signer may take without --max-wait, milliseconds: for a person, and for anything else. */
const [forPerson, forProgram] = [5 * 60_000, 30_000];
/** The most bytes of a response: a transaction of tuk has less than 2 kB. */
const mostBytes = 262_144;

/**
 * The external signer of an account. It asks for nothing but accounts and signatures; what comes back is compared with
 * what was asked before it is broadcast.
 * @param wallet the account; without it the signer's only one
 * @throws {BadInput} BAD_VALUE, WHICH_ACCOUNT, NO_ACCOUNT; {Failure} as its requests
 */
export async function externalSigner(
  context: Context,
  network: string,
  address: string,
  wallet: string | undefined,
): Promise<Signer> {
  const url = parseSignerUrl(network, address);
  const { host } = new URL(url);
  redactPath(context, url);
  return externalSignerOf(host, wallet, (...request) => ask(context, url, host, ...request));
}

/** The call of a method, for traces and failures. */
const signerCall = (method: string): Call => ({
  service: 'signer',
  name: method,
  method: 'POST',
  path: '/',
  summary: method,
  auth: 'public',
  effect: 'service', // never repeated: each request may wait for a person
  as: 'json',
  words: {},
});

async function ask(
  context: Context,
  url: string,
  host: string,
  ...[method, params, waits]: Parameters<AskSigner>
): Promise<unknown> {
  const requestContext = await context.http().requestContext();
  const { maxBody, userAgent } = requestContext;
  const typed = context.flags.maxWait === undefined ? undefined : context.settings().maxWait.value;
  const limit = waits ? (typed ?? forPerson) : forProgram;
  const request: HttpRequest = {
    method: 'POST',
    url,
    isPathSecret: true,
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'User-Agent': userAgent },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    timeout: limit,
    maxBody: Math.min(maxBody, mostBytes),
    deadline: context.deadline,
  };
  if (waits)
    context.log(
      `  The signer ${host} is asked (${method}), and may wait for its person${limit === 0 ? '' : `, at most ${lengthOf(limit)}`}. Ctrl-C stops; nothing is broadcast then.`,
    );
  const call = signerCall(method);
  const response = await sendTraced(call, request, requestContext).catch((error: unknown) => {
    throw error instanceof TransportError ? unanswered(error, host, waits) : error;
  });
  if (response.status >= 300 && response.status < 400) throw redirected(call, request, response);
  return resultIn(response.body.toString('utf8'), response.status, host);
}

/** The failure of a request without a response. The signer may have it, and may still sign; nothing was broadcast. */
function unanswered(error: TransportError, host: string, waits: boolean): Failure {
  const mayHold = waits && error.mayHaveArrived;
  const still = mayHold ? 'It may still sign: reject the request there.' : undefined;
  if (error.reason === 'aborted')
    return new Failure(
      'interrupted',
      'INTERRUPTED',
      mayHold ? `Interrupted while the signer ${host} was asked.` : 'Interrupted.',
      still,
      { unsent: true },
    );
  if (error.reason === 'too-big' || error.reason === 'malformed')
    return unusableResponse(host, `what cannot be used (${error.message}); nothing was broadcast`);
  return new Unreachable(
    error.reason === 'timeout' && mayHold ? 'SIGNER_TIMEOUT' : 'SIGNER_UNREACHABLE',
    `${mayHold ? `The signer ${host} did not answer` : `Cannot reach the signer ${host}`}: ${error.message}; nothing was broadcast.`,
    { service: 'signer' },
    error,
    still ?? 'Start it, or see its address: tuk profile show',
  );
}

/** The result in a response. @throws {Guarded} for an error of JSON-RPC; {ServerFailure} BAD_SIGNER_ANSWER */
function resultIn(text: string, status: number, host: string): unknown {
  const reply = parsed(text);
  if (!isRecord(reply)) throw unusableResponse(host, `${status} without JSON-RPC; nothing was broadcast`);
  const { error = null } = reply;
  if (error !== null) {
    const { code, message } = isRecord(error) ? error : { code: undefined, message: error };
    const said = typeof message === 'string' ? message : 'it gave no reason';
    throw signerRefusal(host, code, escapeControls(said).slice(0, 200));
  }
  if (status >= 200 && status < 300 && reply.id === 1 && 'result' in reply) return reply.result;
  throw unusableResponse(host, `${status} without a result; nothing was broadcast`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
