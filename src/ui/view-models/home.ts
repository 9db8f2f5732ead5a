// Home as lines: panes side by side, each with its own reads; a failed pane leaves the others alone.

import { isId } from '../../services/forms.js';
import { asText, isNothing, isRecord, isScalar, type Row, valueAt } from '../../services/json-value.js';
import { boundedNumber } from '../../text/bounded-number.js';
import { rowLines, unusable } from '../../text/brief-rows.js';
import { type Chart, seriesOf } from '../../text/chart.js';
import { cellOf, labelOf, unitOfMoney } from '../../text/column.js';
import { emptyLines } from '../../text/grid.js';
import { apart, type Line, line, span } from '../../text/line.js';
import { type PlotSize, plotLines } from '../../text/plot.js';
import { present } from '../../text/present.js';

import { sparkLines } from '../../text/spark.js';
import { width } from '../../text/text.js';
import { ageOf } from '../../text/time.js';
import { countLine, totalLine } from '../../text/total.js';
import { escapeControls } from '../../text/visible.js';
import { homeRows, leftAt } from '../state/boards/home-rows.js';
import { centred, clamped } from '../state/core/list.js';
import type { Size } from '../state/core/page.js';
import { maskedUnless, responseOf } from '../state/core/responses.js';

import { type Application, type Pane, serviceTime } from '../state/core/state.js';
import { loadingLines } from './board.js';
import { failureLines } from './failure.js';
import { eventLines, hasNoEvents } from './home-events.js';

/** A pane of Home with its index and its number of lines. */
export interface PlacedPane {
  readonly pane: Pane;
  readonly at: number;
  readonly lines: number;
}
/** The least rows of a pane: its title, a line, and a blank line. */
const leastPane = 3;
/** The least and the most lines of a chart for one unit; the lines of a sparkline. */
const leastChart = 8;
const mostChart = 24;
const sparkHigh = 3;
/** The lines above the history of another read: a blank line and its name. */
const trendHead = 2;

/**
 * The panes, in one to three columns, around the marked one. The lines of a column go to the data of
 * its panes, in equal parts if there are too few, and the rest to their charts.
 */
export function homeLayout(
  state: Application,
  { rows, columns }: Size,
  { marked, now }: { readonly marked: number; readonly now: number },
): readonly (readonly PlacedPane[])[] {
  const panes = state.panes.map((pane, at) => ({ pane, at }));
  const across = columns >= 150 ? 3 : columns >= 70 ? 2 : 1;
  const wide = Math.floor(columns / across) - 3;
  return Array.from({ length: across }, (_, nth) => {
    const stack = panes.filter(({ pane: { column } }) => (across === 1 ? 0 : Math.min(column, across - 1)) === nth);
    const fit = Math.max(1, Math.floor((rows + 1) / leastPane));
    const at = stack.findIndex((placed) => placed.at === marked);
    const first = centred(at, stack.length, fit);
    const visible = stack.slice(first, first + fit);
    const wants = visible.map(({ pane }) => {
      const units = unitsOf(state, pane);
      const least = hasNoEvents(state, pane, serviceTime(state, now)) ? 0 : 1; // its title says it
      const content = Math.max(least, paneBody(state, pane, wide, Number.POSITIVE_INFINITY, now).length);
      const spark = units > 0 && pane.trend ? trendHead + units * sparkHigh : 0;
      // in place of a sparkline
      const chart = units * leastChart - (pane.trend ? units * sparkHigh : Math.min(content, units * leastChart));
      return { own: content, spark, chart, more: units * (mostChart - leastChart) };
    });
    const lines = shared(wants, rows - 2 * visible.length + 1);
    return visible.map((pane, nth) => ({ ...pane, lines: lines[nth]! }));
  });
}
/** The number of units in the chart of a pane; 0 without a history. */
function unitsOf(state: Application, { command, shows, trend }: Pane): number {
  const { rows = [], chart = trend?.chart } = responseOf(state, trend?.command ?? command);
  return chart && (trend || shows === 'course') ? drawable(rows, chart).length : 0;
}
/** The amounts over time of each unit with more than one amount. */
const drawable = (rows: readonly Row[], chart: Chart) => seriesOf(rows, chart).filter(({ bars }) => bars.length > 1);

