// A board that is read from its top to its end: one thing with its labels, bars, a map, a dash. Its model asks here how high it is.
import type { Answer } from '../models/answers.js';
import type { BoardScreen } from '../models/screens.js';
import { chartLines } from './chart.js';
import { dashLines } from './dash.js';
import { heatLines } from './heat-map.js';
import { type Line, line, textOf, wide } from './line.js';
import { masked } from './mask.js';
import { recordLines } from './record.js';
import { wrap } from './text.js';
import { isRecord, type Row } from './value.js';

/** What a page is drawn for. */
export interface PageFor {
  readonly wide: number;
  readonly now: number;
  readonly reveal: boolean;
}

/** All lines of a page. */
export function pageBody(screen: BoardScreen, answer: Answer, { wide: columns, now, reveal }: PageFor): Line[] {
  const { rows } = answer;
  if (rows) return ofRows(screen, answer, rows, columns);
  const value = answer.value ?? screen.row;
  const shown = reveal ? value : masked(value);
  if (screen.spec.kind === 'dash' && isRecord(shown)) return dashLines(shown, columns);
  return recordLines(isRecord(shown) ? shown : { value: shown }, screen.columns ?? answer.columns, { wide: columns, now });
}

function ofRows({ spec }: BoardScreen, answer: Answer, rows: readonly Row[], columns: number): Line[] {
  if (spec.kind === 'heat map') return heatLines(rows, columns);
  const by = answer.chart ?? spec.chart;
  return by ? chartLines(rows, by, { wide: columns }).flatMap((one) => wrapped(one, columns)) : [];
}

/** A line that is all words, broken between them. */
const wrapped = (of: Line, columns: number): Line[] =>
  wide(of) <= columns ? [of] : wrap(textOf(of), columns).map((text, at) => line(at === 0 ? text : `  ${text.trimStart()}`, of[0]?.role));
