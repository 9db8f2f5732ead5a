// The columns that people open a board for are among those that it shows at 80 and at 120 columns, and the preview has the whole id.
import { expect, test } from 'vitest';
import { groupScreens } from '../../src/commands/app/boards.js';
import { resolveCommand } from '../../src/commands/app/command-data.js';
import { columns as ledgerColumns } from '../../src/commands/ops/list.js';
import { groups } from '../../src/groups.js';
import { splitWords } from '../../src/services/command-line.js';
import { parseLossless } from '../../src/services/lossless-number.js';
import { gridLines } from '../../src/text/grid.js';
import { lineText } from '../../src/text/line.js';
import { bodySize } from '../../src/ui/state/core/page.js';
import { board } from '../../src/ui/state/core/screens.js';
import { previewPane } from '../../src/ui/view-models/preview.js';
import { columnRanks, measuredTable } from '../../src/ui/view-models/table.js';

import { viewOf } from '../support/queries.js';
import { now } from '../support/time.js';
import type { User } from '../support/tuk.js';
import { signedIn } from '../support/users.js';

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
    'assets offerings',
    'assets vehicles',
    'store featured',
    'wallet list',
    'wallet tokens',
    'notify list',
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
