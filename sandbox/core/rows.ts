// Rows of the document tables: a table per kind, a JSON body per row. The first read of a kind creates and seeds its
// table.

import { type Context, notFound, seededId } from './context.js';
import type { State } from './state.js';

/** `empty` has only what the services need; `hostile` has texts that do harm if printed unescaped. */
export const sizes = ['standard', 'large', 'empty', 'hostile'] as const;
export type Size = (typeof sizes)[number];

export const sizeOf = (state: State): Size => (state.meta('size') as Size | undefined) ?? 'standard';

/** The time at which the world began, epoch milliseconds. */
export const openedAt = ({ state }: Pick<Context, 'state'>): number => Number(state.meta('seededAt'));

/** Makes a value once for each world: for a state file with a seed, a size and a beginning. */
export function oncePerWorld<Value>(make: (context: Context) => Value): (context: Context) => Value {
  const made = new WeakMap<State, { readonly world: string; readonly value: Value }>();
  return (context) => {
    const world = `${context.seed} ${sizeOf(context.state)} ${openedAt(context)}`;
    const last = made.get(context.state);
    if (last?.world === world) return last.value;
    const value = make(context);
    made.set(context.state, { world, value });
    return value;
  };
}

/** Fields that people read and no code depends on. */
const shownFields = new Set(['name', 'title', 'label', 'nickname', 'description']);
const hostileTexts: readonly ((text: string) => string)[] = [
  (text) => `${text}\u001b[2J\u001b[31m\u001b]0;owned\u0007`, // clears a terminal, colours it, renames its window
  (text) => `\u202e${text}\u2066\u2069\u200b`, // reverses the reading direction, hides a blank
  (text) => `${text} ${'long '.repeat(2048)}`.slice(0, 10_240),
  (text) => `${text}\r\n\t\u0000\u009b31m`, // breaks lines and columns
  (text) =>
    `=cmd|'${text}'!A1 <script>alert(1)</script> \ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 a\u0301\u0302\u0303`,
];

/** Other seeds find rows of these kinds by a name that is also displayed. */
const foundByName: readonly string[] = ['app'];
/** Whether rows keep their texts in a hostile world: other code finds them by these. */
const keepsTexts = ({
  name,
  key,
  always,
}: {
  readonly name: string;
  readonly key?: string;
  readonly always?: true;
}): boolean => always === true || (key !== undefined && shownFields.has(key)) || foundByName.includes(name);

function withHostileTexts<Body>(body: Body, ordinal: number, depth = 0): Body {
  if (typeof body !== 'object' || body === null || depth > 3) return body;
  if (Array.isArray(body)) return body.map((item) => withHostileTexts(item, ordinal, depth + 1)) as Body;
  const plant = hostileTexts[ordinal % hostileTexts.length]!;
  const fields = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' && value !== '' && shownFields.has(name)
      ? plant(value)
      : name === 'hidden'
        ? value
        : withHostileTexts(value, ordinal, depth + 1),
  ]);
  return Object.fromEntries(fields) as Body;
}

/** A row. The body is the document; owner and time are columns for SQL. */
export interface Row<Body> {
  readonly id: string;
  readonly ordinal: number;
  readonly owner: string | null;
  /** The time of creation, epoch milliseconds. */
  readonly at: number;
  readonly body: Body;
}
/** The content of a new row. It has no owner and is of now unless the draft says otherwise. */
export interface Draft<Body> {
  readonly owner?: string | null;
  readonly at?: number;
  readonly body: Body;
}

/** Seeded once per state file: the rows of a kind, or the opening balances. */
export interface Seedable {
  readonly name: string;
  readonly table?: string;
  /** Seeds at the time of the file's creation. */
  readonly seed?: (opening: Context) => void;
  /** Seeded even in an `empty` world: the services need it. */
  readonly always?: true;
}

export interface Kind<Body, Response = object> extends Seedable {
  /** Also hashed into the ids. */
  readonly name: string;
  readonly table: string;
  /** As in `NOT_FOUND_OFFERING`. */
  readonly noun: string;
  /** Only the owner may see a row. */
  readonly owned: boolean;
  /** A field that identifies a row, beside id and ordinal. */
  readonly key?: keyof Body & string;
  /** The response. */
  readonly show: (row: Row<Body>, context: Context) => Response;
}

type Usual = 'table' | 'noun' | 'owned' | 'show';
/** Defines a kind. By default its name gives its table and noun, and everybody sees all of its fields. */
export const defineKind = <K extends Pick<Kind<never>, 'name' | Usual>>(
  kind: Omit<K, Usual> & Partial<Pick<K, Usual>>,
): K => {
  const table = (kind as { readonly name: string }).name.replaceAll('-', '_');
  const show = ({ id, body }: Row<object>) => ({ id, ...body });
  return { table, noun: table.toUpperCase(), owned: false, show, ...kind } as unknown as K;
};

interface StoredRow {
  readonly id: string;
  readonly ordinal: number;
  readonly owner: string | null;
  readonly at: number;
  readonly body: string;
}
const parseRow = <Body>(row: StoredRow): Row<Body> => ({ ...row, body: JSON.parse(row.body) as Body });
const columns = 'ordinal, id, owner, at, body';

/** Creates and seeds a missing part in the current write. A read restarts as a write. */
export function ensureSeeded(context: Context, part: Seedable): void {
  const { state, seed } = context;
  const mark = `kind:${part.name}`;
  if (state.meta(mark) !== undefined) return;
  state.requireWrite();
  if (part.table) state.define(tableOf(part.table));
  state.setMeta(mark, part.table ?? '');
  const size = sizeOf(state);
  if (size === 'empty' && !part.always) return;
  part.seed?.({ state, seed, now: openedAt(context), hostile: size === 'hostile' });
}

