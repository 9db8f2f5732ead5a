// Parses and checks what a request sends: the body as JSON, the query as values.
import type { Call } from '../../services/catalogue/define.js';
import { type Handler, inputFields } from './handlers.js';
import type { SandboxRequest } from './http-messages.js';
import { refuse } from './refusal.js';
import { type ParsedInput, parseFields } from './validate-input.js';

/** Parses the body. @throws {Refusal} for one that is too large, no JSON, or has invalid fields */
export function parseBody(request: SandboxRequest, call: Call, line: Handler): ParsedInput {
  const table = inputFields(call.body, line.body);
  if (!request.bytes) return refuse(413, 'A body may hold 1 MiB at most.', 'TOO_LARGE');
  if (call.method === 'GET' || call.method === 'DELETE' || request.bytes.length === 0)
    return parseFields(table, {}, 'body', line.missingErrors);
  const type = request.headers['content-type'] ?? 'application/json';
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(type))
    refuse(415, `A body must be application/json, not ${type.slice(0, 100)}.`, 'NOT_JSON');
  return parseFields(table, readJson(request.bytes), 'body', line.missingErrors);
}

function readJson(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const value = parseJson(bytes);
  if (value === null) return {};
  if (typeof value !== 'object' || Array.isArray(value)) refuse(400, 'The body must be a JSON object.', 'INVALID_REQUEST');
  return value as Record<string, unknown>;
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    return refuse(400, `The body is not JSON: ${(error as Error).message.slice(0, 200)}`, 'INVALID_JSON');
  }
}

/** Parses the query. @throws {Refusal} for invalid fields */
export const parseQuery = (request: SandboxRequest, call: Call, line: Handler): ParsedInput =>
  parseFields(inputFields(call.query, line.query), queryOf(request.query), 'query', line.missingErrors);

/** A query as values; a repeated name becomes a list. */
function queryOf(query: URLSearchParams): Readonly<Record<string, unknown>> {
  const names = [...new Set(query.keys())];
  return Object.fromEntries(names.map((name) => [name, query.getAll(name).length > 1 ? query.getAll(name) : query.get(name)]));
}
