// A detail as a card: a head, then labels in a column of their own and what belongs to each.
import { type Line, line, type Span, span } from './line.js';
import { width } from './text.js';

const labels = 17;

/** The lines of a card. A label that is empty goes on with the one above it. */
export function cardLines(head: string, rows: readonly (readonly [label: string, value: Span | string])[], indent = labels): Line[] {
  return [
    ...(head === '' ? [] : [line(head.toUpperCase(), 'head')]),
    ...rows.map(([label, value]): Line => {
      const space = ' '.repeat(Math.max(1, indent - width(label)));
      return [span(`${label}${space}`, 'muted'), typeof value === 'string' ? span(value) : value];
    }),
  ];
}
