// Opens the application over functions that a command passes in.

import { Deadline } from '../services/http/deadline.js';
import { inTime } from '../services/http/rounds.js';
import { type CommandStreams, CommandTerminal } from './command-terminal.js';
import { ClickContext, ClickTargets } from './components/lines.js';
import { type Load, Queries } from './queries.js';
import { type Exit, mountScreen, type ScreenStage, sizeOf } from './screen.js';
import { ApplicationScreen } from './screens/application.js';
import { type ApplicationOf, application } from './state/application.js';
import { preferencesAtEnd, type SavePreferences, savingPreferences } from './state/core/kept.js';
import { bodySize } from './state/core/page.js';
import type { CommandLine } from './state/core/palette.js';
import { sentence } from './state/core/responses.js';
import type { CommandForm } from './state/core/screens.js';
import {
  type AppEffect,
  type AppEvent,
  type Application,
  askedFor,
  type Board,
  type CommandEnd,
  type Owner,
  type OwnerUpdate,
} from './state/core/state.js';
import { mouseReport, wheelKey, withFocus } from './state/keys/clicks.js';
import { LinkLabels, withTypedLink } from './state/keys/links.js';
import { type RecordReveal, recordingReveals } from './state/revealing.js';

import { commandColumns } from './view-models/command.js';
import { windowTitle } from './view-models/pinned.js';
import { type WatchSource, watchFlows } from './watch-flow.js';

/** The functions of the application. A failure becomes a message, and everything else continues. */
export interface ApplicationDependencies extends ApplicationOf {
  readonly load: Load;
  /** The values and options of a command as fields. */
  fields(line: string): Promise<CommandForm>;
  /** The name of the signed-in user, if the service has it. */
  who(): Promise<string | undefined>;
  commands(): Promise<readonly CommandLine[]>;
  /** Signs in to the sandbox. */
  enterSandbox(): Promise<OwnerUpdate>;
  /**
   * Reads the rows of another profile too, or of none; the listener of `onOwner` hears of it.
   * @throws {Error} for an unknown profile
   */
  beside(profile: string | undefined): Promise<void>;
  /**
   * Checks whether another profile or session is in use; the listener of `onOwner` hears of it first.
   * @returns whether it is
   */
  checkOwner(): Promise<boolean>;
  /** Whether the files of the program have changed since it was started. */
  isReplaced?(): boolean;
  /** Sets the listener for another owner, or removes it. */
  onOwner(listener: ((owner: Owner) => void) | undefined): void;
  /** Opens the stream of the item that a command line watches. */
  watch(line: string): Promise<WatchSource>;
  /**
   * Runs a command on these streams, else on the terminal.
   * @param owner the owner of the screen that it was chosen on
   */
  run(line: string, owner: string | undefined, streams?: CommandStreams): Promise<CommandEnd>;
  /** Writes what a read prints to a new file. @returns what was done @throws {Error} if it cannot, or there is a file */
  save?(line: string, file: string): Promise<string>;
  /** Copies a text. @returns whether a tool of the system took it */
  copy?(text: string): Promise<boolean>;
  /** The text that a read prints. @throws {Error} if it fails */
  output(line: string): Promise<string>;
  /** Runs a line that asks the services anew: whether it has all that it asked for. */
  ask(line: string): Promise<boolean>;
  /**
   * Runs a control of the sandbox (`sandbox advance 1m`) and returns its JSON, or why it failed.
   * @throws {Error} for any other line
   */
  control?(line: string): Promise<{ readonly code: number; readonly text: string }>;
  /** Records that personal data are shown whole, in the audit file. */
  readonly revealed?: RecordReveal;
  readonly savePreferences?: SavePreferences;
  /** Sets the listener for the session, or removes it. */
  onSession(listener: ((kind: string, ends?: number) => void) | undefined): void;
}

type Dispatch = (event: AppEvent) => void;

