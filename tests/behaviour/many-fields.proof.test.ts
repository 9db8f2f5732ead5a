// Responses with very many fields: the number of columns is limited, a sentence says so, and the work grows with the size of the response alone.
import { expect, test } from 'vitest';
import { asCsv } from '../../src/cli/output/formats/csv.js';
import { type ShapedValue, shape } from '../../src/cli/output/formats/shape.js';
import { asTable } from '../../src/cli/output/formats/table.js';
import { ofRows, rowsIn } from '../../src/services/decode/rows.js';
import type { Row } from '../../src/services/json-value.js';
import { mostColumns } from '../../src/services/row-fields.js';
import { wrap } from '../../src/text/text.js';
import { exit } from '../support/exit.js';
import { respondJson } from '../support/scripted-server.js';
import { stubUser } from '../support/users.js';

const drawing = { colour: false, colourNote: false, empty: '', now: 0, id: 'id', mask: false } as const;
const ragged = (rows: number) => Array.from({ length: rows }, (_, at) => ({ [`f${at}`]: at, [`g${at}`]: 'x' }));
const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]));

/** Rows that count how often one of their fields is looked up. */
function counted(rows: readonly Row[]): { shaped: ShapedValue; lookups: () => number } {
  let lookups = 0;
  const handler: ProxyHandler<Row> = {
    getOwnPropertyDescriptor(target, name) {
      lookups++;
      return Reflect.getOwnPropertyDescriptor(target, name);
    },
    get(target, name, receiver) {
      lookups++;
      return Reflect.get(target, name, receiver);
    },
  };
  const watched = rows.map((row) => new Proxy(row, handler));
  return { shaped: { value: watched, list: ofRows(watched) }, lookups: () => lookups };
}
const renderers = {
  csv: (shaped: ShapedValue) => asCsv(shaped, undefined),
  table: (shaped: ShapedValue) => asTable(shaped, { ...drawing, width: 100 }),
};

test.each(Object.entries(renderers))('4,000 ragged rows as %s', (format, render) => {
  const { shaped, lookups } = counted(ragged(4000));
  const { text, notes = [] } = render(shaped);
  expect(text.match(/\n/g)).toHaveLength(4001);
  const shown = text.split('\n', 1)[0]!.trim().split(/,| +/).length;
  if (format !== 'table') expect(shown).toBe(mostColumns);
  expect(notes.map(([note]) => note)).toEqual([
    ...(format === 'table' ? ['4000 rows'] : []),
    `${(8000 - shown).toLocaleString('en')} of 8,000 fields are left out: choose columns with --columns a,b (--fields help lists the fields), or take all with -o json.`,
  ]);
  expect(lookups()).toBeLessThan(4000 * mostColumns * 12); // 4,000 rows by 8,000 fields are 32 million
});

test.each(Object.entries(renderers))('a list of one row with 100,000 fields as %s', (_, render) => {
  const { shaped, lookups } = counted([keys(100_000)]);
  const { text, notes: [note] = [] } = render(shaped);
  expect(text.split('\n')).toHaveLength(3);
  expect(note?.[0]).toMatch(/^[\d,]+ of 100,000 fields are left out: choose columns with --columns a,b [^\n]+\.$/);
  expect(lookups()).toBeLessThan(100_000 * 8);
});

test('columns that somebody chose are all shown', () => {
  const columns = Object.keys(keys(mostColumns + 50));
  const shaped = shape(JSON.stringify([keys(1000)]), {});
  const { text, notes } = asCsv(shaped, columns);
  expect(text.split('\n')[0]!.split(',')).toEqual(columns);
  expect(notes).toEqual([]);
  const drawn = asTable(shaped, { ...drawing, columns });
  expect(drawn.text.split('\n')[0]!.split(/ +/)).toHaveLength(columns.length);
  expect(drawn.notes).toEqual([]);
  const most = shape(JSON.stringify([keys(mostColumns)]), {});
  expect(renderers.csv(most).notes).toEqual([]);
});

test('one object of 150,000 fields is a page with a line for each', () => {
  const fields = keys(150_000);
  for (const options of [{ width: 80 }, {}]) {
    const { text, notes } = asTable({ value: fields, list: undefined }, { ...drawing, ...options });
    expect(text.trimEnd().split('\n')).toHaveLength(150_000);
    expect(notes).toBeUndefined();
  }
});

test('a map whose first entry has very many names is compared by the names of the others', () => {
  const { shaped, lookups } = counted([keys(1000)]);
  const [first] = shaped.list!.rows;
  const others = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`E${at}`, { k999: at }]));
  expect(rowsIn({ map: { FIRST: first, ...others } })?.rows).toHaveLength(1001);
  expect(lookups()).toBeLessThan(10_000);
});

test('many other fields beside a list are named in part', () => {
  const { notes: [note] = [] } = renderers.table(shape(JSON.stringify({ items: [{ a: 1 }], ...keys(100_000) }), {}));
  expect(note?.[0]).toMatch(/^k0 0, k1 1, .*, k39 39, and 99,960 other fields$/);
});

test('a text of 200,000 words on one line', () => {
  const text = 'word '.repeat(200_000).trim();
  expect(wrap(text, Number.POSITIVE_INFINITY)).toEqual([text]);
});

test('the whole program: the sentence is on stderr, and stdout has the columns alone', async () => {
  const { run } = await stubUser(respondJson(ragged(150)));
  const { code, stdout, stderr } = await run('api user get-current -o csv');
  expect(code).toBe(exit.ok);
  expect(stdout.split('\n', 1)[0]!.split(',')).toHaveLength(mostColumns);
  expect(stderr).toBe(
    '100 of 300 fields are left out: choose columns with --columns a,b (--fields help lists the fields), or take all with -o json.\n',
  );
  const chosen = await run('api user get-current -o csv --columns f149,g149');
  expect(chosen.stdout.split('\n')[0]).toBe('f149,g149');
  expect(chosen.stderr).toBe('');
});
