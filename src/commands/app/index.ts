// Opens the application: connects it to the context, the commands and the session.
import { setMaxListeners } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { collector } from '../../cli/command/collector.js';
import type { CommandRunner, Context } from '../../cli/command/command.js';
import { formFor } from '../../cli/command/screen-form.js';
import { recordScreen } from '../../cli/run/audit.js';
import { RunContext } from '../../cli/run/run-context.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { hintFor, profileOption } from '../../cli/settings/next-command.js';
import { type Flags, globalFlags, spellings } from '../../cli/settings/options.js';
import type { World } from '../../cli/settings/world.js';
import { repeatOptions } from '../../engine/read/repetition.js';
import { profilesIn as splitProfiles } from '../../engine/read/several-profiles.js';
import { sendNow } from '../../engine/request/call.js';
import { SeenStates } from '../../engine/watch/seen-states.js';
import type { WatchFeed } from '../../engine/watch/watch-on-screen.js';
import { lineWithoutKeys } from '../../money/keys/line-without-keys.js';
import { commandLines, namesProfile, splitWords } from '../../services/command-line.js';
import { Deadline } from '../../services/http/deadline.js';
import { BadInput, Failure, interrupted } from '../../services/http/errors.js';
import { sleep } from '../../services/http/rounds.js';
import { valueAt } from '../../services/json-value.js';
import { paths } from '../../session/paths.js';
import { expiryOf } from '../../session/stored-session.js';
import { timesIn } from '../../text/column.js';
import { isForScreenReader } from '../../text/dialogue.js';
import { maskedLine } from '../../text/masked-line.js';
import type { CommandStreams } from '../../ui/command-terminal.js';
import type { Exit } from '../../ui/screen.js';
import { requestsSpec } from '../../ui/state/boards/navigation.js';
import { badgesOf } from '../../ui/state/core/badges.js';
import type { CommandEnd } from '../../ui/state/core/state.js';
import type { WatchSource } from '../../ui/watch-flow.js';
import { groupScreens } from './boards.js';
import { allCommands, profilesAndAliases } from './command-entries.js';
import { filePreview, runSeveral } from './command-result.js';
import { homePanes } from './home-panes.js';
import { OwnedContext } from './owned-context.js';
import { RequestLog, requestPath } from './request-log.js';
import { stageOf } from './screen-stage.js';

import { createThrottle } from './throttle.js';

// Turns the failure of a command into an error for a screen: its message, the next step, the request id.

/**
 * Runs an action, and redacts its failure. `passes`: a retry may succeed.
 * @throws {Error} with the fields of `ReadFailure` (`ui/state/responses`); any other error unchanged
 */
async function withScreenError<Value>(context: Context, action: () => Promise<Value>): Promise<Value> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, kind, retryable, where } = error;
    const hint = error.hint && hintFor(error.hint, undefined, context.settings().profile.value);
    const clean = (sentence: string) => timesIn(context.out.redact.clean(sentence)); // a screen shows times in its own zone
    const text = clean([message, hint].filter(Boolean).join(' '));
    throw Object.assign(new Error(text), {
      what: clean(message),
      hint: hint === undefined ? undefined : clean(hint),
      kind,
      passes: retryable || undefined,
      wait: where.retryAfter,
      status: where.status,
      requestId: where.requestId,
    });
  }
}

// Runs command lines of the application: in a world with other parts, and silently.

/** A world with other parts. */
const worldWith = (world: World, parts: Partial<World>): World =>
  new Proxy(world, {
    get: (target, name) => (Object.hasOwn(parts, name) ? Reflect.get(parts, name) : Reflect.get(target, name, target)),
  });

/** Runs a line with the profile of the application, unless it names one itself. @returns its exit code */
function runLine(line: string, { profile }: Flags, world: World, program: CommandRunner) {
  const words = splitWords(line);
  // `--` begins another line, such as the line of an alias
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  return program.run(
    words.toSpliced(end, 0, ...(profile === undefined || namesProfile(line) ? [] : ['-p', profile])),
    world,
  );
}

