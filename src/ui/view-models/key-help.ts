// The keys of a screen as lines, from its keymap, and the meaning of its signs.
import { classInWords, type StatusClass } from '../../services/catalogue/statuses.js';
import { beside, type Line, line, type Span, span, wide } from '../../text/line.js';
import { roleOf, signOf } from '../../text/signs.js';
import { wrap } from '../../text/text.js';
import type { Key, Keymap, Section } from '../state/core/keymap.js';
import type { Size } from '../state/core/page.js';

const sections: readonly Section[] = ['This screen', 'Move', 'Copy and show', 'Everywhere'];
/** The sections in three columns, as people read them. */
const inThree: readonly (readonly Section[])[] = [['This screen'], ['Move', 'Copy and show'], ['Everywhere']];
/** The columns between two columns, at the least. */
const gap = 2;
const leastKeyWidth = 9;
const danger = 'Keys that open something dangerous end in … and never act at once: they ask first.';

/** The width of the help with its borders, and the rows within them. */
export const helpSize = ({ rows, columns }: Size): Size => ({
  rows: Math.max(1, rows - 2),
  columns: Math.min(columns, 84),
});

/** All lines of the help: the keys in as many columns as fit, then notes. */
export function helpLines(keymap: Keymap, columns: number, counted: readonly string[] = []): readonly Line[] {
  const present = sections.filter((section) => keymap.some((key) => sectionOf(key) === section));
  const blocks = new Map(present.map((section) => [section, sectionLines(section, keymap)]));
  const linesOf = (stack: readonly Section[]) => stack.flatMap((section) => blocks.get(section) ?? []);
  const widthOf = (stack: readonly Section[]) => Math.max(0, ...linesOf(stack).map(wide));
  const widthOfAll = (stacks: readonly (readonly Section[])[]) =>
    stacks.reduce((sum, stack) => sum + widthOf(stack) + gap, -gap);
  const inTwo = arranged(present, 2, (stack) => linesOf(stack).length);
  const stacks = [inThree, inTwo].find((stacked) => widthOfAll(stacked) <= columns) ?? [present];
  const more = Math.max(0, Math.floor((columns - widthOfAll(stacks)) / stacks.length));
  const ownColumns = (at: number) => widthOf(stacks[at]!) + more + (at < stacks.length - 1 ? gap : 0);
  const notes = [
    danger,
    ...(counted.length > 0 ? [`The number beside a group counts what is open there: ${counted.join(', ')}.`] : []),
  ]
    .flatMap((text) => wrap(text, columns))
    .map((text) => line(text, 'muted'));
  return [
    ...beside(...stacks.map((stack, at) => [linesOf(stack), ownColumns(at)] as const)),
    ...notes,
    ...signLines(columns),
  ];
}

const sectionOf = ({ section = 'This screen' }: Key): Section => section;

/** A section of the help: its keys and actions; a pair of keys is one row. */
function sectionLines(section: Section, keymap: Keymap): Line[] {
  const entries = keymap.filter((key) => sectionOf(key) === section);
  const rows = entries.flatMap((key, at) => {
    if (key.pair && at > 0) return [];
    const second = entries[at + 1]?.pair ? entries[at + 1] : undefined;
    const names = second ? [key.keys[0], second.keys[0]] : key.keys.slice(0, 2);
    const keys = key.keysLabel ?? names.join(' ').replace(/^(ctrl-.) ctrl-(.)$/, '$1 $2');
    return [
      {
        keys,
        does: [key, ...(second ? [second] : [])].flatMap(({ brief, label }) => (brief ?? label) || []).join(', '),
      },
    ];
  });
  const keyWidth = Math.max(leastKeyWidth, ...rows.map(({ keys }) => keys.length + 1));
  return [
    line(section.toUpperCase(), 'head'),
    ...rows.map(({ keys, does }) => [span(keys.padEnd(keyWidth), 'accent'), span(does)]),
    [],
  ];
}

/** The sections in so many columns, each in the shortest one so far. */
function arranged(
  present: readonly Section[],
  across: number,
  heightOf: (stack: readonly Section[]) => number,
): readonly Section[][] {
  const stacks: Section[][] = Array.from({ length: across }, () => []);
  for (const section of present)
    stacks.reduce((least, stack) => (heightOf(stack) < heightOf(least) ? stack : least), stacks[0]!).push(section);
  return stacks;
}

/** The signs of statuses and of rows with their meanings, as many in a line as fit. */
function signLines(columns: number): Line[] {
  const signs = (Object.keys(signOf) as StatusClass[]).map(
    (kind) => [span(signOf[kind], roleOf[kind]), classInWords[kind]] as const,
  );
  const lines: Span[][] = [];
  for (const [sign, is] of [...signs, [span('▸', 'accent'), 'selected'], [span('•', 'accent'), 'marked']] as const) {
    const mark = [sign, span(` ${is}`, 'muted')];
    const last = lines.at(-1);
    if (last && wide(last) + wide(mark) + 2 <= columns) last.push(span('  '), ...mark);
    else lines.push(mark);
  }
  return lines;
}
