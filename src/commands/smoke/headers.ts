// `-H 'Name: value'`: headers that a smoke run adds to every request, within the limits of the program.

import { BadInput } from '../../services/http/errors.js';
import { carriesIdentity, isOwnHeader, namesSecret } from '../../session/profile-headers.js';

type Headers = Readonly<Record<string, string>>;

/** Whether a header may carry a secret: by its name, or because its value is long enough to be one. */
export const mayBeSecret = (name: string, value: string): boolean => namesSecret(name) || value.length >= 16;
/** The values of headers that no report may have, by their names or their lengths. */
export const secretValues = (headers: Headers = {}): readonly string[] =>
  Object.entries(headers).flatMap(([name, value]) => (mayBeSecret(name, value) ? [value] : []));

/**
 * Parses `Name: value`.
 * @throws {BadInput} BAD_VALUE for another form, a header that the program sets itself, a name twice, and characters
 * that no header may hold
 */
export function parseHeaders(typed: readonly string[]): Headers {
  const headers: Record<string, string> = {};
  for (const text of typed) {
    const [, name = '', value = ''] =
      /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\u0020-\u007e\u0080-\u00ff]*)$/.exec(text) ?? [];
    const label = JSON.stringify(text.split(':')[0]!.slice(0, 40));
    if (name === '' || value.trim() === '')
      throw new BadInput('BAD_VALUE', `-H takes a name and a value, like 'X-Canary: 1', not ${label}.`);
    if (isOwnHeader(name) || carriesIdentity(name))
      throw new BadInput(
        'BAD_VALUE',
        `The program sets the header ${name}, or it carries an identity or changes the method: -H cannot set it.`,
      );
    if (Object.keys(withTyped(headers, { [name]: value })).length === Object.keys(headers).length)
      throw new BadInput('BAD_VALUE', `The header ${name} is given twice.`);
    headers[name] = value.trim();
  }
  return headers;
}

/** The headers of a profile, and those of -H, which come before them. */
export function withTyped(headers: Headers = {}, typed: Headers): Headers {
  const names = Object.keys(typed).map((name) => name.toLowerCase());
  const others = Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase()));
  return { ...Object.fromEntries(others), ...typed };
}