/**
 * Runs a line without a terminal and without input.
 * @returns its exit code and output, or the message of its failure
 */
async function runSilently(line: string, { world, flags }: Pick<Context, 'world' | 'flags'>, program: CommandRunner) {
  const [stdout, stderr] = [collector(), collector()];
  let why = '';
  const silent: Partial<World> = {
    stdin: Readable.from([]),
    stdout,
    stderr,
    report: ({ error }) => {
      why = error?.message ?? why;
    },
  };
  const code = await runLine(line, flags, worldWith(world, silent), program);
  return { code, text: code === 0 ? stdout.text() : why || `exit code ${code}: tuk ${line}` };
}
/** The output of a line. @throws {Error} with the message of its failure */
async function outputOf(line: string, context: Pick<Context, 'world' | 'flags'>, program: CommandRunner) {
  const { code, text } = await runSilently(line, context, program);
  if (code !== 0) throw new Error(text);
  return text;
}
/** Writes what a read prints to a new file, for the person alone. @throws {Error} if the read fails, or there is a file */
async function saved(line: string, file: string, context: Context, program: CommandRunner): Promise<string> {
  const text = await outputOf(line, context, program);
  const at = path.resolve(context.world.cwd ?? '.', file);
  await writeFile(at, text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Error(`${at} exists, and is left as it is: type another name.`) : error;
  });
  return `Written: ${at}`;
}
/** Runs a control of the sandbox: its exit code, and its JSON or its failure. @throws {Error} for any other line */
async function runControl(line: string, context: Context, program: CommandRunner) {
  if (splitWords(line)[0] !== 'sandbox') throw new Error(`tuk ${line} is not a control of the sandbox`);
  return runSilently(`${line} -o json`, context, program);
}

const maxListeners = 64;

/** Opens the application at a group or at Home. @returns the exit code; undefined without a terminal. */
export async function openApp(
  world: World,
  flags: Flags,
  program: CommandRunner,
  group?: string,
): Promise<number | undefined> {
  const end = await open(world, flags, program, { group });
  if (end !== undefined && end !== 'left') throw interrupted();
  return end && 0;
}

/** Opens the application at the watch screen of a command, with its stream. @throws {Failure} */
export const openWatch = async (
  { world, flags }: Context,
  runner: CommandRunner,
  watch: Required<Opening>['watch'],
): Promise<Exit> => (await open(world, flags, runner, { watch }))!;

interface Opening {
  readonly group?: string;
  readonly watch?: { readonly line: string; readonly feed: WatchFeed };
}

