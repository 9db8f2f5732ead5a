// Reads and checks the proxies of the environment. Loaded only where a variable names one.
import { BadInput } from './errors.js';
import type { proxyVariables } from './proxy-variables.js';

/** Proxies as the environment names them, each an address that begins with http:// or https://. */
export interface Proxies {
  readonly httpProxy?: string;
  readonly httpsProxy?: string;
  readonly noProxy?: string;
}
type Env = Readonly<Record<string, string | undefined>>;

type Variable = (typeof proxyVariables)[number];

/**
 * The proxies of the environment; nothing where there are none.
 * @throws {BadInput} BAD_PROXY for a value that is no address of a proxy, naming its variable and never the value, which may hold a password
 */
export function proxiesOf(env: Env): Proxies | undefined {
  const ofHttp = proxyIn(env, ['http_proxy', 'HTTP_PROXY']);
  const ofHttps = proxyIn(env, ['https_proxy', 'HTTPS_PROXY']) ?? ofHttp;
  if (ofHttps === undefined) return undefined;
  const noProxy = env.no_proxy ?? env.NO_PROXY ?? '';
  const httpProxy = ofHttp === undefined ? {} : { httpProxy: ofHttp };
  return { ...httpProxy, httpsProxy: ofHttps, noProxy: `localhost,127.0.0.1,::1,${noProxy}` };
}

function proxyIn(env: Env, names: readonly Variable[]): string | undefined {
  const name = names.find((one) => env[one]);
  if (name === undefined) return undefined;
  const address = proxyAddress(env[name]!);
  if (address) return address;
  throw new BadInput(
    'BAD_PROXY',
    `The variable ${name} is not the address of a proxy; nothing was sent.`,
    `Write it like http://host:port, or unset ${name}.`,
  );
}

/**
 * Normalises the address of a proxy: without a scheme it is http, if it is a host with a port or with a dot in its name. Undefined for any other text, and
 * for another scheme.
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

/** The passwords in the addresses of proxies, as they were typed and as they are sent. */
export const proxyPasswords = (addresses: readonly (string | undefined)[]): string[] =>
  addresses.flatMap((address) => {
    const { password } = new URL(address || 'http://none');
    return password === '' ? [] : [password, decodeURIComponent(password)];
  });

/** Whether the percent-encoding of a part of an address is valid. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
