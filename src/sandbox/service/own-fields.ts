// The fields that the sandbox has for a call whose fields are not public.
import type { Fields } from '../../services/catalogue/define.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { loadHandler } from '../core/index.js';
import { endpointModules } from './endpoints/index.js';

/** The fields of the query and the body of a call, as far as its handler has its own. */
export async function ownFields(
  service: ServiceName,
  call: string,
): Promise<Readonly<Record<'query' | 'body', Fields>>> {
  const { query = {}, body = {} } = await loadHandler((await endpointModules[service]()).default, call);
  return { query, body };
}
