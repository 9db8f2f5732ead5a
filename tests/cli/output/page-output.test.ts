// Pages that are printed one at a time give the bytes of the whole response.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinPages } from '../../../src/cli/output/joined-pages.js';
import type { OutputOptions, Presentation } from '../../../src/cli/output/output.js';
import { printPages } from '../../../src/cli/output/page-output.js';
import { printJson } from '../../../src/cli/output/print-json.js';
import { Spool } from '../../../src/services/spool.js';
import { asyncProperty, property } from '../../support/runs.js';
import { collector } from '../../support/streams.js';

const streams = (columns?: number) => {
  const stdout = Object.assign(collector({ isTTY: columns !== undefined }), { columns });
  const notes: string[] = [];
  return { stdout, notes, stderr: { writeLine: (line: string) => notes.push(line) }, env: {} };
};
const ended = (stream: ReturnType<typeof collector>) => new Promise<void>((done) => stream.end(done));

/** What the two ways of printing give: undefined where they throw, or cannot print it. */
async function bothOutputs(
  pages: readonly string[],
  options: OutputOptions,
  { presentation = {}, columns }: { readonly presentation?: Presentation; readonly columns?: number } = {},
) {
  const [paged, whole] = [streams(columns), streams(columns)];
  const done = await printPages(pages, options, paged, presentation).catch(() => false);
  const printed = printJson(await joinPages(pages), options, whole, presentation);
  const failed = (await Promise.allSettled([printed]))[0].status === 'rejected';
  await Promise.all([ended(paged.stdout), ended(whole.stdout)]);
  return { done, failed, paged: [paged.stdout.text, paged.notes], whole: [whole.stdout.text, whole.notes] };
}

const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.integer(),
  fc.constant(null),
  fc.boolean(),
  fc.array(fc.integer(), { maxLength: 2 }),
  fc.record({ deep: fc.string() }),
);
const name = fc.constantFrom('a', 'b', 'c', 'd', 'e "quoted"', 'é', 'id', 'symbol');
const rows = fc.array(fc.dictionary(name, value, { maxKeys: 5 }), { minLength: 1, maxLength: 4 });
const page = fc
  .tuple(rows, fc.constantFrom('', 'data', 'items'), fc.boolean())
  .map(([list, field, last]) =>
    JSON.stringify(
      field === ''
        ? list
        : last
          ? { count: 7, [field]: list, next: 'x' }
          : { [field]: list, total: '9007199254740993' },
    ),
  );
const options = fc.constantFrom<OutputOptions>(
  {},
  { format: 'json', explicitJson: true },
  { format: 'csv' },
  { format: 'csv', fields: ['a', 'd.deep'] },
  { format: 'csv', columns: ['b', 'a'] },
  { format: 'csv', columns: ['a'], fields: ['a', 'b'] },
  { format: 'json', fields: ['a', 'b'] },
  { format: 'csv', fields: ['nowhere'] },
  { fields: ['count'] },
  { format: 'table' },
  { format: 'table', noHeader: true },
  { columns: ['b', 'a'] },
  { format: 'table', mask: true },
  { format: 'name' },
);

const declared = [
  { path: 'b', ifAny: true },
  { path: 'A', total: 'c' },
  { path: 'é', as: 'amount' },
] as const;
const shown = fc.record({
  columns: fc.constantFrom(undefined, 20, 60),
  presentation: fc.constantFrom<Presentation>(
    {},
    { columns: declared, of: () => ({}) },
    { columns: declared },
    { idPath: 'b' },
  ),
});

test('JSON, CSV, names and tables page by page are what the whole response gives, in a pipe and on a terminal', async () => {
  const several = fc.array(page, { minLength: 2, maxLength: 4 });
  await asyncProperty(500, several, options, shown, async (pages, chosen, on) => {
    const { done, failed, paged, whole } = await bothOutputs(pages, chosen, on);
    if (failed) expect(done).toBe(false);
    expect(paged).toEqual(done ? whole : ['', []]);
  });
});

test('the usual options of long lists are printed page by page', async () => {
  const pages = ['{"data":[{"a":1,"b":2}],"next":"x"}', '{"data":[{"a":1.50,"c":"=1","id":1}]}'];
  for (const chosen of [
    {},
    { format: 'csv' },
    { format: 'csv', fields: ['a', 'c'] },
    { format: 'json', fields: ['a'] },
    { format: 'table' },
    { columns: ['c'] },
    { format: 'name' },
  ] as const)
    expect((await bothOutputs(pages, chosen as OutputOptions)).done).toBe(true);
  expect((await bothOutputs(pages, {})).paged[0]).toBe(
    '{"data":[{"a":1,"b":2},{"a":1.50,"c":"=1","id":1}],"next":"x"}\n',
  );
  const sorted = (['table', 'csv'] as const).map((format) => ({ format, sortBy: 'a' }));
  for (const chosen of [{ format: 'yaml' } as const, ...sorted, { jq: '.' }])
    expect((await bothOutputs(pages, chosen as OutputOptions)).done).toBe(false);
});

/** Three pages of 400 rows of one form, one of the last page excepted. */
const longPages = (late: object) => {
  const rows = (own: object) =>
    Array.from({ length: 400 }, (_, id) => ({ id, price: '5.50', name: 'Tuk', ...(id === 7 && own) }));
  return [{}, {}, late].map((own) => JSON.stringify({ data: rows(own), total: 1200 }));
};

test.each<[string, object]>([
  ['nothing new', {}],
  ['a wider text', { name: 'A name that is wider than all others' }],
  ['another kind of value', { price: 'on request', name: null }],
  ['a field that no other row has', { seller: { country: 'KH' }, status: 'OPEN' }],
])('a late row with %s counts for the columns of the whole table', async (_, late) => {
  for (const columns of [undefined, 30, 100]) {
    const { done, paged, whole } = await bothOutputs(longPages(late), { format: 'table' }, { columns });
    expect([done, paged]).toEqual([true, whole]);
  }
});

test('a table holds the rows of one page: each is written before the next one is read', async () => {
  const events: string[] = [];
  function* pages() {
    for (const text of longPages({})) {
      events.push('page');
      yield text;
    }
  }
  const write = (chunk: string, done: () => void) => {
    events.push(`${chunk.trim().split('\n').length} lines`);
    done();
  };
  const stdout = { write, once: () => {}, removeListener: () => {} } as unknown as NodeJS.WritableStream;
  const read = { [Symbol.iterator]: pages };
  expect(await printPages(read, { format: 'table' }, { ...streams(), stdout })).toBe(true);
  const from = events.indexOf('1 lines'); // the headings
  expect(events.slice(from)).toEqual(['1 lines', ...Array(3).fill(['page', '400 lines']).flat()]);
});

const sizes = [0, 1000, 1_000_000];
test.each(sizes)('a spool of %d units in memory gives back its texts, as often as it is read', (most) => {
  property(50, fc.array(fc.string({ unit: 'binary', maxLength: 300 })), (texts) => {
    const spool = new Spool(most);
    try {
      for (const text of texts) spool.add(text);
      const wellFormed = texts.map((text) => text.toWellFormed());
      for (const _ of 'twice') expect([...spool].map((text) => text.toWellFormed())).toEqual(wellFormed);
    } finally {
      spool.close();
    }
  });
});
