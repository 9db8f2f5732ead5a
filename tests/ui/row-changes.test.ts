// What is written for a changed row: the cells that differ, and the same screen as the whole row would give.
import xterm from '@xterm/headless';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowChanges } from '../../src/ui/row-changes.js';
import { asyncProperty } from '../support/runs.js';

const styles = '1 2 22 7 27 32 38;2;1;2;3 39 48;5;236 49 94 103 0'.split(' ').map((code) => `\x1b[${code}m`);
const rows = fc
  .array(
    fc.oneof(
      fc.string({ unit: fc.constantFrom(...'ab  ◐✓·│'), maxLength: 9 }),
      fc.constantFrom(...styles, ' '.repeat(13)),
    ),
    { maxLength: 9 },
  )
  .map((parts) => `${parts.join('')}\x1b[0m`);
const odd = fc.constantFrom('한국', '👍🏽', 'é', '\x1b]8;;http://x/\x1b\\link\x1b]8;;\x1b\\');

/** The cells of two rows of a terminal after a text, with their looks. */
async function cells(text: string) {
  const terminal = new xterm.Terminal({ cols: 120, rows: 2, allowProposedApi: true });
  await new Promise<void>((over) => terminal.write(text, over));
  return Array.from({ length: 240 }, (_, at) => {
    const cell = terminal.buffer.active.getLine(Math.floor(at / 120))!.getCell(at % 120)!;
    const colours = [cell.getFgColor(), cell.getFgColorMode(), cell.getBgColor(), cell.getBgColorMode()];
    const looks = [cell.isBold(), cell.isDim(), cell.isInverse(), ...colours];
    return `${cell.getChars() || ' '} ${looks.join()}`;
  });
}

test('the changed cells alone give the row that the whole row gives', async () => {
  await asyncProperty(400, rows, rows, fc.option(odd), async (before, after, more) => {
    const next = after + (more ?? '');
    const whole = (row: string) => `\x1b[1;1H\x1b[2K${row}\x1b[0m`;
    const change = rowChanges([before, next], [next, before]);
    const drawn = await cells(whole(before) + whole(next).replace('[1;', '[2;') + change);
    expect(drawn).toEqual(await cells(whole(next) + whole(before).replace('[1;', '[2;')));
  });
});

test('a digit that changes costs a digit, and a row of uncertain width is written whole', () => {
  const row = (age: string) => `\x1b[2m● ${age} s\x1b[22m ${'x'.repeat(100)}`;
  expect(rowChanges([row('1')], [row('2')])).toBe('\x1b[1;3H\x1b[2m2\x1b[m');
  expect(rowChanges([`한 ${row('1')}`], [`한 ${row('2')}`])).toBe(`\x1b[1;1H\x1b[2K한 ${row('2')}\x1b[0m`);
  expect(rowChanges(['a'.repeat(30), row('1')], [`a${' '.repeat(28)}a`, row('2')])).toBe(
    '\x1b[1;2H\x1b[28X\x1b[2;3H\x1b[2m2\x1b[m',
  );
});
