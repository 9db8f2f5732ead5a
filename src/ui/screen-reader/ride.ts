// Screen reader form of a watched ride: printed once, then only changes; every key has a number and a word.
import { createInterface } from 'node:readline';
import type { WatchState } from '../../engine/status-stream.js';
import { jsonRows } from '../format/json-lines.js';
import { masked } from '../format/mask.js';
import { clockTime } from '../format/time.js';
import { escapeControls } from '../format/visible.js';
import { rideFlow } from '../ride-flow.js';
import type { Left, ScreenStage } from '../screen.js';
import type { TerminalEffect } from '../state/board.js';
import { ofRide, recordingReveals } from '../state/revealing.js';
import {
  type RideAct,
  type RideEffect,
  type RideEvent,
  type RideWatch,
  rideKeys,
  rideView,
  rideWatch,
  unread,
} from '../state/ride-watch.js';
import { rideChangeLines, rideLines } from '../view-models/ride-lines.js';
import { refusalTexts } from '../view-models/ride-watch.js';
import type { RideOptions } from '../watch-ride.js';

const size = { rows: 24, columns: 80 }; // the model asks for one; lines have none
const prompt = 'Choice or command: ';
const question = 'Cancel this ride? It may cost a fee. y cancels, anything else does not: ';
const onlyOnScreens: readonly RideAct[] = ['redraw', 'suspend', 'elsewhere', 'stop'];
/** What can be chosen, the number of each its place. */
const choices = rideKeys.filter(({ act }) => !onlyOnScreens.includes(act));
const firstChoices = choices.filter(({ act }) => ['leave', 'cancel', 'copy id', 'pause', 'json', 'keys'].includes(act));
const numbered = [...firstChoices, ...choices.filter((one) => !firstChoices.includes(one))];
const inWords: Partial<Record<RideAct, string>> = { leave: 'back', cancel: 'cancel, asks y', json: 'raw JSON', keys: 'all keys' };
const named = (from: number, to: number) =>
  numbered
    .slice(from, to)
    .map(({ act, does }, at) => `${from + at + 1} ${inWords[act] ?? does}`)
    .join('   ');

/** The last row, with personal data masked unless they are revealed. */
const shownRow = (state: RideWatch): unknown => (state.reveal ? rideView(state).row : masked(rideView(state).row));

