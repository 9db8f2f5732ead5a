// Keys as data: one table gives what a key does, the footer, and the help.
import type { Size } from './page.js';

/** A key of a screen. The first of its names is the one that is shown. */
export interface Key<Act extends string = string> {
  readonly keys: readonly string[];
  /** How many of them are shown as one: `0…9`. */
  readonly shown?: string;
  readonly act: Act;
  /** What it does, as a verb; ends in `…` where it leads to something dangerous, which it never does at once. */
  readonly does: string;
  /** The same in fewer words, for the help over a screen. */
  readonly brief?: string;
  /** Under which head it stands in the help. */
  readonly under: 'This screen' | 'Move' | 'Copy and show' | 'Everywhere';
  /** Not in the footer: one knows it, or needs it rarely. */
  readonly helpOnly?: true;
  /** In the help it stands in one line with the key before it. */
  readonly pair?: true;
}
/** The keys of a screen in order of use. */
export type Keymap<Act extends string = string> = readonly Key<Act>[];
/** A key that was pressed, as a screen hears of it. */
export interface Pressed {
  readonly what: 'key';
  /** Its name: `enter`, `ctrl-c`, `up`, or the sign itself. */
  readonly key: string;
  /** The size of the terminal that it was pressed on. */
  readonly size: Size;
}

/** What a key does on a screen; nothing for one that is not in its table. */
export const actOf = <Act extends string>(keymap: Keymap<Act>, key: string): Act | undefined =>
  keymap.find(({ keys }) => keys.includes(key))?.act;

const named: Readonly<Record<string, string>> = {
  '\x1b': 'esc',
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\x1b[Z': 'shift-tab',
  ' ': 'space',
  '\x7f': 'backspace',
  '\b': 'backspace',
  '\x1b[3~': 'delete',
  '\x1b[5~': 'pgup',
  '\x1b[6~': 'pgdn',
  '\x1b[1~': 'home',
  '\x1b[4~': 'end',
  '\x1b[7~': 'home',
  '\x1b[8~': 'end',
  '\x1c': 'ctrl-\\',
};
const arrows: Readonly<Record<string, string>> = { A: 'up', B: 'down', C: 'right', D: 'left', H: 'home', F: 'end' };

/** The names of what a terminal sent at once: an escape and a key that come in one piece are two keys here, where alt means nothing. */
export function keyNames(sent: string): string[] {
  const names = /^\x1b[^[O\x1b]$/su.test(sent) ? ['esc', keyName(sent.slice(1))] : [keyName(sent)];
  return names.filter((name) => name !== '');
}

/** The name of a key from what a terminal sends for it; empty for what is no key that anything here knows. */
export function keyName(sent: string): string {
  const known = named[sent];
  if (known !== undefined) return known;
  const arrow = /^\x1b[[O]([A-DHF])$/.exec(sent)?.[1];
  if (arrow !== undefined) return arrows[arrow]!;
  if (sent.length === 1 && sent < ' ')
    return sent >= '\x01' && sent <= '\x1a' ? `ctrl-${String.fromCharCode(sent.charCodeAt(0) + 96)}` : '';
  return /^\P{Cc}$/u.test(sent) ? sent : '';
}
