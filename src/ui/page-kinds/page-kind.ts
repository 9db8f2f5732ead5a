// A kind of page: how a response is drawn, spoken and used that is neither a table nor a record.
import type { Row } from '../../services/json-value.js';
import type { Chart } from '../../text/chart.js';
import type { Point } from '../../text/heat-grid.js';
import type { Line } from '../../text/line.js';
import type { Sorting } from '../../text/row-order.js';
import type { Action, PlaceFields } from '../../things/thing.js';
import type { Acts } from '../state/core/acts.js';
import type { MapMove } from '../state/core/list.js';
import type { Size } from '../state/core/page.js';
import type { BoardScreen } from '../state/core/screens.js';

/** The response that a page shows, with personal data masked unless they are revealed. */
export interface PageData {
  readonly rows?: readonly Row[];
  /** The record, if the response is not a list. */
  readonly record?: Row;
  readonly chart?: Chart;
  /** The fields of rows on a map. */
  readonly places?: PlaceFields;
  /** The point under the cursor, once it was moved. */
  readonly cell?: Point;
  /** The selected time of a chart, and whether it is drawn as columns. */
  readonly time?: number;
  readonly areColumns?: boolean;
  /** It is drawn below something else: with the fewest figures, and without a cursor. */
  readonly areBrief?: boolean;
}

/** A kind of page. A member that is left out is as in a table or a record. */
export interface PageKind {
  /** Its content in words: `amounts over time`. */
  readonly is: string;
  /**
   * All its lines for a size and the time of the service, epoch milliseconds; undefined for a response that it cannot
   * draw.
   */
  lines(data: PageData, size: Size, now: number): Line[] | undefined;
  /** The sentences for a screen reader; undefined if it reads the rows by number. */
  texts?(data: PageData, now: number): string[] | undefined;
  /** The order in which a screen reader reads the rows. */
  readonly order?: Sorting;
  /** The keys of a page with rows. */
  keys?(screen: BoardScreen): Acts;
  /** The change by a move that does not scroll the page; undefined for one that does. */
  moved?(data: PageData, move: MapMove, size: Size): Pick<BoardScreen, 'cell' | 'time'> | undefined;
  /** The row that enter opens and that actions are for; without it enter opens the rows. */
  selected?(rows: readonly Row[]): Row | undefined;
  /** The actions on the selected row. */
  actions?(row: Row): readonly Action[];
  /** The text that the key `y` copies. */
  copies?(data: PageData): string | undefined;
}
