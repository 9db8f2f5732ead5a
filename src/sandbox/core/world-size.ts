// The size of a seeded world and its texts. Both are kept in the state file, so that seeds can read them.
import type { State } from './state.js';

/** `empty` has only what the services cannot work without; `hostile` has texts that do harm where they are printed unescaped. */
export const sizes = ['standard', 'large', 'empty', 'hostile'] as const;
export type Size = (typeof sizes)[number];

/** The size of the world in a state file. */
export const sizeOf = (state: State): Size => (state.meta('size') as Size | undefined) ?? 'standard';

/** Fields that are shown to people and that no code depends on. */
const shownFields = new Set(['name', 'title', 'label', 'nickname', 'description']);
const hostileTexts: readonly ((text: string) => string)[] = [
  (text) => `${text}\u001b[2J\u001b[31m\u001b]0;owned\u0007`, // clears a terminal, colours it, renames its window
  (text) => `\u202e${text}\u2066\u2069\u200b`, // reverses the reading direction, hides a blank
  (text) => `${text} ${'long '.repeat(2048)}`.slice(0, 10_240),
  (text) => `${text}\r\n\t\u0000\u009b31m`, // breaks lines and columns
  (text) => `=cmd|'${text}'!A1 <script>alert(1)</script> \ud83d\udc68\u200d\ud83d\udc69\u200d\ud83d\udc67 a\u0301\u0302\u0303`,
];

/** Kinds whose rows other seeds find by a name that is also shown. */
const foundByName: readonly string[] = ['app'];
/** Whether the rows of a kind keep their texts in a hostile world, because other code finds them by these. */
export const keepsTexts = ({ name, key, always }: { readonly name: string; readonly key?: string; readonly always?: true }): boolean =>
  always === true || (key !== undefined && shownFields.has(key)) || foundByName.includes(name);

/** A body with hostile texts in the fields that people read. */
export function withHostileTexts<Body>(body: Body, ordinal: number, depth = 0): Body {
  if (typeof body !== 'object' || body === null || depth > 3) return body;
  if (Array.isArray(body)) return body.map((one) => withHostileTexts(one, ordinal, depth + 1)) as Body;
  const plant = hostileTexts[ordinal % hostileTexts.length]!;
  const fields = Object.entries(body).map(([name, value]) => [
    name,
    typeof value === 'string' && value !== '' && shownFields.has(name)
      ? plant(value)
      : name === 'hidden'
        ? value
        : withHostileTexts(value, ordinal, depth + 1),
  ]);
  return Object.fromEntries(fields) as Body;
}
