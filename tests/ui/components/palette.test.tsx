// The palette: its field with the cursor, the matches around the marked one, their number.
import { expect, test } from 'vitest';
import { ClickTargets } from '../../../src/ui/components/clickable.js';
import { Palette } from '../../../src/ui/components/palette.js';
import { appAfter, frame, typed } from '../../support/frames.js';
import { responded } from '../../support/queries.js';
import { now } from '../../support/time.js';

const commands = Array.from({ length: 30 }, (_, at) => ({ name: `zebra run ${at}`, is: `Run ${at}\x1b[2J` }));
function palette(text: string, { columns = 78, rows = 18, keys = [] as readonly string[], known = true } = {}) {
  const { state } = appAfter([':', ...typed(text), ...keys], known ? { commands } : {});
  const targets = new ClickTargets();
  const drawn = frame(<Palette state={state} palette={state.palette!} area={{ rows, columns }} now={now} />, {
    columns,
    rows,
    targets,
  });
  return { ...drawn, targets };
}

test('the first ten matches, the first one marked, and their number', () => {
  const { text } = palette('zebra');
  expect(text()).toMatch(/╭─ Command ─[\s\S]*│ : zebra▏[\s\S]*COMMANDS +30 │\n.*│ ▸ zebra run 0 +Run 0\\x1b\[2J/);
  expect(text()).toContain('zebra run 9');
  expect(text()).not.toContain('zebra run 10');
  expect(text()).toContain('enter opens a read; another command, typed in full, runs');
});

test('the marked match comes into view', () => {
  const { text } = palette('zebra', { keys: Array<string>(12).fill('down') });
  expect(text()).toMatch(/ {2}zebra run 3 [\s\S]*▸ zebra run 12 /);
  expect(text()).not.toContain('zebra run 2 ');
});

test('the cursor stands within the text; a long text is cut at its beginning', () => {
  expect(palette('zebra', { keys: ['left', 'left'] }).text()).toContain(': zeb▏ra');
  expect(palette('zebra '.repeat(20)).text()).toMatch(/: ….*zebra ▏/);
});

test('until the commands are known, their number is a sign', () => {
  expect(palette('', { known: false }).text()).toMatch(/COMMANDS +◐ │/);
});

test('a click on a match is its place, also where the list is scrolled', () => {
  const { targets, rows } = palette('zebra', { keys: Array<string>(12).fill('down') });
  const y = rows().findIndex((row) => row.includes('zebra run 5 '));
  expect(targets.at(rows()[y]!.indexOf('zebra'), y)).toEqual({ choice: 5 });
});

test.each([
  [20, 6],
  [40, 8],
  [198, 54],
])('it does not exceed %i columns and %i rows', (columns, rows) => {
  const drawn = palette('zebra', { columns, rows });
  expect(drawn.rows().length).toBeLessThanOrEqual(rows);
  for (const row of drawn.rows()) expect(row.length).toBeLessThanOrEqual(columns);
});

test('on a wide screen what is marked is previewed: a thing with its masked fields, a command with what it does', () => {
  const { state } = appAfter([
    '1',
    responded('assets offerings', { value: [{ id: 'a-1', title: 'Hanoi Bikes', owner: { name: 'Mina Park' } }] }),
    ':',
    ...typed('hanoi'),
  ]);
  const previewed = (palette: NonNullable<typeof state.palette>) =>
    frame(<Palette {...{ state, palette, now }} area={{ rows: 30, columns: 110 }} />, {
      columns: 110,
      rows: 30,
    }).text();
  const thing = previewed(state.palette!);
  expect(thing).toMatch(/▸ Hanoi Bikes +Assets › Offerings/);
  expect(thing).toMatch(/│ +OWNER/);
  expect(thing).not.toContain('Mina Park');
  const { state: typing } = appAfter([':', ...typed('zebra run 7')], { commands });
  const drawn = frame(
    <Palette state={typing} palette={typing.palette!} now={now} area={{ rows: 30, columns: 110 }} />,
    {
      columns: 110,
      rows: 30,
    },
  ).text();
  expect(drawn).toMatch(/│ tuk zebra run 7/);
});

test('the preview stays within its frame, whatever it has; where nothing matches, that is said', () => {
  const id = '5aee8d95-b51f-4705-8412-5e9964c312ab';
  const held = responded('assets offerings', { value: [{ id, link: `https://a.test/${id}`, pair: id }] });
  for (const columns of [100, 110, 180]) {
    const { state } = appAfter(['1', held, ':', ...typed(id)], { commands });
    const drawn = frame(<Palette {...{ state, palette: state.palette!, now }} area={{ rows: 30, columns }} />, {
      columns,
      rows: 30,
    });
    const rows = drawn.rows().filter((row) => /^ *[│╭╰]/.test(row));
    expect(new Set(rows.map((row) => row.trimEnd().length)).size).toBe(1);
    for (const row of rows.slice(1, -1)) expect(row.trimEnd()).toMatch(/│$/);
  }
  expect(palette('qqzz 1').text()).toContain('no command, screen or loaded thing is like that');
});
