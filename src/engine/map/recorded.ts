// Reads recorded responses: of a browser or a proxy (HAR), of a folder with one file for a response, and of an OpenAPI
// document, which describes them.

import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { Context } from '../../cli/command/command.js';
import { readInput } from '../../cli/files/input-file.js';
import { isEmbedded } from '../../cli/settings/options.js';
import { type Call, callTyped } from '../../services/catalogue/define.js';
import { catalogue, catalogues, isService, type ServiceName, serviceNames } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';
import { router } from '../../services/http/path.js';
import { harEntries } from '../../services/json-fields.js';
import { asText, isRecord, type Row } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { destinationIn } from '../request/destination.js';
import type { Observed } from './observed.js';

/** The responses of files, and the number of those that are not used. */
const nothing = () => ({ observed: [] as Observed[], all: 0, elsewhere: 0, unknown: 0, unusable: 0 });
type Recorded = ReturnType<typeof nothing>;

/** Reads files and folders. @throws {BadInput} BAD_HAR */
export async function recordedIn(files: readonly string[], context: Context): Promise<Recorded> {
  const found = nothing();
  for (const file of files) await readOne(file, context, found);
  return found;
}

async function readOne(file: string, context: Context, found: Recorded) {
  const at = path.resolve(context.world.cwd ?? '.', file);
  if (file !== '-' && statSync(at, { throwIfNoEntry: false })?.isDirectory()) return inFolder(at, context, found);
  const text = await readInput(context.world, file);
  const document = documentOf(text);
  const entries = harEntries(document);
  if (entries) return inHar(entries, context, found);
  if (isRecord(document) && isRecord(document.paths)) return described(document, context, found);
  throw new BadInput(
    'BAD_HAR',
    `${file} is neither a recording of a browser (HAR) nor an OpenAPI document.`,
    'Save a HAR from the network panel of the developer tools. Responses in files of their own: name their folder.',
  );
}
/** The value of a text in JSON or YAML. */
function documentOf(text: string): unknown {
  const data = parsed(text);
  if (data !== undefined || !/^["']?(openapi|swagger)\b/m.test(text)) return data;
  try {
    return parse(text) as unknown;
  } catch {
    return undefined;
  }
}

// a recording of a browser or a proxy

async function inHar(entries: readonly Row[], context: Context, found: Recorded) {
  if (isEmbedded(context.settings()))
    throw new BadInput(
      'NO_ADDRESS',
      'The embedded sandbox has no address that a browser could have called.',
      'Name a profile of your own: --profile NAME',
    );
  found.all += entries.length;
  for (const { request, response } of entries) {
    if (!isRecord(request) || !isRecord(response)) continue;
    const url = URL.canParse(String(request.url)) ? new URL(String(request.url)) : undefined;
    const to = url && (await destinationIn(context, String(request.method).toUpperCase(), url));
    const call = to?.match?.call;
    const data = call && !call.secret ? harData(response) : undefined;
    if (to === undefined) found.elsewhere++;
    else if (call === undefined) found.unknown++;
    else if (data === undefined) found.unusable++;
    else
      found.observed.push({
        call,
        data,
        status: response.status as number,
        headers: headersOf(response.headers),
        query: Object.fromEntries(url!.searchParams),
        requestFields: requestNames(request),
      });
  }
}
/** The JSON of a response with a status. */
function harData({ status, content }: Row): unknown {
  if (typeof status !== 'number' || status < 200 || !isRecord(content) || typeof content.text !== 'string')
    return undefined;
  const decoded = content.encoding === 'base64' ? Buffer.from(content.text, 'base64').toString('utf8') : '';
  const data = parsed(decoded) ?? parsed(content.text); // Firefox marks plain text as base64, too
  return typeof data === 'object' && data !== null ? data : undefined;
}
const headersOf = (headers: unknown): Observed['headers'] =>
  Object.fromEntries(
    (Array.isArray(headers) ? headers : []).flatMap((header) =>
      isRecord(header) && typeof header.name === 'string' ? [[header.name.toLowerCase(), String(header.value)]] : [],
    ),
  );
/** The names of the fields of a JSON request body. */
function requestNames({ postData }: Row): readonly string[] {
  const data = isRecord(postData) && typeof postData.text === 'string' ? parsed(postData.text) : undefined;
  return isRecord(data) ? Object.keys(data) : [];
}
function parsed(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return undefined;
  }
}

// a folder: `sale/list-featured.json`, `sale listProducts 2.json`

const mostFiles = 5_000;

async function inFolder(folder: string, context: Context, found: Recorded) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .sort();
  if (names.length === 0 || names.length > mostFiles)
    throw new BadInput(
      'BAD_HAR',
      `The folder ${folder} has ${names.length === 0 ? 'no' : 'too many'} .json files.`,
      'Name each for its call: sale/list-featured.json',
    );
  found.all += names.length;
  for (const name of names) {
    const call = await callOfName(name.replace(/\.json$/, ''));
    const data = call && !call.secret ? parsed(await readInput(context.world, path.join(folder, name))) : undefined;
    if (call === undefined) found.unknown++;
    else if (data === undefined) found.unusable++;
    else found.observed.push({ call, data, status: 200 });
  }
}
async function callOfName(name: string): Promise<Call | undefined> {
  const words = name.split(/[\s/\\.]+/);
  const at = words.findIndex(isService);
  const typed = words[at + 1];
  return at < 0 || typed === undefined
    ? undefined
    : callTyped((await catalogue(words[at] as ServiceName)).calls, typed);
}

