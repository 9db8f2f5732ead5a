// A ranking beside a list: the ranking of the selected row, and its command lines.

import { filledLine } from '../../services/command-line.js';
import { asText, type Row, valueAt } from '../../services/json-value.js';
import { ofTime } from '../../text/time.js';
import { type QueryResponse, responseOf } from './responses.js';
import type { BoardScreen } from './screens.js';
import type { Application } from './state.js';

/** A ranking, with the responses received so far. */
export interface Ranking {
  readonly of: Row;
  /** The command lines of its board, and of the user's own rank. */
  readonly line: string;
  readonly ownLine: string;
  readonly board: QueryResponse;
  readonly own: QueryResponse;
}

/** The ranking of the selected row; for a row without one, the ranking that ends last. */
export function rankingOf(
  { spec: { ranks }, shown, place }: BoardScreen,
  state: Pick<Application, 'responses'>,
): Ranking | undefined {
  if (!ranks) return undefined;
  const { rows = [], id } = responseOf(state, ranks.from);
  const all = rows.filter((row) => row[ranks.only] === true);
  const marked = asText(valueAt(shown[place.marked], ranks.of) ?? '');
  const of = (marked === '' ? undefined : all.find((row) => asText(valueAt(row, id)) === marked)) ?? latest(all);
  const [line, ownLine] = of ? [filledLine(ranks.command, of, id), filledLine(ranks.ownCommand, of, id)] : [];
  if (!of || line === undefined || ownLine === undefined) return undefined;
  return { of, line, ownLine, board: responseOf(state, line), own: responseOf(state, ownLine) };
}
const ends = (row: Row): number => ofTime(asText(row.endsAt ?? '')) ?? Number.POSITIVE_INFINITY;
const latest = (rows: readonly Row[]): Row | undefined =>
  [...rows].sort((one, other) => ends(other) - ends(one) || 0)[0];

/** The command lines of a screen's ranking. */
export function ranksLines(screen: BoardScreen, state: Pick<Application, 'responses'>): readonly string[] {
  const { ranks } = screen.spec;
  const ranking = rankingOf(screen, state);
  return [ranks?.from ?? [], ranking ? [ranking.line, ranking.ownLine] : []].flat();
}
