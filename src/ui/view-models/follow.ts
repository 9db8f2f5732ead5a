// What the screen of something that is followed says: its status, its steps with their times, what is known of it. Its screen lays it out.

import { asText, valueAt } from '../../services/json-value.js';
import { type Line, line, span } from '../format/line.js';
import { labelledLines, recordLines } from '../format/record.js';
import { roleOf, signOf } from '../format/signs.js';
import { clockTime, ofTime, spanOf } from '../format/time.js';
import { escapeControls } from '../format/visible.js';
import { actionsOn, followView } from '../state/follow-screen.js';
import type { FollowScreen } from '../state/screens.js';
import { type Application, serviceTime } from '../state/state.js';
import { indexOfNow, nowLine, stepLines } from './steps.js';

type Seen = Pick<Application, 'answers' | 'reveal' | 'clockOffset'>;
/** The columns of the steps, and from how many columns on they stand beside the facts. */
export const [stepsWide, besideFrom] = [44, 100] as const;

/** The parts of the screen: the status, the steps, what is known, the actions. */
export interface FollowParts {
  readonly head: Line;
  readonly steps: readonly Line[];
  readonly facts: readonly Line[];
  readonly actions: readonly Line[];
  /** The place of the present step. */
  readonly at: number;
}
/** The parts for so many columns; nothing before the first response. */
export function followParts(screen: FollowScreen, state: Seen, columns: number, now: number): FollowParts | undefined {
  const at = serviceTime(state, now);
  const view = followView(screen, state);
  if (view.status === undefined && screen.watching === undefined) return undefined;
  const { status: _, statusLog: __, ...row } = view.row;
  const wide = columns >= besideFrom ? columns - stepsWide : columns;
  return {
    head: headLine(screen, view, columns, now, at),
    steps: stepLines(view.steps),
    facts: screen.spec.columns ? labelledLines(row, screen.spec.columns, { wide, now: at }) : recordLines(row, [], { wide, now: at }),
    actions: actionLines(screen),
    at: indexOfNow(view.steps),
  };
}
/** How many rows scroll: those of the longer column where there are two, else all below the status. */
export function followHeight(screen: FollowScreen, state: Seen, columns: number, now: number): number {
  const parts = followParts(screen, state, columns, now);
  if (!parts) return 1;
  const { steps, facts, actions } = parts;
  return 2 + actions.length + (columns >= besideFrom ? Math.max(steps.length, facts.length) : steps.length + 1 + facts.length);
}
/** What is said before the first response: that it is asked for, or what failed. */
export const beforeFollowed = ({ trouble, line: command }: FollowScreen): Line[] =>
  trouble === undefined
    ? [[span('◐ ', 'wait'), span(`requesting: tuk ${command}`)]]
    : [[span('✗ ', 'bad'), span(escapeControls(trouble))], line('r reloads.', 'muted')];

/** The status in force, and until when it waits, or since when it is so. */
function headLine({ spec, over }: FollowScreen, view: ReturnType<typeof followView>, columns: number, now: number, at: number): Line {
  const until = spec.until === undefined || over ? undefined : ofTime(asText(valueAt(view.row, spec.until)));
  if (view.class !== 'needs-you' || until === undefined) return nowLine(view, columns, now);
  const { since: _, ...rest } = view;
  const status = nowLine(rest, columns, now);
  const left = until > at ? `   expires in ${spanOf(until - at)}` : '   its time is over';
  return [...status.filter(({ text }) => text.trim() !== ''), span(left, until > at ? 'muted' : 'need')];
}

function actionLines(screen: FollowScreen): Line[] {
  const actions = actionsOn(screen);
  if (actions.length === 0) return [];
  const label = Math.max(...actions.map(([one]) => one.length)) + 3;
  const marked = Math.min(screen.marked ?? 0, actions.length - 1);
  return [
    [],
    ...actions.map(
      ([one, command], at): Line => [
        span(at === marked ? '▸ ' : '  ', 'accent'),
        span(one.padEnd(label), at === marked ? 'select' : 'text'),
        span(escapeControls(`tuk ${command}`), 'muted'),
      ],
    ),
  ];
}

/** What stands at the right of its path. */
export function followState({ over, trouble, paused, watching }: FollowScreen): string {
  if (trouble !== undefined) return 'not followed';
  if (over) return 'ended';
  if (paused) return 'paused';
  return watching?.outage ? 'no answer' : 'live';
}

/** What stands under it: what is wrong, how it ended, what it waits for. */
export function followMessage(screen: FollowScreen, state: Seen): Line {
  const { trouble, over, watching, paused, answered } = screen;
  const { class: kind, status } = followView(screen, state);
  if (trouble !== undefined) return [span('✗ ', 'bad'), span(escapeControls(trouble))];
  if (over) return [span(`${signOf[kind]} `, roleOf[kind]), span(`${escapeControls(status ?? '')}: nothing follows by itself.`)];
  if (watching?.outage) return [span('◌ ', 'need'), span(escapeControls(watching.outage.message))];
  if (paused) return [span('Paused. Data of '), span(clockTime(answered))];
  if (kind === 'needs-you' && actionsOn(screen).length > 0)
    return [span('! ', 'need'), span('It waits for you: enter does what is marked, and asks first.')];
  return line('An unknown status is shown as received.', 'muted');
}
