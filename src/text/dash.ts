// Renders a dash of any fields: counts as bars, and figures, under heads, in two columns of blocks.

import { grouped } from '../money/amount-text.js';
import { classOf } from '../services/catalogue/statuses.js';
import { asText, isNumeric, isRecord, isScalar, type Row } from '../services/json-value.js';
import { bar } from './chart.js';
import { labelOf } from './label.js';
import { beside, cut, type Line, line, type Span, span } from './line.js';
import { roleOf, signOf } from './signs.js';
import { width } from './text.js';
import { escapeControls } from './visible.js';

/** The lines of a dash: a block per part of the response; counts by word are bars with shares. */
export function dashLines(data: Row, wide: number): Line[] {
  const parts = Object.entries(data).filter((field): field is [string, Row] => isRecord(field[1]));
  const scalars = Object.entries(data).filter(([, value]) => isScalar(value));
  const two = wide >= 70 && parts.length > 1;
  const half = two ? Math.floor(wide / 2) : wide;
  const blocks = parts.map(([name, part]) => blockLines(name, part, half - 2));
  const head = scalars.length > 0 ? blockLines('In all', Object.fromEntries(scalars), wide) : [];
  const stack = (parts: readonly Line[][]) => parts.flatMap((block, at) => (at === 0 ? block : [[], ...block]));
  if (!two) return stack([head, ...blocks].filter((block) => block.length > 0));
  const stacks = [0, 1].map((nth) => stack(blocks.filter((_, at) => at % 2 === nth)));
  const columns = beside(...stacks.map((lines) => [lines.map((line) => cut(line, half - 2)), half] as const));
  return head.length > 0 ? [...head, [], ...columns] : columns;
}

function blockLines(name: string, part: Row, wide: number): Line[] {
  const figures = Object.entries(part).filter(([, value]) => isScalar(value));
  const counted = Object.entries(part).filter(
    (field): field is [string, Row] => isRecord(field[1]) && Object.values(field[1]).every(isNumeric),
  );
  const labels = Math.max(0, ...figures.map(([label]) => width(labelOf(label)))) + 2;
  const texts = figures.map(([, value]) => escapeControls(isNumeric(value) ? grouped(asText(value)) : asText(value)));
  const numbers = Math.max(0, ...texts.map(width));
  return [
    line(labelOf(name).toUpperCase(), 'head'),
    ...figures.map(
      ([label], at): Line => [span(labelOf(label).padEnd(labels), 'muted'), span(texts[at]!.padStart(numbers))],
    ),
    ...counted.flatMap(([label, counts]) => [[], line(labelOf(label), 'muted'), ...bars(counts, wide)]),
  ];
}

function bars(counts: Row, wide: number): Line[] {
  const entries = Object.entries(counts).map(([word, value]) => ({
    word,
    count: Number(asText(value)),
    text: grouped(asText(value)),
  }));
  const total = entries.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...entries.map(({ count }) => count));
  const label = Math.max(...entries.map(({ word }) => width(escapeControls(word)))) + 2;
  const number = Math.max(...entries.map(({ text }) => width(text)));
  const room = Math.max(4, wide - label - number - 12);
  return entries.map(({ word, count, text }): Line => {
    const mark = markOf(word);
    const filled = bar(Math.max(count > 0 ? 1 / 8 : 0, (count / most) * room));
    return [
      {
        ...mark,
        text: `${mark.text}${escapeControls(word)}${' '.repeat(Math.max(0, label - width(escapeControls(word))))}`,
      },
      span(filled.padEnd(room), mark.role ?? 'accent'),
      span(`  ${text.padStart(number)}`),
      span(`${String(total === 0 ? 0 : Math.round((count / total) * 100)).padStart(5)} %`, 'muted'),
    ];
  });
}

/** The sign of a word from the states of chargers or stations. */
function markOf(word: string): Span {
  const list = (['ChargerStatus', 'StationStatus'] as const).find((name) => classOf(name, word) !== 'unknown');
  if (list === undefined) return span('  ');
  const kind = classOf(list, word);
  return span(`${signOf[kind]} `, roleOf[kind]);
}
