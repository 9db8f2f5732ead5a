// One place for the columns of a thing, which every command has from its declaration; those that people open a board for fit at 80 and 120 columns, and the preview has the whole id.
import { expect, test } from 'vitest';
import type { Command } from '../../src/cli/command/command.js';
import { groupScreens } from '../../src/commands/app/boards.js';
import { resolveCommand } from '../../src/commands/app/screen-data.js';
import { columns as ledgerColumns } from '../../src/commands/ops/list.js';
import { groupNames, groups } from '../../src/groups.js';
import { splitWords } from '../../src/services/command-line.js';
import { parseLossless } from '../../src/services/lossless-number.js';
import { gridLines } from '../../src/text/grid.js';
import { lineText } from '../../src/text/line.js';
import { things } from '../../src/things/index.js';
import { bodySize } from '../../src/ui/state/core/page.js';
import { board } from '../../src/ui/state/core/screens.js';
import { previewPane } from '../../src/ui/view-models/preview.js';
import { columnRanks, measuredTable } from '../../src/ui/view-models/table.js';
import { viewOf } from '../support/queries.js';
import { now } from '../support/time.js';
import type { User } from '../support/tuk.js';
import { signedIn } from '../support/users.js';

/** Commands with columns of their own, and why. */
const ownColumns: Readonly<Record<string, string>> = {
  find: 'things of every kind',
  'depin inventory': 'batteries, with the names of stations',
  'points games': 'a game, its leaders, its results and its missions in one table',
  'points rank show': 'a rank, or the claim of its reward',
  'swap status': 'a transaction of which only the status is asked',
  'wallet tx refresh': 'the same',
};

/** The command lines that list or show a thing, with their columns that no thing has. */
async function readsOfThings(): Promise<readonly (readonly [line: string, paths: readonly string[]])[]> {
  const fields = new Set(things.flatMap((thing) => thing.fields ?? []));
  const calls = new Set(things.flatMap(({ reads }) => reads.map(({ call }) => call as string)));
  const lines = groupNames.map(async (name) => {
    const { commands } = (await groups[name].load()).group;
    const readsThing = ({ uses = {} }: Command) =>
      Object.entries(uses).some(([service, names]) => names.some((call) => calls.has(`${service} ${call}`)));
    return commands
      .filter((command) => command.read?.columns && readsThing(command))
      .map((command) => {
        const own = command.read!.columns!.filter((column) => !fields.has(column as never));
        return [`${name} ${command.name}`.trim(), own.map(({ path }) => path)] as const;
      });
  });
  return (await Promise.all(lines)).flat();
}

test('a command that lists or shows a thing has the fields of the thing', async () => {
  const reads = await readsOfThings();
  const own = reads.filter(([, paths]) => paths.length > 0);
  expect(reads.length).toBeGreaterThan(40);
  const toDo = 'take the "fields" of the thing; ownColumns of this file has the exceptions, and no others';
  expect(own.map(([line]) => line).sort(), toDo).toEqual(Object.keys(ownColumns).sort());
});

/** A board with the rows of the sandbox, as it is at a width: the headings of its table, and its preview where there is one. */
async function boardsOf(user: User, command: string) {
  const spec = groupScreens.flatMap(({ screens }) => screens).find((one) => one.command === command)!;
  const { read } = (await resolveCommand(command, groups))!.command;
  const value = parseLossless((await user.run([...splitWords(command), '-o', 'json'])).stdout);
  const response = viewOf({ value, columns: spec.columns ?? read?.columns ?? ledgerColumns, id: read?.idPath }, now);
  const screen = { ...board('Group', spec), shown: response.rows ?? [] };
  const table = measuredTable(screen, response, now, { clock: false, reveal: true });
  return (columns: number) => {
    const area = bodySize({ rows: 36, columns });
    const preview = columns >= 100 ? previewPane({ screen, response, table, reveal: true }, area, now) : undefined;
    const width = preview?.at === 'beside' ? area.columns - preview.width - 3 : area.columns;
    const [head = '', first = ''] = gridLines(table, { marked: -1, top: 0 }, 9, width).map(lineText);
    return { head, first, preview: preview?.lines.map(lineText) ?? [], wide: preview?.width, response };
  };
}

test.each([
  ['assets offerings', [/STATUS +TITLE +RATE +RAISED/, /STATUS +TITLE +RATE +RAISED +GOAL +ENDS/]],
  ['wallet balance', [/TOKEN +AMOUNT +WORTH +IN +NETWORK/, /TOKEN +AMOUNT +WORTH/]],
  ['points missions list', [/NAME +STATE +REWARD/, /NAME +STATE +REWARD/]],
  ['store order list', [/STATUS +PRODUCT +TOTAL +ORDERED/, /STATUS +PRODUCT +TOTAL +ORDERED/]],
  ['ops list', [/WHAT +AMOUNT .*STATE +AGE/, /WHAT +AMOUNT .*STATE +AGE/]],
] as const)('%s', async (command, [at80, at120]) => {
  const user = await signedIn();
  await user.run('store buy 2 --quantity 1 --yes');
  const at = await boardsOf(user, command);
  expect(at(80).head).toMatch(at80);
  expect(at(120).head).toMatch(at120);
});

test('at 120 columns a preview has its share of the width: its table lacks at most one column of those at 80, no name is cut more, and the preview has the whole id', async () => {
  const user = await signedIn();
  const lists = [
    ...['assets offerings', 'assets vehicles', 'store featured', 'wallet list', 'wallet tokens', 'notify list'],
  ];
  for (const command of lists) {
    const at = await boardsOf(user, command);
    const { preview, wide, response, head, first } = at(120);
    expect(wide, command).toBeGreaterThanOrEqual(30);
    const count = (text: string) => text.trim().split(/ {2,}/).length;
    expect(count(head), command).toBeGreaterThanOrEqual(count(at(80).head) - 1);
    const isCutAt80 = at(80).first.includes('… ') || command === 'notify list';
    if (!isCutAt80) expect(first, command).not.toContain('… '); // a text may be cut, no name
    const id = String(response.rows![0]!.id ?? '');
    expect(preview.join(''), command).toContain(id);
  }
});

test('the same missions by name are told apart, and a count is not an amount', async () => {
  const user = await signedIn();
  const { response } = (await boardsOf(user, 'points missions list'))(80);
  const shown = response.rows!.map(({ name, slug }) => `${name} ${slug}`);
  expect(new Set(response.rows!.map(({ name }) => name)).size).toBeLessThan(shown.length);
  expect(new Set(shown).size).toBe(shown.length);
  const amounts = ['soldCount', 'price'].map((path) => ({ path, as: 'amount' as const }));
  const ranks = columnRanks([{ path: 'name' }, ...amounts, { path: 'rate', as: 'percent' }], 'id');
  expect([...ranks].sort()).toEqual([ranks[0], ranks[2], ranks[3], ranks[1]]);
});
