// The short list over a screen: as wide as its texts, as high as there is room, with a note; several that are on or off.
import { expect, test } from 'vitest';
import { ChooserDialog } from '../../../src/ui/components/chooser-dialog.js';
import { ClickTargets } from '../../../src/ui/components/clickable.js';
import type { Chooser } from '../../../src/ui/state/chooser.js';
import { frame } from '../../support/frames.js';

const items = (n: number) =>
  Array.from({ length: n }, (_, at) => ({ value: `v${at}`, label: `Label ${at}`, is: `tuk do ${at}` }));
function chooser(more: Partial<Chooser> = {}, { columns = 78, rows = 18 } = {}) {
  const targets = new ClickTargets();
  const of: Chooser = { of: 'actions', title: 'Actions', items: items(3), marked: 1, ...more };
  return { targets, ...frame(<ChooserDialog chooser={of} area={{ rows, columns }} />, { columns, rows, targets }) };
}

test('its items with what they do, the marked one with a sign', () => {
  expect(chooser().text()).toMatch(
    /╭─ Actions ─+╮\n.*│ {3}Label 0 {2}tuk do 0 +│\n.*│ ▸ Label 1 {2}tuk do 1 +│\n.*│ {3}Label 2/,
  );
});

test('a list with several has boxes', () => {
  const on = items(3).map((one, at) => ({ ...one, on: at === 0 }));
  expect(chooser({ of: 'columns', title: 'Columns', items: on, marked: 0 }).text()).toMatch(
    /▸ \[x\] Label 0[\s\S]* {3}\[ \] Label 1/,
  );
});

test('a long list is a window around the marked item, and a click is its place', () => {
  const { text, rows, targets } = chooser({ items: items(60), marked: 40 }, { columns: 60, rows: 12 });
  expect(rows().length).toBeLessThanOrEqual(12);
  expect(text()).toContain('▸ Label 40');
  const y = rows().findIndex((row) => row.includes('Label 42'));
  expect(targets.at(rows()[y]!.indexOf('Label'), y)).toEqual({ choice: 42 });
});

test('a note stands below, wrapped; control characters are escaped', () => {
  const note = `For one row at a time: ${'Buy a share…, '.repeat(9)}end\x1b[2J.`;
  const text = chooser({ note, items: [{ value: 'a', label: 'La\u202ebel' }] }).text();
  expect(text).toContain('La\\u202ebel');
  expect(text.replace(/[│\s]+/g, ' ')).toContain(note.replace('\x1b', '\\x1b').replace(/\s+/g, ' '));
});
