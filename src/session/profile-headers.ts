// The headers of a profile, which every request to its services has. A value `$NAME` is that of a variable of the
// environment: no file has it, and every output has the name in its place.

import { BadInput } from '../services/http/errors.js';
import type { ProfileSettings } from './profile.js';
import type { Redaction } from './redact.js';

/** Headers that the program or the connection sets, or that make another call of a request. */
export const isOwnHeader = (name: string): boolean =>
  /^(authorization|proxy-.*|(set-)?cookie.*|host|user-agent|accept(-.*)?|content-.*|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|range|if-.*|x-auth-.*|x-hmac-.*|x-forwarded-.*|forwarded|x-(http-)?method(-override)?|x-original-.*|x-rewrite-.*)$/i.test(
    name,
  );
/** Whether a header carries an identity by its name: `X-Api-Key`. */
export const carriesIdentity = (name: string): boolean =>
  /(^|-)(api-?key|tokens?|jwt|session(-?id)?|bearer)(-|$)/i.test(name);
/** Whether a header carries a secret by its name: `CF-Access-Client-Secret`. */
export const namesSecret = (name: string): boolean =>
  carriesIdentity(name) || /(^|-)(key|auth)(-|$)|secret|password|signature|credential|bypass/i.test(name);
/** The variable that a stored value names. */
export const variableIn = (value: string): string | undefined => /^\$([A-Za-z_]\w*)$/.exec(value)?.[1];
const isSendable = (value: string) => /^[!-~]([ -~]{0,998}[!-~])?$/.test(value);
/** A shorter value cannot be redacted. */
const leastSecret = 4;

/** Checks a stored header, whoever wrote it. @throws {BadInput} BAD_VALUE, without its value */
function checkHeader(name: string, value: string) {
  const bad = (what: string, hint?: string) => new BadInput('BAD_VALUE', what, hint);
  const example = `tuk profile set NAME header.${name} '$VARIABLE'`;
  if (!/^[A-Za-z][\w!#$%&'*+.^`|~-]{0,99}$/.test(name)) throw bad(`${JSON.stringify(name)} is not a header name.`);
  if (isOwnHeader(name)) throw bad(`tuk sets the header ${name} itself, so a profile cannot set it.`);
  if (variableIn(value) !== undefined) return;
  if (!isSendable(value) || value.startsWith('$'))
    throw bad(`The value of the header ${name} cannot be sent.`, `A variable is named like this: ${example}`);
  if (namesSecret(name))
    throw bad(`The header ${name} may carry a secret, and no profile stores one.`, `Name a variable: ${example}`);
}

type Headers = NonNullable<ProfileSettings['headers']>;

/** The headers of a profile with one more, one changed, or one less; letter case does not count. @throws {BadInput} */
export function withHeader(headers: Headers = {}, name: string, value: string | undefined): Headers {
  const others = Object.entries(headers).filter(([other]) => other.toLowerCase() !== name.toLowerCase());
  if (value !== undefined) checkHeader(name, value);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}

/** The headers as they may be shown: variables by their names. @throws {BadInput} BAD_VALUE */
export function shownHeaders(headers: Headers = {}): Headers {
  for (const [name, value] of Object.entries(headers)) checkHeader(name, typeof value === 'string' ? value : '');
  return headers;
}

/** The headers in one line. @throws {BadInput} BAD_VALUE */
export const headersText = (headers?: Headers): string =>
  Object.entries(shownHeaders(headers))
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ');

/**
 * The headers as they are sent. Their variables are redacted from now on.
 * @param verbosity the level of `-v`, which says them
 * @throws {BadInput} MISSING_VALUE for a variable that is not set; BAD_VALUE
 */
export function sentHeaders(
  headers: Headers,
  env: Readonly<Record<string, string | undefined>>,
  out: { readonly redact: Pick<Redaction, 'add'>; writeLine(line: string): void },
  verbosity = 0,
): Headers {
  if (verbosity > 0) out.writeLine(`  headers of the profile: ${headersText(headers)}`);
  return Object.fromEntries(
    Object.entries(shownHeaders(headers)).map(([name, stored]) => {
      const variable = variableIn(stored);
      if (variable === undefined) return [name, stored];
      const value = env[variable];
      const of = `The variable ${variable} of the header ${name}`;
      if (!value) throw new BadInput('MISSING_VALUE', `${of} is not set.`, `Set ${variable}. ${removal(name)}`);
      out.redact.add(value);
      if (!isSendable(value)) throw new BadInput('BAD_VALUE', `${of} has a value that cannot be sent.`);
      if (value.length >= leastSecret) return [name, value];
      throw new BadInput('BAD_VALUE', `${of} has fewer than ${leastSecret} characters.`, short(name));
    }),
  );
}
const removal = (name: string) => `Without the header: tuk profile set NAME header.${name}`;
const short = (name: string) =>
  `So short a value cannot be redacted. Store it: tuk profile set NAME header.${name} VALUE`;
