// Work in lists: sort by the column under the cursor, move and hide columns, marks and their actions, and the command that gives the same.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { commandOf as commandNamed, groupEntry } from '../../src/cli/command/command.js';
import { endpointLines } from '../../src/cli/command/endpoint-lines.js';
import { groupScreens } from '../../src/commands/app/boards.js';
import { runSeveral } from '../../src/commands/app/command-result.js';
import { groups } from '../../src/groups.js';
import { catalogues } from '../../src/services/catalogue/index.js';
import { commandLines, filledLine, quoted, splitWords } from '../../src/services/command-line.js';
import { valueAt } from '../../src/services/json-value.js';
import type { Column } from '../../src/text/column.js';
import { fitted } from '../../src/text/grid.js';
import { sorted, sortingOf, sortText } from '../../src/text/row-order.js';
import { keymapOf } from '../../src/ui/state/application.js';
import { columnsIn } from '../../src/ui/state/boards/table-settings.js';
import type { ReadResult } from '../../src/ui/state/core/responses.js';
import type { BoardScreen } from '../../src/ui/state/core/screens.js';
import type { AppEvent, Application } from '../../src/ui/state/core/state.js';
import { commandOf } from '../../src/ui/state/keys/actions.js';
import { columnRanks } from '../../src/ui/view-models/table.js';
import { exit } from '../support/exit.js';
import { appAfter, applicationRows, type Step } from '../support/frames.js';
import { responded } from '../support/queries.js';
import { asyncProperty, property } from '../support/runs.js';
import { respond } from '../support/scripted-server.js';
import { now } from '../support/time.js';
import { newUser } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

function app(steps: readonly Step[]) {
  const { state, last: effects, top } = appAfter(steps, { head: { profile: 'p' }, every: 1 });
  return { state, effects, top };
}
const drawn = (state: Application, columns = 80) => applicationRows(state, { rows: 24, columns }, now).join('\n');
const answer = (line: string, value: unknown, more: Partial<ReadResult> = {}): AppEvent =>
  responded(line, { value, ...more });
const named = (...paths: readonly string[]): readonly Column[] => paths.map((path) => ({ path }));
const columns: readonly Column[] = [...named('status', 'title', 'rate'), { path: 'at', as: 'time' }, { path: 'id' }];
const offer = (id: number) => {
  return { id: `id-${id}`, status: 'OPEN', title: `Row ${id}`, rate: id, at: '2026-11-20T05:00:00Z' };
};
const offers = (...rows: object[]) => answer('assets offerings', rows, { columns });
const five = offers(offer(3), offer(1), offer(5), offer(2), offer(4));
const ids = ({ shown }: BoardScreen) => shown.map(({ id }) => String(id).slice(3)).join('');

describe('the order of rows', () => {
  test('keeps every row, keeps the order of equal ones, and is the other way round the other way round', () => {
    const known = fc.constantFrom(null, '', 'a', 'A', '2026-11-20', '2026-11-20T00:00:00Z', '1e2', '100');
    const value = fc.oneof(known, fc.integer(), fc.string());
    property(100, fc.array(value), (values) => {
      const rows = values.map((v, n) => ({ v, n }));
      const up = sorted(rows, { path: 'v', down: false });
      const down = sorted(rows, { path: 'v', down: true });
      expect([...up].map(({ n }) => Number(n)).sort((a, b) => a - b)).toEqual(rows.map(({ n }) => n));
      expect(sorted(up, { path: 'v', down: false })).toEqual(up);
      expect(sorted(down, { path: 'v', down: false }).map(({ v }) => v).length).toBe(rows.length);
      const empty = (of: readonly { v?: unknown }[]) => of.findIndex(({ v }) => v === null || v === '');
      for (const one of [up, down])
        if (empty(one) >= 0) expect(one.slice(empty(one)).every(({ v }) => v === null || v === '')).toBe(true);
    });
  });
  test('--sort-by: - turns it round, unless a field begins with it', () => {
    const isA = (path: string) => path === 'a';
    expect(sortingOf('-a', isA)).toEqual({ path: 'a', down: true });
    expect(sortingOf('-a', () => true)).toEqual({ path: '-a', down: false });
    for (const down of [true, false])
      expect(sortingOf(sortText({ path: 'a', down }), isA)).toEqual({ path: 'a', down });
  });
});

