// A text field: the text before and after the cursor. Every letter is text, never a command.
import { graphemes } from '../../../text/text.js';
import { type Keymap, longestLine, pastedLine, pastedText } from './keymap.js';

export interface Field {
  readonly before: string;
  readonly after: string;
}
export const emptyField: Field = { before: '', after: '' };
/** The whole text. */
export const typed = ({ before, after }: Field): string => before + after;

/** The first grapheme of a text: an emoji of several code points is one. */
export const firstSign = (text: string): string => [...graphemes(text.slice(0, 64))][0]?.segment ?? '';
const last = (text: string): string => [...graphemes(text.slice(-64))].at(-1)?.segment ?? '';
const withoutLast = (text: string): string => text.slice(0, text.length - last(text).length);

/** Edits the field of a search or a command line, which is one line: a paste of more lines fills in the first. */
export function editedLine(field: Field, key: string): Field {
  const pasted = pastedLine(key);
  const next = pasted === undefined ? edited(field, key) : { before: field.before + pasted, after: field.after };
  return typed(next).length > longestLine ? field : next;
}

/** Edits the field by a key's name; the field itself for a key that does not edit. */
export function edited(field: Field, key: string): Field {
  const { before, after } = field;
  switch (key) {
    case 'backspace':
      return { before: withoutLast(before), after };
    case 'delete':
      return { before, after: after.slice(firstSign(after).length) };
    case 'left':
      return { before: withoutLast(before), after: last(before) + after };
    case 'right':
      return { before: before + firstSign(after), after: after.slice(firstSign(after).length) };
    case 'home':
    case 'ctrl-a':
      return { before: '', after: before + after };
    case 'end':
    case 'ctrl-e':
      return { before: before + after, after: '' };
    case 'ctrl-u':
      return { before: '', after };
    case 'space':
      return { before: `${before} `, after };
    default: {
      const pasted = pastedText(key);
      if (pasted !== undefined) return { before: before + pasted, after };
      return /^\P{Cc}$/u.test(key) ? { before: before + key, after } : field;
    }
  }
}

/** The keys that end the input of a line; every other key is text. */
export type TypingAct = 'done' | 'leave';
export const filterKeys: Keymap<TypingAct> = [
  { keys: ['enter'], act: 'done', label: 'keep it' },
  { keys: ['esc', 'ctrl-c'], act: 'leave', label: 'leave it' },
];
/** The same in a form, with a next and a previous field. */
export const fieldKeys: Keymap<TypingAct | 'next' | 'before'> = [
  { keys: ['tab', 'down'], act: 'next', label: 'next field' },
  { keys: ['shift-tab', 'up'], act: 'before', label: 'field before' },
  { keys: ['enter'], act: 'done', label: 'done' },
  { keys: ['esc', 'ctrl-c'], act: 'leave', label: 'leave it' },
];
