// What floats over a screen: the palette, and the short list from which one is chosen.

import { boxed } from '../format/boxed.js';
import { apart, type Line, line, span } from '../format/line.js';
import { width, wrap } from '../format/text.js';
import { escapeControls } from '../format/visible.js';
import type { Chooser } from '../state/chooser.js';
import type { Size } from '../state/page.js';
import { paletteFound } from '../state/palette-entries.js';
import type { Application } from '../state/state.js';

const mostRows = 10;

/** `: ride w▏` over the commands that fit it, and what enter would do. */
export function paletteLines(state: Application, { rows, columns: wide }: Size): Line[] {
  const { palette, commands } = state;
  const { field, marked } = palette ?? { field: { before: '', after: '' }, marked: 0 };
  const fitting = paletteFound(state);
  const own = Math.min(wide, 72);
  const high = Math.max(1, Math.min(mostRows, rows - 6));
  const top = Math.max(0, marked - high + 1);
  const shown = fitting.slice(top, top + high);
  const widest = Math.max(0, ...shown.map(({ name }) => width(name)));
  const list = shown.map(({ name, is }, at): Line => {
    const here = top + at === marked;
    return [span(here ? '▸ ' : '  ', 'accent'), span(name.padEnd(widest + 2), here ? 'select' : 'text'), span(is, 'muted')];
  });
  const inside: Line[] = [
    [span(': ', 'accent'), span(escapeControls(field.before)), span('▏', 'accent'), span(escapeControls(field.after))],
    [],
    apart([span('COMMANDS', 'head')], [span(commands ? String(fitting.length) : '◐', 'muted')], own - 4),
    ...list,
    ...Array<Line>(Math.max(0, high - list.length)).fill([]),
    line('enter opens a read here; what stands in full and does more is left to', 'muted'),
  ];
  return boxed('Command', inside, own);
}

/** A short list in a box, the marked one within what is seen. */
export function chooserLines({ title, items, marked, of, note }: Chooser, { rows, columns }: Size): Line[] {
  const widest = Math.max(...items.map(({ label }) => width(escapeControls(label))), 4);
  const beside = Math.max(0, ...items.map(({ is = '' }) => width(escapeControls(is))));
  const own = Math.min(
    columns,
    Math.max(width(title) + 8, Math.min(72, width(note ?? '') + 4), widest + beside + (of === 'columns' ? 14 : 10)),
  );
  const below = note === undefined ? [] : [[], ...wrap(escapeControls(note), own - 4).map((text) => line(text, 'muted'))];
  const high = Math.max(1, Math.min(items.length, rows - 2 - below.length));
  const top = Math.max(0, Math.min(marked - Math.floor(high / 2), items.length - high));
  const list = items.slice(top, top + high).map(({ label, is, on }, nth): Line => {
    const here = top + nth === marked;
    const sign = of === 'columns' ? (on ? '[x] ' : '[ ] ') : '';
    const space = ' '.repeat(Math.max(0, widest - width(escapeControls(label))));
    return [
      span(here ? '▸ ' : '  ', 'accent'),
      span(`${sign}${escapeControls(label)}${space}`, here ? 'select' : 'text'),
      span(is === undefined ? '' : `  ${escapeControls(is)}`, 'muted'),
    ];
  });
  return boxed(title, [...list, ...below], own);
}