describe('the column cursor', () => {
  test('s sorts by the column under it, reverses the order, ends the sort; the heading and the command say so', () => {
    expect(ids(app(['1', five, 's']).top)).toBe('31524'); // all are OPEN
    const up = app(['1', five, '>', '>', '>', 's']);
    expect(ids(up.top)).toBe('12345');
    expect(drawn(up.state)).toMatch(/RATE ↑/);
    expect(commandOf(up.state)).toBe('tuk assets offerings --sort-by rate');
    const down = app(['1', five, '>', '>', '>', 's', 's']);
    expect(ids(down.top)).toBe('54321');
    expect(drawn(down.state)).toMatch(/5 rows · rate ↓[\s\S]*RATE ↓/);
    expect(commandOf(down.state)).toBe('tuk assets offerings --sort-by=-rate');
    expect(commandOf(app(['1', five, '>', '>', '>', 's', 's', 's']).state)).toBe('tuk assets offerings');
  });
  test('a column that does not fit comes into view under the cursor, and stays while it is sorted by', () => {
    const wide = Array.from({ length: 12 }, (_, at) => ({ path: `field${at}` }));
    const rows = [Object.fromEntries([['id', '1'], ...wide.map(({ path }) => [path, 'a text of twenty-two'])])];
    const many = answer('assets offerings', rows, { columns: wide });
    expect(drawn(app(['1', many]).state)).not.toContain('FIELD11');
    const right = Array<string>(12).fill('>');
    expect(drawn(app(['1', many, ...right]).state)).toContain('FIELD11');
    expect(drawn(app(['1', many, ...right, 's', ...Array<string>(11).fill('<')]).state)).toMatch(/FIELD0 .*FIELD11 ↑/);
  });
  test('H hides, { and } move, = shows all again; another screen and a reload keep it', () => {
    const look = (...keys: string[]) =>
      drawn(app(['1', five, ...keys]).state)
        .split('\n')[3]!
        .trim();
    expect(look()).toMatch(/^STATUS +TITLE +RATE +AT +ID$/);
    expect(look('H')).toMatch(/^TITLE +RATE +AT +ID$/);
    expect(look('>', '}')).toMatch(/^TITLE +STATUS +RATE +AT +ID$/);
    expect(look('>', '>', '{', '{', '}', '}')).toMatch(/^STATUS +RATE +TITLE +AT +ID$/);
    expect(look('H', '}', '=')).toMatch(/^STATUS +TITLE +RATE +AT +ID$/);
    expect(look('H', 'H', 'H', 'H', 'H', 'H')).toBe('ID');
    expect(look('H', '}', 's', '3', '1')).toMatch(/^RATE +TITLE ↑ +AT +ID$/);
    expect(look('c', 'J', 'space', 'enter')).toMatch(/^TITLE +RATE +AT +ID$/);
    const hidesEach = Array<string[]>(5).fill(['space', 'j']).flat();
    expect(look('c', ...hidesEach, 'enter')).toBe('STATUS'); // never all of them
    expect(look('c', 'J', 'K', 'J', 'enter')).toMatch(/^TITLE +STATUS +RATE/);
  });
});

