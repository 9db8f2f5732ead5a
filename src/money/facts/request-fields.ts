// Parses a request into the values of its parameters: in its path, and in its body under public names, names of the
// profile, or assumed ones.

import { assumedFields } from '../../services/catalogue/assumed-fields.js';
import { type Call, pathNames } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import { knownFields } from '../../services/http/params.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';

/** The fields of a request by parameter. */
export interface RequestFields {
  readonly body: Row;
  /** The field of the body for a parameter; undefined for a parameter of the path, and for an unknown one. */
  readonly fieldOf: (name: string) => string | undefined;
  /** The value of a parameter in the request. */
  readonly paramValue: (name: string) => unknown;
  /** The parameters that the body may have. */
  readonly names: readonly string[];
}
/**
 * Parses a request into its fields.
 * @param fieldNames the profile's names of fields that are not public, by `service call option`
 * @throws {BadInput} for a path that is not percent-encoded
 */
export async function parseRequestFields(
  call: Call,
  request: Pick<HttpRequest, 'url' | 'body'>,
  fieldNames: Readonly<Record<string, string>>,
): Promise<RequestFields> {
  const fields = assumedFields(call);
  const [inPath, body] = [pathValues(call, request.url), parseBody(request.body)];
  const isInPath = (name: string) => pathNames(call.path).includes(name);
  const fieldOf = (name: string) => {
    if (isInPath(name)) return undefined;
    return name in knownFields(call.body)
      ? name
      : (fieldNames[`${call.service} ${call.name} ${name}`] ?? fields?.[name]);
  };
  const paramValue = (name: string) => {
    if (isInPath(name)) return inPath[name];
    const field = fieldOf(name);
    return field === undefined ? undefined : valueAt(body, field);
  };
  const names = Object.keys({ ...fields, ...knownFields(call.body) }).filter((name) => !isInPath(name));
  return { body, fieldOf, paramValue, names };
}

function parseBody(text: string | undefined): Row {
  if (text === undefined) return {};
  const body = parseLossless(text);
  return isRecord(body) ? body : {};
}

/**
 * The path parameters of a request, as a lenient server may read them: empty segments, letter case and encoding are
 * ignored. Empty if the path does not belong to the call.
 */
function pathValues(call: Call, url: string): Readonly<Record<string, string>> {
  const segments = call.path.split('/').slice(1);
  // a base address may have a path
  const lastSegments = decodePath(new URL(url).pathname).split('/').filter(Boolean).slice(-segments.length);
  const values: Record<string, string> = {};
  for (const [index, part] of segments.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name !== undefined) values[name] = lastSegments[index]!;
    else if (part.toLowerCase() !== lastSegments[index]?.toLowerCase()) return {};
  }
  return values;
}
function decodePath(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadInput('BAD_PATH', 'The path is not percent-encoded as it should be.');
  }
}
