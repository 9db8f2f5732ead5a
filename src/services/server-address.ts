// The addresses of servers: which are accepted, and how they are shown. Loaded for one that is not plain.
import { isLoopback } from './http/security.js';

/**
 * Why an address is not accepted, as a part of a sentence that does not repeat it: anything but https, http on loopback
 * excepted, and what may be a secret. @param isKeyed whether its query may be a key
 */
export function addressProblem(address: string, isKeyed = false): string | undefined {
  if (!URL.canParse(address)) return 'is not an address';
  // before a path it would be sent
  if (/[\s\p{Cc}]/u.test(address)) return 'holds a blank or a control character';
  const { username, password, hash, search, protocol, hostname } = new URL(address);
  if (username || password || hash) return 'holds a user name, a password or a fragment';
  if (search && !isKeyed) return 'holds a query';
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return undefined;
  return 'does not begin with https (http is only for loopback addresses)';
}

/** An address for messages, without its possible secrets: user name, password, query and fragment. */
export const shownAddress = (address: string): string => {
  const [bare = ''] = address.split(/[?#]/, 1);
  const at = address.lastIndexOf('@');
  const visible =
    at < 0 ? bare : `${/^[\w+.-]*:\/\//.exec(address)?.[0] ?? ''}…${address.slice(at).split(/[?#]/, 1)[0]}`;
  return at < 0 && bare.length < address.length ? `${visible}…` : visible;
};