test('whatever is sorted, moved, hidden and filtered: the shown command prints the same rows and columns', async () => {
  const { run } = newUser();
  const { group } = await groupEntry(groups, 'assets')!.load();
  const { read } = commandNamed(group, ['offerings'])!;
  const value = JSON.parse((await run('assets offerings --json')).stdout) as object[];
  const own = answer('assets offerings', value, { columns: read!.columns!, id: 'id' });
  const key = fc.constantFrom('>', '>', '<', 's', 's', 'H', '{', '}', '=');
  await asyncProperty(
    25,
    fc.array(key, { maxLength: 14 }),
    fc.constantFrom('', 'open', '!open'),
    async (keys, filter) => {
      const { state, top } = app(['1', own, ...keys, ...(filter === '' ? [] : ['/', ...filter, 'enter'])]);
      const paths = columnsIn(top, read!.columns!).map(({ path }) => path);
      const words = splitWords(commandOf(state)).slice(1);
      const { stdout, stderr, code } = await run([...words, '-o', 'csv']);
      expect(code, stderr).toBe(exit.ok);
      const [head, ...lines] = stdout.trim().split('\n');
      if (words.includes('--columns')) expect(head!.split(',')).toEqual(paths);
      const titles = top.shown.map((row) => String(valueAt(row, 'title')));
      if (head!.split(',').includes('title'))
        for (const [at, line] of lines.entries()) expect(line).toContain(titles[at]);
      expect(lines).toHaveLength(top.shown.length);
    },
  );
}, 120_000);

test('a field name of a service cannot become a word of the copied command', () => {
  const path = '$(reboot) ;x';
  const odd = answer('assets offerings', [{ id: '1', [path]: 2, '-v': 3 }], { columns: named(path, '-v', 'id') });
  expect(splitWords(commandOf(app(['1', odd, 's']).state))).toEqual(['tuk', 'assets', 'offerings', '--sort-by', path]);
  const comma = answer('assets offerings', [{ id: '1', 'a,b': 2, c: 3 }], { columns: named('a,b', 'c', 'id') });
  expect(commandOf(app(['1', comma, '>', '}']).state)).toBe('tuk assets offerings --columns c,id');
  const hidden = commandOf(app(['1', odd, 'H', 's']).state);
  expect(splitWords(hidden)).toEqual(['tuk', 'assets', 'offerings', '--columns=-v,id', '--sort-by=-v']);
});

test('the command names only fields that some row has: it would be refused otherwise', async () => {
  const gone = offers({ id: 'id-1', status: 'OPEN', title: 'a' });
  expect(commandOf(app(['1', five, '>', '>', '>', 's', gone]).state)).toBe('tuk assets offerings');
  expect(commandOf(app(['1', five, '>', '}', gone]).state)).toBe('tuk assets offerings --columns title,status,id');
  const { run } = await stubUser(respond(200, '[{"id":1,"status":"OPEN","rate":2},{"id":2,"status":"CLOSED"}]'));
  for (const option of ['--columns id,rate', '--fields id,rate', '--fields id,rate -o csv', '--sort-by rate']) {
    const end = await run(`assets offerings --match closed ${option}`);
    expect(end, option).toEqual({ code: exit.ok, stdout: expect.stringContaining('2'), stderr: '' });
  }
  expect((await run('assets offerings --match closed --columns id,zzz')).code).toBe(exit.usage);
});

