// The keys of a screen as a page that floats over it, made of the table that its handler uses.

import { boxed } from '../format/boxed.js';
import { beside, cut, type Line, line, span } from '../format/line.js';
import { wrap } from '../format/text.js';
import type { Key, Keymap } from '../state/keymap.js';
import type { Size } from '../state/page.js';

const heads: readonly Key['under'][] = ['This screen', 'Move', 'Copy and show', 'Everywhere'];
const shortest = 23;
const keyWide = 8;
const note = 'Keys that open something dangerous end in … and never act at once: they ask first.';

/** The help of a screen, as many columns of keys side by side as fit. */
export function helpLines(title: string, keymap: Keymap, { rows, columns }: Size): Line[] {
  const width = Math.min(columns, 84);
  const blocks = heads.map((head) => keysUnder(head, keymap)).filter(({ length }) => length > 0);
  const across = Math.max(1, Math.min(blocks.length, Math.floor((width - 4) / shortest)));
  const own = Math.floor((width - 4) / across);
  const stacks = across === heads.length - 1 ? asRead(keymap) : stacked(blocks, across);
  const keys = beside(...stacks.map((stack) => [stack.map((one) => cut(one, own - 1)), own] as const));
  const said = wrap(note, width - 4).map((text) => line(text, 'muted'));
  const inside = keys.length + said.length + 3 > rows ? keys.slice(0, Math.max(1, rows - 2)) : [...keys, [], ...said];
  return boxed(`Keys of ${title}`, inside, width);
}

/** What this screen has at the left, what moves and shows in the middle, what counts everywhere at the right. */
const asRead = (keymap: Keymap): Line[][] =>
  ([['This screen'], ['Move', 'Copy and show'], ['Everywhere']] as const).map((own) => own.flatMap((head) => keysUnder(head, keymap)));

/** Blocks under one another in so many columns, each put where least stands so far. */
function stacked(blocks: readonly (readonly Line[])[], across: number): Line[][] {
  const stacks: Line[][] = Array.from({ length: across }, () => []);
  for (const block of blocks) stacks.reduce((least, one) => (one.length < least.length ? one : least), stacks[0]!).push(...block);
  return stacks;
}

function keysUnder(head: Key['under'], keymap: Keymap): Line[] {
  const keys = keymap.filter(({ under }) => under === head);
  if (keys.length === 0) return [];
  return [
    line(head.toUpperCase(), 'head'),
    ...keys.flatMap((key, at): Line[] => {
      if (key.pair && at > 0) return [];
      const second = keys[at + 1]?.pair ? keys[at + 1] : undefined;
      const names = second ? [key.keys[0], second.keys[0]] : key.keys.slice(0, 2);
      const shown = key.shown ?? names.join(' ').replace(/^(ctrl-.) ctrl-(.)$/, '$1 $2');
      return [
        [
          span(shown.padEnd(keyWide), 'accent'),
          span(` ${[key, ...(second ? [second] : [])].flatMap(({ brief, does }) => (brief ?? does) || []).join(', ')}`),
        ],
      ];
    }),
    [],
  ];
}
