// Something of a status list that is followed, as lines: its status, its steps with their times, what is known of it.

import { asText, valueAt } from '../../services/json-value.js';
import { beside, cut, type Line, line, span } from '../format/line.js';
import { labelledLines, recordLines } from '../format/record.js';
import { roleOf, signOf } from '../format/signs.js';
import { clockTime, ofTime, spanOf } from '../format/time.js';
import { escapeControls } from '../format/visible.js';
import { actionsOn, followView } from '../state/follow-screen.js';
import type { Size } from '../state/page.js';
import type { FollowScreen } from '../state/screens.js';
import { type Application, serviceTime } from '../state/state.js';
import { indexOfNow, nowLine, stepLines, windowed } from './steps.js';

type Seen = Pick<Application, 'answers' | 'reveal' | 'clockOffset'>;
const stepsWide = 44;
const wideFrom = 100;

/** All lines of its body that the rows have room for, from its first seen one on. */
export function followLines(screen: FollowScreen, state: Seen, { rows, columns }: Size, now: number): Line[] {
  const at = serviceTime(state, now);
  const view = followView(screen, state);
  if (view.status === undefined && screen.watching === undefined)
    return screen.trouble === undefined
      ? [[span('◐ ', 'wait'), span(`asking: tuk ${screen.line}`)]]
      : [[span('✗ ', 'bad'), span(escapeControls(screen.trouble))], line('r reloads.', 'muted')];
  const { status: _, statusLog: __, ...row } = view.row;
  const wide = columns >= wideFrom ? columns - stepsWide : columns;
  const facts = screen.spec.columns ? labelledLines(row, screen.spec.columns, { wide, now: at }) : recordLines(row, [], { wide, now: at });
  const known = facts.map((one) => cut(one, wide));
  const steps = stepLines(view.steps);
  const head = [headLine(screen, view, columns, now, at), []];
  const body =
    columns >= wideFrom ? beside([windowed(steps, indexOfNow(view.steps), rows - 2), stepsWide], [known, wide]) : [...steps, [], ...known];
  const all = [...head, ...body];
  const actions = actionLines(screen).map((one) => cut(one, columns)); // they stay in sight, whatever is scrolled
  const room = Math.max(1, rows - actions.length);
  const top = Number.isFinite(rows) ? Math.max(0, Math.min(screen.top, all.length - room)) : 0;
  return [...all.slice(top, Number.isFinite(rows) ? top + room : undefined), ...actions];
}

/** The status in force, and until when it waits, or since when it is so. */
function headLine({ spec, over }: FollowScreen, view: ReturnType<typeof followView>, columns: number, now: number, at: number): Line {
  const until = spec.until === undefined || over ? undefined : ofTime(asText(valueAt(view.row, spec.until)));
  if (view.class !== 'needs-you' || until === undefined) return nowLine(view, columns, now);
  const { since: _, ...rest } = view;
  const [said] = [nowLine(rest, columns, now)];
  const left = until > at ? `   expires in ${spanOf(until - at)}` : '   its time is over';
  return [...said.filter(({ text }) => text.trim() !== ''), span(left, until > at ? 'muted' : 'need')];
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
