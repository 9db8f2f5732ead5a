// Leaves the secrets out of a request: by the names of headers and fields, and by the form of a token.

import { isSecretField } from '../../../engine/request/secret-names.js';
import type { Fields } from '../../../services/catalogue/define.js';
import { isRecord, isScalar } from '../../../services/json-value.js';

/** A part of a request without its secrets, and their names. */
export interface CleanPart<Value> {
  readonly value: Value;
  readonly secrets: readonly string[];
}

/** A token by its form: a JSON web token, or a token behind its scheme. */
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
export function withoutSecretQuery(query: string, fields: Fields): CleanPart<string> {
  const secrets: string[] = [];
  const pieces = query.split('&').filter((piece) => {
    const pairs = piece.split(/;|%3b/i).flatMap((text) => [...new URLSearchParams(text)]);
    const [secret] = pairs.find(([name, value]) => isSecret(name, value, fields)) ?? [];
    if (secret !== undefined) secrets.push(secret);
    return secret === undefined && piece !== '';
  });
  return { value: pieces.join('&'), secrets };
}

/** A body without its secrets, which may be nested. @param fields those that the catalogue knows */
export function withoutSecretFields(body: unknown, fields: Fields): CleanPart<unknown> {
  const secrets: string[] = [];
  const clean = (value: unknown, path: string, definitions: Fields): unknown => {
    if (Array.isArray(value)) {
      if (value.some(isToken)) secrets.push(path);
      return value.filter((element) => !isToken(element)).map((element) => clean(element, path, {}));
    }
    if (!isRecord(value)) return value;
    const entries = Object.entries(value).filter(([name, field]) => {
      const secret = isSecret(name, isScalar(field) || Array.isArray(field) ? field : undefined, definitions);
      if (secret) secrets.push(path === '' ? name : `${path}.${name}`);
      return !secret;
    });
    return Object.fromEntries(
      entries.map(([name, field]) => [name, clean(field, path === '' ? name : `${path}.${name}`, {})]),
    );
  };
  return { value: clean(body, '', fields), secrets: [...new Set(secrets)] };
}