async function open(
  outerWorld: World,
  flags: Flags,
  program: CommandRunner,
  { group, watch }: Opening,
): Promise<Exit | undefined> {
  const seenStates = new SeenStates();
  const log = new RequestLog(() => outerWorld.clock.now(), seenStates);
  const nextWorld = () => worldWith(outerWorld, { onRequest: log.listener(), seenStates, hasScreen: true });
  const world = nextWorld();
  const [profile, other] = profilesIn(flags);
  const context = new RunContext(world, profile === undefined ? flags : { ...flags, profile });
  const form = formFor(context);
  if (form === undefined) return undefined;
  const ownedContext = await OwnedContext.open(context, nextWorld, other);
  try {
    if (world.signal) setMaxListeners(maxListeners, world.signal); // each call of a pane of Home adds a listener
    const [owner, openForm, store] = await Promise.all([
      ownedContext.owner(),
      loadOpener(form),
      loadPreferences(context),
    ]);
    const { preferences, ownThemes } = store;
    const first = groupScreens.find(({ name }) => name.toLowerCase() === group)?.name ?? preferences.group;
    let feed = watch?.feed;
    const throttle = createThrottle({
      now: () => performance.now(),
      pause: (milliseconds) => sleep(new Deadline(world), milliseconds).then(() => {}),
    });
    return await openForm(stageOf(context, preferences, ownThemes), {
      ...owner,
      suffix: profileOption(context),
      groups: groupScreens,
      panes: homePanes,
      badges: badgesOf(groupScreens),
      printOptions,
      first: watch ? undefined : first || undefined,
      opening: watch && { line: watch.line, bell: watch.feed.bell, reveal: flags.reveal === true },
      preferences,
      ownThemes,
      warning: store.trouble,
      savePreferences: store.save,
      load: async (line, spec) => {
        if (line === requestsSpec.command) return log.loaded();
        const forOwner = ownedContext.forCurrentOwner();
        const load = (first: Context, beside: Context | undefined) =>
          import('./screen-data.js').then(({ loadScreenData }) =>
            loadScreenData(line, spec, { first, beside }, program.groups),
          );
        return throttle(line, () => withScreenError(ownedContext.context, () => forOwner(load)));
      },
      fields: (line) => import('./command-entries.js').then(({ formOf }) => formOf(line, program.groups)),
      commands: async () => {
        return [
          ...(await allCommands(program.groups)),
          ...(await profilesAndAliases(ownedContext.context, program.groups)),
        ];
      },
      beside: (profile) => ownedContext.setOther(profile),
      who: () => {
        const forOwner = ownedContext.forCurrentOwner();
        return throttle('who', () => forOwner(readUserName));
      },
      enterSandbox: async () => {
        await outputOf('login --as mina -p sandbox', { world, flags: {} }, program);
        return ownedContext.renew();
      },
      watch: async (line) => {
        const commandFeed = line === watch?.line ? feed : undefined;
        feed = undefined; // a stream is read once
        const source: WatchSource =
          commandFeed ??
          (await withScreenError(ownedContext.context, () =>
            import('./wait-stream.js').then(({ openWaitStream }) =>
              openWaitStream(line, ownedContext, throttle, program.groups),
            ),
          ));
        const next = () => withScreenError(ownedContext.context, () => source.stream.next());
        return { ...source, stream: { next } };
      },
      run: async (line, expectedOwner, streams) => {
        const end = await run(line, expectedOwner, { ownedContext, program, streams });
        if (ownedContext.key !== expectedOwner) log.clear(ownedContext.context.world.onRequest);
        return end;
      },
      output: (line) => outputOf(line, ownedContext.context, program),
      ask: async (line) =>
        [0, exitCode('ended-badly')].includes((await runSilently(line, ownedContext.context, program)).code),
      save: (line, file) => saved(line, file, ownedContext.context, program),
      copy: async (text) => (await import('../../cli/files/clipboard.js')).copyText(text, world),
      control: (line) => runControl(line, ownedContext.context, program),
      revealed: (line) => recordScreen(ownedContext.context, ownedContext.account, screenName(line)),
      isReplaced: () => world.isReplaced?.() ?? false,
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
          listener &&
          ((event) => listener(event.kind, 'session' in event ? expiryOf(event.session.accessToken) : undefined));
      },
    });
  } finally {
    await ownedContext.close();
  }
}

/** The options that a screen applies itself. The other common options shape the output or the run of a command. */
const screenOptions: readonly string[] = ['--match', '--sort-by', '--columns', '-p', '--profile'];
const printOptions = [...globalFlags, ...repeatOptions]
  .flatMap(({ flags }) => spellings(flags))
  .filter((spelling) => !screenOptions.includes(spelling));

/** The profiles of `--profile a,b`: the second is shown beside the first. @throws {BadInput} for a third */
function profilesIn({ profile }: Flags): readonly (string | undefined)[] {
  const names = profile?.includes(',') ? splitProfiles(profile) : [profile];
  if (names.length > 2) throw new BadInput('BAD_VALUE', 'The application shows two profiles side by side at most.');
  return names;
}