describe('marks', () => {
  const marks = (...events: (AppEvent | string)[]) => (app(['1', five, ...events]).top.picked ?? []).join(' ');
  test('space marks by id through reloads, sorting and filters; a row that goes takes its mark with it', () => {
    expect(marks('space', 'space')).toBe('id-3 id-1');
    expect(marks('space', 'k', 'space')).toBe('');
    expect(marks('space', 'ctrl-\\')).toBe('');
    expect(marks('space', 'space', 's', '/', '5', 'enter', offers(offer(1), offer(3), offer(9)))).toBe('id-3 id-1');
    expect(marks('space', 'space', offers(offer(1), offer(9)))).toBe('id-1');
    expect(marks('space', offers(offer(9)))).toBe('');
    expect(drawn(app(['1', five, 'space', 'space', '/', ...'Row 3', 'enter']).state)).toMatch(
      /1 of 5 rows · .*2 marked, 1 not shown/,
    );
  });
  test('v begins a range that every move extends and takes back; v or space ends it', () => {
    expect(marks('v', 'j', 'j', 'k')).toBe('id-3 id-1');
    expect(marks('G', 'space', 'g', 'v', 'j')).toBe('id-4 id-3 id-1');
    expect(marks('v', 'G', 'v', 'g')).toBe('id-3 id-1 id-5 id-2 id-4');
    expect(marks('j', 'v', 'j', 'space', 'j')).toBe('id-1 id-5');
    expect(marks('j', 'v', 'g')).toBe('id-3 id-1');
    expect(marks('v', 'j', offers(offer(1), offer(5)), 'j')).toBe('id-1');
  });
  test('esc clears the marks first, then the filter', () => {
    const { picked, range, filter } = app(['1', five, '/', ...'Row', 'enter', 'v', 'j', 'esc']).top;
    expect([picked, range, filter]).toEqual([undefined, undefined, 'Row']);
    expect(app(['1', five, '/', ...'Row', 'enter', 'v', 'j', 'esc', 'esc']).top.filter).toBe('');
  });
  test('y copies the ids of all marked in the order of the table, a line each; the rule counts them', () => {
    const { effects, state } = app(['1', five, 'space', 'space', '>', '>', '>', 's', 'y']);
    expect(effects).toContainEqual({ do: 'copy', is: '2 ids, a line each', text: 'id-1\nid-3' });
    expect(drawn(state)).toMatch(/5 rows · 2 marked · rate ↑/);
  });
  test('a row without an id is not marked', () => {
    const without = offers({ title: 'a' }, { title: 'b' });
    const keys = keymapOf(app(['1', without]).state).flatMap((one) => one.keys);
    for (const key of ['space', 'v']) {
      expect(keys).not.toContain(key);
      expect(app(['1', without, key]).top.picked).toBeUndefined();
    }
  });
});

