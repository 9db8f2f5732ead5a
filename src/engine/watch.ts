// `watch` and `wait`: the stream of states as plain lines for people and pipes, as JSON lines for programs; how it ended is the exit code.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Arguments } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { duration, pauseOf } from '../cli/duration.js';
import { exitCode } from '../cli/exit-codes.js';
import type { Flag } from '../cli/options.js';
import { suggestion } from '../cli/suggest.js';
import { classInWords, classOf, type StatusList } from '../services/catalogue/statuses.js';
import { BadInput, Failure } from '../services/http/errors.js';
import { endOf as endOfToken } from '../session/store.js';
import { line } from '../ui/format/line.js';
import { escapeControls } from '../ui/format/visible.js';
import { type Ends, endsFor, isWordOf, type Outage, type Watched, type Watching, watching } from './status-stream.js';

/** What every command that follows something takes. */
export const followFlags: readonly Flag[] = [
  { flags: '--for <word>', summary: 'the word to wait for, as status=FINISHED or FINISHED; may stand several times', many: true },
  { flags: '--fail-on <word>', summary: 'a word that is to end it badly; may stand several times', many: true },
  { flags: '--interval <duration>', summary: 'how often to ask at first, 2s if not given, 1s at least; less often while nothing changes' },
  {
    flags: '--on-change <command>',
    summary: 'run a command at each change; it gets TUK_ID, TUK_STATUS, TUK_WAS and the row as JSON on stdin',
  },
  { flags: '--bell', summary: 'ring at each change' },
];
/** What is said of these flags in the help of each such command. */
export const followNote = `Ends at a good end (exit 0), at a bad one (13), or when --max-wait has run out (8). Words that are on no list are shown and never
judged. An outage is waited out and said. Plain lines; JSON lines with --json or -o ndjson.`;

/** What is followed. */
export interface Followed {
  readonly list: StatusList;
  readonly ids: readonly string[];
  /** Asks for one. @throws {Failure} */
  readonly ask: (id: string) => Promise<{ readonly word: string | undefined; readonly row: unknown }>;
  /** Most time if nothing was said of it, milliseconds; nothing is none. */
  readonly atMost?: number;
  /** Shows it on the whole terminal instead, where a person is at one and has asked for nothing else. */
  readonly onScreen?: (
    given: OnScreen,
    form: 'screen' | 'lines',
  ) => Promise<{ readonly left: 'left' | 'interrupted' | 'stopped'; readonly last?: Watching<unknown> }>;
}
/** What a screen is given: the same stream as the plain lines. */
export interface OnScreen {
  readonly stream: AsyncIterator<Watching<unknown>, Watching<unknown>>;
  readonly interval: number;
  readonly bell: boolean;
  /** Ends the waiting between two askings. */
  askNow(): void;
  onSession(hear: ((kind: string, ends?: number) => void) | undefined): void;
}

/** Follows things to their ends. @returns the exit code. @throws {BadInput} {Failure} */
export async function follow(
  context: Context,
  options: Arguments['options'],
  { list, ids, ask, atMost, onScreen }: Followed,
): Promise<number> {
  const { flags } = context;
  const interval = pauseOf(options.interval, '2s', context.world);
  const ends = endsFor(list, wordsIn(list, options.for, '--for'), wordsIn(list, options.failOn, '--fail-on'));
  const limit = flags.maxWait === undefined ? atMost : duration(flags.maxWait, '--max-wait') || undefined;
  const asJson = flags.json === true || flags.output === 'ndjson' || flags.output === 'json' || flags.jq !== undefined;
  context.onSession = ({ kind }) => context.log(`  The session was ${kind}.`);
  const { stream, waiting } = stateStream(context, { list, ids, ask }, { interval, ends, ...(limit === undefined ? {} : { limit }) });
  const form = onScreen && ids.length === 1 ? (await import('../commands/app/on-screen.js')).formFor(context) : undefined;
  if (onScreen && form) return shown(context, options, list, { onScreen, form, stream, waiting, interval });
  let was = new Map<string, string | undefined>();
  let down: Outage | undefined;
  for (;;) {
    const { value: state, done } = await stream.next();
    down = tellOutage(context, state, down);
    for (const id of state.changed) {
      const thing = state.things.find((one) => one.id === id)!;
      if (asJson) await context.print(jsonLine(thing, was.get(id), state.at));
      else await context.printLines([line(plainLine(list, thing, was.get(id), state.at, ids.length > 1))]);
      await onChange(context, options, thing, was.get(id));
    }
    was = new Map(state.things.map(({ id, word }) => [id, word]));
    if (done) return endOf(context, state);
  }
}

