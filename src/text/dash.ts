// Counts as bars and figures under heads, two blocks side by side: what a dash answers, whatever its fields are called.

import { grouped } from '../money/amount-text.js';
import { classOf } from '../services/catalogue/statuses.js';
import { asText, isNumeric, isRecord, isScalar, type Row } from '../services/json-value.js';
import { labelOf } from './label.js';
import { beside, cut, type Line, line, type Span, span } from './line.js';
import { roleOf, signOf } from './signs.js';
import { width } from './text.js';
import { escapeControls } from './visible.js';

/** The lines of a dash: each part of the answer a block, what is counted by words as bars with shares. */
export function dashLines(data: Row, wide: number): Line[] {
  const parts = Object.entries(data).filter((one): one is [string, Row] => isRecord(one[1]));
  const own = Object.entries(data).filter(([, value]) => isScalar(value));
  const two = wide >= 70 && parts.length > 1;
  const half = two ? Math.floor(wide / 2) : wide;
  const blocks = parts.map(([name, part]) => blockLines(name, part, half - 2));
  const head = own.length > 0 ? blockLines('In all', Object.fromEntries(own), wide) : [];
  if (!two) return [head, ...blocks].filter((block) => block.length > 0).flatMap((block, at) => (at === 0 ? block : [[], ...block]));
  const stacks = [0, 1].map((nth) => blocks.filter((_, at) => at % 2 === nth).flatMap((block, at) => (at === 0 ? block : [[], ...block])));
  return [
    ...head,
    ...(head.length > 0 ? [[]] : []),
    ...beside(...stacks.map((lines) => [lines.map((one) => cut(one, half - 2)), half] as const)),
  ];
}

function blockLines(name: string, part: Row, wide: number): Line[] {
  const figures = Object.entries(part).filter(([, value]) => isScalar(value));
  const counted = Object.entries(part).filter((one): one is [string, Row] => isRecord(one[1]) && Object.values(one[1]).every(isNumeric));
  const labels = Math.max(0, ...figures.map(([label]) => width(labelOf(label)))) + 2;
  const texts = figures.map(([, value]) => escapeControls(isNumeric(value) ? grouped(asText(value)) : asText(value)));
  const numbers = Math.max(0, ...texts.map(width));
  return [
    line(labelOf(name).toUpperCase(), 'head'),
    ...figures.map(([label], at): Line => [span(labelOf(label).padEnd(labels), 'muted'), span(texts[at]!.padStart(numbers))]),
    ...counted.flatMap(([label, counts]) => [[], line(labelOf(label), 'muted'), ...bars(counts, wide)]),
  ];
}

function bars(counts: Row, wide: number): Line[] {
  const all = Object.entries(counts).map(([word, value]) => ({ word, count: Number(asText(value)), text: grouped(asText(value)) }));
  const total = all.reduce((sum, { count }) => sum + count, 0);
  const most = Math.max(1, ...all.map(({ count }) => count));
  const label = Math.max(...all.map(({ word }) => width(escapeControls(word)))) + 2;
  const number = Math.max(...all.map(({ text }) => width(text)));
  const room = Math.max(4, wide - label - number - 12);
  return all.map(({ word, count, text }): Line => {
    const mark = markOf(word);
    const filled = Math.round((count / most) * room);
    return [
      { ...mark, text: `${mark.text}${escapeControls(word)}${' '.repeat(Math.max(0, label - width(escapeControls(word))))}` },
      span('█'.repeat(Math.max(0, filled)).padEnd(room), 'accent'),
      span(`  ${text.padStart(number)}`),
      span(`${String(total === 0 ? 0 : Math.round((count / total) * 100)).padStart(5)} %`, 'muted'),
    ];
  });
}

/** The sign of a word that stands on one of the lists of a charger's or a station's states. */
function markOf(word: string): Span {
  const list = (['ChargerStatus', 'StationStatus'] as const).find((one) => classOf(one, word) !== 'unknown');
  if (list === undefined) return span('  ');
  const kind = classOf(list, word);
  return span(`${signOf[kind]} `, roleOf[kind]);
}
