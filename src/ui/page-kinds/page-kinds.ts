// The kinds of pages by the names that specifications of screens use.

import { isRecord, type Row } from '../../services/json-value.js';
import { seriesOf } from '../../text/chart.js';
import { busiestIn, busiestOf, byCount, cellAt, pointAt } from '../../text/heat-grid.js';
import { gridFor, heatBoard } from '../../text/heat-map.js';
import { lineText } from '../../text/line.js';
import { plotLines, readout, timesOf } from '../../text/plot.js';
import { chartTexts } from '../../text/spoken-record.js';
import { moves, nextByTab, previousByTab, scroll, shown, turn } from '../state/core/acts.js';
import { listedActs } from '../state/core/keymap.js';
import { clamped, moved } from '../state/core/list.js';
import { maskedUnless, type QueryResponse } from '../state/core/responses.js';
import type { BoardScreen, PageKindName } from '../state/core/screens.js';
import { caseOf } from './case.js';
import { map } from './map.js';
import type { PageData, PageKind } from './page-kind.js';

// Counts by place, as cells of a map with a cursor.

/** A page further is so many cells. */
const pageOfCells = 5;

const heatMap: PageKind = {
  is: 'counts by place',
  lines: ({ rows, cell }, size) => rows && heatBoard(rows, cell, size),
  order: byCount,
  keys: (screen) => [
    'left',
    'right',
    ...moves,
    nextByTab,
    ...turn(screen),
    { act: 'copy id', label: 'copy cell' },
    { act: 'open', label: 'rows' },
    'reload',
    'json',
    'back',
    'pause',
    previousByTab,
  ],
  moved({ rows = [], cell }, move, size) {
    const grid = gridFor(rows, size);
    if (!grid) return {};
    const [y, x] = cell ? cellAt(grid, cell) : busiestIn(grid);
    if (move === 'left' || move === 'right') {
      const to = clamped(x + (move === 'left' ? -1 : 1), grid.across - 1);
      return { cell: pointAt(grid, y, to) };
    }
    return { cell: pointAt(grid, moved({ marked: y, top: 0 }, move, grid.high, pageOfCells).marked, x) };
  },
  copies({ rows = [], cell }) {
    const place = cell ?? busiestOf(rows);
    return place && `${place.latitude},${place.longitude}`;
  },
};

// Amounts over time, as columns or a line over an axis, with a selected time.

const chart: PageKind = {
  is: 'amounts over time',
  lines: ({ rows, chart, time, areColumns, areBrief }, { rows: high, columns: wide }) =>
    rows && chart ? plotLines(rows, chart, { wide, high, time, areColumns, areBrief }) : undefined,
  texts: ({ rows, chart }) => (rows && chart ? chartTexts(rows, chart) : undefined),
  keys: (screen) =>
    listedActs(
      { act: 'left', keysLabel: 'h l', label: 'time' },
      { act: 'right', keysLabel: undefined, label: 'later' },
      nextByTab,
      { act: 'line', label: screen.areColumns ? 'line' : 'columns' },
      { act: 'open', label: 'rows' },
      'back',
      turn(screen),
      screen.spec.actions && 'actions',
      'json',
      { act: 'copy id', label: 'copy amount' },
      'reload',
      shown,
      previousByTab,
      scroll,
    ),
  moved({ rows = [], chart, time }, move, { columns }) {
    if (!chart || (move !== 'left' && move !== 'right')) return undefined;
    const times = timesOf(rows, chart, columns);
    if (times.length === 0) return {};
    const at = time === undefined ? times.length - 1 : times.findLastIndex((start) => start <= time);
    const to = clamped(at + (move === 'left' ? -1 : 1), times.length - 1);
    return to === at ? {} : { time: times[to]! };
  },
  copies({ rows = [], chart, time }) {
    const [series] = chart ? seriesOf(rows, chart, Number.POSITIVE_INFINITY) : [];
    return series && lineText(readout(series, time)).replace('▸ ', '');
  },
};

/** All kinds of pages. */
export const pageKinds: Readonly<Record<PageKindName, PageKind>> = {
  chart,
  'heat map': heatMap,
  map,
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
type DataOf = Partial<Pick<BoardScreen, 'row' | 'cell' | 'time' | 'areColumns'>> & {
  readonly spec: Pick<BoardScreen['spec'], 'chart' | 'places'>;
};
/** The data that a page shows of a response. */
export function pageData(
  { spec, row, cell, time, areColumns }: DataOf,
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
    areColumns,
  };
}