/** The one stream that everything which follows something stands on, and the waiting within it. */
export function stateStream(
  { world, redact }: Context,
  { list, ids, ask }: Pick<Followed, 'list' | 'ids' | 'ask'>,
  { interval, ends, limit }: { readonly interval: number; readonly ends: Ends; readonly limit?: number },
): { readonly stream: AsyncGenerator<Watching<unknown>, Watching<unknown>>; readonly waiting: Waits } {
  const waiting = waits(world.signal);
  const now = () => Date.now();
  const stream = watching(ids, {
    list,
    ends,
    ask,
    passes: (error) => passes(error, redact),
    pause: waiting.pause,
    now,
    interval,
    random: Math.random,
    ...(limit === undefined ? {} : { until: now() + limit }),
  });
  return { stream, waiting };
}

/** The same stream on the whole terminal; what stays is the line that a pipe would have got last. */
async function shown(
  context: Context,
  options: Arguments['options'],
  list: StatusList,
  {
    onScreen,
    form,
    stream,
    waiting,
    interval,
  }: {
    readonly form: 'screen' | 'lines';
    readonly waiting: Waits;
    readonly interval: number;
    readonly stream: AsyncGenerator<Watching<unknown>, Watching<unknown>>;
  } & Required<Pick<Followed, 'onScreen'>>,
): Promise<number> {
  const given: OnScreen = {
    stream: heard(stream, context, options),
    interval,
    bell: options.bell === true,
    askNow: waiting.now,
    onSession: (hear) => {
      context.onSession = hear && ((event) => hear(event.kind, 'session' in event ? endOfToken(event.session.accessToken) : undefined));
    },
  };
  const { left, last } = await onScreen(given, form).finally(waiting.over);
  if (left !== 'left') throw interrupted();
  const thing = last?.things[0];
  if (!last || !thing) return exitCode('pending');
  if (thing.word !== undefined && form === 'screen') {
    const { at } = thing.seen.at(-1)!;
    await context.printLines([line(plainLine(list, thing, thing.seen.at(-2)?.word, at, false))]);
  }
  if (last.what === 'ended' || last.what === 'out of time') return endOf(context, last);
  context.log(`◐ Not yet: ${escapeControls(`${thing.id} is ${thing.word ?? 'not seen'}`)}; it goes on without us.`);
  return exitCode('pending');
}

/** The stream, with the person's own command run at each change before anybody sees it. What that command says would stand on the screen. */
async function* heard(
  stream: AsyncGenerator<Watching<unknown>, Watching<unknown>>,
  context: Context,
  { bell: _, ...options }: Arguments['options'],
): AsyncGenerator<Watching<unknown>, Watching<unknown>> {
  for (;;) {
    const next = await stream.next();
    const { changed, things } = next.value;
    for (const thing of things.filter(({ id }) => changed.includes(id)))
      await onChange(context, options, thing, thing.seen.at(-2)?.word, 'ignore');
    if (next.done) return next.value;
    yield next.value;
  }
}

/** The words of `--for status=FINISHED`. @throws {BadInput} for one that is on no list, unless it is let through */
function wordsIn(list: StatusList, given: Arguments['options'][string], flag: string): string[] {
  const words = given === undefined ? [] : ([given].flat() as string[]).map((text) => text.replace(/^status=/, ''));
  for (const word of words)
    if (!isWordOf(list, word))
      throw new BadInput(
        'UNKNOWN_WORD',
        `${JSON.stringify(word)} is no word of ${list} (${flag}).`,
        suggestion(word, [], 'Words are spelt as the services spell them, in capitals.'),
      );
  return words;
}

/** Answers that came, and from which nothing can be told: asking again would tell no more. */
const endless = new Set(['NO_WORD', 'NO_LIST', 'EMPTY_ANSWER']);

/** What may pass by itself: no answer, an overloaded service, too many requests. */
function passes(error: unknown, redact: Context['redact']): { message: string; wait?: number } | undefined {
  if (!(error instanceof Failure) || !(error.retryable || error.kind === 'server') || endless.has(error.code)) return undefined;
  const { retryAfter } = error.where;
  return { message: redact.clean(error.message), ...(retryAfter === undefined ? {} : { wait: retryAfter }) };
}

/** A read's answer, or what is said of a failure that may pass by itself, and how long the service wants to be left alone, milliseconds. @throws what may not */
export async function passing(
  load: () => Promise<string | undefined>,
  { redact }: Context,
): Promise<{ readonly json: string | undefined } | { readonly message: string; readonly wait?: number }> {
  try {
    return { json: await load() };
  } catch (error) {
    const passed = passes(error, redact);
    if (!passed) throw error;
    return passed;
  }
}

