// Screen reader form of Home: a line for each pane.

import { counted } from '../../services/counted.js';
import { asText, isRecord } from '../../services/json-value.js';
import { seriesOf } from '../../text/chart.js';
import { type Column, cellOf } from '../../text/column.js';
import { labelOf } from '../../text/label.js';
import { lineText } from '../../text/line.js';
import { masked } from '../../text/mask.js';
import { cellTexts, sentences } from '../../text/spoken-value.js';
import { escapeControls } from '../../text/visible.js';
import { isUnderWay } from '../state/actions.js';
import { type QueryResponse, responseOf } from '../state/responses.js';
import type { Application, Pane } from '../state/state.js';
import { figurePaths, totalLine, wantedRows } from '../view-models/home.js';

/** A pane of Home; nothing where its command is missing. */
export function paneText(state: Pick<Application, 'responses' | 'reveal'>, pane: Pane, now: number): string | undefined {
  const response = responseOf(state.responses, pane.command);
  if (response.absent) return undefined;
  if (response.at === undefined) return `${pane.title}: ${escapeControls(response.trouble?.text ?? 'no answer')}`;
  const body = sentences(paneBody(pane, response, now, state.reveal));
  const { trouble, leftOut = [] } = response;
  const left = leftOut.map((one) => ` Not read: ${escapeControls(one)}`).join('');
  return `${pane.title}: ${body}${left}${trouble ? ` This is old: ${escapeControls(trouble.text)}` : ''}`;
}
const withoutStop = (text: string): string => text.replace(/\.$/, '');
const mostInPane = 4;
function paneBody(pane: Pane, response: QueryResponse, now: number, reveal: boolean): string[] {
  const open = <Value>(value: Value): Value => (reveal ? value : (masked(value) as Value));
  const rows = open(response.rows ?? []);
  switch (pane.shows) {
    case 'ride': {
      const ride = rows.find(isUnderWay);
      return ride ? cellTexts(ride, response, now) : ['no ride is under way'];
    }
    case 'course': {
      const [series] = response.chart && rows.length > 1 ? seriesOf(rows, response.chart) : [];
      const last = series?.bars.at(-1);
      return series && last
        ? [`${last.text} ${series.unit}`.trim(), `Change ${series.change.replace('-', 'minus ').replace('+', 'plus ')}`]
        : ['none'];
    }
    case 'figures': {
      const value = open(response.value);
      if (!isRecord(value)) return [escapeControls(asText(value))];
      return figurePaths(value, pane.fields)
        .slice(0, mostInPane)
        .map((path) => `${labelOf(path)} ${cellOf(value, { path, as: 'amount' }, now).text}`);
    }
    case 'rows': {
      const { fields } = pane;
      const wanted = wantedRows(rows, pane);
      const own =
        fields?.map((path): Column => response.columns.find((column) => column.path === path) ?? { path }) ?? response.columns.slice(0, 3);
      const total = totalLine(wanted, pane);
      const texts = wanted
        .slice(0, mostInPane)
        .map((row) => cellTexts(row, { columns: own, id: response.id }, now).map(withoutStop).join(', '));
      return [
        wanted.length === 0 ? 'none' : counted(wanted.length, 'row'),
        ...(wanted.length > 1 && total ? [lineText(total)] : []),
        ...texts,
        ...(wanted.length > mostInPane ? [`and ${wanted.length - mostInPane} more`] : []),
      ];
    }
  }
}
