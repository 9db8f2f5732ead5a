// The pools of connections of a run, through the proxies that the environment names.
import { proxiesOf, proxyNames, proxyPasswords } from '../services/http/proxies.js';
import { type Pool, undiciTransport } from '../services/http/undici-transport.js';
import type { Redaction } from '../session/redact.js';

/**
 * Pools of connections to services.
 * @param redact gets the passwords of proxies
 * @param connections how many are kept open to each server
 * @throws {BadInput} BAD_PROXY
 */
export function connectionPool(env: Parameters<typeof proxiesOf>[0], redact: Pick<Redaction, 'add'>, connections?: number): Pool {
  const proxies = proxiesOf(env);
  for (const password of proxyPasswords([proxies?.httpProxy, proxies?.httpsProxy])) redact.add(password);
  return undiciTransport({
    ...(proxies ? { proxies, proxyNames: proxyNames(env) } : {}),
    ...(connections === undefined ? {} : { connections }),
  });
}
