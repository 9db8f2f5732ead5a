// The clock and the stories of the sandbox: a short list of its controls, each a command line `sandbox …`, and a clock
// that plays.

import { quoted } from '../../../services/command-line.js';
import { asText, isRecord } from '../../../services/json-value.js';
import { clockTime, dayOf, spanOf } from '../../../text/time.js';
import type { Choosable, Chooser } from '../core/chooser.js';
import { aged } from '../core/responses.js';
import {
  type AppEffect,
  type AppEvent,
  type Application,
  type Next,
  type Story,
  serviceTime,
  topOf,
  withNotice,
} from '../core/state.js';
import { shortTitle } from './pins.js';

import { roadOf } from './steps.js';
import { selectedItem } from './watch-screen.js';

/** Whether a profile may have a sandbox: the embedded one, or a server of this machine. */
export const hasSandbox = ({ head }: Pick<Application, 'head'>): boolean =>
  head.mark === 'sandbox' || head.isLocal === true;

const [status, scenarios] = ['sandbox status', 'sandbox scenario'] as const;
/** The time between two steps of a clock that plays, milliseconds. */
const stepEvery = 1000;
const rates = [10, 60] as const;
const playing = /^play (\d+)$/;
const stop = 'stop';

/** Opens the list, and asks for the time and the stories. */
export function sandboxOpened(state: Application, now: number): Next {
  if (!hasSandbox(state)) return [withNotice(state, 'Only a sandbox has a clock that can be moved.')];
  return [
    { ...state, chooser: chooserOf(state, now) },
    { do: 'control', line: status },
    { do: 'control', line: scenarios },
  ];
}

/** `14:26`, with the day if it differs from the day of this machine. */
export function sandboxTime(state: Pick<Application, 'clockOffset'>, now: number): string {
  const at = serviceTime(state, now);
  const time = clockTime(at).slice(0, 5);
  return dayOf(at, now) === dayOf(now, now) ? time : `${dayOf(at, now)} ${time}`;
}

function chooserOf(state: Application, now: number, marked = 0): Chooser {
  const { play, stories } = state;
  const speed = play === undefined ? '' : `, plays ${play}x`;
  return {
    of: 'sandbox',
    title: `Sandbox clock: ${sandboxTime(state, now)}${speed}`,
    items: [...clockItems(play), ...itemsOfWatched(state), ...(stories ?? []).map(nextStory)],
    marked,
    note: stories ? undefined : 'Asking for the stories…',
  };
}

const command = (line: string, label: string, is = `tuk ${line}`): Choosable => ({ value: line, label, is });
const clockItems = (play: number | undefined): readonly Choosable[] => [
  command('sandbox advance 1m', '+1 min'),
  command('sandbox advance 10m', '+10 min'),
  command('sandbox advance 1h', '+1 h'),
  command('sandbox advance 1d', '+1 d'),
  ...rates
    .filter((rate) => rate !== play)
    .map((rate) => ({ value: `play ${rate}`, label: `play ${rate}x`, is: `each second is ${spanOf(rate * 1000)}` })),
  ...(play === undefined ? [] : [{ value: stop, label: 'stop', is: 'the clock runs as this machine has it' }]),
];
const nextStory = ({ scenario, leads }: Story): Choosable =>
  command(`${scenarios} ${quoted(scenario)}`, scenario, `the next one: ${leads}`);

/** For the watched item: the statuses that the clock can be moved to, and the stories that it can follow. */
function itemsOfWatched(state: Application): readonly Choosable[] {
  const top = topOf(state);
  if (top.kind !== 'watch') return [];
  const { id, list, hasEnded, spec, state: watched } = selectedItem(top);
  const { kind } = spec;
  if (hasEnded || kind === undefined || list === undefined) return [];
  const road = roadOf(list);
  const next = road[road.indexOf(watched?.items[0]?.status ?? '') + 1];
  const words = [...new Set([next, road.at(-1)])].flatMap((word) => word ?? []);
  const stories = (state.stories ?? []).filter(({ scenario }) => scenario.startsWith(`${kind}: `));
  return [
    ...words.map((word) => command(`sandbox advance ${quoted(id)} ${word}`, `until ${word}`, `this ${kind}`)),
    ...stories.map(({ scenario, leads }) =>
      command(
        `${scenarios} ${quoted(id)} ${quoted(scenario)}`,
        scenario.replace(`${kind}: `, ''),
        `this ${kind}: ${leads}`,
      ),
    ),
  ];
}

