// A call with an effect, on its way: agreed to first, and what moves value written into the ledger before it leaves.

import type { Call } from '../services/catalogue/define.js';
import { Failure } from '../services/http/errors.js';
import { type RequestContext, type Response, sendRequest } from '../services/http/send.js';
import type { HttpRequest } from '../services/http/transport.js';
import type { Context } from './context.js';
import { confirm } from './prompts/confirmation.js';

/** Asks whether the call may be made, and makes it. @throws what `confirm`, `sendRecorded` and the exchange throw */
export async function sendAgreed(context: Context, call: Call, request: HttpRequest, reach: RequestContext): Promise<Response> {
  const send = () => sendRequest(call, request, reach);
  if (call.effect === 'money') return (await import('../money/transfer.js')).transfer(context, call, request, send);
  await confirm(call, context.settings, context.world, context.flags, (text) => context.writeError(text));
  return send();
}

/** The failure for an answer that is printed whole, since it could not be shown as asked: what was done must not be told as if nothing had been. */
export const notShown = ({ code, message }: Failure): Failure =>
  new Failure('failed', code, `The call was made and its answer is whole above, but it cannot be shown as asked: ${message}`);