/** Shows the application until it is left. @throws {Error} without a terminal */
export async function openApplication(stage: ScreenStage, dependencies: ApplicationDependencies): Promise<Exit> {
  const board = savingPreferences(
    recordingReveals(application(dependencies), dependencies.revealed),
    dependencies.savePreferences,
  );
  let last = board.initial;
  let begin: (() => void) | undefined;
  let over = false;
  let ownerTimer: NodeJS.Timeout | undefined;
  /** Drops events after the end; binds others to the present owner. */
  const forOwner = (send: Dispatch): Dispatch => {
    const of = last.owner;
    return (event) => over || send(askedFor(of, event));
  };
  const targets = new ClickTargets();
  let links: LinkLabels | undefined;
  const queries = new Queries(dependencies.load);
  const commands = commandRunner(dependencies, () => commandColumns(bodySize(sizeOf(stage)).columns));
  const flows = watchFlows(dependencies.watch);
  const controls = controlRunner(dependencies, () => !over && last.play !== undefined);
  try {
    return await mountScreen<Application, AppEvent, AppEffect>(stage, {
      board: {
        ...board,
        update(state, event, now) {
          const next = updated(board.update, targets, state, withTypedLink(state, event, links), now);
          last = next[0];
          return next;
        },
      },
      draw(state, size, now) {
        if (begin) setImmediate(begin); // no request before the first frame
        begin = undefined;
        links = state.linking === undefined ? undefined : new LinkLabels();
        return (
          <ClickContext value={targets}>
            <ApplicationScreen {...{ state, size, now, links }} />
          </ClickContext>
        );
      },
      title: windowTitle,
      copy: async (text, is) =>
        (await dependencies.copy?.(text)) ? { what: 'done', text: `Copied ${is}` } : undefined,
      focused: (isFocused) => queries.setFocused(isFocused),
      begin: async (dispatch) => {
        queries.setFocused(true);
        const named = () => who({ ...dependencies, signedIn: last.signedIn }, forOwner(dispatch));
        dependencies.onOwner((owner) => {
          forOwner(dispatch)({ what: 'owner', ...owner });
          named();
        });
        queries.listen((owner, line, query) => over || dispatch(askedFor(owner, { what: 'query', line, query })));
        begin = () => {
          forOwner(dispatch)({ what: 'begun' });
          named();
          // a read reports the failure
          ownerTimer = setInterval(() => {
            if (dependencies.isReplaced?.()) forOwner(dispatch)({ what: 'replaced' });
            dependencies.checkOwner().catch(() => {});
          }, ownerEvery);
        };
      },
      perform(effect, dispatch) {
        const send = forOwner(dispatch);
        if (effect.do === 'observe') queries.observe(effect.owner, effect.queries);
        else if (effect.do === 'invalidate') queries.invalidate(effect.lines);
        else if (effect.do === 'load fields') fields(dependencies, effect.line, send);
        else if (effect.do === 'enter sandbox') enterSandbox(dependencies, (event) => over || dispatch(event));
        else if (effect.do === 'beside') dependencies.beside(effect.profile).catch(trouble(send));
        else if (effect.do === 'list commands')
          dependencies.commands().then((commands) => send({ what: 'commands', commands }), trouble(send));
        else if (effect.do === 'watch') flows.watch(effect.lines, send);
        else if (effect.do === 'watched') flows.perform(effect.effect);
        else if (effect.do === 'copy output')
          dependencies.output(effect.line).then((text) => send({ what: 'output', text }), trouble(send));
        else if (effect.do === 'ask') {
          const asked = (isWhole: boolean) => send({ what: 'asked', isWhole });
          dependencies.ask(effect.line).then(asked, () => asked(false));
        } else if (effect.do === 'export')
          dependencies.save?.(effect.line, effect.file).then((text) => send({ what: 'done', text }), trouble(send));
        else if (effect.do === 'control') controls.run(effect, send);
        else if (effect.do === 'type') commands.type(effect.key);
        else
          commands.run(effect.line, last.owner, (event) => {
            if (over) return;
            dispatch(event); // it may have changed the owner itself
            if (event.what === 'command ended') who({ ...dependencies, signedIn: last.signedIn }, forOwner(dispatch));
          });
      },
    });
  } finally {
    over = true;
    dependencies.savePreferences?.(preferencesAtEnd(last));
    clearInterval(ownerTimer);
    controls.end();
    dependencies.onOwner(undefined);
    queries.close();
    await commands.end();
    flows.watch([], () => {});
    dependencies.onSession(undefined);
  }
}

