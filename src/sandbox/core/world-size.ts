// How large a world is seeded, and with which texts. Kept in the state file, so that seeds may ask for it.
import type { State } from './state.js';

/** `empty` has only what the services themselves need; `hostile` has texts that do harm where they are printed as they are. */
export const sizes = ['standard', 'large', 'empty', 'hostile'] as const;
export type Size = (typeof sizes)[number];

/** The size of the world in a state file. */
export const sizeOf = (state: State): Size => (state.meta('size') as Size | undefined) ?? 'standard';

/** Fields that are shown to people and mean nothing to the sandbox. */
const shownFields = new Set(['name', 'title', 'label', 'nickname', 'description']);
const plants: readonly ((text: string) => string)[] = [
  (text) => `${text}\u001b[2J\u001b[31m\u001b]0;owned\u0007`, // clears a terminal, colours it, renames its window
  (text) => `\u202e${text}\u2066\u2069\u200b`, // turns the reading direction, hides a blank
  (text) => `${text} ${'long '.repeat(2048)}`.slice(0, 10_240),
  (text) => `${text}\r\n\t\u0000\u009b31m`, // breaks lines and columns
  (text) => `=cmd|'${text}'!A1 <script>alert(1)</script> \ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 a\u0301\u0302\u0303`,
];

/** Kinds that other seeds find by a name which is shown too. */
const foundByName: readonly string[] = ['app'];
/** Whether the rows of a kind keep their names in a hostile world, because something is found by them. */
export const keepsNames = ({ name, key, always }: { readonly name: string; readonly key?: string; readonly always?: true }): boolean =>
  always === true || (key !== undefined && shownFields.has(key)) || foundByName.includes(name);

/** A body as a hostile world has it: the same, with harm planted into the texts that people read. */
export function planted<Body>(body: Body, ordinal: number, depth = 0): Body {
  if (typeof body !== 'object' || body === null || depth > 3) return body;
  if (Array.isArray(body)) return body.map((one) => planted(one, ordinal, depth + 1)) as Body;
  const plant = plants[ordinal % plants.length]!;
  const fields = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' && value !== '' && shownFields.has(name)
      ? plant(value)
      : name === 'hidden'
        ? value
        : planted(value, ordinal, depth + 1),
  ]);
  return Object.fromEntries(fields) as Body;
}
