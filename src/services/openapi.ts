// Exports the catalogue as an OpenAPI 3.1 document. Fields that are not public are marked open.
import {
  type Call,
  type Field,
  type Fields,
  kebab,
  type Open,
  open,
  pathNames,
  type Service,
} from './catalogue/define.js';
import { type Json, reachable, type Schemas, schemasOf, withoutCycles } from './openapi-schemas.js';

const description = `Every call of the services, each path under the name of its service: \`/user/users/current\` is \`/users/current\` of the
service \`user\`, since several services have the same paths (\`/metrics\` is in all). A gateway with these paths, such as
\`tuk sandbox serve --port 4010\`, can be used directly; where each service has its own address, the address replaces the first segment.

Public fields of requests and responses are described. An object whose field names are not public is open
and marked \`x-open\`; it is not empty. \`x-effect\` is the effect of a call: \`none\` reads, \`service\`
changes something, \`money\` is a transfer; \`x-final\` cannot be undone, \`x-session\` renews or ends the session in use.`;

interface DocumentOptions {
  readonly about: readonly { name: string; is: string }[];
  readonly version: string;
  /** The addresses that the paths follow; by default a served sandbox. */
  readonly servers?: readonly Json[];
  readonly headers?: { readonly clientId: string; readonly clientVersion: string; readonly language: string };
}