/** Waiting that can be cut short, and that a signal ends with a failure. */
export interface Waits {
  pause(milliseconds: number): Promise<void>;
  /** Ends the pause that is under way. */
  now(): void;
  /** Ends it with a failure, and every one after it: nobody watches any more. */
  over(): void;
}
/** Waiting between two askings that the world's signal ends. */
export function waits(signal: AbortSignal | undefined): Waits {
  let over = false;
  let early: AbortController | undefined;
  const now = () => early?.abort();
  return {
    async pause(milliseconds) {
      if (over || signal?.aborted) throw interrupted();
      early = new AbortController();
      signal?.addEventListener('abort', now, { once: true });
      try {
        await sleep(Number.isFinite(milliseconds) ? milliseconds : 2 ** 31 - 1, undefined, { signal: early.signal });
      } catch {
        if (over || signal?.aborted) throw interrupted();
      } finally {
        signal?.removeEventListener('abort', now);
      }
    },
    now,
    over() {
      over = true;
      now();
    },
  };
}
/** It was ended from outside. */
export const interrupted = (): Failure => new Failure('interrupted', 'INTERRUPTED', 'Interrupted; what was watched goes on without us.');

/** An outage is said when it begins and when it is over, not each time. */
function tellOutage(context: Context, { what, outage }: Watching<unknown>, down: Outage | undefined): Outage | undefined {
  if (outage && !down) context.log(`◌ ${outage.message} Asking again in ${(outage.wait / 1000).toFixed(1)} s, and on until it answers.`);
  if (what === 'back' && down) context.log(`● It answers again, after ${((Date.now() - down.since) / 1000).toFixed(0)} s.`);
  return outage ?? (what === 'back' || what === 'ended' ? undefined : down);
}

/** `2026-11-20T14:03:05+08:00  PICKUP          was ASSIGNED        pending` */
function plainLine(list: StatusList, { id, word, ended }: Watched<unknown>, was: string | undefined, at: number, named: boolean): string {
  const end = ended === undefined ? classInWords[classOf(list, word)] : ended === 'good' ? classInWords.good : classInWords.bad;
  const [now, before] = [escapeControls(word ?? '–'), was === undefined ? '' : `was ${escapeControls(was)}`];
  return [localIso(at), ...(named ? [id] : []), now.padEnd(26), before.padEnd(30), end].join('  ');
}

function jsonLine({ id, word, class: kind, ended, row }: Watched<unknown>, was: string | undefined, at: number): string {
  return JSON.stringify({
    at: new Date(at).toISOString(),
    id,
    status: word ?? null,
    was: was ?? null,
    class: kind,
    ended: ended ?? null,
    row,
  });
}

/** A time of this machine's zone, with the zone's distance from UTC. */
function localIso(at: number): string {
  const offset = -new Date(at).getTimezoneOffset();
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
  return `${new Date(at + offset * 60_000).toISOString().slice(0, 19)}${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(Math.abs(offset) % 60)}`;
}

/** No variable can hold a NUL; all else is the command's own to judge. */
const noNul = (word: string | undefined): string => (word ?? '').replaceAll('\0', '');

/** The person's own command, and the bell. */
async function onChange(
  context: Context,
  options: Arguments['options'],
  { id, word, row }: Watched<unknown>,
  was: string | undefined,
  errors: 'inherit' | 'ignore' = 'inherit',
): Promise<void> {
  if (options.bell && context.world.stderr.isTTY) context.writeError('\u0007');
  if (typeof options.onChange !== 'string') return;
  const env = { TUK_ID: id, TUK_STATUS: noNul(word), TUK_WAS: noNul(was) };
  await ownCommand(context, options.onChange, { option: '--on-change', env, input: JSON.stringify(row), errors });
}

/** Runs a command of the person's own to its end. What it does is its own affair; that it failed is told. */
export async function ownCommand(
  context: Context,
  command: string,
  given: {
    readonly option: string;
    readonly env: Readonly<Record<string, string>>;
    readonly input: string;
    readonly errors?: 'inherit' | 'ignore';
  },
): Promise<void> {
  const { option, env, input, errors = 'inherit' } = given;
  const { spawn } = await import('node:child_process');
  const child = spawn(command, { shell: true, env: { ...context.world.env, ...env }, stdio: ['pipe', 'ignore', errors] });
  child.stdin.on('error', () => {}); // it need not read
  child.stdin.end(`${input}\n`);
  const code = await new Promise<number | null>((over) => {
    child.once('error', () => over(null));
    child.once('exit', over);
  });
  if (code !== 0) context.log(`  The command of ${option} ended with ${code ?? 'no exit code'}.`);
}

function endOf(context: Context, { what, things }: Watching<unknown>): number {
  const bad = things.filter(({ ended }) => ended === 'bad');
  if (what === 'out of time') {
    const open = things.filter(({ ended }) => !ended);
    context.log(
      `◐ Not yet: ${open.length === 1 ? escapeControls(`${open[0]!.id} is ${open[0]!.word ?? 'not seen'}`) : `${open.length} of ${things.length} go on`}; the time has run out.`,
    );
    return exitCode('pending');
  }
  if (bad.length === 0) return 0;
  context.log(
    `✗ ${bad.length === 1 ? escapeControls(`${bad[0]!.id} ended ${bad[0]!.word}`) : `${bad.length} of ${things.length} ended badly`}.`,
  );
  return exitCode('ended-badly');
}
