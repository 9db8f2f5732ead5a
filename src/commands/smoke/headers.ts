// `-H 'Name: value'`: headers that a smoke run adds to every request, within the limits of the program.

import { BadInput } from '../../services/http/errors.js';

/** Headers that the program or the connection sets, that carry an identity, or that make another method of a read. */
const refused =
  /^(authorization|proxy-.*|cookie.*|set-cookie|host|content-.*|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|x-auth-.*|x-hmac-.*|x-api-key|x-forwarded-.*|forwarded|accept-encoding|accept|(.*-)?(api-?key|apikey|tokens?|jwt|session(-?id)?|bearer)(-.*)?|x-(http-)?method(-override)?|x-original-.*|x-rewrite-.*)$/i;

/** A header with a secret by its name: `CF-Access-Client-Secret`. */
const secretName = /secret|password|signature|credential|bypass/i;
/** Whether a header may carry a secret: by its name, or because its value is long enough to be one. */
export const mayBeSecret = (name: string, value: string): boolean => secretName.test(name) || value.length >= 16;
/** The values of headers that no report may have, by their names or their lengths. */
export const secretValues = (headers: Readonly<Record<string, string>> = {}): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) => (mayBeSecret(name, value) ? [value] : []));

/**
 * Parses `Name: value`.
 * @throws {BadInput} BAD_HEADER for another form, a header that the program sets itself, a name twice, and characters
 * that no header may hold
 */
export function parseHeaders(typed: readonly string[]): Readonly<Record<string, string>> | undefined {
  const headers: Record<string, string> = {};
  for (const text of typed) {
    const [, name = '', value = ''] =
      /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\u0020-\u007e\u0080-\u00ff]*)$/.exec(text) ?? [];
    const label = JSON.stringify(text.split(':')[0]!.slice(0, 40));
    if (name === '' || value.trim() === '')
      throw new BadInput('BAD_HEADER', `-H takes a name and a value, like 'X-Canary: 1', not ${label}.`);
    if (refused.test(name))
      throw new BadInput(
        'BAD_HEADER',
        `The program sets the header ${name}, or it carries an identity or changes the method: -H cannot set it.`,
      );
    if (Object.keys(headers).some((other) => other.toLowerCase() === name.toLowerCase()))
      throw new BadInput('BAD_HEADER', `The header ${name} is given twice.`);
    headers[name] = value.trim();
  }
  return typed.length === 0 ? undefined : headers;
}
