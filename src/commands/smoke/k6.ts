// `tuk smoke --export k6`: a load script of the selected calls, for k6.

import { type Context, type Result, textResult } from '../../cli/command/command.js';
import { isEmbedded } from '../../cli/settings/options.js';
import { buildOf } from '../../cli/settings/world.js';
import { type Call, kebab, returnsList } from '../../services/catalogue/define.js';
import { catalogues } from '../../services/catalogue/index.js';
import { counted } from '../../services/counted.js';
import type { CallMap } from '../../services/decode/map.js';
import { standIns } from '../../services/http/curl.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { toParams } from '../../services/http/params.js';
import { buildRequest, type RequestContext } from '../../services/http/send.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { isRecord } from '../../services/json-value.js';
import { type Json, reachable, schemasOf } from '../../services/openapi-schemas.js';
import { baseAddress } from '../../session/profile.js';
import { variableIn } from '../../session/profile-headers.js';
import { mayBeNone, skipReason, valuesFor } from './case.js';
import { mayBeSecret, withTyped } from './options.js';
import { type Plan, valueSources } from './plan.js';
import { caseName } from './report.js';
import { isRead } from './selection.js';
import { keyOf, optionalResources } from './values.js';

interface LoadRequest {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly auth: 'token' | 'basic' | null;
  /** Whether its list may be empty, or its thing need not exist. */
  readonly none: 'list' | 'thing' | null;
  /** What its response has to be: a reference to a schema, or without a public shape a list, one thing, or any JSON. */
  readonly shape: Json | 'list' | 'record' | 'json' | 'bytes';
  /** What the map of the platform says of it, in place of the public shape; null without a map. */
  readonly map: MappedShape | null;
}
/** The condition of a success, where the record or the rows are, and the paths that each of them has. */
interface MappedShape extends Pick<CallMap, 'ok'> {
  readonly at: string | undefined;
  readonly paths: readonly string[];
}

/**
 * Prints the script; nothing is sent.
 * @throws {BadInput} for the embedded sandbox, and if every call needs an earlier response
 */
export async function printK6(plan: Plan, context: Context): Promise<Result> {
  const settings = context.settings();
  if (isEmbedded(settings))
    throw new BadInput(
      'NO_ADDRESS',
      'The embedded sandbox has no address that k6 could load.',
      'Serve it: tuk sandbox serve. Then: tuk profile add NAME --base URL, and -p NAME',
    );
  const { calls, access, fixtures, options, routes } = plan;
  const sources = valueSources(plan, context);
  const requestContext: RequestContext = {
    ...(await context.http().requestContext()),
    base: (service) => baseAddress(settings.of, service),
    headers: undefined,
    credentials: standIns,
  };
  const { plain, secret } = splitHeaders(withTyped(settings.of.headers, options.headers));
  const requests: LoadRequest[] = [];
  const schemas = await allSchemas();
  const omitted: string[] = [];
  for (const call of calls) {
    const why = isRead(call)
      ? skipReason(call, { ...access, signedIn: true, basic: true }, fixtures)
      : 'it changes something';
    const resolved = why === undefined ? valuesFor(call, sources) : { missing: why };
    if ('missing' in resolved) {
      omitted.push(`${caseName(call)}: ${resolved.missing}`);
      continue;
    }
    try {
      const request = await buildRequest(
        call,
        toParams(call, resolved.values),
        routes.get(call.service)!,
        requestContext,
      );
      const map = requestContext.mapOf?.(call);
      const shape = map ? kindOf(call) : shapeOf(call, schemas);
      requests.push({ ...loadRequest(call, request, plain), shape, map: map ? mappedShape(call, map, schemas) : null });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      omitted.push(`${caseName(call)}: ${error.message}`);
    }
  }
  if (requests.length === 0)
    throw new BadInput(
      'NOTHING_TO_CALL',
      'No selected call can be made from the values at hand.',
      'Give values: --values FILE',
    );
  context.note({
    is: 'fact',
    text: `${counted(requests.length, 'call')}; ${omitted.length} need values of earlier responses or are left out: the script lists them.`,
  });
  for (const [header, variable] of Object.entries(secret))
    context.note({
      is: 'next',
      what: `The script reads the header ${header} from the variable ${variable}`,
      line: `k6 run -e ${variable}=...`,
    });
  const script = scriptOf(requests, reachable(schemas, requests), omitted, secret, buildOf(context.world));
  return textResult(context.out.redact.clean(script));
}

