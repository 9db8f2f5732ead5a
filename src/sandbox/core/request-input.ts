// What was sent, read and checked: the body as JSON, the query as values.
import type { Call } from '../../services/catalogue/define.js';
import { fieldsOf, type Line } from './handlers.js';
import { refuse } from './refusal.js';
import { type Taken, takeFields } from './validate-input.js';
import type { Ask } from './wire.js';

/** The fields of the body. @throws {Refusal} for one that is too large, no JSON, or not what the call takes. */
export function takeBody(ask: Ask, call: Call, line: Line): Taken {
  const table = fieldsOf(call.body, line.body);
  if (!ask.bytes) return refuse(413, 'A body may hold 1 MiB at most.', 'TOO_LARGE');
  if (call.method === 'GET' || call.method === 'DELETE' || ask.bytes.length === 0) return takeFields(table, {}, 'body', line.lacking);
  const type = ask.headers['content-type'] ?? 'application/json';
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type))
    refuse(415, `A body must be application/json, not ${type.slice(0, 100)}.`, 'NOT_JSON');
  return takeFields(table, readJson(ask.bytes), 'body', line.lacking);
}

function readJson(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const value = parse(bytes);
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) refuse(400, 'The body must be a JSON object.', 'INVALID_REQUEST');
  return value as Record<string, unknown>;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return refuse(400, `The body is not JSON: ${(error as Error).message.slice(0, 200)}`, 'INVALID_JSON');
  }
}

/** The fields of the query. */
export const takeQuery = (ask: Ask, call: Call, line: Line): Taken =>
  takeFields(fieldsOf(call.query, line.query), queryOf(ask.query), 'query', line.lacking);

/** A query as values: a name that stands several times is a list. */
function queryOf(query: URLSearchParams): Readonly<Record<string, unknown>> {
  const names = [...new Set(query.keys())];
  return Object.fromEntries(names.map((name) => [name, query.getAll(name).length > 1 ? query.getAll(name) : query.get(name)]));
}
