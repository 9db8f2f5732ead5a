// Builds one OpenAPI 3.1 document of all calls. Every property has its provenance in `x-source`.
import * as z from 'zod/mini';
import type { Call, Fields, Open } from '../../src/services/catalogue/define.js';
import { catalogue, catalogues, isService, type ServiceName } from '../../src/services/catalogue/index.js';

import { fieldSchema, pathParameters, securitySchemes } from '../../src/services/openapi.js';
import { isShape, type Json } from '../../src/services/openapi-schemas.js';
import { type Handler, loadAllHandlers } from '../core/index.js';

import { describeShape } from '../core/shapes/describe.js';
import { ownShapes, type Provenance, provenanceOf } from '../core/shapes/index.js';
import { endpointModules } from './endpoints/index.js';

/** Paths are below `/{service}`; `x-effect` is the effect of a call. */
export async function openapi(): Promise<Json> {
  const schemas: Json = { Error: errorSchema };
  const paths: Record<string, Json> = {};
  for (const { name, calls } of await catalogues()) {
    const lines = await loadAllHandlers((await endpointModules[name as ServiceName]()).default);
    for (const call of Object.values(calls)) {
      const path = `/${name}${call.path}`;
      paths[path] = {
        ...paths[path],
        [call.method.toLowerCase()]: await operation(call, lines.get(call.name)!, schemas),
      };
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'The sandbox of tuk',
      version: '1',
      description: 'x-source is the origin of a name: contract, partial, spec or sandbox.',
    },
    servers: [{ url: '/' }],
    paths,
    components: { schemas, securitySchemes },
  };
}

const errorSchema: Json = {
  type: 'object',
  properties: { message: { type: 'string', 'x-source': 'contract' }, code: { type: 'string', 'x-source': 'contract' } },
  required: ['message'],
};
const security: Readonly<Record<Call['auth'], readonly Json[]>> = {
  public: [],
  'signed-in': [{ access: [] }],
  refresh: [{ refresh: [] }],
  basic: [{ basic: [] }, { access: [] }],
};

async function operation(call: Call, line: Handler, schemas: Json): Promise<Json> {
  const body = line.body ?? call.body;
  const takesBody = call.method !== 'GET' && call.method !== 'DELETE' && body !== undefined;
  return {
    operationId: `${call.service}.${call.name}`,
    summary: call.summary,
    tags: [call.service],
    'x-effect': call.effect,
    'x-source': provenanceOf(call),
    security: security[call.auth],
    parameters: [...pathParameters(call), ...queryParameters(call, line)],
    requestBody: takesBody
      ? { content: { 'application/json': { schema: fieldsSchema(body, sourceOf(call.body)) } } }
      : undefined,
    responses: {
      ...(await successResponse(call, schemas)),
      default: {
        description: 'A refusal',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  };
}

const queryParameters = (call: Call, line: Handler): Json[] => {
  const fields = line.query ?? call.query;
  if (fields === undefined || fields === 'open') return [];
  const source = sourceOf(call.query);
  return Object.entries(fields).map(([name, field]) => ({
    name,
    in: 'query',
    required: field.required,
    schema: fieldSchema(field),
    'x-source': source,
  }));
};

/** Names of the catalogue are public; others are the handler's own. */
const sourceOf = (table: Fields | Open | undefined): Provenance =>
  table === undefined || table === 'open' ? 'sandbox' : 'contract';

function fieldsSchema(table: Fields | Open, source: Provenance): Json {
  const fields = table === 'open' ? [] : Object.entries(table);
  const needed = fields.filter(([, field]) => field.required).map(([name]) => name);
  const properties = Object.fromEntries(
    fields.map(([name, field]) => [name, { ...fieldSchema(field), 'x-source': source }]),
  );
  return { type: 'object', properties, required: needed.length > 0 ? needed : undefined };
}

async function successResponse(call: Call, schemas: Json): Promise<Json> {
  if (call.as === 'redirect')
    return { 302: { description: 'Elsewhere', headers: { location: { schema: { type: 'string' } } } } };
  const status = call.method === 'POST' ? 201 : 200;
  if (call.as === 'nothing') return { [status]: { description: 'Done' } };
  if (call.as === 'text')
    return { [status]: { description: 'Text', content: { 'text/plain': { schema: { type: 'string' } } } } };
  if (call.as === 'bytes') return { [status]: { description: 'Bytes', content: { 'application/octet-stream': {} } } };
  const name = await schemaNamed(call, schemas);
  const schema = name === undefined ? {} : { $ref: `#/components/schemas/${name}` };
  return { [status]: { description: 'Answered', content: { 'application/json': { schema } } } };
}

/** Adds the schema on its first use. */
async function schemaNamed(call: Call, schemas: Json): Promise<string | undefined> {
  const { service } = call;
  const shapes = ownShapes[service];
  const ownShape = shapes?.calls[call.name];
  const shapeName = ownShape?.shape ?? call.response;
  if (shapeName === undefined || !isService(service)) return undefined;
  const module = ownShape
    ? await shapes!.load()
    : (((await (await catalogue(service)).shapes?.()) ?? {}) as Readonly<Record<string, unknown>>);
  const shape = module[shapeName];
  if (!isShape(shape)) return undefined;
  const name = `${service}.${shapeName}${ownShape ? '.own' : ''}${ownShape?.widens ? `.${ownShape.widens}` : ''}`;
  if (!(name in schemas)) {
    const { source, fields } = await describeShape(service, call.name);
    const sources = new Map(fields.map((field) => [field.path, field.source]));
    const inherited: Provenance = source === 'partial' && ownShape ? 'sandbox' : source;
    schemas[name] = marked(
      within(name, z.toJSONSchema(shape, { unrepresentable: 'any' }) as Json),
      '',
      inherited,
      sources,
    );
  }
  return name;
}

/** Points the references of a schema into the document. */
function within(name: string, schema: Json): Json {
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string'
          ? inner.replace(/^#/, `#/components/schemas/${name}`)
          : inside(inner),
      ]),
    );
  };
  const { $schema: _, ...rewritten } = inside(schema) as Json;
  return rewritten;
}

/** Adds the provenance of its path, or of the whole, to every property. */
function marked(
  schema: unknown,
  path: string,
  inherited: Provenance,
  sources: ReadonlyMap<string, Provenance>,
): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  const { properties, items, additionalProperties, anyOf, $defs, ...rest } = schema as Json & {
    readonly anyOf?: unknown[];
  };
  const property = ([name, value]: [string, unknown]): [string, unknown] => {
    const at = path === '' ? name : `${path}.${name}`;
    const source = sources.get(at) ?? inherited;
    const inner = marked(value, at, source, sources) as Json;
    return [name, { ...inner, 'x-source': source }];
  };
  return {
    ...rest,
    properties: properties && Object.fromEntries(Object.entries(properties as Json).map(property)),
    items: items && marked(items, `${path}[]`, inherited, sources),
    additionalProperties: marked(additionalProperties, `${path}.*`, inherited, sources),
    anyOf: anyOf?.map((option) => marked(option, path, inherited, sources)),
    $defs:
      $defs &&
      Object.fromEntries(
        Object.entries($defs as Json).map(([name, value]) => [name, marked(value, '?', inherited, sources)]),
      ),
  };
}