/**
 * The headers of the profile and of -H for the script: those that may carry a secret are read from the environment, as
 * its token is. `secret`: their variables by name.
 */
function splitHeaders(headers: Readonly<Record<string, string>>) {
  const variableOf = (name: string, value: string) =>
    variableIn(value) ??
    (mayBeSecret(name, value) ? `HEADER_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}` : undefined);
  const of = Object.entries(headers).map(([name, value]) => [name, value, variableOf(name, value)] as const);
  return {
    plain: Object.fromEntries(of.flatMap(([name, value, variable]) => (variable === undefined ? [[name, value]] : []))),
    secret: Object.fromEntries(
      of.flatMap(([name, , variable]) => (variable === undefined ? [] : [[name, variable]])),
    ) as Readonly<Record<string, string>>,
  };
}

function loadRequest(
  call: Call,
  { method, url, headers: { Authorization: auth, ...headers } }: HttpRequest,
  more: Readonly<Record<string, string>> | undefined,
): Omit<LoadRequest, 'shape' | 'map'> {
  const kind = auth === undefined ? null : call.auth === 'basic' ? 'basic' : 'token';
  const none = optionalResources.has(keyOf(call)) ? 'thing' : mayBeNone(call) ? 'list' : null;
  return {
    name: `${call.service} ${kebab(call.name)}`,
    method,
    url,
    headers: { ...headers, ...more },
    auth: kind,
    none,
  };
}

/** The public shapes of all services as JSON Schema. */
async function allSchemas(): Promise<Record<string, Json>> {
  return Object.assign({}, ...(await Promise.all((await catalogues()).map(schemasOf)))) as Record<string, Json>;
}

const schemaId = ({ service, response }: Call): string => `${service}.${response}`;
function shapeOf(call: Call, schemas: Readonly<Record<string, Json>>): LoadRequest['shape'] {
  const id = schemaId(call);
  return call.as === 'json' && schemas[id] ? { $ref: `#/components/schemas/${id}` } : kindOf(call);
}
function kindOf(call: Call) {
  if (call.as !== 'json') return 'bytes';
  return returnsList(call) ? 'list' : call.mayList ? 'json' : 'record';
}

/** The shape of a response by the map of its platform: of the required public fields those that it names. */
function mappedShape(call: Call, map: CallMap, schemas: Readonly<Record<string, Json>>): MappedShape {
  const { ok, data, rows, fields = {} } = map;
  const required = requiredIn(schemas[schemaId(call)], schemas);
  const paths = required
    .flatMap((name) => fields[name] ?? [])
    .map((rule) => (typeof rule === 'string' ? rule : rule.amount));
  return { ok, at: returnsList(call) ? rows : data, paths };
}
/** The names of the required fields of a record, or of the rows of a list. */
function requiredIn(schema: Json | undefined, schemas: Readonly<Record<string, Json>>): readonly string[] {
  if (!isRecord(schema)) return [];
  const { $ref, items, required = [] } = schema;
  if (typeof $ref === 'string') return requiredIn(schemas[$ref.split('/').at(-1)!], schemas);
  return items === undefined ? (required as readonly string[]) : requiredIn(items as Json, schemas);
}

