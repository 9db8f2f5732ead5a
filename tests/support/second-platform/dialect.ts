// Another platform: the answers of the sandbox in a dialect that a seed selects. Ids are translated back in requests.
import { createHash } from 'node:crypto';
import { returnsList } from '../../../src/services/catalogue/define.js';
import { type StatusList, statusLists, wordsOf } from '../../../src/services/catalogue/statuses.js';
import { rowsIn } from '../../../src/services/decode/rows.js';
import { LosslessNumber, parseLossless, stringifyLossless } from '../../../src/services/lossless-number.js';

/** A call, and what the sandbox responded to it. */
export interface SeenCall {
  readonly service: string;
  readonly name: string;
  /** What it is about: `offering`. */
  readonly noun: string;
  readonly bodies: Json[];
}

type Json = ReturnType<typeof JSON.parse>;
type Row = Record<string, Json>;

const choices = {
  envelope: ['none', 'code and list', 'result', 'HAL', 'JSON:API', 'edges', 'GeoJSON', 'table', 'map', 'page'],
  names: ['camel', 'snake', 'Pascal', 'kebab'],
  idName: ['id', 'uuid', '_id', 'noun'],
  idForm: ['same', 'number', 'UUID'],
  money: ['same', 'number', 'text', 'amount', 'scaled', 'unit in text'],
  times: ['same', 'seconds', 'milliseconds', 'no zone'],
  failures: ['same', 'problem', 'code', 'errors'],
  words: ['same', 'lower', 'blanks'],
} as const;
/** How a list of more rows than a page says so, and where the next page is. */
export const pagings = ['link', 'url', 'cursor', 'page number', 'offset', 'more'] as const;
type Chosen = { readonly [K in keyof typeof choices]: (typeof choices)[K][number] };
/** What nobody could tell from a response: only a map says it. `deep`: rows and records at places of no usual name. */
interface Unguessable {
  readonly envelope: 'deep';
  readonly names: 'opaque';
  readonly idName: 'opaque';
  readonly money: 'millionths';
  readonly times: 'microseconds';
  readonly failures: 'deep';
  readonly words: 'foreign';
}
export type Dialect = {
  readonly [K in keyof Chosen]: Chosen[K] | (K extends keyof Unguessable ? Unguessable[K] : never);
} & {
  /** The most rows of a page, and how it says that more follow; without it every list is whole. */
  readonly pages?: { readonly size: number; readonly by: (typeof pagings)[number] };
};
/** A part of a list. `beside`: what its envelope says of it; a bare list says it in its headers. */
interface Part {
  readonly from: number;
  readonly size: number;
  readonly total: number;
  readonly next: string | undefined;
  readonly beside: Row;
}

/** The dialect of a seed: seed 0 is the sandbox's own; ten seeds have all envelopes. */
export const dialectOf = (seed: number): Dialect =>
  Object.fromEntries(
    Object.entries(choices).map(([name, of], at) => [
      name,
      of[seed === 0 ? 0 : (seed + Math.floor(seed / 10) * at * 3 + at * (seed % 7)) % of.length],
    ]),
  ) as Chosen;

/** A dialect that nobody could read without its map. */
export const unguessable = {
  ...{ envelope: 'deep', names: 'opaque', idName: 'opaque', idForm: 'number', money: 'scaled' },
  ...{ times: 'microseconds', failures: 'deep', words: 'foreign' },
} as const satisfies Dialect;

const titled = (text: string) => text[0]!.toUpperCase() + text.slice(1);
const separated = (name: string, by: string) =>
  name.replace(/(?<=[a-z0-9])[A-Z]+/g, (letters) => by + letters.toLowerCase());
/** The opaque name of each name. */
const opaque = new Map<string, string>();
const spelled: Record<Dialect['names'], (name: string) => string> = {
  opaque: (name) => {
    if (!opaque.has(name)) opaque.set(name, `zq_${opaque.size + 1}`);
    return opaque.get(name)!;
  },
  camel: (name) => name,
  snake: (name) => separated(name, '_'),
  Pascal: titled,
  kebab: (name) => separated(name, '-'),
};

