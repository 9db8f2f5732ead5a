// One call of the catalogue, ready to be asked.

import type { Context } from '../cli/context.js';
import type { Call } from '../services/catalogue/define.js';
import { catalogue, type ServiceName } from '../services/catalogue/index.js';
import { checkParams, toParams } from '../services/http/params.js';
import { router } from '../services/http/path.js';
import { buildRequest, type RequestContext, type Response, type SendOptions } from '../services/http/send.js';
import type { HttpRequest } from '../services/http/transport.js';

/** A call by its place in the catalogue, and how its request is put together from flat values. */
export async function callOf(
  service: ServiceName,
  name: string,
  values: Readonly<Record<string, unknown>> = {},
  wants?: SendOptions,
): Promise<{ call: Call; build(reach: RequestContext): Promise<HttpRequest> }> {
  const { calls } = await catalogue(service);
  const call = calls[name]!;
  return { call, build: (reach) => buildRequest(call, toParams(call, values), router(calls), reach, wants) };
}

/**
 * Makes a call for a command, its known fields checked; nothing where it was only to be shown. `anyWord`: its words come from a service, which may know
 * more of them than we do. @throws {BadInput} before anything is sent; {Failure}
 */
export async function ask(
  context: Context,
  service: ServiceName,
  name: string,
  values?: Readonly<Record<string, unknown>>,
  { anyWord = context.flags.allowUnknownWord === true }: { readonly anyWord?: boolean } = {},
): Promise<Response | undefined> {
  const { call, build } = await callOf(service, name, values, { allowUnknownWord: anyWord });
  checkParams(call, toParams(call, values ?? {}), anyWord);
  const reply = await context.perform(call, build);
  return reply && usable(reply);
}

/** Whether a call is to give a list: its name says so. */
export const givesList = ({ name }: Call): boolean => /^(list|search)/.test(name);

/** The answer of a read, if something can be read from it; any other as it is. @throws {ServerFailure} */
export async function usable(reply: Response): Promise<Response> {
  const { call, text } = reply;
  if (call.effect !== 'none' || call.as !== 'json' || text.startsWith('[')) return reply;
  if (text !== '' && !givesList(call)) return reply; // what is plain costs no module
  const problem = (await import('./validate-response.js')).validateResponse(reply);
  if (problem) throw problem;
  return reply;
}
