// Opens the application: connects it to the context, the commands and the session. Groups are loaded when their screens open.

import { setMaxListeners } from 'node:events';
import path from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { recordScreen } from '../../cli/audit.js';
import type { CommandRunner } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { exitCode } from '../../cli/exit-codes.js';
import { profileOption } from '../../cli/next-command.js';
import { type Flags, globalFlags, spellings } from '../../cli/options.js';
import { RunContext } from '../../cli/run-context.js';
import { formFor } from '../../cli/screen-form.js';
import type { World } from '../../cli/world.js';
import { profilesIn } from '../../engine/read/several-profiles.js';
import { sendNow } from '../../engine/request/call.js';
import { pollOptions } from '../../engine/request/shared-options.js';
import { SeenStates } from '../../engine/watch/seen-states.js';
import type { WatchFeed } from '../../engine/watch/watch-on-screen.js';
import { commandLines, namesProfile, splitWords } from '../../services/command-line.js';
import { BadInput, interrupted } from '../../services/http/errors.js';
import { lineWithoutKeys } from '../../services/key-forms.js';
import { paths } from '../../session/paths.js';
import { expiryOf } from '../../session/stored-session.js';
import { isForScreenReader } from '../../text/plain-dialogue.js';
import type { CommandStreams } from '../../ui/command-terminal.js';
import type { Left } from '../../ui/screen.js';
import type { CommandEnd } from '../../ui/state/app-events.js';
import { requestsSpec } from '../../ui/state/requests-screen.js';
import { groupScreens } from './boards.js';
import { allCommands, profilesAndViews } from './command-data.js';
import { commandResult } from './command-result.js';
import { homePanes } from './home-panes.js';
import { OwnedContext } from './owned-context.js';
import { RequestLog, requestPath } from './request-log.js';
import { withScreenError } from './screen-error.js';
import { stageOf } from './screen-stage.js';
import { runSeveral } from './several-commands.js';
import { createThrottle } from './throttle.js';

const maxListeners = 64;

/** Opens the application on a terminal, at a group or at Home. @returns the exit code; undefined without a terminal. @throws {Failure} */
export async function openApp(world: World, flags: Flags, program: CommandRunner, group?: string): Promise<number | undefined> {
  const left = await open(world, flags, program, group === undefined ? {} : { group });
  if (left !== undefined && left !== 'left') throw interrupted();
  return left && 0;
}

/** Opens the application at the watch screen of a line, whose stream is that of the command that opens it. @returns how it was left. @throws {Failure} */
export const openWatch = async ({ world, flags }: Context, runner: CommandRunner, watch: Required<Opening>['watch']): Promise<Left> =>
  (await open(world, flags, runner, { watch }))!;

/** What the application opens with: a group, or what a command watches. */
interface Opening {
  readonly group?: string;
  readonly watch?: { readonly line: string; readonly feed: WatchFeed };
}

