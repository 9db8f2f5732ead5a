// Rows of the document tables: a table a kind, a JSON body a row, made and seeded when first asked for.
import { seededId } from './ids.js';
import { notFound } from './refusal.js';
import type { Moment } from './world.js';
import { keepsNames, planted, sizeOf } from './world-size.js';

/** One row. The body is the document; owner and time stand beside it so that SQL can find it. */
export interface Row<Body> {
  readonly id: string;
  readonly ordinal: number;
  readonly owner: string | null;
  /** When it was made, epoch milliseconds. */
  readonly at: number;
  readonly body: Body;
}
/** A row before it has an id. */
export interface Draft<Body> {
  readonly owner: string | null;
  readonly at: number;
  readonly body: Body;
}

/** What fills a part of the state once a file: a kind's rows, the ledger's opening holdings. */
export interface Seeded {
  readonly name: string;
  readonly table?: string;
  /** `at` is the moment the file was made, whatever the time is now. */
  readonly seed?: (opening: Moment) => void;
  /** Seeded even in a world of the size `empty`: what the services themselves cannot do without. */
  readonly always?: true;
}

/** A kind of thing, as data. */
export interface Kind<Body> extends Seeded {
  /** Also what its ids are hashed from. */
  readonly name: string;
  readonly table: string;
  /** As in `NOT_FOUND_OFFERING`. */
  readonly noun: string;
  /** Whether only its owner may see a row. */
  readonly owned: boolean;
  /** A field that names a row besides its id and its ordinal. */
  readonly key?: keyof Body & string;
  /** The row as it is answered. */
  readonly show: (row: Row<Body>, moment: Moment) => unknown;
}

interface Stored {
  readonly id: string;
  readonly ordinal: number;
  readonly owner: string | null;
  readonly at: number;
  readonly body: string;
}
const read = <Body>(row: Stored): Row<Body> => ({ ...row, body: JSON.parse(row.body) as Body });
const columns = 'ordinal, id, owner, at, body';

/** Makes and fills what has not been made yet, as a part of the write under way; a read is made to start anew as a write. */
export function ready(moment: Moment, part: Seeded): void {
  const { state, seed } = moment;
  const mark = `kind:${part.name}`;
  if (state.meta(mark) !== undefined) return;
  state.mustWrite();
  if (part.table) state.define(tableOf(part.table));
  state.setMeta(mark, part.table ?? '');
  const size = sizeOf(state);
  if (size === 'empty' && !part.always) return;
  part.seed?.({ state, seed, now: Number(state.meta('seededAt')), ...(size === 'hostile' && { hostile: true }) });
}

const tableOf = (table: string) => `
  CREATE TABLE IF NOT EXISTS ${table} (ordinal INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, owner TEXT,
    status TEXT GENERATED ALWAYS AS (body ->> 'status') VIRTUAL, at INTEGER NOT NULL, body TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS ${table}_owner ON ${table} (owner, status);
`;

/** Which rows are meant: those of an owner, in one of some states. */
export interface Where {
  readonly owner?: string;
  readonly status?: readonly string[];
}

/** Rows in the order in which they were made. */
export function rows<Body>(moment: Moment, kind: Kind<Body>, where: Where = {}): Row<Body>[] {
  ready(moment, kind);
  const { owner, status } = where;
  const tests = [owner === undefined ? [] : ['owner = ?'], status ? [`status IN (${status.map(() => '?').join(', ')})`] : []].flat();
  const test = tests.length > 0 ? `WHERE ${tests.join(' AND ')}` : '';
  const values = [...(owner === undefined ? [] : [owner]), ...(status ?? [])];
  return moment.state.all<Stored>(`SELECT ${columns} FROM ${kind.table} ${test} ORDER BY ordinal`, ...values).map((row) => read<Body>(row));
}

/** The row of an id. */
export function rowById<Body>(moment: Moment, kind: Kind<Body>, id: string): Row<Body> | undefined {
  ready(moment, kind);
  const found = moment.state.get<Stored>(`SELECT ${columns} FROM ${kind.table} WHERE id = ?`, id);
  return found && read<Body>(found);
}

/** The row that a person means by an id, an ordinal (`1` = the first that they may see) or the kind's own key. */
export function findRow<Body>(moment: Moment, kind: Kind<Body>, name: string, owner?: string): Row<Body> | undefined {
  const scope = kind.owned ? owner : undefined;
  if (kind.owned && owner === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(name)) return rows(moment, kind, scope === undefined ? {} : { owner: scope })[Number(name) - 1];
  const found = rowById(moment, kind, name) ?? (kind.key && rows(moment, kind).find((row) => row.body[kind.key!] === name));
  return found && (scope === undefined || found.owner === scope) ? found : undefined;
}

/** The row that a person means, or 404. */
export const theRow = <Body>(moment: Moment, kind: Kind<Body>, name: string, owner?: string): Row<Body> =>
  findRow(moment, kind, name, owner) ?? notFound(kind.noun, name);

/** Adds a row under the next ordinal of its kind; the body may need to know its id. */
export function addRow<Body>(moment: Moment, kind: Kind<Body>, draft: Draft<Body> | ((id: string) => Draft<Body>)): Row<Body> {
  ready(moment, kind);
  moment.state.mustWrite();
  const last = moment.state.get<{ last: number | null }>(`SELECT max(ordinal) AS last FROM ${kind.table}`)?.last ?? 0;
  const ordinal = last + 1;
  const id = seededId(moment.seed, kind.name, ordinal);
  const made = typeof draft === 'function' ? draft(id) : draft;
  const row = { ...made, body: moment.hostile && !keepsNames(kind) ? planted(made.body, ordinal) : made.body, id, ordinal };
  const sql = `INSERT OR IGNORE INTO ${kind.table} (${columns}) VALUES (?, ?, ?, ?, ?)`;
  moment.state.run(sql, ordinal, id, row.owner, Math.floor(row.at), JSON.stringify(row.body));
  return row;
}

/** Writes a row's body anew. */
export function saveRow<Body>(moment: Moment, kind: Kind<Body>, row: Row<Body>, body: Body): Row<Body> {
  moment.state.run(`UPDATE ${kind.table} SET owner = ?, body = ? WHERE id = ?`, row.owner, JSON.stringify(body), row.id);
  return { ...row, body };
}