interface RunParts {
  readonly ownedContext: OwnedContext;
  readonly program: CommandRunner;
  /** The terminal of a dialog; without it the command has the terminal itself. */
  readonly streams: CommandStreams | undefined;
}
/** Runs the command that was chosen on a screen, if its profile and session are still in use. */
async function run(
  line: string,
  expectedOwner: string | undefined,
  { ownedContext, program, streams }: RunParts,
): Promise<CommandEnd> {
  await ownedContext.check();
  if (ownedContext.key !== expectedOwner) {
    const refused = `Not run: another profile or session is in use now: tuk ${lineWithoutKeys(line)}`;
    return { code: exitCode('guarded'), refused, ...(await ownedContext.owner()) };
  }
  const lines = commandLines(line);
  const { context } = ownedContext;
  const begun: string[] = [];
  let made: CommandEnd['made'];
  const world = worldWith(streams ? dialogWorld(context.world, streams) : linearWorld(context.world), {
    begun: (item) => void begun.push(item),
    wrote: (file) => {
      made = filePreview(file, context.world.clock.now());
    },
  });
  const runOne = (single: string, { flags }: Pick<Context, 'flags'>) => runLine(single, flags, world, program);
  const print = (text: string) =>
    streams ? streams.print(ownedContext.context.out.redact.clean(text)) : ownedContext.context.log(text);
  const safe = lineWithoutKeys(line);
  if (!streams && lines.length === 1) print(`$ tuk ${context.flags.reveal ? safe : maskedLine(safe)}`);
  const code =
    lines.length > 1 ? await runSeveral(lines, ownedContext, { run: runOne, log: print }) : await runOne(line, context);
  const owner = await ownedContext.renew(); // the command may have changed the session or the settings
  if (owner.owner !== expectedOwner) return { code, ...owner };
  return { code, ...owner, watches: begun.length === 0 ? undefined : `watch ${begun.join(' ')}`, made };
}

/** The command of a screen for the audit file, without values: they may be personal. */
function screenName(line: string) {
  const words = line.replace(/^tuk /, '');
  const [longest] = groupScreens
    .flatMap(({ screens }) => screens.flatMap(({ command, opens = '' }) => [command, opens]))
    .map((command) => command.replace(/ (\{|-).*$/, ''))
    .filter((command) => command !== '' && `${words} `.startsWith(`${command} `))
    .sort((a, b) => b.length - a.length);
  return `tuk ${longest ?? words.split(' ', 1)[0]}`;
}

const loadOpener = async (form: 'screen' | 'lines') =>
  form === 'lines'
    ? (await import('../../ui/screen-reader/application.js')).openLinearApplication
    : (await import('../../ui/application.js')).openApplication;

/**
 * The preferences, the person's own themes, and what is wrong with them. The theme and the mouse of a profile of an
 * earlier version become preferences.
 */
async function loadPreferences(context: Context) {
  const folder = path.dirname(paths(context.world).config);
  const { theme, mouse } = context.settings().of;
  const [{ openPreferences }, { readOwnThemes }, { themeTrouble }] = await Promise.all([
    import('../../ui/preferences.js'),
    import('../../ui/own-themes.js'),
    import('../../ui/state/core/themes.js'),
  ]);
  const { preferences: kept, trouble, save } = openPreferences(folder);
  const preferences: typeof kept = { ...(theme && { theme }), ...(mouse === false && { mouse }), ...kept };
  const ownThemes = readOwnThemes(folder);
  return { preferences, ownThemes, save, trouble: trouble ?? themeTrouble(preferences.theme, ownThemes) };
}

async function readUserName(context: Context): Promise<string | undefined> {
  const { data } = await sendNow(context, 'user', 'getCurrent');
  const name = valueAt(data, 'user.name') ?? valueAt(data, 'name');
  return typeof name === 'string' ? name : undefined;
}

/** The world of a command in a dialog: its prompts are plain lines, and Ctrl-C interrupts only it. */
function dialogWorld(world: World, streams: CommandStreams): World {
  const { signal, stdin, stdout, stderr, requests, confirms, receiptPart } = streams;
  const both = world.signal ? AbortSignal.any([world.signal, signal]) : signal;
  const open = new Map<object, string>();
  const show = () => requests([...open.values()].at(-1));
  return worldWith(world, {
    stdin,
    stdout,
    stderr,
    confirms,
    receiptPart,
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

/** The world of a command of the linear form: plain lines for a screen reader. */
const linearWorld = (world: World): World =>
  isForScreenReader(world.env) ? world : worldWith(world, { env: { ...world.env, ACCESSIBLE: '1' } });
