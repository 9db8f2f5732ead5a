// Reads an endpoint for a command that does more than print a response.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { client, type EndpointMethod, sendWith } from '../../services/client.js';
import type { Response } from '../../services/http/send.js';
import { requireUsable } from '../request/catalogue-call.js';
import { paramsByName } from '../request/parameters.js';
import type { Params } from '../request/params.js';
import { sharedRead } from '../request/shared-reads.js';
import { patientTimeout } from './poll-context.js';

/** `patient`: the read is limited to 30 s, even with `--timeout 0`. */
interface ReadOptions {
  readonly patient?: boolean;
}

/**
 * Reads an endpoint, also in a dry run, without printing.
 * @param options the options that add fields (-f, -F, --input)
 * @throws {BadInput} {Failure}
 */
export const readEndpoint = <S extends ServiceName>(
  context: Context,
  service: S,
  endpoint: EndpointName<S>,
  params?: Params,
  options?: Arguments['options'],
  readOptions?: ReadOptions,
): Promise<Response> => readByName(context, service, endpoint, params, options, readOptions);

/** `readEndpoint` for a name that the compiler does not know. */
export async function readByName(
  context: Context,
  service: ServiceName,
  endpoint: string,
  input: Params = {},
  options: Arguments['options'] = {},
  { patient = false }: ReadOptions = {},
): Promise<Response> {
  const params = await paramsByName(context, service, endpoint, input, options);
  const requestContext = await context.http().requestContext();
  const readContext = patient ? { ...requestContext, timeout: patientTimeout(requestContext) } : requestContext;
  const methods: Readonly<Record<string, EndpointMethod>> = client(await catalogue(service), sendWith(readContext));
  return sharedRead(context, service, endpoint, params, async () => requireUsable(await methods[endpoint]!(params)));
}
