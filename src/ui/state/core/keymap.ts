// Keys as data: one table defines actions, footer and help.
import { paste } from '../../key-parser.js';
import type { Size } from './page.js';

/** The sections of the help. */
export type Section = 'This screen' | 'Move' | 'Copy and show' | 'Everywhere';
/** A key of a screen; footer and help show the first of its names. */
export interface Key<Act extends string = string> {
  readonly keys: readonly string[];
  /** The display text for several keys: `0…9`. */
  readonly keysLabel?: string | undefined;
  readonly act: Act;
  /** The action as a verb; it ends in `…` if it asks for confirmation first. */
  readonly label: string;
  /** A shorter text for the help; empty if the key before it says both. */
  readonly brief?: string | undefined;
  /** Its section in the help; default: `This screen`. */
  readonly section?: Section;
  /** Not in the footer: a common or a rare key. */
  readonly helpOnly?: boolean;
  /** The help prints it in one line with the key before it. */
  readonly pair?: boolean;
  /** What it needs: a sandbox with a clock, or services; a case file has none, and shows only its case. */
  readonly needs?: 'sandbox' | 'services';
}
/** The keys of a screen in order of use. */
export type Keymap<Act extends string = string> = readonly Key<Act>[];
/** A key of a screen by its action, and what differs on this screen from the table of verbs. */
export type KeyOn<Act extends string = string> = Act | (Partial<Key<Act>> & { readonly act: Act });
/** Actions and groups of actions in order; a part that is false, empty or undefined is left out. */
export const listedActs = <Act extends string>(
  ...parts: readonly (KeyOn<Act> | readonly KeyOn<Act>[] | false | '' | undefined)[]
): readonly KeyOn<Act>[] => parts.flat().filter((key): key is KeyOn<Act> => Boolean(key));
/** The keys of the terminal: they work on every screen, in every dialog and in text fields. */
export const terminalKeys: Keymap<'redraw' | 'suspend'> = [
  { keys: ['ctrl-l'], act: 'redraw', label: 'redraw', section: 'Everywhere', helpOnly: true },
  { keys: ['ctrl-z'], act: 'suspend', label: 'to the shell', section: 'Everywhere', helpOnly: true },
];
/** The event of a pressed key. */
export interface KeyPress {
  readonly what: 'key';
  /** Its name: `enter`, `ctrl-c`, `up`, or the character itself. */
  readonly key: string;
  readonly size: Size;
  /** The link with the typed letters, while letters open the links on the screen. */
  readonly typedLink?: { readonly link?: string; readonly begins: boolean };
}

/** The action of a key; undefined for one that is not in the table. */
export const actOf = <Act extends string>(keymap: Keymap<Act>, key: string): Act | undefined =>
  keymap.find(({ keys }) => keys.includes(key))?.act;

/** The reports of a terminal about its focus. */
export const [focusIn, focusOut] = ['focus-in', 'focus-out'];
const named: Readonly<Record<string, string>> = {
  '\x1b[I': focusIn,
  '\x1b[O': focusOut,
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

/** The text of a pasted key as one line without control characters; undefined for any other key. */
export const pastedText = (key: string): string | undefined =>
  key.startsWith(paste.begins)
    ? key
        .slice(paste.begins.length)
        .replace(/[\r\n\t]+/g, ' ')
        .replace(/\p{Cc}/gu, '')
        .trim()
    : undefined;

/** The longest line that is searched for or run, in UTF-16 units. */
export const longestLine = 2000;
/**
 * The first line of a pasted key with a text in it, as far as the longest line: what is searched for or run is one
 * line.
 */
export function pastedLine(key: string): string | undefined {
  if (!key.startsWith(paste.begins)) return undefined;
  const first = /[^\s][^\r\n]*/.exec(key.slice(paste.begins.length))?.[0] ?? '';
  return first
    .slice(0, longestLine)
    .replace(/\t+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

/**
 * The names of the keys in one chunk of terminal input. An escape and a key in one chunk are two keys, because alt is
 * not used.
 */
export function keyNames(sent: string): string[] {
  if (sent.startsWith(paste.begins)) return [sent];
  const names = /^\x1b[^[O\x1b]$/su.test(sent) ? ['esc', keyName(sent.slice(1))] : [keyName(sent)];
  return names.filter((name) => name !== '');
}

/** A report of the mouse (SGR, 1006): button, column and row from 1; `M` for a press, `m` for a release. */
const mouse = /^\x1b\[<(\d{1,3});(\d{1,4});(\d{1,4})([Mm])$/;
const mouseKeys: Readonly<Record<number, string>> = { 0: 'click', 64: 'wheel-up', 65: 'wheel-down' };
/**
 * `click:X:Y` for the left button, `wheel-up:X:Y` and `wheel-down:X:Y`; empty for any other report, and with a
 * modifier.
 */
const mouseKey = (button: number, x: number, y: number): string =>
  mouseKeys[button] === undefined ? '' : `${mouseKeys[button]}:${x}:${y}`;

/** The name of a key from its terminal sequence; empty for an unknown one. */
export function keyName(sent: string): string {
  const key = named[sent];
  if (key !== undefined) return key;
  const [, button, x = '', y = '', isPress] = mouse.exec(sent) ?? [];
  if (button !== undefined) return isPress === 'M' ? mouseKey(Number(button), Number(x) - 1, Number(y) - 1) : '';
  const shifted = /^\x1b\[1;2([CD])$/.exec(sent)?.[1];
  if (shifted !== undefined) return `shift-${arrows[shifted]!}`;
  const arrow = /^\x1b[[O]([A-DHF])$/.exec(sent)?.[1];
  if (arrow !== undefined) return arrows[arrow]!;
  if (sent.length === 1 && sent < ' ')
    return sent >= '\x01' && sent <= '\x1a' ? `ctrl-${String.fromCharCode(sent.charCodeAt(0) + 96)}` : '';
  return /^\P{Cc}$/u.test(sent) ? sent : '';
}
