// Reads and checks the proxies of the environment. Loaded only if a variable names one.

import { BadInput } from './errors.js';

/** The proxies of the environment, as addresses with http:// or https://. */
export interface Proxies {
  readonly httpProxy?: string;
  readonly httpsProxy?: string;
  readonly noProxy?: string;
}
export interface ProxyNames {
  readonly http?: string;
  readonly https?: string;
}
/** The proxy of one address, `shown` without its password, and the variable that names it. */
export interface ChosenProxy {
  readonly address: string;
  readonly shown: string;
  readonly variable: string;
}
type Env = Readonly<Record<string, string | undefined>>;

type Variable = (typeof proxyVariables)[number];

/**
 * The proxies of the environment.
 * @throws {BadInput} BAD_VALUE for an invalid address. Names the variable, not the value, which may hold a password
 */
export function proxiesOf(env: Env): Proxies | undefined {
  const names = proxyNames(env);
  const httpProxy = proxyIn(env, names.http);
  const httpsProxy = proxyIn(env, names.https);
  if (httpsProxy === undefined) return undefined;
  return { httpProxy, httpsProxy, noProxy: `localhost,127.0.0.1,::1,${env.no_proxy ?? env.NO_PROXY ?? ''}` };
}

/** The variable that counts for each protocol: its own one, else that for all; https falls back to http. */
export function proxyNames(env: Env): ProxyNames {
  const first = (names: readonly Variable[]) => names.find((name) => env[name]);
  const http = first(['http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY']);
  return { http, https: first(['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']) ?? http };
}

function proxyIn(env: Env, name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const address = proxyAddress(env[name]!);
  if (address) return address;
  const remedy = proxyRemedy(name, env[name]!);
  throw new BadInput(
    'BAD_VALUE',
    `The variable ${name} is not the address of a proxy.`,
    `${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`,
  );
}

/** What to set instead of an invalid address; without capital and full stop. */
export function proxyRemedy(name: string, text: string): string {
  const [socks] = /^socks\w*(?=:)/i.exec(text.trim()) ?? [];
  const how = `write it like http://host:port, or unset ${name}`;
  return socks === undefined ? how : `SOCKS proxies are not supported (${socks.toLowerCase().slice(0, 20)}): ${how}`;
}

/**
 * The proxy for an address, if any. An entry of NO_PROXY is a host with its subdomains, with an optional port; \* is
 * every host.
 */
export function proxyFor(url: string, proxies: Proxies | undefined, names: ProxyNames = {}): ChosenProxy | undefined {
  if (proxies === undefined) return undefined;
  const { protocol, hostname, port } = new URL(url);
  const secure = protocol === 'https:';
  const address = secure ? proxies.httpsProxy : proxies.httpProxy;
  if (
    address === undefined ||
    isExcluded(hostname.toLowerCase(), port || (secure ? '443' : '80'), proxies.noProxy ?? '')
  )
    return undefined;
  const { protocol: scheme, host } = new URL(address);
  const variable = (secure ? names.https : names.http) ?? (secure ? 'HTTPS_PROXY' : 'HTTP_PROXY');
  return { address, shown: `${scheme}//${host}`, variable };
}

function isExcluded(host: string, port: string, noProxy: string) {
  return noProxy.split(/[,\s]+/).some((entry) => {
    if (entry === '*') return true;
    const [, name = entry, ownPort] = /^([^:]+|\[.*\]):(\d+)$/.exec(entry) ?? [];
    const excluded = (/^[\da-f]*:[\da-f:.]*$/i.test(name) ? `[${name}]` : name).replace(/^\*?\./, '').toLowerCase();
    if (excluded === '' || (ownPort !== undefined && ownPort !== port)) return false;
    return host === excluded || host.endsWith(`.${excluded}`);
  });
}

/**
 * Normalises the address of a proxy. Without a scheme it is http, if it has a port or a dot. Undefined for other texts
 * and schemes.
 */
export function proxyAddress(text: string): string | undefined {
  const typed = text.trim();
  const bare = !/^[a-z][a-z0-9+.-]*:\/\//i.test(typed);
  const address = bare ? `http://${typed}` : typed;
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, port, pathname, username, password } = new URL(address);
  if (!/^https?:$/.test(protocol) || hostname === '' || port === '0') return undefined;
  if (bare && (pathname !== '/' || !/[.:]/.test(typed.slice(typed.lastIndexOf('@') + 1)))) return undefined;
  return isDecodable(username) && isDecodable(password) ? address : undefined;
}

/** The passwords in addresses of proxies, as typed and as sent. */
export const proxyPasswords = (addresses: readonly (string | undefined)[]): string[] =>
  addresses.flatMap((address) => {
    const { password } = new URL(address || 'http://none');
    return password === '' ? [] : [password, decodeURIComponent(password)];
  });

/** Whether the percent-encoding of a part of an address is valid. */
function isDecodable(text: string) {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

// The environment variables that name a proxy.

/**
 * The variables of each protocol: the first that is set counts. `ALL_PROXY` is for both, and https falls back to http.
 */
export const proxyVariables = [
  'https_proxy',
  'HTTPS_PROXY',
  'http_proxy',
  'HTTP_PROXY',
  'all_proxy',
  'ALL_PROXY',
] as const;

/** Whether the environment names a proxy. */
export const namesProxy = (env: Readonly<Record<string, string | undefined>>): boolean =>
  proxyVariables.some((name) => env[name]);
