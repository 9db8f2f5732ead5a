// The keys of a screen as a page that floats over it, made of the table that its handler uses.
import type { Key, Keymap } from '../models/keymap.js';
import type { Size } from '../models/page.js';
import { beside, cut, type Line, line, span } from './line.js';
import { boxed } from './page.js';
import { wrap } from './text.js';

const heads: readonly Key['under'][] = ['This screen', 'Move', 'Copy and show', 'Everywhere'];
const shortest = 26;
const note = 'Keys that open something dangerous are capital, end in … and never act at once: they ask first.';

/** The help of a screen, as many columns of keys side by side as fit. */
export function helpLines(title: string, keymap: Keymap, { rows, columns }: Size): Line[] {
  const width = Math.min(columns, 82);
  const blocks = heads.map((head) => keysUnder(head, keymap)).filter(({ length }) => length > 0);
  const across = Math.max(1, Math.min(blocks.length, Math.floor((width - 4) / shortest)));
  const own = Math.floor((width - 4) / across);
  const stacks = Array.from({ length: across }, (_, at) => blocks.filter((_, block) => block % across === at).flat());
  const keys = beside(...stacks.map((stack) => [stack.map((one) => cut(one, own - 1)), own] as const));
  const said = wrap(note, width - 4).map((text) => line(text, 'muted'));
  const inside = keys.length + said.length + 3 > rows ? keys.slice(0, Math.max(1, rows - 2)) : [...keys, [], ...said];
  return boxed(`Keys of ${title}`, inside, width);
}

function keysUnder(head: Key['under'], keymap: Keymap): Line[] {
  const keys = keymap.filter(({ under }) => under === head);
  if (keys.length === 0) return [];
  return [
    line(head.toUpperCase(), 'head'),
    ...keys.map(({ keys: names, shown, does }): Line => [span((shown ?? names.join(' ')).padEnd(10), 'accent'), span(` ${does}`)]),
    [],
  ];
}