/**
 * The lines of each pane: first its data, the smallest first, then a sparkline, a chart, more of the chart. A
 * sparkline and a chart get all of their lines or none.
 */
function shared(
  wants: readonly Readonly<Record<'own' | 'spark' | 'chart' | 'more', number>>[],
  rows: number,
): number[] {
  const lines = wants.map(() => 0);
  let remaining = rows;
  for (const part of ['own', 'spark', 'chart', 'more'] as const) {
    const isWhole = part === 'spark' || part === 'chart';
    const order = wants.map((want, at) => ({ at, want: want[part] })).sort((one, other) => one.want - other.want);
    let panes = order.filter(({ want }) => want > 0).length;
    for (const { at, want } of order) {
      if (want === 0 || (isWhole && want > remaining)) continue;
      const share = isWhole ? want : clamped(want, Math.floor(remaining / panes--));
      lines[at]! += share;
      remaining -= share;
    }
  }
  return lines;
}
/** The title of a pane. */
export function paneTitle(state: Application, pane: Pane, isMarked: boolean, wide: number, now: number): Line {
  const rows = pane.reads ? homeRows(state, pane, now) : [];
  const left = pane.shows === 'since' ? leftAt(state, now) : undefined;
  const count =
    left === undefined
      ? rows.length > 0 && pane.shows !== 'since' && String(rows.length)
      : `${rows.filter(({ isNew }) => isNew).length || 'none'} new in ${ageOf(now - left)}`;
  const title = span(`${isMarked ? '▸ ' : ''}${pane.title.toUpperCase()}`, isMarked ? 'select' : 'head');
  const none = !count && hasNoEvents(state, pane, now) && span(isMarked ? ' none,' : ' none', 'muted');
  const right = present([
    none,
    isMarked && span(' enter opens', 'accent'),
    count ? span(` ${count}`, 'head') : undefined,
  ]);
  return apart([title, span(' ')], right, wide, '─', isMarked ? 'accent' : 'rule');
}

/** The body of a pane: at most so many lines. */
export function paneBody(
  state: Application,
  pane: Pane,
  wide: number,
  most: number,
  now: number,
  marked?: number,
): Line[] {
  const reads = (pane.reads ?? [pane]).map(({ command }) => ({ command, ...responseOf(state, command) }));
  const { trouble, asked, at } = reads.find((read) => read.at !== undefined) ?? reads[0]!;
  if (at === undefined) {
    if (trouble && asked === undefined) return cutShort(failureLines(trouble, { wide, now, ...state }), most);
    return asked === undefined ? [] : loadingLines(pane.command, asked, now);
  }
  const troubled = reads.filter((read) => read.trouble !== undefined);
  const [first] = troubled;
  const oldest = Math.min(...troubled.map(({ at }) => at ?? Number.NEGATIVE_INFINITY));
  const age = Number.isFinite(oldest) ? `◌ ${ageOf(now - oldest)} old  ` : '✗ ';
  const which = troubled.length > 1 ? `${troubled.length} of ${reads.length} reads` : `tuk ${first?.command}`;
  const failed = [
    ...reads.flatMap(({ leftOut = [] }) => leftOut.map((name): Line => [span('✗ ', 'bad'), span(name)])),
    ...(first ? [[span(age, 'need'), span(`${pane.reads ? `${which}: ` : ''}${first.trouble!.text}`, 'muted')]] : []),
  ];
  if (hasNoEvents(state, pane, serviceTime(state, now))) return [];
  const lines = shownBy(state, pane, wide, Math.max(1, most - failed.length), serviceTime(state, now), marked);
  const id = trouble?.failure.requestId;
  const about = id !== undefined && lines.length + failed.length < most ? [line(`  request ${id}`, 'muted')] : [];
  const remaining = Number.isFinite(most) ? most - lines.length - failed.length - about.length : 0;
  // of what is not read the failure says more
  const own = pane.reads && failed.length > 0 && homeRows(state, pane, serviceTime(state, now)).length === 0;
  const all = own ? [...failed, ...lines] : [...lines, ...failed];
  return [...all.slice(0, most), ...about, ...trendLines(state, pane, { wide, high: remaining })];
}

