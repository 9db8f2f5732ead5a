// A board that is read from its top to its end: one thing with its labels, bars, a map, a dash. Its model asks here how high it is.

import { isRecord, type Row } from '../../services/json-value.js';
import { dashLines } from '../format/dash.js';
import { heatBoard } from '../format/heat-map.js';
import type { Line } from '../format/line.js';
import { masked } from '../format/mask.js';
import { plotLines } from '../format/plot.js';
import { recordLines } from '../format/record.js';
import type { Answer } from '../state/answers.js';
import type { Size } from '../state/page.js';
import type { BoardScreen } from '../state/screens.js';

/** What a page is drawn for. */
export interface PageFor {
  readonly wide: number;
  /** How many rows are seen at once. */
  readonly high: number;
  readonly now: number;
  readonly reveal: boolean;
}

/** All lines of a page. */
export function pageBody(screen: BoardScreen, answer: Answer, { wide: columns, high, now, reveal }: PageFor): Line[] {
  const { rows } = answer;
  if (rows) return ofRows(screen, answer, rows, { rows: high, columns });
  const value = answer.value ?? screen.row;
  const shown = reveal ? value : masked(value);
  if (screen.spec.kind === 'dash' && isRecord(shown)) return dashLines(shown, columns);
  return recordLines(isRecord(shown) ? shown : { value: shown }, screen.columns ?? answer.columns, { wide: columns, now });
}

function ofRows({ spec, cell }: BoardScreen, answer: Answer, rows: readonly Row[], size: Size): Line[] {
  const { columns } = size;
  if (spec.kind === 'heat map') return heatBoard(rows, cell, size);
  const by = answer.chart ?? spec.chart;
  return by ? plotLines(rows, by, { wide: columns, high: size.rows }) : [];
}