const isRecord = (value: Json): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
const isTime = (value: Json) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value);
const isId = (value: Json) => /^(\d{1,12}|[0-9a-f]{8}-[0-9a-f-]{27})$/.test(String(value));
const moneyNames = /(amount|price|total|fee|balance|goal|fare|cost|paid|reward|income|raised|worth|payout|delta)$/i;
const unitNames = /^(currency|currencyId|unit)$/;
/** Names of other things that hold no id of the service: numbers of a chain. */
const isFixed = (name: string) => /^(chainId|tokenId)$/.test(name);
const isNumeric = (value: Json) => /^-?\d+(\.\d+)?$/.test(String(value)) && typeof value !== 'boolean';

export class Translator {
  readonly #dialect: Dialect;
  readonly #own = new Map<string, string>();
  readonly #theirs = new Map<string, string>();
  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  /** The id of the sandbox for one of the dialect, and every other text unchanged. */
  own(text: string): string {
    return this.#theirs.get(text) ?? text;
  }
  /** All ids in a text, such as a path or a body. */
  ownIn(text: string): string {
    return text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}|\d{7,}/g, (id) => this.own(id));
  }
  id(own: string): string {
    const known = this.#own.get(own);
    if (known !== undefined) return known;
    const hash = createHash('sha256').update(own).digest('hex');
    const uuid = hash.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');
    const { idForm } = this.#dialect;
    const theirs = idForm === 'number' ? String(7_000_000 + this.#own.size) : idForm === 'UUID' ? uuid : own;
    this.#own.set(own, theirs);
    if (theirs !== own) this.#theirs.set(theirs, own);
    return theirs;
  }

  /** What the team of this platform writes in its map, of the responses that it has seen: JSON is YAML. */
  map(calls: readonly SeenCall[]): string {
    const { money, times, envelope, words, failures } = this.#dialect;
    const [amount, value, scale, currency] = ['amount', 'value', 'scale', 'currency'].map((name) => this.#name(name));
    const said = {
      ...(money === 'amount' ? { money: { amount, currency } } : {}),
      ...(money === 'scaled' ? { money: { amount: value, currency, scale } } : {}),
      ...(/seconds/.test(times) ? { times } : {}),
      ...(times === 'no zone' ? { zone: 'UTC' } : {}),
      ...(words === 'foreign' ? { words: foreignWords } : {}),
      ...(envelope === 'deep' ? { ok: 'rc = Y' } : {}),
      ...(failures === 'deep' ? { error: 'why' } : {}),
    };
    const services = Object.fromEntries(calls.map(({ service }) => [service, said]));
    const ofCalls = calls.map(({ service, name, noun, bodies }) => {
      const isList = bodies.some(Array.isArray);
      /** The path of the list in a record of the sandbox. */
      const at = bodies.flatMap((body) => (!isList && returnsList({ name }) && rowsIn(body)?.at) || [])[0];
      const rows = bodies.flatMap((body) => (isList || at ? (rowsIn(body)?.rows ?? []) : [body])).filter(isRecord);
      const { data, list, row } = this.#places(noun, bodies[0]);
      const prefix = isList ? row : '';
      const found = new Map(
        rows.flatMap((one) => this.#fields(one, at ? undefined : noun)).map((field) => [field[0], field] as const),
      );
      const fields = [...found.values()].flatMap(([own, theirs, unit]) =>
        unit || own !== prefix + theirs
          ? [[own, unit ? { amount: prefix + theirs, currency: prefix + unit, scale: 6 } : prefix + theirs]]
          : [],
      );
      // what stands beside the list of a record is named by its whole path
      const record = bodies.find((body) => isRecord(body));
      if (at && data && record)
        for (const [own, theirs] of this.#fields(record))
          if (!own.includes('.') && own !== at[0]) fields.push([own, `${data}.${theirs}`]);
      const place = isList ? { rows: list } : at && data ? { rows: `${data}.${this.#name(at)}` } : { data };
      return [`${service} ${name}`, { fields: Object.fromEntries(fields), ...place }];
    });
    return JSON.stringify({ services, calls: Object.fromEntries(ofCalls) });
  }
  /** Where a record and a list are, if nobody could tell, and what is in front of the fields of a row. */
  #places(noun: string, body: Json) {
    const { envelope } = this.#dialect;
    if (envelope === 'deep') return { data: 'blob.one.bd', list: 'blob.stuff', row: 'bd.' };
    if (envelope === 'code and list') return { data: 'data', list: 'data.list', row: '' };
    const isInside = envelope === 'edges' && isRecord(body) && Object.keys(body).length !== 1;
    const nouns = this.#name(`${noun}s`);
    return {
      data: isInside ? `data.${this.#name(noun)}` : undefined,
      list: envelope === 'HAL' ? `_embedded.${nouns}` : undefined,
      row: '',
    };
  }
  /** The paths of the fields of a row in the sandbox and here, those in the elements of lists too, and of the unit of an amount. */
  #fields(row: Row, noun?: string): readonly (readonly [own: string, theirs: string, unit?: string])[] {
    const { amounts, unitName } = this.#moneyIn(row);
    return Object.entries(row).flatMap(([name, value]) => {
      const theirs = name === 'id' ? this.#idName(noun) : this.#name(name);
      const unit = this.#dialect.money === 'millionths' && amounts.includes(name) ? unitName : undefined;
      const parts: readonly Row[] = /schema$/i.test(name) ? [] : [value].flat().filter(isRecord);
      const inner = parts.flatMap((one) => this.#fields(one));
      return [
        [name, theirs, unit && this.#name(unit)] as const,
        ...inner.map(([own, other, of]) => [`${name}.${own}`, `${theirs}.${other}`, of && `${theirs}.${of}`] as const),
      ];
    });
  }

  /** A response with this status and JSON body, as the other platform sends it. */
  response(status: number, body: string, { noun, bodies }: Pick<SeenCall, 'noun' | 'bodies'>, path?: string) {
    const data: Json = parseLossless(body);
    if (status < 300) bodies.push(data);
    if (noun === 'price') return { status, text: body }; // its names are what the request asks for
    if (status >= 400) return this.#failure(status, data);
    const part = Array.isArray(data) ? this.#part(data, path) : undefined;
    const shown = part ? data.slice(part.from, part.from + part.size) : data;
    const inner = Array.isArray(data)
      ? this.#list(shown, noun, part)
      : isRecord(data)
        ? this.#record(data, noun)
        : data;
    return { status, text: stringifyLossless(inner), headers: part && this.#headers(part) };
  }

  /** The part of a list that a request asks for; undefined for a list that is whole. */
  #part(list: readonly Json[], path: string | undefined): Part | undefined {
    const { size = list.length, by } = this.#dialect.pages ?? {};
    if (path === undefined || list.length <= size || !list.every(isRecord)) return undefined;
    const [, plain = path, start = '0'] = /^(.*?)(?:[?&]from=(\d+))?$/.exec(path) ?? [];
    const from = Number(start);
    const total = list.length;
    const end = from + size;
    const next = end < total ? `${plain}${plain.includes('?') ? '&' : '?'}from=${end}` : undefined;
    const isEnd = next === undefined;
    const facts: Record<(typeof pagings)[number], Row> = {
      ...{ link: {}, url: isEnd ? {} : { next }, cursor: { next: isEnd ? null : { cursor: `after-${end}` } } },
      'page number': { page: Math.floor(from / size) + 1, totalPages: Math.ceil(total / size) },
      ...{ offset: { offset: from, limit: size, total }, more: { hasMore: !isEnd } },
    };
    return { from, size, total, next, beside: facts[by!] };
  }
  /** The headers of a part: a bare list and a map have no other place. */
  #headers({ next, total }: Part): Readonly<Record<string, string>> {
    const { envelope, pages } = this.#dialect;
    const isBare = /^(none|map)$/.test(envelope);
    if (isBare && pages?.by === 'offset') return { 'x-total-count': String(total) };
    return next !== undefined && (isBare || pages?.by === 'link') ? { link: `<${next}>; rel="next"` } : {};
  }

  #failure(status: number, { message, code }: Row) {
    const { failures } = this.#dialect;
    const as = (body: Json, with_ = status) => ({ status: with_, text: JSON.stringify(body) });
    if (status === 401 || failures === 'same') return as({ message, code });
    if (failures === 'deep') return as({ rc: 'N', why: message });
    if (failures === 'problem')
      return as({ type: `https://errors.example/${code}`, title: code, status, detail: message });
    if (failures === 'errors') return as({ errors: [{ status: String(status), code, detail: message }] });
    return as({ code: status, msg: message, data: null }, 200);
  }

  #name(name: string): string {
    return /^[a-z][A-Za-z0-9]*$/.test(name) && !/^(usd|krw|sgd|khr|eur|idr)$/.test(name)
      ? spelled[this.#dialect.names](name)
      : name;
  }

  #moneyIn(row: Row) {
    const unitName = Object.keys(row).find((name) => unitNames.test(name) && typeof row[name] === 'string');
    const amounts = Object.keys(row).filter((name) => moneyNames.test(name) && isNumeric(row[name]));
    return { amounts, unitName, unit: unitName && row[unitName] };
  }
  #row(row: Row, noun?: string): Row {
    const { amounts, unit, unitName } = this.#moneyIn(row);
    const isAll = Object.entries(row).every(
      ([name, value]) => moneyNames.test(name) || typeof value !== 'string' || !isNumeric(value),
    );
    const wraps =
      isAll && unit && amounts.length > 0 && ['amount', 'scaled', 'unit in text'].includes(this.#dialect.money);
    return Object.fromEntries(
      Object.entries(row).flatMap(([name, value]): [string, Json][] => {
        if (wraps && name === unitName) return [];
        if (name === 'id') return [[this.#idName(noun), this.#idValue(value)]];
        if (/Id$/.test(name) && !isFixed(name) && isId(value)) return [[this.#name(name), this.#idValue(value)]];
        if (amounts.includes(name)) return [[this.#name(name), this.#money(value, unit)]];
        return [[this.#name(name), this.#value(name, value)]];
      }),
    );
  }
  #idName(noun: string | undefined): string {
    const { idName } = this.#dialect;
    if (idName === 'opaque') return this.#name('id');
    return idName !== 'noun' ? idName : noun === undefined ? 'id' : this.#name(`${noun}No`);
  }
  #idValue(value: Json): Json {
    if (!isId(value)) return value;
    const id = this.id(String(value));
    return this.#dialect.idForm === 'number' ? Number(id) : id;
  }
  #money(value: Json, unit: string | undefined): Json {
    const text = String(value);
    const { money } = this.#dialect;
    if (money === 'number') return new LosslessNumber(text);
    if (money === 'text') return text;
    if (money === 'same' || !unit) return value;
    if (money === 'millionths') return new LosslessNumber(millionths(text));
    if (money === 'unit in text') return `${text} ${unit}`;
    const currency = { [this.#name('currency')]: unit };
    if (money === 'amount') return { [this.#name('amount')]: text, ...currency };
    const [whole = '', part = ''] = text.split('.');
    const scale = Math.max(part.length, 2);
    const digits = (whole + part.padEnd(scale, '0')).replace(/^(-?)0+(?=\d)/, '$1');
    return { [this.#name('value')]: digits, [this.#name('scale')]: scale, ...currency };
  }
  #value(name: string, value: Json): Json {
    const { times, words } = this.#dialect;
    if (/schema$/i.test(name)) return value;
    if (Array.isArray(value)) return value.map((one) => this.#value(name, one));
    if (isRecord(value)) return this.#row(value);
    if (isTime(value)) {
      const at = Date.parse(value);
      return times === 'microseconds'
        ? at * 1000
        : times === 'seconds'
          ? Math.floor(at / 1000)
          : times === 'milliseconds'
            ? at
            : times === 'no zone'
              ? value.replace('Z', '')
              : value;
    }
    if (/(status|state|phase)$/i.test(name) && typeof value === 'string' && /^[A-Z][A-Z_]+$/.test(value))
      return words === 'foreign'
        ? foreign(value)
        : words === 'same'
          ? value
          : words === 'lower'
            ? value.toLowerCase()
            : value.toLowerCase().replaceAll('_', ' ');
    return value;
  }

  #record(row: Row, noun: string): Json {
    const { record = (own: Row): Json => own } = forms[this.#dialect.envelope];
    return record(this.#row(row, noun), this.#idName(noun), this.#name(noun));
  }
  #list(list: readonly Json[], noun: string, part: Part | undefined): Json {
    if (!list.every(isRecord)) return list.map((one) => this.#value(noun, one));
    const rows = list.map((one) => this.#row(one, noun));
    return forms[this.#dialect.envelope].list(rows, this.#idName(noun), this.#name(`${noun}s`), part);
  }
}

/** A word of another language. */
const foreign = (word: string) => [...word.toLowerCase()].reverse().join('').replaceAll('_', '-');
const foreignWords = Object.fromEntries(
  (Object.keys(statusLists) as StatusList[]).flatMap(wordsOf).map((word) => [foreign(word), word]),
);
/** A decimal number in millionths, without a point if it has at most six decimals. */
function millionths(text: string): string {
  const [, sign, whole, part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text)!;
  const digits = whole + part.padEnd(6, '0');
  const end = digits.length - Math.max(part.length - 6, 0);
  const point = end < digits.length ? `.${digits.slice(end)}` : '';
  return sign + digits.slice(0, end).replace(/^0+(?=\d)/, '') + point;
}

const resource = (type: string, row: Row, id: string): Row => {
  const { [id]: own, ...attributes } = row;
  return { type, ...(own === undefined ? {} : { id: own }), attributes };
};
const feature = (properties: Row): Row => ({ type: 'Feature', geometry: null, properties });
const links = { self: { href: '/x' } };
const holdsParts = (row: Row) => Object.values(row).every((value) => isRecord(value) || Array.isArray(value));
interface Form {
  readonly list: (rows: readonly Row[], id: string, nouns: string, part?: Part) => Json;
  readonly record?: (row: Row, id: string, noun: string) => Json;
}
/** How a list and a record are put into a response. A record is alone by default. */
const forms: Record<Dialect['envelope'], Form> = {
  none: { list: (rows) => rows },
  deep: {
    list: (rows, _, __, part) => ({
      rc: 'Y',
      blob: { stuff: rows.map((bd) => ({ bd })), n: part?.total ?? rows.length, ...part?.beside },
    }),
    record: (bd) => ({ rc: 'Y', blob: { one: { bd } } }),
  },
  'code and list': {
    list: (list, _, __, part) => ({
      ...{ code: 0, msg: 'success', data: { list, ...(part ? part.beside : { total: list.length }) } },
    }),
    record: (data) => ({ code: 0, msg: 'success', data }),
  },
  result: {
    list: (items, _, __, part) => ({ result: { items, ...(part?.beside ?? { hasMore: false }) } }),
    record: (result) => ({ result }),
  },
  HAL: {
    list: (rows, _, nouns, part) => {
      const { next, ...beside } = part?.beside ?? {};
      const isUrl = typeof next === 'string';
      const page = { size: 100, totalElements: rows.length, totalPages: 1, number: 0 };
      return {
        _embedded: { [nouns]: rows },
        _links: isUrl ? { ...links, next: { href: next } } : links,
        ...(part ? { ...beside, ...(isUrl ? {} : { next }) } : { page }),
      };
    },
    record: (row) => ({ ...row, _links: links }),
  },
  'JSON:API': {
    list: (rows, id, nouns, part) => {
      const { next, ...meta } = part?.beside ?? { total: rows.length };
      return {
        data: rows.map((row) => resource(nouns, row, id)),
        meta: isRecord(next) ? { ...meta, next } : meta,
        ...(typeof next === 'string' ? { links: { next } } : {}),
      };
    },
    record: (row, id, noun) => ({ data: holdsParts(row) ? row : resource(noun, row, id) }),
  },
  edges: {
    list: (rows, _, nouns, part) => {
      const edges = rows.map((node, at) => ({ cursor: `c${(part?.from ?? 0) + at}`, node }));
      const pageInfo = part ? { hasNextPage: part.next !== undefined, ...part.beside } : { hasNextPage: false };
      return { data: { [nouns]: { edges, pageInfo } } };
    },
    record: (row, _, noun) => ({ data: Object.keys(row).length === 1 ? row : { [noun]: row } }),
  },
  GeoJSON: {
    list: (rows, _, __, part) => {
      const { next, ...beside } = part?.beside ?? {};
      const linked =
        typeof next === 'string'
          ? {
              links: [
                { rel: 'self', href: '/x' },
                { rel: 'next', href: next },
              ],
            }
          : { next };
      return { type: 'FeatureCollection', features: rows.map(feature), ...beside, ...(part ? linked : {}) };
    },
    record: feature,
  },
  table: {
    list: (rows, _, __, part) => {
      const columns = [...new Set(rows.flatMap(Object.keys))];
      return { columns, rows: rows.map((row) => columns.map((name) => row[name] ?? null)), ...part?.beside };
    },
  },
  map: {
    list: (rows, id) => {
      const keys = new Set(rows.map((row) => row[id]));
      if (rows.length === 0 || keys.size < rows.length || keys.has(undefined)) return rows;
      return Object.fromEntries(rows.map((row) => [String(row[id]), row]));
    },
  },
  page: {
    list: (content, _, __, part) =>
      part
        ? { content, ...part.beside, last: part.next === undefined }
        : { content, number: 0, size: 100, totalElements: content.length, totalPages: 1, last: true },
    record: (payload) => ({ success: true, payload }),
  },
};
