// The kinds of pages by the names that specifications of screens use.
import { isRecord, type Row } from '../../services/json-value.js';

import { maskedUnless } from '../state/masking.js';
import type { QueryResponse } from '../state/responses.js';
import type { BoardScreen, PageKindName } from '../state/screens.js';
import { caseOf } from './case.js';
import { chart } from './chart.js';
import { dash } from './dash.js';
import { heatMap } from './heat-map.js';
import { map } from './map.js';
import type { PageData, PageKind } from './page-kind.js';

/** All kinds of pages. */
export const pageKinds: Readonly<Record<PageKindName, PageKind>> = {
  chart,
  'heat map': heatMap,
  map,
  dash,
  case: caseOf,
};

/** The kind of a page; undefined for a board that is a table or a record. */
export const pageKindOf = ({ spec: { kind } }: Pick<BoardScreen, 'spec'>): PageKind | undefined =>
  kind !== undefined && Object.hasOwn(pageKinds, kind) ? pageKinds[kind as PageKindName] : undefined;
/** Whether a board is a page, although its response may be a list. */
export const isPage = (screen: Pick<BoardScreen, 'spec'>): boolean => pageKindOf(screen) !== undefined;

/** The masked rows of responses: a page is drawn more often than its rows change. */
const maskedRows = new WeakMap<readonly Row[], readonly Row[]>();
function rowsOf(rows: readonly Row[] | undefined, reveal: boolean): readonly Row[] | undefined {
  if (!rows || reveal) return rows;
  const masked = maskedRows.get(rows) ?? maskedUnless(false, rows);
  maskedRows.set(rows, masked);
  return masked;
}
/** The part of a board, or of what is below it, that its data depend on. */
type DataOf = Partial<Pick<BoardScreen, 'row' | 'cell' | 'time' | 'isLine'>> & {
  readonly spec: Pick<BoardScreen['spec'], 'chart' | 'places'>;
};
/** The data that a page shows of a response. */
export function pageData(
  { spec, row, cell, time, isLine }: DataOf,
  response: QueryResponse,
  reveal: boolean,
): PageData {
  const value = response.value ?? row;
  const record = response.rows || !isRecord(value) ? undefined : maskedUnless(reveal, value);
  return {
    rows: rowsOf(response.rows, reveal),
    record,
    chart: response.chart ?? spec.chart,
    places: spec.places,
    cell,
    time,
    isLine,
  };
}
