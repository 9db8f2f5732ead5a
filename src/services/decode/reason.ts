// Finds the reason in the body of an error response, in any usual form. Loaded only for a failure.
import { isUtf8 } from 'node:buffer';
import { foldName } from '../fold-text.js';
import { asText, isRecord, type Row } from '../json-value.js';

/** Bounds of a reason: characters, items of a list, levels of nesting. A message shows less of it. */
const [longest, mostItems, deepest] = [8000, 20, 4];

/**
 * The members that hold a reason, by kind, the most telling first: of the platform, of RFC 9457 (`title`,
 * `detail`), of OAuth (`error_description`), of JSON-RPC, of GraphQL, of gateways (`faultstring`) and of validators
 * (`issues`). Letter case and underscores do not count.
 */
const members = {
  message: [
    'message',
    'errormessage',
    'errmsg',
    'errormsg',
    'faultstring',
    'resultmessage',
    'resultmsg',
    'returnmessage',
    'statusmessage',
  ],
  detail: ['detail', 'details', 'errordescription', 'description', 'reason', 'msg'],
  title: ['title', 'error', 'fault'],
  more: ['errors', 'issues', 'violations', 'invalidparams', 'warnings'],
  inside: ['data', 'result'],
} as const;

/** The reason in the body of an error, whole and unescaped; undefined for an empty body, markup, and bytes. */
export function reasonIn(body: Buffer): string | undefined {
  if (body.length === 0 || !isUtf8(body)) return undefined;
  const text = body
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim();
  if (text.startsWith('<') || text.includes('\0')) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return /^[[{"]/.test(text) ? undefined : text.slice(0, longest) || undefined; // not half a JSON text
  }
  return reasonOf(value, 0).slice(0, longest) || undefined;
}

/** @param whole whether a value without a reason is shown as it is, as for a `message` */
function reasonOf(value: unknown, depth: number, whole = false): string {
  if (typeof value === 'string') return value.trim();
  if (value === null || value === undefined || depth >= deepest) return '';
  if (Array.isArray(value)) return joined(value, (item) => reasonOf(item, depth + 1, whole));
  return (isRecord(value) && reasonOfObject(value, depth)) || (whole ? JSON.stringify(value) : '');
}

function reasonOfObject(row: Row, depth: number): string {
  const byName = new Map(Object.entries(row).map(([name, value]) => [foldName(name), value] as const));
  const first = (kind: keyof typeof members, whole?: boolean) =>
    members[kind].map((name) => reasonOf(byName.get(name), depth + 1, whole)).find((text) => text !== '') ?? '';
  const head = first('message', true) || sentence([first('title'), first('detail')]);
  const errors = byName.get('errors');
  const more = first('more') || (isRecord(errors) ? fieldReasons(errors, depth + 1) : '');
  const reason = (head.includes(more) ? head : sentence([head, more])) || first('inside');
  const place = depth > 0 ? placeIn(byName) : '';
  return reason === '' || reason.includes(place) ? reason : `${place}: ${reason}`;
}

/**
 * The field that an item of a list of reasons is about: `loc` of FastAPI, `path` of Zod, `instancePath` of Ajv,
 * `field`,
 * `property`, `param`, `pointer` of others. A `path` that is a text is the path of the request.
 */
function placeIn(byName: ReadonlyMap<string, unknown>) {
  const parts = [byName.get('loc'), byName.get('path')].find(Array.isArray) as readonly unknown[] | undefined;
  if (parts !== undefined)
    return parts
      .slice(0, mostItems)
      .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${asText(part)}`))
      .join('')
      .slice(0, longestPlace);
  const source = byName.get('source');
  const named = ['instancepath', 'field', 'property', 'param', 'pointer'].map((name) => byName.get(name));
  const text =
    [...named, isRecord(source) ? source.pointer : undefined].find((place) => typeof place === 'string') ?? '';
  return String(text).replace(/^\//, '').replace(/\//g, '.').slice(0, longestPlace);
}
const longestPlace = 120;

/** The reasons of an object that has them by field: `{ "email": ["is not valid"] }`. */
const fieldReasons = (errors: Row, depth: number): string =>
  joined(Object.entries(errors), ([name, value]) => {
    const reason = reasonOf(value, depth);
    return reason && `${name}: ${reason}`;
  });

function joined<Item>(items: readonly Item[], reasonOfItem: (item: Item) => string) {
  const reasons = items.slice(0, mostItems).map(reasonOfItem);
  return [...reasons, items.length > mostItems ? '…' : ''].filter((text) => text !== '').join('; ');
}
/** Joins a general statement and a particular one. */
const sentence = ([general = '', particular = '']: readonly string[]) =>
  general === '' || particular === '' ? general || particular : `${general.replace(/[.:]$/, '')}: ${particular}`;
