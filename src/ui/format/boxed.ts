// Lines with a border and a title.
import { cut, fullOf, type Line, line, span } from './line.js';

/** Puts a border with a title around lines. */
export function boxed(title: string, inside: readonly Line[], columns: number): Line[] {
  const width = Math.max(4, columns);
  const row = (one: Line): Line => [span('│ ', 'rule'), ...fullOf(one, width - 4), span(' │', 'rule')];
  return [
    [
      ...fullOf([span('╭─ ', 'rule'), span(cut(line(title), width - 6)[0]?.text ?? '', 'head'), span(' ')], width - 1, '─', 'rule'),
      span('╮', 'rule'),
    ],
    ...inside.map(row),
    line(`╰${'─'.repeat(width - 2)}╯`, 'rule'),
  ];
}