async function open(ownWorld: World, flags: Flags, program: CommandRunner, { group, watch }: Opening): Promise<Left | undefined> {
  const seenStates = new SeenStates();
  const log = new RequestLog(() => ownWorld.clock.now(), seenStates);
  const nextWorld = () => worldWith(ownWorld, { onRequest: log.listener(), seenStates });
  const world = nextWorld();
  const [profile, other] = profilesShown(flags);
  const context = new RunContext(world, profile === undefined ? flags : { ...flags, profile });
  const form = formFor(context);
  if (form === undefined) return undefined;
  const ownedContext = await OwnedContext.open(context, nextWorld, other);
  try {
    if (world.signal) setMaxListeners(maxListeners, world.signal); // the panes of Home load at once, and each call adds a listener
    const [owner, openForm, kept] = await Promise.all([ownedContext.owner(), loadOpener(form), loadPreferences(world)]);
    const { preferences } = kept;
    const named = groupScreens.find(({ name }) => name.toLowerCase() === group)?.name;
    const first = watch ? undefined : (named ?? preferences.group);
    const opening = watch && { line: watch.line, bell: watch.feed.bell, reveal: flags.reveal === true };
    let feed = watch?.feed;
    const throttle = createThrottle({
      now: () => performance.now(),
      pause: (milliseconds) => sleep(milliseconds, undefined, world.signal ? { signal: world.signal } : {}),
    });
    return await openForm(stageOf(context, preferences), {
      ...{
        ...owner,
        suffix: profileOption(context),
        groups: groupScreens,
        panes: homePanes,
        printOptions,
        ...(first ? { first } : {}),
        ...(opening ? { opening } : {}),
        preferences,
        ...(kept.trouble === undefined ? {} : { warning: kept.trouble }),
      },
      savePreferences: kept.save,
      load: async (line, spec) => {
        if (line === requestsSpec.command) return log.loaded();
        const forOwner = ownedContext.forCurrentOwner();
        const load = (own: Context, other: Context | undefined) =>
          import('./command-data.js').then(({ loadScreenData }) => loadScreenData(line, spec, { own, other }, program.groups));
        return throttle(line, () => withScreenError(ownedContext.context, () => forOwner(load)));
      },
      fields: (line) => import('./command-data.js').then(({ formFields }) => formFields(line, program.groups)),
      commands: async () => {
        return [...(await allCommands(program.groups)), ...profilesAndViews(ownedContext.context)];
      },
      beside: (profile) => ownedContext.setOther(profile),
      who: () => {
        const forOwner = ownedContext.forCurrentOwner();
        return throttle('who', () => forOwner(readUserName));
      },
      enterSandbox: async () => {
        await signInToSandbox(world, program);
        return ownedContext.renew();
      },
      watch: async (line) => {
        const own = line === watch?.line ? feed : undefined;
        feed = undefined; // a stream is read once
        return (
          own ??
          withScreenError(ownedContext.context, () =>
            import('./wait-stream.js').then(({ openWaitStream }) => openWaitStream(line, ownedContext, throttle, program.groups)),
          )
        );
      },
      run: async (line, expectedOwner, streams) => {
        const returned = await run(line, expectedOwner, { ownedContext, program, streams });
        if (ownedContext.key !== expectedOwner) log.clear(ownedContext.context.world.onRequest);
        return returned;
      },
      revealed: (line) => recordScreen(ownedContext.context, ownedContext.account, screenName(line)),
      checkOwner: () => ownedContext.check({ quick: true }),
      onOwner: (listener) => {
        ownedContext.onChange = (owner) => {
          log.clear(ownedContext.context.world.onRequest);
          listener?.(owner);
        };
      },
      onSession: (listener) => {
        watch?.feed.onSession(listener);
        ownedContext.onSession =
          listener && ((event) => listener(event.kind, 'session' in event ? expiryOf(event.session.accessToken) : undefined));
      },
    });
  } finally {
    await ownedContext.close();
  }
}

/** The options of a screen, which applies them itself; another one of all commands shapes what is printed, or how the command runs. */
const screenOptions: readonly string[] = ['--match', '--sort-by', '--columns', '-p', '--profile'];
const printOptions = [...globalFlags, ...pollOptions]
  .flatMap(({ flags }) => spellings(flags))
  .filter((spelling) => !screenOptions.includes(spelling));

/** The profile that the application uses and the one beside it, of `--profile a,b`. @throws {BadInput} for more */
function profilesShown({ profile }: Flags): readonly (string | undefined)[] {
  const names = profile?.includes(',') ? profilesIn(profile) : [profile];
  if (names.length > 2) throw new BadInput('BAD_PROFILES', 'The application shows two profiles side by side at most.');
  return names;
}

/** What a command is run with. */
interface RunParts {
  readonly ownedContext: OwnedContext;
  readonly program: CommandRunner;
  /** The terminal of a dialog; without it the command has the terminal itself. */
  readonly streams: CommandStreams | undefined;
}
/** Runs the command that was chosen on a screen, unless another profile or session has come into use since it was chosen. */
async function run(line: string, expectedOwner: string | undefined, { ownedContext, program, streams }: RunParts): Promise<CommandEnd> {
  await ownedContext.check();
  if (ownedContext.key !== expectedOwner) {
    const refused = `Not run: another profile or session is in use now: tuk ${lineWithoutKeys(line)}`;
    return { code: exitCode('guarded'), refused, ...(await ownedContext.owner()) };
  }
  const startedAt = ownedContext.context.world.clock.now();
  const lines = commandLines(line);
  const { context } = ownedContext;
  const world = streams ? dialogWorld(context.world, streams) : linearWorld(context.world);
  const runOne = (one: string, { flags }: Pick<Context, 'flags'>) => runLine(one, flags, world, program);
  const print = (text: string) => (streams ? streams.print(ownedContext.context.out.redact.clean(text)) : ownedContext.context.log(text));
  if (!streams && lines.length === 1) print(`$ tuk ${lineWithoutKeys(line)}`);
  const code = lines.length > 1 ? await runSeveral(lines, ownedContext, { run: runOne, log: print }) : await runOne(line, context);
  const owner = await ownedContext.renew(); // the command may have changed the session or the settings
  if (owner.owner !== expectedOwner) return { code, ...owner };
  return {
    code,
    ...owner,
    ...(await commandResult({ line, code, since: startedAt }, ownedContext.context)),
  };
}

