// Rows are things: in every list of the sandbox each row has a key of its own, from its declared paths alone, so that -w reports it and a mark marks it and no other.
import { expect, test } from 'vitest';
import type { Command } from '../../src/cli/command/command.js';
import { groupScreens } from '../../src/commands/app/boards.js';
import { kindOfRows } from '../../src/commands/app/screen-data.js';
import { changesOf, polledRows } from '../../src/engine/read/poll.js';
import { groups } from '../../src/groups.js';
import { filledLine } from '../../src/services/command-line.js';
import { rowsIn } from '../../src/services/decode/rows.js';
import { isScalar, type Row, valueAt } from '../../src/services/json-value.js';
import { parseLossless } from '../../src/services/lossless-number.js';
import { keyOf } from '../../src/text/row-keys.js';
import { things } from '../../src/things/index.js';
import { transfer } from '../../src/things/transaction.js';
import { extended, markedRows } from '../../src/ui/state/boards/marks.js';
import { keysOf } from '../../src/ui/state/core/responses.js';
import { board } from '../../src/ui/state/core/screens.js';
import { pickedIn } from '../../src/ui/view-models/board.js';
import { argvOf } from '../support/tuk.js';
import { signedIn } from '../support/users.js';

const reads = (
  await Promise.all(
    Object.entries(groups).map(async ([name, entry]) =>
      (await entry.load()).group.commands.map((command) => [`${name} ${command.name}`.trim(), command] as const),
    ),
  )
)
  .flat()
  .filter(([, { read }]) => read !== undefined && !read.singleRecord);
const plain = (line: string) =>
  !/[<>|{]/.test(line) && !/ (-w|-o|-p|--jq|--fields|--columns|--match|--sort-by|--limit)\b/.test(line);
const ofBoards = groupScreens.flatMap(({ screens }) => screens.map(({ command }) => command)).filter(plain);
const lines = new Map<string, Command>();
for (const [name, command] of reads) {
  for (const line of command.examples.filter(plain)) lines.set(line.replace(/^tuk /, ''), command);
  for (const line of ofBoards) if (line === name || line.startsWith(`${name} -`)) lines.set(line, command);
}
/** Rows of a long list for which each other one is looked at. */
const sample = <Item>(all: readonly Item[]) => (all.length <= 40 ? all : [...all.slice(0, 20), ...all.slice(-20)]);
const user = await signedIn();
const rowsOf = new Map<string, readonly Row[]>();
for (const line of lines.keys()) {
  const { code, stdout } = await user.run([...argvOf(line), '--json']);
  const rows = code === 0 && stdout !== '' ? rowsIn(parseLossless(stdout))?.rows : undefined;
  if (rows && rows.length > 0) rowsOf.set(line, rows);
}
const tested = [...rowsOf].map(([line, rows]) => {
  const { idPath: id = 'id', key = [id] } = lines.get(line)!.read!;
  return { line, rows, id, key };
});

test('the sandbox has rows of most lists', () => {
  expect(tested.length).toBeGreaterThan(60);
});

test.each(tested)('$line: keys', ({ rows, id, key }) => {
  const keys = rows.map((row) => keyOf(row, key));
  expect(keys).not.toContain(undefined);
  const twice = keys.filter((one, at) => keys.indexOf(one) !== at);
  expect(twice).toEqual([]);
  for (const [at, row] of sample([...rows.entries()])) {
    const picked = [keysOf({ rows, id, key })(row)!];
    const screen = { ...board('Home', { name: 'x', command: 'x' }), shown: rows, picked };
    const response = { rows, id, key, columns: [], options: {} };
    expect(markedRows(screen, response)).toEqual([row]);
    expect(rows.filter(pickedIn({ screen, response } as never))).toEqual([row]);
    const range = { from: screen.picked[0]!, before: [] };
    expect(extended({ ...screen, range, place: { marked: at, top: 0 } }, response).picked).toEqual(screen.picked);
  }
});

test.each(tested)('$line: what -w reports', async ({ line, rows, key }) => {
  const { stdout } = await user.run([...argvOf(line), '-w', '--count', '1']);
  expect(stdout.trimEnd().split('\n')).toHaveLength(rows.length);
  const before = polledRows(rows);
  for (const row of sample(rows)) {
    const others = rows.filter((other) => other !== row);
    expect(changesOf(before, polledRows(others.toReversed()), key).map((change) => change.before)).toEqual([row]);
    expect(changesOf(polledRows(others), before, key).map(({ after }) => after)).toEqual([row]);
    const field = Object.keys(row).find((name) => isScalar(row[name]) && !key.some((path) => path === name));
    if (field === undefined) continue;
    const changed = { ...row, [field]: `${String(valueAt(row, field))} changed` };
    const after = polledRows([...others, changed]);
    expect(changesOf(before, after, key)).toEqual([{ id: keyOf(row, key), before: row, after: changed }]);
  }
});

const screensByLine = new Map(
  groupScreens.flatMap(({ screens }) => screens.map((spec) => [spec.command, spec] as const)),
);
test.each(tested.filter(({ line }) => screensByLine.has(line)))(
  '$line: each row leads to its place',
  ({ line, rows, id }) => {
    const { leads, opens = typeof leads === 'string' ? leads : undefined, actions = [] } = screensByLine.get(line)!;
    for (const row of sample(rows)) {
      if (opens !== undefined && !/^(ops show|watch)/.test(opens))
        expect(filledLine(opens, row, id), `a row lacks a field of "${opens}": open what every row has`).toBeDefined();
      const lines = actions.filter(([, action]) => /\{/.test(action) && !action.includes('{here.'));
      if (lines.length > 0)
        expect(
          lines.filter(([, action]) => filledLine(action, row, id, [row]) !== undefined),
          'a row lacks a field of each action',
        ).not.toEqual([]);
    }
  },
);

test('what a key does concerns the row under the cursor: the rows of a read have the kind that its calls return', () => {
  const kindOf = (name: string) => {
    const [, command] = reads.find(([line]) => line === name)!;
    return kindOfRows(command, command.read!.of?.());
  };
  const actionsOf = (name: string) => kindOf(name)?.actions?.map(([label]) => label) ?? [];
  expect(actionsOf('wallet history')).toEqual(transfer.actions.map(([label]) => label)); // it names the wallet, whose page it opens
  expect(actionsOf('store featured')).toEqual(['Buy']);
  for (const [name, command] of reads) {
    const kind = kindOf(name);
    const calls = Object.entries(command.uses ?? {}).flatMap(([service, names]) =>
      names!.map((call) => `${service} ${call}`),
    );
    const own = things.find(({ actions }) => actions !== undefined && actions === kind?.actions);
    if (own)
      expect(
        own.reads.some(({ call }) => calls.includes(call)),
        name,
      ).toBe(true);
  }
});