/** Runs a chosen control; the clock plays until it is stopped. */
export function sandboxChosen(state: Application, chosen: string): Next {
  const rate = playing.exec(chosen)?.[1];
  if (rate !== undefined) {
    const next = { ...state, play: Number(rate) };
    return [withNotice(next, `The sandbox clock plays ${rate}x: w stops it.`), stepOf(Number(rate))];
  }
  return chosen === stop ? [stopped(state)] : [state, { do: 'control', line: chosen }];
}
const stepOf = (rate: number, after?: number): AppEffect => ({
  do: 'control',
  line: `sandbox advance ${rate}s`,
  after,
});

/** The state in which the clock of the sandbox runs as this machine's. */
export const stopped = (state: Application): Application =>
  withNotice({ ...state, play: undefined }, 'The sandbox clock plays no longer: T moves it.');

type ControlResult = Extract<AppEvent, { what: 'controlled' }>;
/** Applies the response of a control: the time, the stories, or what it has changed. A failure stops the clock. */
export function controlled(state: Application, { line, code, text }: ControlResult, now: number): Next {
  const value = jsonOf(text);
  if (code !== 0 || value === undefined) {
    const failed = { ...state, play: undefined, chooser: state.chooser?.of === 'sandbox' ? undefined : state.chooser };
    return [
      withNotice(failed, text.trim().split('\n')[0]?.replace(/^✗ /, '') || `Exit code ${code}: tuk ${line}`, 'bad'),
    ];
  }
  const next = withTime(state, value, now);
  if (line === scenarios) return [withChooser({ ...next, stories: storiesIn(value) }, now)];
  if (line === status) return [withChooser(next, now)];
  const isStep = state.play !== undefined && line === `sandbox advance ${state.play}s`;
  const after = aged(isStep ? withChooser(next, now) : withNotice(next, doneText(next, line, value, now), 'good'));
  const asks: Next = [after, { do: 'watched', effect: { do: 'ask now' } }];
  return isStep ? [...asks, stepOf(state.play, stepEvery)] : asks;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
/** The clock of the service by the time in a response, until its next one says it. */
function withTime(state: Application, value: unknown, now: number): Application {
  const at = isRecord(value) && typeof value.now === 'string' ? Date.parse(value.now) : Number.NaN;
  return Number.isNaN(at) ? state : { ...state, clockOffset: at - now };
}
/** The stories in a response, each once: a scenario may be of several kinds. */
function storiesIn(value: unknown): readonly Story[] {
  const leads = new Map<string, string>();
  for (const element of Array.isArray(value) ? (value as readonly unknown[]) : [])
    if (isRecord(element) && typeof element.scenario === 'string' && !leads.has(element.scenario))
      leads.set(element.scenario, asText(element.leads));
  return [...leads].map(([scenario, led]) => ({ scenario, leads: led }));
}
/** The open list with what is known now. */
function withChooser(state: Application, now: number): Application {
  const { chooser } = state;
  return chooser?.of === 'sandbox' ? { ...state, chooser: chooserOf(state, now, chooser.marked) } : state;
}

/** The effect of a control, in a sentence. */
function doneText(state: Application, line: string, value: unknown, now: number): string {
  const time = `Sandbox clock: ${sandboxTime(state, now)}.`;
  const [, what] = line.split(' ');
  if (what !== 'scenario') return isRecord(value) && what === 'until' ? `${String(value.status)}. ${time}` : time;
  const top = topOf(state);
  const name = isRecord(value) ? String(value.scenario) : '';
  if (isRecord(value) && value.id !== undefined && top.kind === 'watch')
    return `${shortTitle(selectedItem(top))} follows: ${name}.`;
  return `Armed for the next one: ${name}.`;
}
