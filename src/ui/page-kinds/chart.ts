// Amounts over time, as columns over an axis.
import { plotLines } from '../../text/plot.js';
import { chartTexts } from '../../text/spoken-record.js';
import type { PageKind } from './page-kind.js';

export const chart: PageKind = {
  is: 'amounts over time',
  lines: ({ rows, chart }, { rows: high, columns: wide }) =>
    rows && chart ? plotLines(rows, chart, { wide, high }) : undefined,
  texts: ({ rows, chart }) => (rows && chart ? chartTexts(rows, chart) : undefined),
};