function scriptOf(
  requests: readonly LoadRequest[],
  schemas: Json,
  omitted: readonly string[],
  secretHeaders: Readonly<Record<string, string>>,
  version: string,
) {
  const comment = (text: string) => `// ${text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, ' ')}`;
  return `${[
    comment(`A load script for k6, made by tuk ${version}. Run it: k6 run -e TUK_TOKEN=... smoke.js`),
    comment(
      'TUK_TOKEN is an access token; TUK_BASIC_USER and TUK_BASIC_PASSWORD are for the calls of HTTP basic. VUS, DURATION and PAUSE (seconds) set the load.',
    ),
    ...Object.entries(secretHeaders).map(([name, variable]) =>
      comment(`${variable} is the value of the header ${name}.`),
    ),
    ...omitted.map((line) => comment(`not called: ${line}`)),
  ].join('\n')}
import { check, sleep } from 'k6';
import encoding from 'k6/encoding';
import http from 'k6/http';

const requests = ${JSON.stringify(requests, undefined, 2)};

// The public shapes of their responses.
const schemas = ${JSON.stringify(schemas)};

// The headers of -H that may carry a secret, by the variable with their value.
const secretHeaders = ${JSON.stringify(secretHeaders)};

export const options = {
  vus: Number(__ENV.VUS || 1),
  duration: __ENV.DURATION || '30s',
  thresholds: { checks: ['rate==1.0'] },
};

function authorization(kind) {
  if (kind === 'token' && __ENV.TUK_TOKEN) return { Authorization: \`Bearer \${__ENV.TUK_TOKEN}\` };
  if (kind === 'basic') return { Authorization: \`Basic \${encoding.b64encode(\`\${__ENV.TUK_BASIC_USER}:\${__ENV.TUK_BASIC_PASSWORD}\`)}\` };
  return {};
}

function fromEnvironment() {
  return Object.fromEntries(Object.entries(secretHeaders).map(([name, variable]) => [name, __ENV[variable]]));
}

export function setup() {
  for (const variable of Object.values(secretHeaders))
    if (!__ENV[variable]) throw new Error(\`A header needs its value: k6 run -e \${variable}=...\`);
  const missing = (auth, name) => requests.some((request) => request.auth === auth) && !__ENV[name];
  if (missing('token', 'TUK_TOKEN')) throw new Error('These calls need a token: k6 run -e TUK_TOKEN=...');
  if (missing('basic', 'TUK_BASIC_USER')) throw new Error('These calls need HTTP basic: -e TUK_BASIC_USER=... -e TUK_BASIC_PASSWORD=...');
}

// Whether a value fits a schema: its type, its required fields, and theirs.
function fits(schema, value) {
  if (schema.$ref) return fits(schemas[schema.$ref.split('/').pop()], value);
  if (schema.anyOf) return schema.anyOf.some((choice) => fits(choice, value));
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const types = [].concat(schema.type || type).map((name) => (name === 'integer' ? 'number' : name));
  if (!types.includes(type)) return false;
  if (type === 'array') return !schema.items || value.every((item) => fits(schema.items, item));
  if (type !== 'object') return true;
  if (!(schema.required || []).every((name) => name in value)) return false;
  return Object.entries(schema.properties || {}).every(([name, property]) => !(name in value) || fits(property, value[name]));
}

const valueAt = (data, path) => path.split('.').reduce((at, name) => (at === null || at === undefined ? undefined : at[name]), data);

function isOfKind(shape, data) {
  if (data === null || typeof data !== 'object') return false;
  if (shape === 'list') return Array.isArray(data) || Object.values(data).some((value) => Array.isArray(value));
  return shape === 'json' || (!Array.isArray(data) && Object.keys(data).length > 0);
}

// Whether a response is a success by the map of the platform, and has what the map names.
function fitsMap({ ok, at, paths }, shape, data) {
  const stated = ok && valueAt(data, ok.at);
  if (stated !== undefined && (String(stated) === ok.value) === Boolean(ok.not)) return false;
  const found = at === undefined ? data : valueAt(data, at);
  if (shape === 'list' && at === undefined) return isOfKind(shape, data);
  if (found === null || typeof found !== 'object') return false;
  const rows = shape === 'list' || Array.isArray(found) ? Object.values(found) : [found];
  return rows.every((row) => paths.every((path) => valueAt(row, path) !== undefined));
}

// Whether a response says that there is nothing, where that may be.
function isNone(none, response) {
  if (none === null || response.status === 204) return none !== null;
  return none === 'thing' && response.status === 404 && /"code":\\s*"NOT_FOUND_/.test(response.body);
}

function isRight(shape, map, response) {
  if (shape === 'bytes') return response.body !== null && response.body.length > 0;
  let data;
  try {
    data = response.json();
  } catch (_) {
    return false;
  }
  if (map) return fitsMap(map, shape, data);
  return typeof shape === 'object' ? fits(shape, data) : isOfKind(shape, data);
}

export default function () {
  for (const { name, method, url, headers, auth, none, shape, map } of requests) {
    const response = http.request(method, url, null, { headers: Object.assign({}, headers, fromEnvironment(), authorization(auth)), tags: { name } });
    check(response, {
      [name + ': status is 2xx']: (made) => (made.status >= 200 && made.status < 300) || isNone(none, made),
      [name + ': response has its shape']: (made) => isNone(none, made) || isRight(shape, map, made),
    });
  }
  sleep(Number(__ENV.PAUSE || 1));
}
`;
}
