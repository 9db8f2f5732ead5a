// A ranking beside a list, as lines: its leaders, and the user's own place.

import { grouped } from '../../money/decimal.js';
import { asText, isNothing, isRecord, type Row } from '../../services/json-value.js';
import { boundedNumber } from '../../text/bounded-number.js';
import { labelOf } from '../../text/column.js';
import { apart, cut, type Line, line, lineText, span } from '../../text/line.js';
import { maskName } from '../../text/mask.js';
import { present } from '../../text/present.js';

import { fit as cutEnd, wrap } from '../../text/text.js';
import { ofTime, spanOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { patience } from '../state/observed.js';
import type { Ranking } from '../state/ranks.js';
import type { QueryResponse } from '../state/responses.js';
import type { RanksSpec } from '../state/screens.js';

/** The columns of a ranking, and the least columns beside it. */
export const [ranksWide, besideRanks] = [25, 46] as const;
const leaders = 3;
const widestScore = 11;

/** The data of a ranking. */
interface RanksView {
  /** The read that lists the subjects of rankings. */
  readonly from: QueryResponse;
  /** The ranking of the selected row, once its subject is known. */
  readonly ranking?: Ranking;
  readonly reveal: boolean;
  /** The times of this machine and of the service, epoch milliseconds. */
  readonly asOf: number;
  readonly now: number;
}
/** The lines of a ranking, as many as there are rows. */
export function ranksLines(spec: RanksSpec, { from, ranking, reveal, asOf, now }: RanksView, rows: number): Line[] {
  const columns = ranksWide - 2;
  if (!ranking) {
    const hasFlag = (from.rows ?? []).some((row) => !isNothing(row[spec.only]));
    const none = from.rows?.length === 0 || hasFlag ? line('no ranking', 'muted') : unusable;
    return [line(spec.title.toUpperCase(), 'head'), ...(missingLines(from, asOf) ?? wrapped(none, columns))].slice(
      0,
      rows,
    );
  }
  const { of, board, own } = ranking;
  const foot = footLines(of, now);
  const title: Line = [span(spec.title.toUpperCase(), 'head')];
  const name = line(escapeControls(asText(of.title ?? of.alias ?? '')), 'muted');
  const mine = isRecord(own.value) ? own.value : {};
  const room = Math.max(1, rows - foot.length - 3);
  const missing = missingLines(board, asOf) ?? (board.rows ? undefined : wrapped(unusable, columns));
  const old = board.trouble && !missing ? [line(`◌ ${spanOf(asOf - (board.at ?? asOf))} old`, 'need')] : [];
  const body = missing ?? rankRows(board.rows ?? [], mine, reveal, room - old.length, columns);
  return [title, name, ...body.slice(0, room - old.length), ...old, [], ...foot]
    .slice(0, rows)
    .map((text) => cut(text, columns));
}

const unusable = line('✗ The response has none of the expected fields.');
const wrapped = (of: Line, columns: number): Line[] =>
  wrap(lineText(of), columns).map((text) => line(text, of[0]?.role));

/** The lines in place of a response: it is awaited, or has failed; undefined if it is there. */
function missingLines({ at, asked, trouble, absent }: QueryResponse, now: number): Line[] | undefined {
  const columns = ranksWide - 2;
  if (at !== undefined) return undefined;
  if (absent) return [line('not here', 'muted')];
  if (asked !== undefined) return now - asked < patience ? [] : [line(`◐ requesting  ${spanOf(now - asked)}`, 'wait')];
  if (!trouble) return [];
  const { text, requestId } = trouble.failure;
  return present([
    ...wrapped(line(`✗ ${escapeControls(text)}`), columns),
    requestId !== undefined && line(`request ${requestId}`, 'muted'),
  ]);
}

/** The leaders, and the places around the user's own, as many as fit. */
function rankRows(all: readonly Row[], mine: Row, reveal: boolean, room: number, columns: number): Line[] {
  const rank = asText(mine.rank ?? '');
  const at = rank === '' ? -1 : all.findIndex((row) => asText(row.rank) === rank);
  const drawn = (row: Row, isMine: boolean): Line => {
    const name = isMine ? 'you' : reveal ? asText(row.name ?? '') : maskName(asText(row.name ?? ''));
    const score = isNothing(row.score) ? '' : boundedNumber(grouped(asText(row.score)), widestScore);
    const place = `${asText(row.rank ?? '').padStart(4)}  ${cutEnd(escapeControls(name), 12)}`;
    return [
      span(isMine ? '▸ ' : '  ', 'accent'),
      ...apart([span(escapeControls(place), isMine ? 'head' : 'text')], [span(escapeControls(score))], columns - 2),
    ];
  };
  if (at < 0 && rank !== '')
    return [
      ...all.slice(0, Math.max(1, room - 2)).map((row) => drawn(row, false)),
      line('     …', 'muted'),
      drawn(mine, true),
    ];
  if (at < room) return all.slice(0, room).map((row, nth) => drawn(row, nth === at));
  const around = Math.max(1, room - leaders - 1);
  const from = Math.max(leaders, Math.min(at - Math.floor(around / 2), all.length - around));
  return [
    ...all.slice(0, leaders).map((row) => drawn(row, false)),
    line('     …', 'muted'),
    ...all.slice(from, from + around).map((row, nth) => drawn(row, from + nth === at)),
  ];
}

function footLines(of: Row, now: number): Line[] {
  const end = ofTime(asText(of.endsAt ?? ''));
  const facts = present<[string, string]>([
    !isNothing(of.rewardNetwork) && ['reward', asText(of.rewardNetwork)],
    end !== undefined && (end > now ? ['ends', `in ${spanOf(end - now)}`] : ['ended', `${spanOf(now - end)} ago`]),
  ]);
  return facts.map(
    ([label, text]): Line => [span(labelOf(label).toLowerCase().padEnd(8), 'muted'), span(escapeControls(text))],
  );
}
