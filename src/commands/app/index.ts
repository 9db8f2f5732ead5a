// `tuk` alone on a terminal: the application, given what it stands on. Groups are loaded when their screens open.
import { setMaxListeners } from 'node:events';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Context } from '../../cli/context.js';
import { exitCode } from '../../cli/exit-codes.js';
import { ofProfile } from '../../cli/next-command.js';
import type { Flags } from '../../cli/settings.js';
import type { World } from '../../cli/world.js';
import { Failure } from '../../services/http/errors.js';
import { endOf } from '../../session/store.js';
import { namesProfile, wordsOf } from '../../ui/format/command-line.js';
import type { Returned } from '../../ui/models/application.js';
import type { RideSource } from '../../ui/ride-flow.js';
import { groupScreens, homePanes } from './boards.js';
import { formFor, stageOf } from './on-screen.js';
import { OwnedContext } from './owned-context.js';
import { type Spaced, spacing } from './spacing.js';

const manyCalls = 64;

/** Opens the application, at a group or at Home, where a person is at a terminal. @returns the exit code; nothing where there is none. @throws {Failure} */
export async function openApp(world: World, flags: Flags, group?: string): Promise<number | undefined> {
  const context = new Context(world, flags);
  const form = formFor(context);
  if (form === undefined) return undefined;
  const own = await OwnedContext.open(context);
  try {
    if (world.signal) setMaxListeners(manyCalls, world.signal); // the panes of Home ask at once, and each call listens
    const [now, open] = await Promise.all([own.owner(), openerOf(form)]);
    const first = groupScreens.find(({ name }) => name.toLowerCase() === group)?.name;
    const spaced = spacing({
      now: () => performance.now(),
      pause: (milliseconds) => sleep(milliseconds, undefined, world.signal ? { signal: world.signal } : {}),
    });
    const how = await open(stageOf(context), {
      ...{ ...now, suffix: ofProfile(context), groups: groupScreens, panes: homePanes, ...(first ? { first } : {}) },
      load: (line, spec) => {
        const ask = own.asker();
        const answer = (from: Context) => import('./answers.js').then(({ answerTo }) => answerTo(line, spec, from));
        return spaced(line, () => told(own.context, () => ask(answer)));
      },
      fields: (line) => import('./answers.js').then(({ fieldsOf }) => fieldsOf(line)),
      commands: () => import('./answers.js').then(({ allCommands }) => allCommands()),
      who: () => {
        const ask = own.asker();
        return spaced('who', () => ask(who));
      },
      lookAround: async () => {
        await signInToSandbox(world);
        return own.renew();
      },
      watch: (id) => ride(own, id, spaced),
      follow: (line) => told(own.context, () => import('./follows.js').then(({ followedBy }) => followedBy(line, own, spaced))),
      run: (line, seen) => run(line, seen, own, form),
      checkOwner: () => own.check({ quick: true }),
      onOwner: (hear) => {
        own.onChange = hear;
      },
      onSession: (hear) => {
        own.onSession = hear && ((event) => hear(event.kind, 'session' in event ? endOf(event.session.accessToken) : undefined));
      },
    });
    if (how !== 'left') throw (await import('../../engine/watch.js')).interrupted();
    return 0;
  } finally {
    await own.close();
  }
}

/** Runs a command that a screen was left for, unless the screen is by now another owner's than it was when the command was chosen. */
async function run(line: string, seen: string | undefined, own: OwnedContext, form: 'screen' | 'lines'): Promise<Returned> {
  await own.check();
  if (own.key !== seen) {
    const refused = `Not run, for another profile or session is in use now: tuk ${line}`;
    return { code: exitCode('guarded'), refused, ...(await own.owner()) };
  }
  const since = own.context.world.clock.now();
  const code = await left(line, own.context, form);
  const now = await own.renew(); // somebody else may be signed in now, or the settings others
  if (now.owner !== seen) return { code, ...now };
  return { code, ...now, ...(await (await import('./leaves.js')).leftBy({ line, code, since }, own.context)) };
}

/** What shows it: the screens, or the same as plain lines, which are no reason to load what draws. */
const openerOf = async (form: 'screen' | 'lines') =>
  form === 'lines' ? (await import('../../ui/speak-app.js')).speakApplication : (await import('../../ui/application.js')).openApplication;

/** A failure with its secrets taken out and its next step, for a line of a screen. `passes`: it may go by itself. */
async function told<Value>({ redact }: Context, act: () => Promise<Value>): Promise<Value> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const text = redact.clean([error.message, error.hint].filter(Boolean).join(' '));
    const { retryAfter: wait } = error.where;
    throw Object.assign(new Error(text), error.retryable ? { passes: true } : {}, wait === undefined ? {} : { wait });
  }
}

/** The name that the user service has for whoever is signed in. */
async function who(context: Context): Promise<string | undefined> {
  const [{ callOf }, { sendRequest }] = await Promise.all([import('../../engine/call.js'), import('../../services/http/send.js')]);
  const { call, build } = await callOf('user', 'getCurrent');
  const reach = await context.requestContext();
  const data = (await sendRequest(call, await build(reach), reach)).data as { name?: unknown; user?: { name?: unknown } } | undefined;
  const name = data?.user?.name ?? data?.name;
  return typeof name === 'string' ? name : undefined;
}

/** `tuk login --as mina -p sandbox`, silently. @throws {Error} with what it said if it failed. */
async function signInToSandbox(world: World): Promise<void> {
  const { run } = await import('../../cli/program.js');
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const silent = new Proxy(world, { get: (of, name) => (name === 'stdout' || name === 'stderr' ? sink : Reflect.get(of, name, of)) });
  if ((await run(['login', '--as', 'mina', '-p', 'sandbox'], silent)) !== 0) throw new Error(lines.join(' ').trim());
}

/** A command on the bare terminal, with every question of its own; then a key goes back to the screen that it would hide. @returns its exit code */
async function left(line: string, context: Context, form: 'screen' | 'lines'): Promise<number> {
  const { world, flags } = context;
  const [program, { askLine }] = await Promise.all([import('../../cli/program.js'), import('../../cli/prompts/prompt.js')]);
  context.log(`$ tuk ${line}`);
  const profile = flags.profile === undefined || namesProfile(line) ? [] : ['-p', flags.profile];
  const code = await program.run([...wordsOf(line), ...profile], world);
  if (form === 'lines') return code;
  await askLine(context, `${code === 0 ? 'Done.' : `Exit code ${code}.`} Enter goes back to tuk`, {}, '').catch(() => {});
  return code;
}

/** A ride's states, asked for every three seconds or less often; `spaced` keeps its requests apart, whichever stream makes them. */
async function ride(own: OwnedContext, id: string, spaced: Spaced): Promise<RideSource & { over(): void }> {
  const [{ stateStream }, { cancelled, poll }, { endsFor }] = await Promise.all([
    import('../../engine/watch.js'),
    import('../ride/status.js'),
    import('../../engine/status-stream.js'),
  ]);
  const ask = own.asker();
  const state = (one: string) => spaced(`ride watch ${one}`, () => ask((context) => poll(context, one)));
  const followed = { list: 'RideStatus', ids: [id], ask: state } as const;
  const { stream, waiting } = stateStream(own.context, followed, { interval: 3000, ends: endsFor('RideStatus') });
  return {
    stream,
    askNow: waiting.now,
    over: waiting.over,
    cancel: () => told(own.context, () => ask((context) => cancelled(context, id))),
    onSession: () => {}, // the application hears of it itself
  };
}
