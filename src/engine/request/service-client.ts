// The typed client of a service, over the HTTP access of a run.

import type { Context } from '../../cli/context.js';
import type { ClientOf } from '../../services/catalogue/endpoint-types.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { client, sendWith } from '../../services/client.js';

/** The typed client of a service: its endpoints as methods with checked parameters. */
export async function serviceClient<Name extends ServiceName>(context: Context, name: Name): Promise<ClientOf<Name>> {
  return client(await catalogue(name), sendWith(await context.http().requestContext())) as unknown as ClientOf<Name>;
}
