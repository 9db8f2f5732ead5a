// Formats a request as a curl command or as JSON, without secrets, for `--print-curl` and `--dry-run`.
import type { Call } from '../catalogue/define.js';
import type { Credentials } from './security.js';
import type { ShownRequest } from './transport.js';

/** Shell variables in place of credentials, for a request that is not sent. */
export const standIns: Credentials = {
  access: async () => '$TUK_TOKEN',
  refresh: async () => '$TUK_REFRESH_TOKEN',
  basic: async () => ({ username: '$TUK_BASIC_USER', password: '$TUK_BASIC_PASSWORD' }),
  renew: async () => undefined,
};

/**
 * Formats a request as a curl command for a POSIX shell, with shell variables as credentials. `clean` redacts secrets
 * before quoting.
 */
export function curlLine(request: ShownRequest, call: Call, clean: (text: string) => string): string {
  const parts = ['curl', '--fail-with-body', '-X', request.method];
  for (const [name, value] of Object.entries(request.headers)) {
    if (/^\$\w+$/.test(value)) parts.push('-H', `"${name}: ${value}"`);
    else if (name !== 'Authorization') parts.push('-H', quote(clean(`${name}: ${value}`)));
    else if (call.auth === 'basic') parts.push('-u', '"$TUK_BASIC_USER:$TUK_BASIC_PASSWORD"');
    else parts.push('-H', `"Authorization: ${value}"`);
  }
  if (request.timeout > 0) parts.push('--max-time', String(request.timeout / 1000));
  if (request.body !== undefined) parts.push('--data-raw', quote(clean(request.body)));
  return [...parts, quote(clean(request.shownUrl))].join(' ');
}
const quote = (text: string) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

/** Formats a request as JSON text, with its body as it would be sent. */
export function dryRun(request: ShownRequest, call: Call): string {
  const { Authorization: auth, ...headers } = request.headers;
  const safeHeaders = auth === undefined ? headers : { ...headers, Authorization: `${auth.split(' ')[0]} [redacted]` };
  const head = {
    dryRun: true,
    service: call.service,
    call: call.name,
    effect: call.effect,
    method: request.method,
    url: request.shownUrl,
    headers: safeHeaders,
  };
  return request.body === undefined
    ? JSON.stringify(head)
    : `${JSON.stringify(head).slice(0, -1)},"body":${request.body}}`;
}
