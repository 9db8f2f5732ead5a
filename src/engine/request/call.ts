// Calls an endpoint for a command, by the typed client of its service.

import type { Context } from '../../cli/context.js';
import type { TransferOptions } from '../../money/transfer-request.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { client, type EndpointMethod, type Execute } from '../../services/client.js';
import type { Response } from '../../services/http/send.js';
import { requireUsable } from './catalogue-call.js';
import { perform } from './perform.js';

/** `anyWord`: enum values come from a service, and are not checked. */
type CallOptions = { readonly anyWord?: boolean } & TransferOptions;

/**
 * Calls an endpoint for a command, with its known fields checked.
 * @returns undefined in a dry run.
 * @throws {BadInput} before anything is sent; {Failure}
 */
export const callEndpoint = <S extends ServiceName>(
  context: Context,
  service: S,
  endpoint: EndpointName<S>,
  values?: Readonly<Record<string, unknown>>,
  options?: CallOptions,
): Promise<Response | undefined> => callByName(context, service, endpoint, values, options);

/** `callEndpoint` for a name that the compiler does not know. */
export async function callByName(
  context: Context,
  service: ServiceName,
  endpoint: string,
  values: Readonly<Record<string, unknown>> = {},
  { anyWord = context.flags.allowUnknownWord === true, ...transfer }: CallOptions = {},
): Promise<Response | undefined> {
  const execute: Execute<undefined> = (call, build) => perform(context, call, build, transfer);
  const methods: Readonly<Record<string, EndpointMethod<undefined>>> = client(await catalogue(service), execute);
  const response = await methods[endpoint]!(values, { allowUnknownWord: anyWord });
  return response && requireUsable(response);
}
