// Leaves the secrets out of a request: by the names of headers and fields, and by the form of a token.

import { isSecretField } from '../../engine/request/secret-names.js';
import type { Fields } from '../../services/catalogue/define.js';
import { isRecord, isScalar } from '../../services/json-value.js';

/** A part of a request without its secrets, and their names. */
export interface Kept<Value> {
  readonly value: Value;
  readonly left: readonly string[];
}

/** A token by its form: a JSON web token, or one behind its scheme. */
const token = /\beyJ[\w-]{10,}\.[\w-]{8,}\.|^(Bearer|Basic) \S{8,}/;
/** Whether a path has a token in it. */
export const holdsToken = (path: string): boolean => /\beyJ[\w-]{10,}\.[\w-]{8,}\./.test(path);
const isToken = (value: unknown): boolean => typeof value === 'string' && token.test(value);

/** Whether a header holds a credential, by its name or by the form of its value. */
export const isSecretHeader = (name: string, value: string): boolean =>
  /^(proxy-)?authorization$|cookie|^x-hmac|signature|csrf|xsrf/i.test(name) ||
  isSecretField(name, value) ||
  isToken(value);

const isSecret = (name: string, value: unknown, fields: Fields): boolean =>
  fields[name]?.secret === true || (fields[name] === undefined && isSecretField(name, value)) || isToken(value);

/** A query as it is written, without its secrets. @param fields those that the catalogue knows */
export function withoutSecretQuery(query: string, fields: Fields): Kept<string> {
  const left: string[] = [];
  const kept = query.split('&').filter((piece) => {
    const pairs = piece.split(/;|%3b/i).flatMap((text) => [...new URLSearchParams(text)]);
    const [secret] = pairs.find(([name, value]) => isSecret(name, value, fields)) ?? [];
    if (secret !== undefined) left.push(secret);
    return secret === undefined && piece !== '';
  });
  return { value: kept.join('&'), left };
}

/** A body without its secrets, which may be nested. @param fields those that the catalogue knows */
export function withoutSecretFields(body: unknown, fields: Fields): Kept<unknown> {
  const left: string[] = [];
  const clean = (value: unknown, path: string, known: Fields): unknown => {
    if (Array.isArray(value)) {
      if (value.some(isToken)) left.push(path);
      return value.filter((element) => !isToken(element)).map((element) => clean(element, path, {}));
    }
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).filter(([name, field]) => {
      const secret = isSecret(name, isScalar(field) || Array.isArray(field) ? field : undefined, known);
      if (secret) left.push(path === '' ? name : `${path}.${name}`);
      return !secret;
    });
    return Object.fromEntries(
      entries.map(([name, field]) => [name, clean(field, path === '' ? name : `${path}.${name}`, {})]),
    );
  };
  return { value: clean(body, '', fields), left: [...new Set(left)] };
}
