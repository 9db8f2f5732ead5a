// Amounts over time, as columns or a line over an axis, with a selected time.
import { seriesOf } from '../../text/chart.js';
import { lineText } from '../../text/line.js';
import { plotLines, readout, timesOf } from '../../text/plot.js';
import { chartTexts } from '../../text/spoken-record.js';
import {
  actions,
  back,
  copyId,
  everywhere,
  json,
  nextByTab,
  open,
  previousByTab,
  reload,
  scroll,
  shown,
  turn,
} from '../state/key-parts.js';
import { keymap } from '../state/keymap.js';
import { clamped } from '../state/list.js';
import type { PageKind } from './page-kind.js';

export const chart: PageKind = {
  is: 'amounts over time',
  lines: ({ rows, chart, time, isLine }, { rows: high, columns: wide }) =>
    rows && chart ? plotLines(rows, chart, { wide, high, time, isLine }) : undefined,
  texts: ({ rows, chart }) => (rows && chart ? chartTexts(rows, chart) : undefined),
  keys: (screen) =>
    keymap(
      { keys: ['h', 'left'], shown: 'h l', act: 'left', does: 'time', under: 'Move' },
      { keys: ['l', 'right'], act: 'right', does: 'later', under: 'Move', helpOnly: true },
      nextByTab,
      { keys: ['v'], act: 'line', does: screen.isLine ? 'columns' : 'line' },
      { ...open, does: 'rows' },
      back,
      turn(screen),
      screen.spec.actions && actions,
      json,
      { ...copyId, does: 'copy amount' },
      reload,
      shown,
      previousByTab,
      scroll,
      everywhere,
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
