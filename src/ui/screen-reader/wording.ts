// Screen reader form: what all parts share: how much at a time, counts, numbers of choices, sentences, the position.
import { grouped } from '../../money/amount-text.js';
import { escapeControls } from '../format/visible.js';

/** How many rows or lines are said at a time. */
export const atATime = 20;

/** `1 row`, `3,200 rows`. */
export const counted = (n: number, what: string) => `${grouped(String(n))} ${what}${n === 1 ? '' : 's'}`;

/** What stands before a choice: its number, as wide as the last one. */
export const numberOf = (number: number, of: number): string => `  ${String(number).padStart(String(of).length)}. `;

/** Sentences one behind the other, whatever ends them. */
export const sentences = (parts: readonly string[]): string => `${parts.map((one) => one.replace(/\.$/, '')).join('. ')}.`;

/** Where one is: the group, what lies below, the name. */
export const placeText = ({
  group,
  over = [],
  name,
}: {
  readonly group: string;
  readonly over?: readonly string[];
  readonly name: string;
}) => `${escapeControls([group, ...over, name].join(', '))}.`;

/** What the reducers say, with the words of this form in place of the keys of the screens. */
export const inLinearWords = (text: string): string =>
  escapeControls(
    text
      .replace('esc clears the marks', 'clear marks clears the marks')
      .replace(' < and > choose another column.', '')
      .replace(': = shows all columns', ''),
  );

/** A length of time to be read aloud: `8 seconds`, `5 minutes 20 seconds`, `2 hours 5 minutes`. */
export function spoken(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  if (minutes === 0) return counted(seconds, 'second');
  if (hours === 0) return `${counted(minutes, 'minute')}${seconds % 60 === 0 ? '' : ` ${counted(seconds % 60, 'second')}`}`;
  return `${counted(hours, 'hour')}${minutes % 60 === 0 ? '' : ` ${counted(minutes % 60, 'minute')}`}`;
}