/** Runs commands in the dialog, one at a time. @param columns the width of their output */
function commandRunner(dependencies: Pick<ApplicationDependencies, 'run'>, columns: () => number) {
  let running: { readonly terminal: CommandTerminal; readonly ended: Promise<void> } | undefined;
  return {
    type: (key: string) => running?.terminal.type(key),
    run(line: string, owner: string | undefined, send: Dispatch): void {
      const show = coalesced(() => send({ what: 'command screen', ...terminal.screen }));
      const terminal = new CommandTerminal(columns(), show);
      const ended = dependencies.run(line, owner, terminal.streams).then(
        (returned) => {
          send({ what: 'command screen', ...terminal.screen });
          send({ what: 'command ended', line, ...returned });
        },
        (error: unknown) => send({ what: 'command failed', text: sentence(error) }),
      );
      running = { terminal, ended };
      show(); // it may print nothing for long
    },
    /** Interrupts the running command, and waits for its end for a while. */
    async end(): Promise<void> {
      running?.terminal.interrupt();
      running?.terminal.close();
      // it keeps the process alive: a command that never ends may hold nothing else
      await inTime(new Deadline({}, endWithin), running?.ended ?? Promise.resolve(), () => {});
    },
  };
}
/** The time for a command to end after the application was left, milliseconds. */
const endWithin = 2000;
/** Calls the action once for all calls of a turn of the event loop. */
function coalesced(action: () => void): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setImmediate(() => {
      isDue = false;
      action();
    });
  };
}

/**
 * Runs controls of the sandbox, at once or later.
 * @param plays whether the clock still plays when a later one is due
 */
function controlRunner({ control }: Pick<ApplicationDependencies, 'control'>, plays: () => boolean) {
  let timer: NodeJS.Timeout | undefined;
  const now = (line: string, send: Dispatch) =>
    control?.(line).then((end) => send({ what: 'controlled', line, ...end }), trouble(send));
  return {
    run({ line, after }: Extract<AppEffect, { do: 'control' }>, send: Dispatch): void {
      if (after === undefined) return void now(line, send);
      clearTimeout(timer); // one clock
      timer = setTimeout(() => plays() && now(line, send), after);
    },
    end: () => clearTimeout(timer),
  };
}

const trouble = (send: Dispatch) => (error: unknown) => send({ what: 'trouble', text: sentence(error) });

/** Asks for the name of the signed-in user. */
function who(dependencies: ApplicationDependencies, send: Dispatch): void {
  dependencies.onSession((kind, ends) => send({ what: 'session', kind, ends }));
  if (!dependencies.signedIn) return;
  dependencies.who().then(
    (name) => name && send({ what: 'who', name }),
    () => {},
  );
}
function enterSandbox(dependencies: ApplicationDependencies, send: Dispatch): void {
  dependencies.enterSandbox().then((sandbox) => {
    send({ what: 'signed in', ...sandbox });
    who({ ...dependencies, signedIn: true }, (event) => send(askedFor(sandbox.owner, event)));
  }, trouble(send));
}
function fields(dependencies: ApplicationDependencies, line: string, send: Dispatch): void {
  dependencies.fields(line).then((form) => send({ what: 'fields', line, ...form }), trouble(send));
}

/** The update of a board: a click goes to the part under the mouse, and the wheel scrolls its pane. */
function updated(
  update: AppBoard['update'],
  targets: ClickTargets,
  state: Application,
  event: Parameters<AppBoard['update']>[1],
  now: number,
): ReturnType<AppBoard['update']> {
  const report = event.what === 'key' ? mouseReport(event.key) : undefined;
  if (report === undefined || event.what !== 'key') return update(state, event, now);
  const target = targets.at(report.x, report.y);
  if (report.does === 'click')
    return target ? update(state, { what: 'click', target, size: event.size }, now) : [state];
  return update(target ? withFocus(state, target) : state, { ...event, key: wheelKey(state, report.does) }, now);
}
type AppBoard = Board<Application, AppEvent, AppEffect>;

/** The interval between two checks for another profile or session, milliseconds. */
const ownerEvery = 1000;
