// The pools of connections of a run, through the proxies that the environment names.

import { nodePool } from '../services/http/node-pool.js';
import { proxiesOf, proxyNames, proxyPasswords } from '../services/http/proxies.js';
import type { Pool } from '../services/http/transport.js';
import { undiciTransport } from '../services/http/undici-transport.js';
import type { Redaction } from '../session/redact.js';

/**
 * Pools of connections to services.
 * @param redact gets the passwords of proxies
 * @param connections how many are kept open to each server
 * @throws {BadInput} BAD_PROXY
 */
export async function connectionPool(
  env: Parameters<typeof proxiesOf>[0],
  redact: Pick<Redaction, 'add'>,
  connections?: number,
): Promise<Pool> {
  const proxies = proxiesOf(env);
  if (!proxies) return nodePool(connections);
  for (const password of proxyPasswords([proxies.httpProxy, proxies.httpsProxy])) redact.add(password);
  return undiciTransport({ proxies, proxyNames: proxyNames(env), ...(connections === undefined ? {} : { connections }) });
}
