// The dialog of a command: the end of its output, its question with the answer, how long it runs and how it ended.
import { expect, test } from 'vitest';
import { CommandDialog } from '../../../src/ui/components/command-dialog.js';
import { bodySize } from '../../../src/ui/state/core/page.js';
import type { Application, RunningCommand } from '../../../src/ui/state/core/state.js';
import { inCommand } from '../../../src/ui/state/watch/command-dialog.js';
import { effectOf, visibleRows } from '../../../src/ui/view-models/command.js';
import { frame } from '../../support/frames.js';
import { now } from '../../support/time.js';

const empty = { lines: [], typing: '', isReading: false, scrolled: 0 };
const base: RunningCommand = { line: 'points transfer --to dara', ...empty };
const part = (more: Partial<RunningCommand>, area = { rows: 18, columns: 78 }) => (
  <CommandDialog running={{ ...base, ...more }} {...{ area, now }} />
);
const dialog = (more: Partial<RunningCommand>) => frame(part(more), { columns: 78, rows: 18 }).text();

test.each<[string, Partial<RunningCommand>, RegExp]>([
  ['nothing of a short time', { since: now - 1900 }, /◐ runs +│/],
  ['for how long it runs', { since: now - 2100 }, /◐ runs 2 s +│/],
  [
    'which request it waits for',
    { since: now - 5000, request: 'GET sale /v1/orders/7' },
    /◐ runs 5 s, waits for GET sale \/v1\/orders\/7/,
  ],
  ['that it is done', { code: 0 }, /✓ Done\. Enter goes back\./],
  ['its exit code', { code: 7 }, /✗ Exit code 7\. Enter goes back\./],
  ['that it is several commands', { line: 'a 1\na 2' }, /╭─ tuk, several commands ─/],
])('it says %s', (_, more, said) => {
  expect(dialog({ lines: ['Sent.', ''], ...more })).toMatch(said);
});

const receipt: Partial<RunningCommand> = {
  lines: 'Send points;  You have      3,200 MVP;  To            user dara;  Costs in all  8.5 MVP;Type yes: '.split(
    ';',
  ),
  parts: [undefined, undefined, 'recipient', 'total', undefined],
  isReading: true,
};
test('a change, a transfer, and a read differ by frame and words', () => {
  expect(dialog(receipt)).not.toMatch(/transfer ─|change ─/);
  expect(dialog({ ...receipt, effect: 'service' })).toMatch(/dara ─+ change ─╮/);
  expect(dialog({ ...receipt, effect: 'money' })).toMatch(/dara ─+ transfer ─╮/);
  const roles = ([undefined, 'service', 'money'] as const).map(
    (effect) => effectOf({ ...base, effect })?.role ?? 'rule',
  );
  expect(roles).toEqual(['rule', 'need', 'bad']);
});

test('the total is bold', () => {
  const { rows } = visibleRows({ ...base, ...receipt }, { rows: 18, columns: 78 });
  const expected = ['  Costs in all  8.5 MVP', 'Type yes: ▏'];
  expect(rows.filter(({ role }) => role === 'head').map(({ text }) => text)).toEqual(expected);
});

test('40x10: the total is in sight, a hint says how many rows are above, and page up skips none', () => {
  const size = { rows: 10, columns: 40 };
  const area = bodySize(size);
  const facts = Array.from({ length: 14 }, (_, at) => `  Fact ${at}  its text is longer than a row`);
  let running: RunningCommand = {
    ...base,
    ...receipt,
    lines: ['Send points', ...facts, ...receipt.lines!.slice(1)],
    parts: [undefined, ...facts.map(() => 'recipient' as const), ...receipt.parts!.slice(1)],
    effect: 'money',
  };
  const text = () => frame(part(running, area), area).text();
  expect(text()).toMatch(/Costs in all {2}8\.5 MVP/);
  expect(text()).toMatch(/─ ↑ \d+ rows? above: pgup ─╯/);
  const seen = new Set<string>();
  for (let at = 0; at < 19; at++) {
    for (const row of visibleRows(running, area).rows) seen.add(row.text);
    running = inCommand({ running } as Application, running, 'pgup', size)[0].running!;
  }
  const all = visibleRows(running, { ...area, rows: 60 }).rows;
  expect(all.filter((row) => !seen.has(row.text))).toEqual([]);
  expect(text()).toMatch(/─ ↓ \d+ rows? below: pgdn ─╯/);
});
