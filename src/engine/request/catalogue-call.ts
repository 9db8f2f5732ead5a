// A call of the catalogue: builds its request from flat values, and checks its response.

import type { Call } from '../../services/catalogue/define.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { toParams } from '../../services/http/params.js';
import { router } from '../../services/http/path.js';
import { buildRequest, type RequestContext, type Response, type SendOptions } from '../../services/http/send.js';
import type { HttpRequest } from '../../services/http/transport.js';

export interface BuildableCall {
  readonly call: Call;
  build(context: RequestContext): Promise<HttpRequest>;
}

/** Finds a call of the catalogue, with the function that builds its request from flat values. */
export const callOf = <S extends ServiceName>(
  service: S,
  endpoint: EndpointName<S>,
  values?: Readonly<Record<string, unknown>>,
  options?: SendOptions,
): Promise<BuildableCall> => callNamed(service, endpoint, values, options);

/** `callOf` for a name that the compiler does not know. */
export async function callNamed(
  service: ServiceName,
  name: string,
  values: Readonly<Record<string, unknown>> = {},
  sendOptions?: SendOptions,
): Promise<BuildableCall> {
  const { calls } = await catalogue(service);
  const call = calls[name]!;
  return { call, build: (requestContext) => buildRequest(call, toParams(call, values), router(calls), requestContext, sendOptions) };
}

/** Whether a call should return a list, by its name. */
export const returnsList = ({ name }: Call): boolean => /^(list|search)/.test(name);

/** Returns a usable response. @throws {ServerFailure} if a read returned nothing, or not the expected list */
export async function requireUsable(response: Response): Promise<Response> {
  const { call, text } = response;
  if (call.effect !== 'none' || call.as !== 'json' || text.startsWith('[')) return response;
  if (text !== '' && !returnsList(call)) return response; // the common case loads no module
  const problem = (await import('./validate-response.js')).validateResponse(response);
  if (problem) throw problem;
  return response;
}
