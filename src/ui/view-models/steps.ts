// The status of an item as lines: the current one with its meaning, and every step with its times.

import { apart, type Line, type Role, span } from '../../text/line.js';
import { present } from '../../text/present.js';
import { roleOf, signOf } from '../../text/signs.js';
import { width } from '../../text/text.js';
import { clockTime, exactSpan } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { centred } from '../state/list.js';
import type { Step } from '../state/steps.js';
import type { WatchView } from '../state/watch-view.js';

/** The least width of a status. */
export const wordColumn = 14;

/** `◐ PICKUP   the driver is on the way to you                 5 min 20 s` */
export function nowLine(
  {
    status,
    class: kind,
    means,
    since,
    begunBefore,
  }: Pick<WatchView, 'status' | 'class' | 'means' | 'since' | 'begunBefore'>,
  columns: number,
  now: number,
): Line {
  const left = present([
    span(`${signOf[kind]} ${escapeControls(status ?? 'no status')}`, roleOf[kind]),
    means !== undefined && span(`   ${means}`),
  ]);
  return apart(
    left,
    since === undefined || (begunBefore && now - since < 1000)
      ? []
      : [span(`  for ${begunBefore ? 'at least ' : ''}${exactSpan(now - since)}   `)],
    columns,
  );
}

const stepSigns: Readonly<Record<Exclude<Step['is'], 'now'>, readonly [sign: string, role: Role]>> = {
  passed: ['✓', 'good'],
  'not seen': ['·', 'muted'],
  ahead: ['○', 'muted'],
};
/** The width of the column of statuses. */
const widestOf = (steps: readonly Step[]): number =>
  Math.max(wordColumn, ...steps.map(({ status }) => Math.min(30, width(escapeControls(status)))));
const laterOf = (after: number | undefined): string => (after === undefined ? '' : `+${exactSpan(after)}`);
/** ` ✓ CONFIRMED        14:02:33   +14 s` */
export function stepLines(steps: readonly Step[]): Line[] {
  const widest = widestOf(steps);
  const laterWide = Math.max(9, ...steps.map(({ after }) => laterOf(after).length + 2));
  return steps.map(({ status, class: kind, is, at, begunBefore, after }): Line => {
    const hasStatusSign = is === 'now' || kind === 'unknown' || kind === 'bad';
    const [sign, role] =
      hasStatusSign && at !== undefined ? [signOf[kind], roleOf[kind]] : stepSigns[is === 'now' ? 'passed' : is];
    const text = escapeControls(status);
    const name = span(
      `${text}${' '.repeat(Math.max(0, widest - width(text)))}`,
      is === 'now' ? 'head' : is === 'passed' ? 'text' : 'muted',
    );
    if (at === undefined)
      return [span(`${sign} `, role), name, ...(is === 'not seen' ? [span(' not seen', 'muted')] : [])];
    if (begunBefore) return [span(`${sign} `, role), name, span(` seen ${clockTime(at)}`, 'muted')];
    return [span(`${sign} `, role), name, span(` ${clockTime(at)}`), span(laterOf(after).padStart(laterWide), 'muted')];
  });
}
/** The index of the current step. */
export const indexOfNow = (steps: readonly Step[]): number =>
  Math.max(
    0,
    steps.findLastIndex(({ is }) => is === 'now' || is === 'passed'),
  );

/** The lines that fit, with this one among them. */
export function windowed(lines: readonly Line[], at: number, rows: number): Line[] {
  if (lines.length <= rows) return [...lines];
  const first = centred(at, lines.length, rows);
  return lines.slice(first, first + Math.max(0, rows));
}