// an OpenAPI document: responses made of its schemas

async function described(document: Row, context: Context, found: Recorded) {
  const servers = Array.isArray(document.servers)
    ? document.servers.flatMap((server) => (isRecord(server) ? [String(server.url)] : []))
    : [];
  const { host, basePath = '' } = document; // Swagger 2
  if (typeof host === 'string')
    for (const scheme of ['https', 'http']) servers.push(`${scheme}://${host}${asText(basePath)}`);
  else if (basePath !== '') servers.push(asText(basePath));
  for (const [template, item] of Object.entries(document.paths as Row)) {
    const operation = isRecord(item) ? item.get : undefined;
    if (!isRecord(operation)) continue;
    const call = await callOfTemplate(template, servers, context);
    found.all++;
    if (call === undefined) found.unknown++;
    else if (call.secret) found.unusable++;
    else {
      const responses = isRecord(operation.responses) ? Object.entries(operation.responses) : [];
      const samples = responses.flatMap(([status, response]): Observed[] => {
        const schema = schemaOf(resolved(response, document), document);
        const code = /^\d{3}$/.test(status) ? Number(status) : status === 'default' ? 200 : Number(status[0]) * 100;
        return schema === undefined
          ? []
          : [{ call, status: code, data: sampleOf(schema, document, 0, []), isDescribed: true }];
      });
      if (samples.length === 0) found.unusable++;
      found.all += Math.max(0, samples.length - 1);
      found.observed.push(...samples);
    }
  }
}
/** The call of a path: at an address of the profile, under the name of a service, or the only one of all services. */
async function callOfTemplate(
  template: string,
  servers: readonly string[],
  context: Context,
): Promise<Call | undefined> {
  const filled = template.replace(/\{[^}]+\}/g, '1');
  for (const server of servers) {
    const address = server.replace(/\/+$/, '') + filled;
    if (!URL.canParse(address) || isEmbedded(context.settings())) continue;
    const to = await destinationIn(context, 'GET', new URL(address));
    if (to?.match) return to.match.call;
  }
  const base = servers.find((server) => server.startsWith('/'))?.replace(/\/+$/, '') ?? '';
  const [, first = '', rest = ''] = /^\/([^/]+)(\/.*)$/.exec(base + filled) ?? [];
  const named = serviceNames.find((name) => name === first);
  const inService = named && router((await catalogue(named)).calls).match('GET', rest)?.call;
  if (inService) return inService;
  const matches = (await catalogues()).flatMap(({ calls }) => router(calls).match('GET', filled)?.call ?? []);
  return matches.length === 1 ? matches[0] : undefined;
}

const deepest = 8;
function resolved(value: unknown, document: Row, depth = 0): Row {
  if (!isRecord(value)) return {};
  const reference = value.$ref;
  if (typeof reference !== 'string' || depth > deepest) return value;
  const target = reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>(
      (at, name) => (isRecord(at) ? at[name.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined),
      document,
    );
  return resolved(target, document, depth + 1);
}
function schemaOf(response: Row, document: Row): Row | undefined {
  if (isRecord(response.schema)) return resolved(response.schema, document); // Swagger 2
  const media = Object.entries(isRecord(response.content) ? response.content : {}).find(([type]) => /json/.test(type));
  const schema = media && isRecord(media[1]) ? media[1].schema : undefined;
  return isRecord(schema) ? resolved(schema, document) : undefined;
}
/** A value of a schema: of the `at`-th row of a list, so that each word of a closed list is in one row. */
function sampleOf(schema: Row, document: Row, at: number, around: readonly Row[]): unknown {
  if (around.length > deepest || around.includes(schema)) return null;
  const inside = [...around, schema];
  const [one] = [schema.oneOf, schema.anyOf].filter(Array.isArray).flat();
  const parts = [...(Array.isArray(schema.allOf) ? schema.allOf : []), one].map((part) => resolved(part, document));
  const merged = Object.assign({}, ...parts, schema) as Row;
  const fields = Object.assign({}, ...[...parts, schema].map((part) => part.properties)) as Row;
  const { items, enum: words, format, type } = merged;
  const kind = Array.isArray(type) ? type.find((one) => one !== 'null') : type;
  if (Object.keys(fields).length > 0)
    return Object.fromEntries(
      Object.entries(fields).map(([name, inner]) => [name, sampleOf(resolved(inner, document), document, at, inside)]),
    );
  if (isRecord(items)) {
    const one = resolved(items, document);
    return Array.from({ length: Math.max(2, longestEnum(one, document)) }, (_, row) =>
      sampleOf(one, document, row, inside),
    );
  }
  if (Array.isArray(words) && words.length > 0) return words[at % words.length];
  if (kind === 'boolean') return true;
  if (kind === 'integer') return 1 + at;
  if (kind === 'number') return 1.5 + at;
  if (format === 'date-time' || format === 'date') return '2026-01-01T00:00:00Z';
  return kind === 'string' ? `text-${at}` : kind === 'object' ? {} : kind === 'array' ? [] : null;
}
const longestEnum = (schema: Row, document: Row) =>
  Math.min(
    50,
    Math.max(
      0,
      ...Object.values(isRecord(schema.properties) ? schema.properties : {}).map((inner) => {
        const { enum: words } = resolved(inner, document);
        return Array.isArray(words) ? words.length : 0;
      }),
    ),
  );