/** Shows the ride until it is left or has ended. @returns how, and the last state that was seen. @throws what the stream throws, and {Error} where there is no terminal. */
export async function openLinearRide(stage: ScreenStage, options: RideOptions): Promise<{ left: Left; last?: WatchState<unknown> }> {
  const { stdin, stdout: terminal, env, signal } = stage;
  if (!stdin.isTTY || !terminal.isTTY) throw new Error('no terminal');
  if (signal?.aborted) return { left: 'stopped' };
  const board = recordingReveals(rideWatch(options), ofRide, options.revealed);
  const flow = rideFlow(options);
  let state = board.initial;
  let prompted = false;
  let later: NodeJS.Timeout | undefined;
  const { left, leave, fail } = leaving();
  const print = (lines: readonly string[]) => {
    if (lines.length === 0) return;
    terminal.write(`${prompted ? '\n' : ''}${lines.join('\n')}\n`);
    prompted = false;
  };
  const ask = (text = prompt) => {
    if (!prompted) terminal.write(text);
    prompted = true;
  };
  /** A question that leads to something comes when an answer to it counts. */
  const askNext = () => {
    clearTimeout(later);
    if (state.confirming === undefined) ask();
    else later = setTimeout(() => ask(question), state.confirming + unread - Date.now());
  };
  const terminalEffect = (wanted: TerminalEffect) => {
    if (wanted.do === 'leave') leave(wanted.how);
    else if (wanted.do === 'ring') terminal.write('\x07');
    else if (wanted.do === 'copy' && env.TERM !== 'dumb') terminal.write(`\x1b]52;c;${Buffer.from(wanted.text).toString('base64')}\x07`);
  };
  const guard =
    <Input>(act: (input: Input) => void) =>
    (input: Input): void => {
      try {
        act(input);
      } catch (error) {
        fail(error);
      }
    };
  const dispatch = guard((event: RideEvent) => update(event));
  const update = (event: Parameters<typeof board.update>[1]) => {
    const before = state;
    const [next, ...effects] = board.update(state, event, Date.now());
    state = next;
    print([...changesOf(before, state, event.what === 'state'), ...changedByKey(before, state)]);
    for (const one of effects) isTerminalEffect(one) ? terminalEffect(one) : flow.perform(one, dispatch);
    if (state.over) leave('left');
    else if (state.watching && !effects.some((one) => one.do === 'leave')) askNext();
  };
  const typed = (line: string) => {
    prompted = false;
    const word = line.trim();
    if (state.confirming !== undefined) return update({ what: 'key', key: word === 'y' ? 'y' : 'n', size });
    const act = actTyped(word);
    if (act === 'json') print(jsonRows(shownRow(state)).map(escapeControls));
    else if (act === 'keys')
      print([named(0, numbered.length), 'A number, a word of these, or the key of the screen. An empty line says all of it again.']);
    else if (word === '') print(rideLines(state, Date.now()));
    else if (act === undefined) print([`${escapeControls(word)} is no choice. ${named(0, firstChoices.length)}`]);
    else return update({ what: 'key', key: rideKeys.find((one) => one.act === act)!.keys[0]!, size });
    ask();
  };
  stdin.ref?.(); // an earlier question may have let go of it
  const lines = createInterface({ input: stdin, terminal: false });
  lines.on('line', guard(typed));
  lines.once('close', () => leave('left'));
  const stop = () => leave('stopped');
  signal?.addEventListener('abort', stop, { once: true });
  try {
    flow.begin(dispatch).catch(fail);
    const how = await left;
    if (prompted) terminal.write('\n');
    const last = flow.last();
    return { left: how, ...(last ? { last } : {}) };
  } finally {
    flow.end();
    clearTimeout(later);
    signal?.removeEventListener('abort', stop);
    lines.removeAllListeners('line').close(); // its own listeners are what lets go of the terminal
    stdin.pause();
  }
}

/** What is said of a state of the stream: all of it the first time, then what has changed. */
function changesOf(before: RideWatch, state: RideWatch, streamed: boolean): string[] {
  if (!streamed) return [];
  if (before.watching) return rideChangeLines(before, state);
  return [...rideLines(state, Date.now()), '', ...(state.over ? [] : [named(0, firstChoices.length)])];
}

/** What is said of what a key has done. */
function changedByKey(before: RideWatch, state: RideWatch): string[] {
  const notice = [
    ...(state.notice && state.notice !== before.notice ? [escapeControls(state.notice.text)] : []),
    ...(state.cancelling && !before.cancelling ? ['It is being cancelled.'] : []),
    ...(state.refusal && state.refusal !== before.refusal ? refusalTexts(state.refusal) : []),
  ];
  if (before.paused === state.paused) return notice;
  return [...notice, state.paused ? `Paused. Data of ${clockTime(state.answered)}.` : 'Goes on.'];
}

const isTerminalEffect = (one: RideEffect | TerminalEffect): one is TerminalEffect => ['leave', 'copy', 'ring', 'redraw'].includes(one.do);

/** What letters mean in every linear form, whatever key they are on the screen. */
const plain: Readonly<Record<string, RideAct>> = { b: 'leave', h: 'keys', j: 'json' };

/** What a line means: a number, the key of the screen, or the beginning of a word that only one has. */
function actTyped(word: string): RideAct | undefined {
  if (/^\d+$/.test(word)) return numbered[Number(word) - 1]?.act;
  if (Object.hasOwn(plain, word)) return plain[word];
  const byKey = choices.find(({ keys }) => keys.includes(word));
  if (byKey || word === '') return byKey?.act;
  const low = word.toLowerCase();
  const byWord = choices.filter(({ act, does }) => [inWords[act] ?? '', does, act].some((name) => name.toLowerCase().startsWith(low)));
  return byWord.length === 1 ? byWord[0]!.act : undefined;
}

function leaving() {
  let leave!: (how: Left) => void;
  let fail!: (error: unknown) => void;
  const left = new Promise<Left>((yes, no) => {
    [leave, fail] = [yes, no];
  });
  left.catch(() => {}); // it is awaited later, and may fail before
  return { left, leave, fail };
}