/** The history of another read, under its name: a chart, or a sparkline if there is less room. */
function trendLines(state: Application, { trend }: Pane, { wide, high }: PlotSize): Line[] {
  if (!trend) return [];
  const { rows = [], chart = trend.chart } = responseOf(state, trend.command);
  const drawn = chart ? courseLines(rows, chart, { wide, high: high - trendHead }) : [];
  return drawn.length === 0 || drawn.length > high - trendHead ? [] : [[], line(trend.title, 'muted'), ...drawn];
}
function courseLines(rows: readonly Row[], chart: Chart, { wide, high }: PlotSize): Line[] {
  const units = drawable(rows, chart).length;
  if (units === 0) return [];
  if (high >= units * leastChart)
    return plotLines(rows, chart, { wide, high: Math.min(high, units * mostChart), areBrief: true });
  return sparkLines(rows, chart, wide, Math.max(1, Math.floor(high / sparkHigh)));
}

/** The data of a pane: at most so many lines. */
export function shownBy(
  state: Pick<Application, 'responses' | 'reveal' | 'preferences' | 'head' | 'panes'>,
  pane: Pane,
  wide: number,
  most: number,
  now: number,
  marked?: number,
): Line[] {
  const { value, rows: list, columns, chart, empty } = responseOf(state, pane.command);
  const rows = list ?? [];
  if (pane.reads) return eventLines(state, pane, { wide, most, now }, marked);
  if (pane.shows !== 'figures' && !list) return unusable;
  switch (pane.shows) {
    case 'figures':
      return isRecord(value) ? figures(maskedUnless(state.reveal, value), pane.fields, { wide, most }) : unusable;
    case 'course':
      if (!chart || rows.length < 2) return emptyLines(...(empty ?? ['Nothing here.', '']));
      return drawable(rows, chart).length === 0
        ? unusable
        : courseLines(rows, chart, { wide, high: Number.isFinite(most) ? most : 0 });
    default: {
      const rowsOfPane = maskedUnless(state.reveal, rows);
      const sum =
        rowsOfPane.length > 1
          ? ((pane.total && totalLine(rowsOfPane, pane.total)) ??
            (pane.counts === undefined ? undefined : countLine(rowsOfPane, pane.counts)))
          : undefined;
      return rowLines(rowsOfPane, pane.fields ?? [], columns, empty, {
        wide,
        most,
        now,
        sum,
      });
    }
  }
}

/** The lines of a failure that fit; the last one says where the others are. */
const cutShort = (lines: readonly Line[], most: number): Line[] =>
  lines.length <= most
    ? [...lines]
    : most === 1
      ? [[...lines[0]!, span(' …', 'muted')]]
      : [...lines.slice(0, Math.max(0, most - 1)), line('  enter shows all of it', 'muted')];

/** The fields of a pane with one thing: those that it names, or else all plain values that are not an id. */
function figurePaths(value: Row, fields: readonly string[] = []): readonly string[] {
  const named = fields.filter((path) => !isNothing(valueAt(value, path)));
  return named.length > 0
    ? named
    : Object.keys(value).filter((name) => isScalar(value[name]) && !/^id$/i.test(name) && !isId(asText(value[name])));
}

function figures(
  value: Row,
  fields: readonly string[] | undefined,
  { wide, most }: { readonly wide: number; readonly most: number },
): Line[] {
  const paths = figurePaths(value, fields).filter((path) => !isNothing(valueAt(value, path)));
  if (paths.length === 0) return unusable;
  return paths.slice(0, most).map((path): Line => {
    const label = `${labelOf(path)}  `.padEnd(14);
    const unit = unitOf(value, path);
    const amount = cellOf(value, { path, as: 'amount' }, 0);
    const text = boundedNumber({ text: `${amount.text}${unit}` }, wide - width(label));
    return [span(label, 'muted'), { ...amount, text }];
  });
}

/** The currency beside an amount. */
function unitOf(value: Row, path: string): string {
  const isPlain = /amount|balance/i.test(path) && unitOfMoney(valueAt(value, path)) === undefined;
  const unit = isPlain ? (value.currencyId ?? value.currency ?? value.symbol) : undefined;
  return typeof unit === 'string' ? ` ${escapeControls(unit)}` : '';
}
