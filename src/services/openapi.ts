// Exports the catalogue as an OpenAPI 3.1 document. Only public fields are described; all others are marked open.
import * as z from 'zod/mini';
import { type Call, type Field, type Fields, kebab, type Open, open, pathNames, type Service } from './catalogue/define.js';

/** A part of a document. */
export type Json = Record<string, unknown>;
type Shape = z.core.$ZodType;
/** Whether an export of a shapes file is a shape. */
export const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null && '_zod' in value;

const description = `Every call of the services, each path under the name of its service: \`/user/users/current\` is \`/users/current\` of the
service \`user\`, since several services have the same paths (\`/metrics\` is in all). A gateway with these paths, such as
\`tuk sandbox serve --port 4010\`, can be used directly; where each service has its own address, the address replaces the first segment.

Public fields of requests and responses are described. An object whose field names are not public is open
and marked \`x-open\`; it is not empty. \`x-effect\` is the effect of a call: \`none\` reads, \`service\`
changes something, \`money\` moves value; \`x-final\` cannot be undone, \`x-session\` renews or ends the session in use.`;

/** The document of these services. `version` is the program's. The paths begin with `/{service}`. */
export async function openapi(
  services: readonly Service[],
  about: readonly { name: string; is: string }[],
  version: string,
): Promise<Json> {
  const schemas: Json = { Error: errorSchema };
  const paths: Record<string, Json> = {};
  for (const { name, calls, shapes: load } of services) {
    const shapes = schemasOf(name, ((await load?.()) ?? {}) as Readonly<Record<string, unknown>>);
    for (const call of Object.values(calls)) {
      const path = `/${call.service}${call.path}`;
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, shapes, schemas) };
    }
  }
  const used = new Set(services.flatMap(({ calls }) => Object.values(calls).map(({ auth }) => schemeOf[auth])));
  return {
    openapi: '3.1.0',
    info: { title: 'The services that tuk speaks to', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: 'http://127.0.0.1:{port}', description: 'tuk sandbox serve --port 4010', variables: { port: { default: '4010' } } }],
    tags: about.map(({ name, is }) => ({ name, description: is })),
    paths,
    components: { schemas, securitySchemes: Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.has(name))) },
  };
}

/** The body of an error response. */
const errorSchema: Json = {
  type: 'object',
  properties: { message: { type: 'string' }, code: { type: 'string' } },
  required: ['message'],
};
/** The security modes, by their names in a document. */
export const securitySchemes: Readonly<Record<string, Json>> = {
  access: { type: 'http', scheme: 'bearer', description: 'An access token.' },
  refresh: { type: 'http', scheme: 'bearer', description: 'A refresh token.' },
  basic: { type: 'http', scheme: 'basic' },
};
const schemeOf: Readonly<Record<Call['auth'], string | undefined>> = {
  public: undefined,
  'signed-in': 'access',
  refresh: 'refresh',
  basic: 'basic',
};

function operation(call: Call, shapes: Readonly<Record<string, Json>>, schemas: Json): Json {
  const scheme = schemeOf[call.auth];
  const { warn, final, session, signed } = call;
  return {
    operationId: `${call.service}.${call.name}`,
    summary: call.summary,
    ...(warn ? { description: `${warn}.` } : {}),
    tags: [call.service],
    'x-tuk': `tuk api ${call.service} ${kebab(call.name)}`,
    'x-effect': call.effect,
    ...(final ? { 'x-final': true } : {}),
    ...(session ? { 'x-session': true } : {}),
    ...(signed ? { 'x-signed': signed } : {}),
    security: scheme === undefined ? [] : [{ [scheme]: [] }],
    parameters: [...pathParameters(call), ...queryParameters(call.query)],
    ...(call.body === undefined ? {} : { requestBody: { content: { 'application/json': { schema: bodySchema(call.body) } } } }),
    responses: { ...answer(call, shapes, schemas), ...refusals },
  };
}

/** The path parameters of a call. */
export const pathParameters = (call: Call): Json[] =>
  pathNames(call.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(call.words[name] && { enum: call.words[name].map(String) }) },
  }));

