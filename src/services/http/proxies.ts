// The proxies that the environment names, read without loading what speaks to them.

/** Proxies as the environment names them. */
export interface Proxies {
  readonly httpProxy?: string;
  readonly httpsProxy?: string;
  readonly noProxy?: string;
}

/** The proxies that the environment names for any address but those it exempts; nothing where there are none. */
export function proxiesOf(env: Readonly<Record<string, string | undefined>>): Proxies | undefined {
  const httpProxy = env.http_proxy || env.HTTP_PROXY;
  const httpsProxy = env.https_proxy || env.HTTPS_PROXY || httpProxy;
  if (!httpProxy && !httpsProxy) return undefined;
  const noProxy = env.no_proxy ?? env.NO_PROXY ?? '';
  return { ...(httpProxy ? { httpProxy } : {}), ...(httpsProxy ? { httpsProxy } : {}), noProxy: `localhost,127.0.0.1,::1,${noProxy}` };
}