describe('actions on marked rows', () => {
  const notes = answer('notify list', [{ id: 'a' }, { id: "b'; rm" }, { id: 'c' }]);
  test('one command for all of them where it takes several ids', () => {
    const { state } = app(['9', notes, 'space', 'space', 'x']);
    expect(drawn(state)).toContain('Actions on 2 marked rows');
    const { effects } = app(['9', notes, 'space', 'space', 'x', 'enter']);
    const { line } = effects.find((one) => one.do === 'run')!;
    expect(splitWords(line!)).toEqual(['notify', 'dismiss', 'a', "b'; rm"]);
    expect(commandLines(line!)).toHaveLength(1);
    const alone = app(['9', notes, 'x', 'enter']).effects.find((one) => one.do === 'run');
    expect(alone?.line).toBe('notify dismiss a');
  });
  test('each for the rows whose status allows it; what asks for a confirmation is for one row at a time, and that is said', () => {
    const ride = (id: number, status: string) => ({ id: `r${id}`, status });
    const rides = answer('ride status --known', [ride(1, 'PENDING'), ride(2, 'NOT_MATCHED'), ride(3, 'PICKUP')], {
      columns: [{ path: 'status', as: { status: 'RideStatus' } }, { path: 'id' }],
    });
    const { state } = app(['2', rides, 'v', 'G', 'x']);
    expect(state.chooser?.items.map(({ value, is }) => [value, is])).toEqual([
      ['ride retry r2', '1 of 3 rows: tuk ride retry r2'],
      ['wait ride:r1 ride:r3', '2 of 3 rows: tuk wait ride:r1 ride:r3'],
    ]);
    expect(state.chooser?.note).toMatch(/^For one row at a time: Cancel….*\. esc clears the marks\.$/);
    expect(drawn(state)).toContain('For one row at a time');
    expect(app(['2', rides, 'j', 'space', 'x']).state.chooser?.items.map(({ value }) => value)).toEqual([
      'ride retry r2',
    ]);
    const offered = app(['1', five, 'space', 'space', 'x']);
    expect(offered.state.chooser).toBeUndefined();
    expect(drawn(offered.state)).toContain('For one row at a time: Buy a share…');
  });
  test('a read that takes one id runs once for each, one after the other', () => {
    const mine = answer('assets vehicles --mine', [{ vin: 'V1' }, { vin: 'V 2' }, { vin: 'V3' }], { id: 'vin' });
    const { effects } = app(['1', 'l', 'l', mine, 'space', 'space', 'x', 'enter']);
    const { line } = effects.find((one) => one.do === 'run')!;
    expect(commandLines(line!)).toEqual(['assets incomes V1', "assets incomes 'V 2'"]);
    const ended = { what: 'command ended', line: line!, code: exit.notFound, head: { profile: 'p' }, signedIn: true };
    expect(drawn(app(['1', 'l', 'l', mine, ended as AppEvent]).state)).toContain('Exit code 5: 2 commands');
  });
  test('no action that takes all marked rows moves value or takes one id only', async () => {
    const actions = groupScreens.flatMap(({ screens }) => screens.flatMap((one) => one.actions ?? []));
    const several = actions.filter(([, line]) => line.includes('{id...}'));
    expect(several.length).toBeGreaterThan(1);
    const all = await catalogues();
    for (const [, line] of several) {
      const [name = '', ...words] = splitWords(line);
      const command = commandNamed((await groupEntry(groups, name)!.load()).group, words)!;
      expect(command.values, line).toContain('...');
      const paths = `${(await endpointLines(command)).join('\n')}\n`;
      const money = all.flatMap(({ calls }) => Object.values(calls)).filter(({ effect }) => effect === 'money');
      for (const call of money) expect(paths, line).not.toContain(` ${call.method} ${call.path}\n`);
    }
  });
  test('lines of commands come apart again, whatever their words hold', () => {
    const word = fc.string({ unit: fc.constantFrom('a', ' ', "'", '"', '\n', '\\', '$', ';'), minLength: 1 });
    property(100, fc.array(fc.array(word, { minLength: 1 }), { minLength: 1 }), (lines) => {
      const text = lines.map((words) => words.map(quoted).join(' ')).join('\n');
      expect(commandLines(text).map(splitWords)).toEqual(lines);
    });
    expect(filledLine('x {id...}', { id: '1' }, 'id', [{ id: '{id}' }, { id: '2\nrm' }])).toBe("x '{id}' '2\nrm'");
    expect(filledLine('x {id...}', { id: '1' }, 'id', [{ id: '1' }, { id: '--yes' }])).toBeUndefined();
    expect(filledLine('x {id...}', { id: '1' }, 'id', [])).toBeUndefined();
  });
  test('several commands are summed up, and stop after an interruption or under another owner', async () => {
    const ran = async (codes: readonly number[], keys: readonly string[] = ['one']) => {
      const log: string[] = [];
      let at = 0;
      const own = { check: async () => false, context: { world: {} } };
      const key = { get: () => keys[Math.min(at, keys.length - 1)]! };
      const stay = Object.defineProperty(own, 'key', key) as unknown as Parameters<typeof runSeveral>[1];
      const how = { run: async () => codes[at++]!, log: (text: string) => log.push(text) };
      return [await runSeveral(['a 1', 'a 2', 'a 3'], stay, how), log.join('\n')];
    };
    const all = '$ tuk a 1\n$ tuk a 2\n$ tuk a 3\n3 of 3 commands are done.';
    expect(await ran([0, 0, 0])).toEqual([exit.ok, all]);
    const one = expect.stringContaining('2 of 3 commands are done.\n✗ exit code 5: tuk a 2');
    expect(await ran([0, 5, 0])).toEqual([exit.notFound, one]);
    expect(await ran([0, 130, 0])).toEqual([exit.interrupted, expect.stringContaining('○ not run: 1')]);
    expect(await ran([0, 0, 0], ['one', 'two'])).toEqual([exit.guarded, expect.stringContaining('○ not run: 2')]);
  });
});