/** The command of a screen for the audit file: its longest beginning that a board has, else its group. A value or an option may be personal. */
function screenName(line: string): string {
  const words = line.replace(/^tuk /, '');
  const known = groupScreens
    .flatMap(({ screens }) => screens.flatMap(({ command, opens = '' }) => [command, opens]))
    .map((one) => one.replace(/ (\{|-).*$/, ''))
    .filter((one) => one !== '' && (words === one || words.startsWith(`${one} `)))
    .sort((a, b) => b.length - a.length);
  return `tuk ${known[0] ?? words.split(' ', 1)[0]}`;
}

/** Loads the screens or the screen-reader form, which does not load Ink. */
const loadOpener = async (form: 'screen' | 'lines') =>
  form === 'lines'
    ? (await import('../../ui/screen-reader/application.js')).openLinearApplication
    : (await import('../../ui/application.js')).openApplication;

/** Reads the preferences, which stand beside the configuration. */
const loadPreferences = async (world: World) =>
  (await import('../../ui/preferences.js')).openPreferences(path.dirname(paths(world).config));

/** Reads the name of the signed-in user. */
async function readUserName(context: Context): Promise<string | undefined> {
  const data = (await sendNow(context, 'user', 'getCurrent')).data as { name?: unknown; user?: { name?: unknown } } | undefined;
  const name = data?.user?.name ?? data?.name;
  return typeof name === 'string' ? name : undefined;
}

/** Runs `tuk login --as mina -p sandbox` silently. @throws {Error} with its output where it fails */
async function signInToSandbox(world: World, { run }: CommandRunner): Promise<void> {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const silent = worldWith(world, { stdout: sink, stderr: sink });
  if ((await run(['login', '--as', 'mina', '-p', 'sandbox'], silent)) !== 0) throw new Error(lines.join(' ').trim());
}

/** A world with other parts. */
const worldWith = (world: World, parts: Partial<World>): World =>
  new Proxy(world, { get: (target, name) => (Object.hasOwn(parts, name) ? Reflect.get(parts, name) : Reflect.get(target, name, target)) });

/** Runs a command with its own prompts. @returns its exit code */
function runLine(line: string, { profile: named }: Pick<Flags, 'profile'>, world: World, program: CommandRunner): Promise<number> {
  const profile = named === undefined || namesProfile(line) ? [] : ['-p', named];
  const words = splitWords(line);
  const end = words.includes('--') ? words.indexOf('--') : words.length; // behind it stands another line, such as that of a view
  return program.run([...words.slice(0, end), ...profile, ...words.slice(end)], world);
}

/** The world of a command in a dialog: its prompts are plain lines, and its own Ctrl-C interrupts it alone. */
function dialogWorld(world: World, { signal, stdin, stdout, stderr, requests }: CommandStreams): World {
  const both = world.signal ? AbortSignal.any([world.signal, signal]) : signal;
  const open = new Map<object, string>();
  const show = () => requests([...open.values()].at(-1));
  return worldWith(world, {
    ...{ stdin, stdout, stderr },
    onRequestBegin: (redact, call, request) => {
      open.set(request, `${request.method} ${call.service} ${requestPath(redact, call, request)}`);
      show();
    },
    onRequest: (...traced) => {
      world.onRequest?.(...traced);
      open.delete(traced[2]);
      show();
    },
    signal: both,
    stopped: () => both.aborted,
    inDialog: true,
    env: { ...world.env, TERM: 'dumb', NO_COLOR: '1' },
  });
}

/** The world of a command of the linear form: it speaks as the form does, also where only the terminal has asked for lines. */
const linearWorld = (world: World): World =>
  isForScreenReader(world.env) ? world : worldWith(world, { env: { ...world.env, ACCESSIBLE: '1' } });
