// Screen reader form of a page: one thing, or amounts over time as numbers.

import { isRecord, type Row } from '../../services/json-value.js';
import { masked } from '../format/mask.js';
import { chartTexts, pageLines } from '../format/spoken-record.js';
import { rowText } from '../format/spoken-value.js';
import type { Answer } from '../state/answers.js';
import type { BoardScreen } from '../state/screens.js';

/** What a board is made of where it is no list: a chart as its numbers, one thing as a page. */
export function bodyLines(screen: BoardScreen, answer: Answer, now: number, reveal: boolean): string[] {
  const open = (value: unknown) => (reveal ? value : masked(value));
  const chart = answer.chart ?? screen.spec.chart;
  if (answer.rows) {
    if (screen.spec.kind === 'chart' && chart) return chartTexts(answer.rows, chart);
    return answer.rows.map((row, at) => rowText(open(row) as Row, at, answer.rows!.length, answer, now));
  }
  const value = open(answer.value ?? screen.row);
  return pageLines(
    isRecord(value) ? value : { value },
    screen.spec.kind === 'dash' ? [] : (screen.columns ?? answer.columns),
    now,
    screen.spec.name,
  );
}