describe('columns give way', () => {
  const rides: readonly Column[] = [
    { path: 'status', as: { status: 'RideStatus' } },
    { path: 'origin.name', heading: 'from' },
    { path: 'destination.name', heading: 'to' },
    { path: 'fare', as: 'amount' },
    { path: 'currency', heading: 'in' },
    { path: 'requestedAt', heading: 'asked', as: 'time' },
    { path: 'city' },
    { path: 'id' },
  ];
  test('status, name, amount with its unit and time stay; ids go first, unless nothing else names a row', () => {
    const byRank = columnRanks(rides, 'id')
      .map((rank, at) => [rank, rides[at]!.path] as const)
      .sort(([one], [other]) => one - other)
      .map(([, path]) => path);
    expect(byRank.join(' ')).toBe('status origin.name fare currency requestedAt destination.name city id');
    const [status, id] = columnRanks(named('status', 'id', 'hash'), 'id');
    expect(id).toBe(status! + 1);
    const noted: readonly Column[] = [
      { path: 'note', room: 'stays' },
      { path: 'name', room: 'yields' },
    ];
    const [stays, gives] = columnRanks(noted, 'id');
    expect(gives).toBeGreaterThan(stays!);
  });
  test('a ride at 80 columns shows status, from, to, fare and when', () => {
    const own = {
      ...{ status: 'PICKUP', fare: '12.5', currency: 'SGD', city: 'SIN', id: 'r'.repeat(36) },
      ...{ origin: { name: 'Marina Bay Sands Hotel Tower 1' }, requestedAt: '2026-11-20T05:54:00Z' },
      destination: { name: 'Changi Airport Terminal 3' },
    };
    const shown = drawn(app(['2', answer('ride status --known', [own], { columns: rides })]).state);
    expect(shown).toMatch(/STATUS +FROM +TO +FARE +IN +ASKED/);
  });
  test('what fits never exceeds the width, and no column that would still be readable is left out', () => {
    const [widths, ranks] = [fc.integer({ min: 1, max: 90 }), fc.integer({ min: -1, max: 4 })];
    const any = fc.record({ width: widths, right: fc.boolean(), rank: ranks });
    property(100, fc.array(any, { minLength: 1, maxLength: 9 }), fc.integer({ min: 20, max: 120 }), (all, wide) => {
      const own = { heading: '', cell: () => ({ text: '' }) };
      const columns = all.map(({ right, rank }) => ({ ...own, rank, ...(right ? { right: true as const } : {}) }));
      const fits = fitted({ columns, widths: all.map(({ width }) => width) }, wide);
      expect(fits.length).toBeGreaterThan(0);
      expect(fits.map(({ at }) => at)).toEqual([...fits].map(({ at }) => at).sort((a, b) => a - b));
      const total = fits.reduce((sum, { size }) => sum + size, 2 * (fits.length - 1));
      if (all.some(({ right, width }) => !right || width <= wide)) expect(total).toBeLessThanOrEqual(wide);
      for (const { at, size } of fits) if (all[at]!.right && fits.length > 1) expect(size).toBe(all[at]!.width);
      const out = all.filter((_, at) => !fits.some((one) => one.at === at));
      for (const { width, right } of out)
        if (total < wide) expect(total + 2 + (right ? width : Math.min(width, 20))).toBeGreaterThan(wide);
    });
  });
});

test('a filter that no row can fulfil says why; one that only finds nothing does not', () => {
  const rows = responded('assets offerings', {
    value: [{ id: '1', title: 'Hanoi Bikes', interestRate: '8.5' }],
    columns: [{ path: 'title' }, { path: 'interestRate', heading: 'rate', as: 'percent' }],
  });
  const shown = (text: string) => drawn(app(['1', rows, '/', ...text]).state);
  expect(shown('foo~bar')).toMatch(/0 of 1 match \/foo~bar\s+"foo" is not a column; there are: title, rate\./);
  expect(shown('rate>abc')).toMatch(/0 of 1 match \/rate>abc\s+"rate>abc" /);
  expect(shown('saigon')).toMatch(/0 of 1 match \/saigon\s+esc shows all\./);
});

test('the footer offers to open a row only where the filter leaves one', () => {
  const acts = (...keys: string[]) => keymapOf(app(['1', five, ...keys]).state).map(({ act }) => act);
  expect(acts()).toContain('open');
  expect(acts('/', 'q', 'enter')).not.toContain('open');
});
