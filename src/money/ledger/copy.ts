// Moves a ledger to another database: all of it, compared row by row, and the old one says where it is.

import { createHash } from 'node:crypto';
import { LocalFailure } from '../../services/http/errors.js';
import { addedColumns, recordedColumns, stateColumns } from './columns.js';
import { type LedgerDatabase, movedAway, movedTo, type Statements, storedOrMade } from './database.js';
import type { Operation } from './operation.js';

interface Table {
  readonly columns: readonly string[];
  /** The columns that order its rows; `rowid` for the order in which they were added. */
  readonly order: readonly string[];
  /** The columns that tell its rows apart; rows of a table without them are only ever added. */
  readonly key?: readonly string[];
}
const tables: Readonly<Record<string, Table>> = {
  meta: { columns: ['name', 'value'], order: ['name'], key: ['name'] },
  operation: {
    columns: [...new Set(['object', ...recordedColumns, ...stateColumns, ...addedColumns])],
    order: ['rowid'],
    key: ['id'],
  },
  plan: { columns: ['hash', 'how', 'run', 'at'], order: ['hash'], key: ['hash'] },
  planned: { columns: ['id', 'hash', 'seal', 'text', 'host'], order: ['rowid'] },
  approval: { columns: ['plan', 'address', 'signature', 'at', 'host'], order: ['rowid'] },
  rule: { columns: ['origin', 'name', 'value', 'at', 'host'], order: ['rowid'] },
  grants: {
    columns: 'id hash at expiresAt profile account host madeBy terms'.split(' '),
    order: ['id'],
    key: ['id'],
  },
  revocations: { columns: ['id', 'at', 'host'], order: ['id'], key: ['id'] },
  witness: { columns: ['owner', 'list', 'row', 'at'], order: ['owner', 'list'], key: ['owner', 'list'] },
  evm_transaction: {
    columns: 'hash operation chain network sender nonce raw kind at since state blockNumber blockHash'.split(' '),
    order: ['rowid'],
    key: ['hash'],
  },
  evm_sighting: { columns: 'operation at state hash blockNumber blockHash'.split(' '), order: ['rowid'] },
  evm_elsewhere: { columns: 'chain sender nonce hash effect at'.split(' '), order: ['rowid'] },
};
const pageSize = 200;
type Row = Readonly<Record<string, string | number | Uint8Array | undefined>>;

/** The rows of a table in their order, a page at a time. @param skipped how many are left out at its beginning */
async function* pagesOf(from: Statements, name: string, skipped = 0): AsyncGenerator<readonly Row[]> {
  const { columns, order } = tables[name]!;
  const place = order.map((column, at) => `${column} AS place${at}`).join(', ');
  const others = name === 'meta' ? ["name <> 'moved'"] : [];
  let last: readonly unknown[] | undefined;
  for (let offset = skipped; ; offset = 0) {
    const after = last ? [`(${order.join(', ')}) > (${order.map(() => '?').join(', ')})`] : [];
    const where = [...others, ...after].join(' AND ');
    const rows = await from.rows<Row>(
      `SELECT ${columns.join(', ')}, ${place} FROM ${name} ${where && `WHERE ${where}`} ORDER BY ${order.join(', ')} LIMIT ${pageSize} OFFSET ${offset}`,
      ...((last ?? []) as readonly string[]),
    );
    if (rows.length > 0) yield rows;
    if (rows.length < pageSize) return;
    last = order.map((_, at) => rows.at(-1)![`place${at}`]);
  }
}

/** What a database has of a ledger: how many operations, and a hash of every row. */
export interface LedgerSum {
  readonly operations: number;
  readonly hash: string;
}
/** Sums up a ledger. @throws {LocalFailure} */
export async function sumOf(from: Statements): Promise<LedgerSum> {
  const hash = createHash('sha256');
  let operations = 0;
  for (const [name, { columns }] of Object.entries(tables))
    for await (const rows of pagesOf(from, name))
      for (const row of rows) {
        hash.update(JSON.stringify([name, ...columns.map((column) => plain(row[column]))]));
        if (name === 'operation') operations += 1;
      }
  return { operations, hash: hash.digest('hex') };
}
const plain = (value: Row[string]) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : (value ?? null);

