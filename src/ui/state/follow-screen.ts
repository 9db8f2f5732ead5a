// The watch screen of an item with a status, such as an order: its stream, keys and view.

import { meaningsOf } from '../../services/catalogue/status-meanings.js';
import { classInWords, classOf, fits, type StatusClass, type StatusList } from '../../services/catalogue/statuses.js';
import { filledLine, splitWords } from '../../services/command-line.js';
import { isRecord, type Row } from '../../services/json-value.js';
import { masked } from '../format/mask.js';
import { aged, answerOf } from './answers.js';
import type { AppEvent } from './app-events.js';
import type { TerminalEffect } from './board.js';
import { runCommand } from './command-dialog.js';
import type { AppAct } from './key-parts.js';
import type { FollowScreen, FollowSpec, GroupSpec } from './screens.js';
import { type AppEffect, type Application, withNotice, withTop } from './state.js';
import { type StatusChange, type Step, statusHistory, stepsOf } from './steps.js';

type Next = readonly [Application, ...(AppEffect | TerminalEffect)[]];

/** The watch screen for the item of a wait command; undefined where there is none. */
export function followOf(groups: readonly GroupSpec[], line: string): FollowScreen | undefined {
  const words = splitWords(line);
  const id = words.at(-1);
  if (id === undefined || id.startsWith('-')) return undefined;
  for (const { name: group, follows = [] } of groups)
    for (const spec of follows)
      if (filledLine(spec.command, { id }, 'id') === line.trim() || sameWords(spec, words.slice(0, -1)))
        return {
          kind: 'follow',
          group,
          spec,
          id,
          line: filledLine(spec.command, { id }, 'id')!,
          history: [],
          top: 0,
          paused: false,
          over: false,
        };
  return undefined;
}
const sameWords = ({ command: line }: FollowSpec, words: readonly string[]): boolean => line.replace(' {id}', '') === words.join(' ');

/** Restarts a watch screen; the statuses seen so far stay. */
export function anew({ trouble: _, ...screen }: FollowScreen): FollowScreen {
  return { ...screen, over: false, paused: false };
}

/** The command line that is watched now: of the uppermost watch screen, unless it has ended. */
export function followedIn({ stack }: Pick<Application, 'stack'>): string | undefined {
  const top = stack.findLast((one) => one.kind === 'follow');
  return top?.kind === 'follow' && !top.over && top.trouble === undefined ? top.line : undefined;
}

/** Applies a state of the stream, wherever the screen is in the stack. */
export function followHappened(state: Application, event: Extract<AppEvent, { what: 'followed' | 'follow failed' }>): Next {
  const stack = state.stack.map((one) => (one.kind === 'follow' && one.line === event.line ? after(one, event) : one));
  return [{ ...state, stack }];
}
function after(screen: FollowScreen, event: Extract<AppEvent, { what: 'followed' | 'follow failed' }>): FollowScreen {
  if (event.what === 'follow failed') return { ...screen, trouble: event.text };
  const { list, state: watching, last } = event;
  const thing = watching.items[0];
  const news = thing?.seen.at(-1);
  const history = news && news.status !== screen.history.at(-1)?.status ? [...screen.history, news] : screen.history;
  return { ...screen, list, watching, history, ...(watching.outage ? {} : { answered: watching.at }), over: last };
}

/** The view of a watched item. */
export interface FollowView {
  readonly status?: string;
  readonly class: StatusClass;
  readonly means?: string;
  readonly since?: number;
  readonly steps: readonly Step[];
  /** Its fields, with the response of the second read under its name. */
  readonly row: Row;
}
/** The view of the latest state. */
export function followView(screen: FollowScreen, { answers, reveal }: Pick<Application, 'answers' | 'reveal'>): FollowView {
  const { list, history: seen } = screen;
  const thing = screen.watching?.items[0];
  const own = isRecord(thing?.row) ? thing.row : {};
  const status = thing?.status;
  const history = statusHistory(own, status, seen);
  const other = besideOf(screen);
  const beside = other === undefined ? undefined : answerOf(answers, other).value;
  const row = { ...own, ...(beside === undefined ? {} : { [screen.spec.beside!.as]: beside }) };
  const last = history.findLast((one: StatusChange) => one.status === status);
  return {
    class: thing?.ended ?? (list ? classOf(list, status) : 'unknown'),
    ...(status === undefined ? {} : { status, ...meantBy(list, status) }),
    ...(last ? { since: last.at } : {}),
    steps: list ? stepsOf(list, history, status, thing?.ended !== undefined) : [],
    row: reveal ? row : (masked(row) as Row),
  };
}
function meantBy(list: StatusList | undefined, status: string): { means?: string } {
  if (list === undefined) return {};
  const own = meaningsOf[list];
  const means = own && Object.hasOwn(own, status) ? own[status] : classInWords[classOf(list, status)];
  return means === undefined ? {} : { means };
}

/** The command line of the second read, once the first response has its parameter. */
export function besideOf({ spec, watching }: FollowScreen): string | undefined {
  const row = watching?.items[0]?.row;
  return spec.beside && isRecord(row) ? filledLine(spec.beside.line, row, 'id') : undefined;
}

/** The available actions in the current status; none after a good end. */
export function actionsOn(screen: FollowScreen): readonly (readonly [label: string, line: string])[] {
  const thing = screen.watching?.items[0];
  if (!thing || thing.ended === 'good') return []; // an item that was never read may not exist
  const own = { id: screen.id };
  return (screen.spec.actions ?? []).flatMap(([label, line, during]) => {
    if (!fits(during, screen.list, thing.status)) return [];
    const whole = filledLine(line, own, 'id');
    return whole === undefined ? [] : [[label, whole] as const];
  });
}

/** Leaves the screen for the selected action. */
export function doneTo(state: Application, screen: FollowScreen): Next {
  const actions = actionsOn(screen);
  const [, line] = actions[Math.min(screen.marked ?? 0, actions.length - 1)] ?? [];
  return line === undefined ? [state] : runCommand(state, line);
}

/** Runs the action of a key on the watch screen. */
export function onFollow(state: Application, top: FollowScreen, act: AppAct | undefined, now: number): Next {
  switch (act) {
    case 'actions': {
      const items = actionsOn(top).map(([label, line]) => ({ value: line, label, is: `tuk ${line}` }));
      return items.length === 0 ? [state] : [{ ...state, chooser: { of: 'actions', title: 'Actions', items, marked: 0 } }];
    }
    case 'pause': {
      if (followedIn(state) === undefined) return [state];
      const on = !top.paused;
      const message = on ? 'Paused: r reloads, w resumes.' : 'Automatic refresh is on.';
      return [withNotice(withTop(state, { ...top, paused: on }), message, 'off', now), { do: 'followed', effect: { do: 'pause', on } }];
    }
    case 'reload': {
      const beside = besideOf(top);
      const fresh = { ...state, answers: aged(state.answers, beside === undefined ? [] : [beside]) };
      if (followedIn(state) === undefined) return [withTop(fresh, anew(top))];
      return [
        withTop(fresh, { ...top, paused: false }),
        { do: 'followed', effect: { do: 'pause', on: false } },
        { do: 'followed', effect: { do: 'ask now' } },
      ];
    }
    default:
      return [state];
  }
}