/** The document of these services. The paths of one service alone have no prefix: it may have its own address. */
export async function openapi(services: readonly Service[], options: DocumentOptions): Promise<Json> {
  const { about, version, servers, headers } = options;
  const [only] = services.length === 1 ? services : [];
  const shapes: Record<string, Json> = {};
  const paths: Record<string, Json> = {};
  for (const service of services) {
    Object.assign(shapes, await schemasOf(service));
    for (const call of Object.values(service.calls)) {
      const path = only ? call.path : `/${call.service}${call.path}`;
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, shapes) };
    }
  }
  const used = new Set(services.flatMap(({ calls }) => Object.values(calls).map(({ auth }) => schemeOf[auth])));
  return {
    openapi: '3.1.0',
    info: {
      title: 'The services that tuk speaks to',
      version,
      description: only ? description.replace(/^[\s\S]*?\n\n/, '') : description,
      contact: { name: 'tuk' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: servers ?? [
      {
        url: `http://127.0.0.1:{port}${only ? `/${only.name}` : ''}`,
        description: 'tuk sandbox serve --port 4010',
        variables: { port: { default: '4010' } },
      },
    ],
    tags: about.map(({ name, is }) => ({ name, description: is })),
    paths,
    components: {
      schemas: { Error: errorSchema, ...reachable(shapes, paths) },
      parameters: headerParameters(headers),
      securitySchemes: Object.fromEntries(Object.entries(securitySchemes).filter(([name]) => used.has(name))),
    },
  };
}

/** The public parts of a call's request and response as JSON Schema, with the schemas that they refer to. */
export async function schemasOfCall(service: Service, call: Call): Promise<Json> {
  const shapes = await schemasOf(service);
  const [status, { content = {} }] = successResponse(call, shapes);
  const [type] = Object.entries(content);
  const parts = {
    requestBody: call.body === undefined ? undefined : bodySchema(call.body),
    response: type?.[1].schema ?? {},
  };
  return {
    status,
    contentType: type?.[0],
    ...parts,
    schemas: reachable(withoutCycles(reachable(shapes, parts)), parts),
  };
}

/** The headers of every request (platform 1.2). */
function headerParameters({
  clientId,
  clientVersion,
  language,
}: NonNullable<DocumentOptions['headers']> = emptyHeaders): Json {
  const header = (name: string, text: string, example: string, required: boolean): Json => ({
    name,
    in: 'header',
    required,
    description: text,
    schema: { type: 'string', examples: example === '' ? undefined : [example] },
  });
  return {
    ClientId: header('X-Auth-Client-Id', 'The client application that the session belongs to.', clientId, true),
    ClientVersion: header(
      'X-Auth-Client-Version',
      'The version of the client application; a service may refuse an old one with 426.',
      clientVersion,
      true,
    ),
    Language: header('Accept-Language', 'The language of texts in responses.', language, false),
  };
}
const emptyHeaders = { clientId: '', clientVersion: '', language: 'en' };
const headerReferences = ['ClientId', 'ClientVersion', 'Language'].map((name) => ({
  $ref: `#/components/parameters/${name}`,
}));

const effects: Readonly<Record<Call['effect'], string>> = {
  none: 'Reads.',
  service: 'Changes something.',
  money: 'Moves value.',
};
function descriptionOf(call: Call) {
  const { summary, effect, warn, final, session, signed, response } = call;
  return [
    `${summary}.`,
    effects[effect],
    final && 'Cannot be undone.',
    session && 'Renews or ends the session in use.',
    signed && 'Carries a signature of a wallet key.',
    warn && `${warn}.`,
    call.as === 'json' && response === undefined && 'The field names of its response are not public.',
    `In tuk: \`tuk api ${call.service} ${kebab(call.name)}\`.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const errorSchema: Json = {
  type: 'object',
  properties: { message: { type: 'string' }, code: { type: 'string' } },
  required: ['message'],
};
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

function operation(call: Call, shapes: Schemas): Json {
  const scheme = schemeOf[call.auth];
  const { final, session, signed } = call;
  return {
    operationId: `${call.service}.${call.name}`,
    summary: call.summary,
    description: descriptionOf(call),
    tags: [call.service],
    'x-tuk': `tuk api ${call.service} ${kebab(call.name)}`,
    'x-effect': call.effect,
    'x-final': final,
    'x-session': session,
    'x-signed': signed,
    security: scheme === undefined ? [] : [{ [scheme]: [] }],
    parameters: [...pathParameters(call), ...queryParameters(call.query), ...headerReferences],
    requestBody:
      call.body === undefined ? undefined : { content: { 'application/json': { schema: bodySchema(call.body) } } },
    responses: { ...Object.fromEntries([successResponse(call, shapes)]), ...refusals },
  };
}

/** The path parameters of a call. */
export const pathParameters = (call: Call): Json[] =>
  pathNames(call.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', enum: call.words[name]?.map(String) },
  }));

const notPublic = 'Its names are not public.';
function queryParameters(fields: Fields | Open | undefined): Json[] {
  if (fields === undefined) return [];
  const anything = { type: 'object', additionalProperties: true };
  if (fields === open)
    return [
      {
        name: 'open',
        in: 'query',
        style: 'form',
        explode: true,
        schema: anything,
        'x-open': true,
        description: notPublic,
      },
    ];
  return Object.entries(fields).map(([name, field]) => ({
    name,
    in: 'query',
    required: field.required,
    schema: fieldSchema(field),
  }));
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
  const schema = { ...(words ? { enum: words } : types[kind]), format: secret ? 'password' : undefined };
  return many ? { type: 'array', items: schema } : schema;
}

function bodySchema(fields: Fields | Open): Json {
  if (fields === open) return { type: 'object', additionalProperties: true, 'x-open': true, description: notPublic };
  const required = Object.entries(fields).flatMap(([name, field]) => (field.required ? [name] : []));
  const properties = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]));
  return { type: 'object', properties, required: required.length > 0 ? required : undefined };
}

const refused = (words: string): Json => ({
  description: words,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});
const refusals: Json = { '4XX': refused('Refused'), '5XX': refused('Failed') };

interface Described {
  readonly description: string;
  readonly headers?: Json;
  readonly content?: Record<string, { schema?: Json }>;
}
function successResponse(call: Call, shapes: Schemas): [status: number, response: Described] {
  if (call.as === 'redirect')
    return [302, { description: 'Elsewhere', headers: { location: { schema: { type: 'string' } } } }];
  const status = call.method === 'POST' ? 201 : 200; // platform 1.3
  if (call.as === 'nothing') return [status, { description: 'Done' }];
  if (call.as === 'text')
    return [status, { description: 'Text', content: { 'text/plain': { schema: { type: 'string' } } } }];
  if (call.as === 'bytes') return [status, { description: 'Bytes', content: { 'application/octet-stream': {} } }];
  const name = `${call.service}.${call.response}`;
  const isKnown = call.response !== undefined && shapes[name] !== undefined;
  const schema = isKnown ? { $ref: `#/components/schemas/${name}` } : { 'x-open': true, description: notPublic };
  return [
    status,
    {
      description: isKnown ? 'The response' : 'The response; its field names are not public',
      content: { 'application/json': { schema } },
    },
  ];
}
