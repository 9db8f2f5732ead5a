// A count with its noun: `1 row`, `3,200 rows`.

/** A count with its noun; `many` is an irregular plural. */
export const counted = (count: number, noun: string, many = `${noun}s`): string =>
  `${String(count).replace(/\B(?=(\d{3})+$)/g, ',')} ${count === 1 ? noun : many}`;

/** Names as a list in a sentence: `a, b and c`. */
export const listed = (names: readonly string[], last: 'and' | 'or'): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
