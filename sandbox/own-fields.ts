// The fields that the sandbox has for a call whose fields are not public.
import type { Fields } from '../src/services/catalogue/define.js';
import type { ServiceName } from '../src/services/catalogue/index.js';
import { loadHandler } from './core/index.js';
import { endpointModules } from './service/endpoints/index.js';

/** The fields of the query and the body of a call, as far as its handler has its own; none of a path without a call. */
export async function ownFields(
  service: ServiceName,
  call: string,
): Promise<Readonly<Record<'query' | 'body', Fields>>> {
  const handlers = (await endpointModules[service]()).default;
  const { query = {}, body = {} } = handlers.has(call) ? await loadHandler(handlers, call) : {};
  return { query, body };
}