const tableOf = (table: string) => `
  CREATE TABLE IF NOT EXISTS ${table} (ordinal INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, owner TEXT,
    status TEXT GENERATED ALWAYS AS (body ->> 'status') VIRTUAL, at INTEGER NOT NULL, body TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS ${table}_owner ON ${table} (owner, status);
  CREATE INDEX IF NOT EXISTS ${table}_order ON ${table} (owner);
`;

export interface RowFilter {
  readonly owner?: string;
  readonly status?: readonly string[];
  /** By field. */
  readonly texts?: Readonly<Record<string, string>>;
}
interface RowRange {
  readonly newest?: boolean;
  readonly offset?: number;
  readonly limit?: number;
}

function conditionOf({ owner, status, texts = {} }: RowFilter): { readonly where: string; readonly values: string[] } {
  const tests = [
    ...(owner === undefined ? [] : ['owner = ?']),
    ...(status ? [`status IN (${status.map(() => '?').join(', ')})`] : []),
    ...Object.keys(texts).map(() => 'body ->> ? = ?'),
  ];
  return {
    where: tests.length > 0 ? `WHERE ${tests.join(' AND ')}` : '',
    values: [...(owner === undefined ? [] : [owner]), ...(status ?? []), ...Object.entries(texts).flat()],
  };
}

/** The selected rows by creation, or the newest first. */
export function rows<Body>(
  context: Context,
  kind: Kind<Body>,
  filter: RowFilter = {},
  { newest = false, offset = 0, limit = -1 }: RowRange = {},
): Row<Body>[] {
  ensureSeeded(context, kind);
  const { where, values } = conditionOf(filter);
  const order = newest ? 'ORDER BY ordinal DESC' : 'ORDER BY ordinal';
  return context.state
    .all<StoredRow>(`SELECT ${columns} FROM ${kind.table} ${where} ${order} LIMIT ? OFFSET ?`, ...values, limit, offset)
    .map((row) => parseRow<Body>(row));
}

export function rowCount<Body>(context: Context, kind: Kind<Body>, filter: RowFilter = {}): number {
  ensureSeeded(context, kind);
  const { where, values } = conditionOf(filter);
  return context.state.get<{ count: number }>(`SELECT count(*) AS count FROM ${kind.table} ${where}`, ...values)!.count;
}

/** The row of an id of any owner, or undefined. */
export function rowById<Body>(context: Context, kind: Kind<Body>, id: string): Row<Body> | undefined {
  ensureSeeded(context, kind);
  const row = context.state.get<StoredRow>(`SELECT ${columns} FROM ${kind.table} WHERE id = ?`, id);
  return row && parseRow<Body>(row);
}

/** Finds a row by id, ordinal (`1` is the first that the owner may see) or the kind's key. */
export function findRow<Body>(context: Context, kind: Kind<Body>, name: string, owner?: string): Row<Body> | undefined {
  const scope = kind.owned ? owner : undefined;
  if (kind.owned && owner === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(name))
    return rows(context, kind, scope === undefined ? {} : { owner: scope }, { offset: Number(name) - 1, limit: 1 })[0];
  const row = rowById(context, kind, name) ?? (kind.key && rows(context, kind, { texts: { [kind.key]: name } })[0]);
  return row && (scope === undefined || row.owner === scope) ? row : undefined;
}

/** Finds a row, or refuses with 404. */
export const requireRow = <Body>(context: Context, kind: Kind<Body>, name: string, owner?: string): Row<Body> =>
  findRow(context, kind, name, owner) ?? notFound(kind.noun, name);

/** Adds a row under the next ordinal. The draft may depend on the id. */
export function addRow<Body>(
  context: Context,
  kind: Kind<Body>,
  draft: Draft<Body> | ((id: string) => Draft<Body>),
): Row<Body> {
  ensureSeeded(context, kind);
  context.state.requireWrite();
  const last = context.state.get<{ last: number | null }>(`SELECT max(ordinal) AS last FROM ${kind.table}`)?.last ?? 0;
  const ordinal = last + 1;
  const id = seededId(context.seed, kind.name, ordinal);
  const { owner = null, at = context.now, body: content } = typeof draft === 'function' ? draft(id) : draft;
  const body = context.hostile && !keepsTexts(kind) ? withHostileTexts(content, ordinal) : content;
  const row = { owner, at, body, id, ordinal };
  const sql = `INSERT OR IGNORE INTO ${kind.table} (${columns}) VALUES (?, ?, ?, ?, ?)`;
  context.state.run(sql, ordinal, id, row.owner, Math.floor(row.at), JSON.stringify(row.body));
  return row;
}

/** Saves the body of a row, or adds the row if there is none. */
export const saveOrAdd = <Body>(
  context: Context,
  kind: Kind<Body>,
  row: Row<Body> | undefined,
  draft: Draft<Body>,
): Row<Body> => (row ? saveRow(context, kind, row, draft.body) : addRow(context, kind, draft));

/** Updates a row's body and owner. */
export function saveRow<Body>(context: Context, kind: Kind<Body>, row: Row<Body>, body: Body): Row<Body> {
  context.state.run(
    `UPDATE ${kind.table} SET owner = ?, body = ? WHERE id = ?`,
    row.owner,
    JSON.stringify(body),
    row.id,
  );
  return { ...row, body };
}