/** Adds the rows that `to` lacks, and brings the others up to date. */
async function copyInto(to: Statements, from: Statements) {
  await to.run("DELETE FROM meta WHERE name = 'moved'");
  for (const [name, { columns, key }] of Object.entries(tables)) {
    const [{ count }] = (await to.rows<{ count: number }>(`SELECT count(*) AS count FROM ${name}`)) as [
      { count: number },
    ];
    const others = columns.filter((column) => !key?.includes(column));
    const set = others.map((column) => `${column} = excluded.${column}`).join(', ');
    const conflict = key === undefined ? '' : `ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${set}`;
    const values = `(${columns.map(() => '?').join(', ')})`;
    for await (const rows of pagesOf(from, name, key === undefined ? count : 0))
      await to.run(
        `INSERT INTO ${name} (${columns.join(', ')}) VALUES ${rows.map(() => values).join(', ')} ${conflict}`,
        ...rows.flatMap((row) => columns.map((column) => row[column])),
      );
  }
}

/** Text as the ledger keeps its secrets and its mark. */
const bytesOf = (text: string): Uint8Array => Buffer.from(text);

/**
 * Moves a ledger. From the first moment nothing is begun in the old one; if the copy fails, it is as before.
 * @returns what both have
 * @throws {LocalFailure} LEDGER_NOT_EMPTY if the other database has another ledger, LEDGER_DIFFERS, LEDGER_MOVED,
 * LEDGER_BUSY while a process sends an operation
 */
export async function moveLedger(from: LedgerDatabase, to: LedgerDatabase, now: number): Promise<LedgerSum> {
  await from.write(now, async (tx) => {
    const moved = await movedTo(tx);
    if (moved !== undefined && moved !== to.name) throw movedAway(from.name, moved);
    const sending = await tx.rows<Operation>("SELECT * FROM operation WHERE outcome = 'sending'");
    const [first] = sending.filter((one) => !from.isGone(one));
    if (first)
      throw new LocalFailure('LEDGER_BUSY', `${first.id} is being sent.`, `Wait for its end: tuk ops show ${first.id}`);
    for (const name of ['id', 'key'] as const) await storedOrMade(tx, name); // those of the other one are replaced
    if (moved === undefined) await tx.run("INSERT INTO meta (name, value) VALUES ('moved', ?)", bytesOf(to.name));
  });
  try {
    return await to.write(now, async (tx) => {
      const [mine, other] = await Promise.all([from, tx].map(async (one) => idOf(one)));
      const [{ count }] = (await tx.rows<{ count: number }>('SELECT count(*) AS count FROM operation')) as [
        { count: number },
      ];
      const isEarlier = mine === other && ((await movedTo(tx)) !== undefined || count === 0);
      if (count > 0 && !isEarlier)
        throw new LocalFailure(
          'LEDGER_NOT_EMPTY',
          `${to.name} has ${count} operations of ${mine === other ? 'this ledger, which has not left it' : 'another ledger'}.`,
          'Move it to an empty one, or back to where it was.',
        );
      await copyInto(tx, from);
      const [before, after] = [await sumOf(from), await sumOf(tx)];
      if (before.hash === after.hash) return after;
      throw new LocalFailure('LEDGER_DIFFERS', `${to.name} does not have the same rows afterwards; nothing was moved.`);
    });
  } catch (error) {
    await from.write(now, (tx) => tx.run("DELETE FROM meta WHERE name = 'moved'"));
    throw error;
  }
}
const idOf = async (from: Statements) => {
  const [row] = await from.rows<{ value: Uint8Array }>("SELECT value FROM meta WHERE name = 'id'");
  return row && Buffer.from(row.value).toString('hex');
};