const notPublic = 'Its names are not public.';
function queryParameters(fields: Fields | Open | undefined): Json[] {
  if (fields === undefined) return [];
  const anything = { type: 'object', additionalProperties: true };
  if (fields === open)
    return [{ name: 'open', in: 'query', style: 'form', explode: true, schema: anything, 'x-open': true, description: notPublic }];
  return Object.entries(fields).map(([name, field]) => ({ name, in: 'query', required: field.required, schema: fieldSchema(field) }));
}

const types: Readonly<Record<Field['kind'], Json>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  word: {},
  json: {},
};
/** The schema of a field of a query or a body. */
export function fieldSchema({ kind, words, many, secret }: Field): Json {
  const one = { ...(words ? { enum: words } : types[kind]), ...(secret ? { format: 'password' } : {}) };
  return many ? { type: 'array', items: one } : one;
}

function bodySchema(fields: Fields | Open): Json {
  if (fields === open) return { type: 'object', additionalProperties: true, 'x-open': true, description: notPublic };
  const needed = Object.entries(fields).flatMap(([name, field]) => (field.required ? [name] : []));
  const properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]));
  return { type: 'object', properties, ...(needed.length > 0 && { required: needed }) };
}

const refused = (words: string): Json => ({
  description: words,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});
const refusals: Json = { '4XX': refused('Refused'), '5XX': refused('Failed') };

function answer(call: Call, shapes: Readonly<Record<string, Json>>, schemas: Json): Json {
  if (call.as === 'redirect') return { 302: { description: 'Elsewhere', headers: { location: { schema: { type: 'string' } } } } };
  const status = call.method === 'POST' ? 201 : 200; // CONTRACT.md 1: every POST responds 201
  if (call.as === 'nothing') return { [status]: { description: 'Done' } };
  if (call.as === 'text') return { [status]: { description: 'Text', content: { 'text/plain': { schema: { type: 'string' } } } } };
  if (call.as === 'bytes') return { [status]: { description: 'Bytes', content: { 'application/octet-stream': {} } } };
  const name = `${call.service}.${call.response}`;
  const known = call.response !== undefined && shapes[name] !== undefined;
  if (known) include(name, shapes, schemas);
  const schema = known ? { $ref: `#/components/schemas/${name}` } : { 'x-open': true, description: notPublic };
  return {
    [status]: { description: known ? 'Answered' : 'Answered; its names are not public', content: { 'application/json': { schema } } },
  };
}

/** Every shape of a service as JSON Schema, by `service.Shape`, with references between them. */
function schemasOf(service: string, shapes: Readonly<Record<string, unknown>>): Record<string, Json> {
  const registry = z.registry<{ id: string }>();
  for (const [name, shape] of Object.entries(shapes)) if (isShape(shape)) registry.add(shape, { id: `${service}.${name}` });
  const uri = (id: string) => `#/components/schemas/${id}`;
  const made = JSON.stringify(z.toJSONSchema(registry, { unrepresentable: 'any', uri }).schemas);
  // shapes without a name are in one place that an OpenAPI document cannot refer to, so each gets a name
  const { __shared: shared, ...schemas } = JSON.parse(made.replaceAll(/__shared#\/\$defs\/schema(\d+)/g, `${service}.Part$1`));
  const parts = Object.entries((shared?.$defs ?? {}) as Record<string, Json>).map(([name, schema]) => [
    `${service}.${name.replace('schema', 'Part')}`,
    schema,
  ]);
  const all = { ...(schemas as Record<string, Json>), ...(Object.fromEntries(parts) as Record<string, Json>) };
  return Object.fromEntries(Object.entries(all).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]));
}

/** Adds a schema and the schemas that it refers to. */
function include(name: string, all: Readonly<Record<string, Json>>, schemas: Json): void {
  const schema = all[name];
  if (schema === undefined || name in schemas) return;
  schemas[name] = schema;
  for (const [, other] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/([\w.-]+)"/g)) include(other!, all, schemas);
}
