// Screen reader form: its state, with the position in the groups and screens, the printed lines, and the streams.
import { grouped } from '../../money/values/decimal.js';
import { Deadline } from '../../services/http/deadline.js';
import { inTime } from '../../services/http/rounds.js';
import { width } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import { listed } from '../../things/action.js';
import type { ApplicationDependencies } from '../application.js';
import type { LineInput } from '../line-input.js';
import { pageKindOf } from '../page-kinds/page-kinds.js';
import { Queries } from '../queries.js';
import type { ScreenStage } from '../screen.js';
import { application } from '../state/application.js';
import { rowActions } from '../state/boards/on-board.js';
import type { AppAct } from '../state/core/acts.js';
import { type ObservedQuery, responseOf } from '../state/core/responses.js';
import type { BoardScreen, GroupSpec, Screen } from '../state/core/screens.js';
import {
  type AppEvent,
  type Application,
  askedFor,
  type Next,
  type ServiceTime,
  serviceTime,
  topOf,
  withTop,
} from '../state/core/state.js';
import { choicesText, type Has, type ScreenKind } from '../state/keys/app-choices.js';
import { watchesRows } from '../state/keys/board-keys.js';
import { performAction } from '../state/keys/verbs.js';
import { ownerChangeText } from '../state/owner.js';
import { linesOf, unheld } from '../state/queries/observed.js';
import { refusedReveal } from '../state/revealing.js';
import { hasSandbox } from '../state/watch/sandbox-clock.js';

import { actionsOn, isLive, isShownLive, selectedItem, watchedLines } from '../state/watch/watch-screen.js';
import { watchFlows } from '../watch-flow.js';
import { type LinearScreen, seenOf } from './screen-lines.js';
import { isAwaited, pinnedChangeTexts, watchChangeTexts, watchPlace, watchTexts } from './watch.js';

import { placeText, shortIds, wrappedItems } from './wording.js';

const [longWait, whoWait] = [2000, 3000]; // milliseconds

/** The most words of an answer of 200 with its count and prompt; the rows of the terminal for empty lines, the count and the prompt; the least lines. */
const [mostWords, besideRows, leastPrinted] = [188, 4, 3];
const wordsIn = (lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + (line.match(/\S+/g)?.length ?? 0), 0);

const size = { rows: 24, columns: 80 }; // the reducers need a size; lines have none
/** Lines of which those before `from` have been printed. */
type Rest = NonNullable<LinearScreen['rest']> & { from: number };

/**
 * A conversation. It requests data only for lines to print, so the requests of the reducer stay off: its `begun` is
 * false.
 */
export class Conversation {
  readonly stage: ScreenStage;
  readonly dependencies: ApplicationDependencies;
  readonly input: LineInput;
  readonly board: ReturnType<typeof application>;
  readonly queries: Queries;
  /** The streams of the open watch screen. */
  readonly flows: ReturnType<typeof watchFlows>;
  #state: Application;
  /** The position: at the groups, at the screens of one, or on the top screen of the state. */
  at: 'groups' | 'group' | 'screen' = 'groups';
  group = 'Home';
  quit = false;
  /** A command that needed a session: it is run once somebody has signed in. */
  waiting: string | undefined;
  /** Lines to print after a question or a command, which have the terminal now; undefined if none has it. */
  #held: string[] | undefined;
  /** The printing of changes of watched items. */
  #saying: Promise<void> = Promise.resolve();
  /** The rest of the lines of each screen, by its place in the stack. */
  readonly #rests = new Map<number, Rest>();

  constructor(stage: ScreenStage, dependencies: ApplicationDependencies, input: LineInput) {
    this.stage = stage;
    this.dependencies = dependencies;
    this.input = input;
    this.board = application(dependencies);
    this.queries = new Queries(dependencies.load);
    this.queries.listen((owner, line, query) => this.dispatch(askedFor(owner, { what: 'query', line, query })));
    this.flows = watchFlows(dependencies.watch);
    this.#state = this.board.initial;
    if (dependencies.opening) this.at = 'screen';
    const { first } = dependencies;
    if (first !== undefined && this.state.groups.some(({ name }) => name === first))
      [this.at, this.group] = ['group', first];
  }

  get state(): Application {
    return this.#state;
  }
  /**
   * Goes to the next state. A screen that would show personal data whole without a record of it is not opened, and the
   * reason is printed.
   */
  set state(next: Application) {
    const reason = refusedReveal(this.#state, next, this.dependencies.revealed);
    if (reason === undefined) this.#state = next;
    else this.printAside([escapeControls(reason)]);
  }
  /** The time of this machine, and of the service; epoch milliseconds. */
  get now(): number {
    return (this.stage.now ?? Date.now)();
  }
  get serviceNow(): ServiceTime {
    return serviceTime(this.state, this.now);
  }
  /** Whether the stage's signal has ended it. */
  get stopped(): boolean {
    return this.stage.signal?.aborted === true;
  }
  /** The lines broken between words, with their indent. */
  wrapped(lines: readonly string[]): readonly string[] {
    const { columns } = this.stage.stdout;
    if (!columns) return lines;
    return lines.flatMap((line) => {
      if (width(line) <= columns) return [line];
      const [indent] = /^ */.exec(line)!;
      return wrappedItems(line.slice(indent.length), columns - indent.length).map((part) => indent + part);
    });
  }
  /** Prints lines; @param isWhole they were asked for as they are: no id is cut, and no line is broken */
  print(lines: readonly string[], { isWhole = this.at === 'screen' && this.top.kind === 'json' } = {}): void {
    const { stdout: screen } = this.stage;
    if (lines.length > 0) screen.write(`${(isWhole ? lines : this.wrapped(lines.map(shortIds))).join('\n')}\n`);
  }
  /** The next rows or lines of the screen, as many as fit on the terminal and in an answer beside the `used` lines. */
  more(most: number, used: readonly string[]): readonly string[] {
    const { rest } = this;
    if (!rest) return [];
    const { rows, columns } = this.stage.stdout;
    const highOf = (line: string) => Math.max(1, Math.ceil(width(line) / (columns || 80)));
    const high = (lines: readonly string[]) =>
      this.wrapped(lines.map(shortIds)).reduce((sum, line) => sum + highOf(line), 0);
    let [room, words] = [(rows || 24) - besideRows - high(used), mostWords - wordsIn(used)];
    const least = Math.min(rest.count, rest.from + leastPrinted);
    let to = rest.from;
    for (; to < Math.min(rest.count, rest.from + most); to++) {
      room -= high([rest.line(to)]);
      words -= wordsIn([rest.line(to)]);
      if ((room < 0 && to >= least) || (words < 0 && to > rest.from)) break;
    }
    const lines = Array.from({ length: to - rest.from }, (_, at) => rest.line(rest.from + at));
    rest.from = to;
    const ahead = `${to} of ${grouped(String(rest.count))} ${rest.what} said; m says more.`;
    return to < rest.count ? [...lines, ahead] : lines;
  }
  /** Prints lines above the prompt of the awaited line. While a question or a command has the terminal, they wait. */
  printAside(lines: readonly string[]): void {
    if (this.#held) this.#held.push(...lines);
    if (lines.length === 0 || this.#held) return;
    const { asked } = this.input;
    const { stdout: screen } = this.stage;
    if (asked !== undefined) screen.write('\n');
    this.print(lines);
    if (asked !== undefined && !this.quit) screen.write(asked);
  }
  dispatch(event: AppEvent): void {
    const [state, ...effects] = this.board.update(this.state, event, this.now);
    const { stdout: screen } = this.stage;
    this.state = state;
    for (const effect of effects) {
      if (effect.do === 'invalidate') this.queries.invalidate(effect.lines);
      if (effect.do === 'ring') screen.write('\x07');
      if (effect.do === 'leave') this.leave();
    }
  }
  /** Ends the conversation, also while a line is awaited. */
  leave(): void {
    this.quit = true;
    this.input.end();
  }
  /** Watches the items of the open watch screen and the pinned ones, and no others. */
  syncWatch(): void {
    const { at, quit, state } = this;
    const open = at === 'screen' ? state : { ...state, stack: [] };
    const [next, ...released] = unheld(open);
    if (released.length > 0) this.state = { ...state, isPaused: next.isPaused };
    for (const effect of released) if (effect.do === 'watched') this.flows.perform(effect.effect);
    const lines = quit ? [] : watchedLines(open);
    const of = this.state.owner;
    this.flows.watch(lines, (event) => {
      this.#saying = this.#saying.then(() => this.#watched(askedFor(of, event))); // in their order
    });
  }
  async #watched(event: AppEvent): Promise<void> {
    const [before, { pinned }] = [this.top, this.state];
    this.dispatch(event);
    const visible = this.at === 'screen' && before.kind === 'watch' ? before.items : [];
    this.printAside(pinnedChangeTexts({ pinned }, this.state, visible, this.serviceNow));
    if (visible.length === 0) return;
    if (before.kind !== 'watch' || this.top.kind !== 'watch') return;
    const isFirst = isAwaited(before) && !isAwaited(this.top);
    if (isFirst)
      await this.responses(
        linesOf(this.state).map((line) => ({ line, spec: line })),
        Number.POSITIVE_INFINITY,
      );
    const after = this.top;
    if (after.kind !== 'watch' || isAwaited(after)) return;
    const isOver = after.isOpened && !isLive(after);
    const lines = isFirst
      ? watchTexts(after, this.state, this.serviceNow)
      : watchChangeTexts(before, after, this.state, this.serviceNow);
    if (isFirst && !isOver) {
      this.rest = { count: lines.length, line: (at) => lines[at]!, what: 'lines', first: lines.length, from: 0 };
      const said = this.more(lines.length, [choicesText(this.seen, { ...this.has, more: true }, 'first')]);
      this.printAside([...said, '', choicesText(this.seen, this.has, 'first')]);
      return;
    }
    if (isOver) this.quit = true; // no prompt follows
    this.printAside(lines);
    if (!isOver) return;
    this.leave();
  }
  /** Prints each change of the session, from now on. */
  listenToSession(): void {
    this.dependencies.onSession((kind, ends) => {
      this.dispatch({ what: 'session', kind, ends });
      this.printAside([`The session was ${escapeControls(kind)}.`]);
    });
  }
  /** Prints each change of the profile or the session, from now on; the lines of the previous owner are dropped. */
  listenToOwner(): void {
    this.dependencies.onOwner((owner) => {
      const message = ownerChangeText(this.state, owner, 'l, or login,');
      this.dispatch({ what: 'owner', ...owner });
      this.forget();
      this.printAside(['', escapeControls(message)]);
    });
  }
  /**
   * Requests all of these queries at once, unless their responses are younger than `oldest` milliseconds. Like every
   * request it ends with the stage's signal.
   */
  async responses(lines: readonly ObservedQuery[], oldest: number): Promise<void> {
    if (lines.length === 0) return;
    const { owner } = this.state;
    const slow = setTimeout(() => this.printAside([`Asking tuk ${escapeControls(lines[0]!.line)}…`]), longWait);
    const all = Promise.all(lines.map((line) => this.queries.read(owner, line, oldest)));
    await inTime(new Deadline(this.stage), all, () => {}).catch(() => {});
    clearTimeout(slow);
  }
  /** Asks for the name of the signed-in user, and takes it if it comes soon. */
  async who(): Promise<void> {
    const { owner } = this.state;
    const name = await inTime(new Deadline(this.stage, whoWait), this.dependencies.who(), () => undefined).catch(
      () => undefined,
    );
    if (name) this.dispatch(askedFor(owner, { what: 'who', name }));
  }
  /** Drops the lines of the previous owner. */
  forget(): void {
    this.#rests.clear();
    this.leaveHome();
  }
  /** Asks a question of the linear dialogues; undefined if nobody can reply any more. */
  async asked<Value>(ask: (stage: ScreenStage) => Promise<Value>): Promise<Value | undefined> {
    if (this.stopped || !this.stage.stdin.readable) return undefined;
    return this.handedOver(() => ask(this.stage));
  }
  /** Hands the terminal over to a question or a command. Other lines wait: they would stand in the middle of it. */
  async handedOver<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#held ??= [];
    try {
      return await work();
    } finally {
      const lines = this.#held ?? [];
      this.#held = undefined;
      this.printAside(lines);
    }
  }

  /** The rest of the lines of the open screen. */
  get rest(): Rest | undefined {
    return this.at === 'screen' ? this.#rests.get(this.state.stack.length) : undefined;
  }
  set rest(rest: Rest | undefined) {
    if (rest) this.#rests.set(this.state.stack.length, rest);
    else this.#rests.delete(this.state.stack.length);
  }

  get top(): Screen {
    return topOf(this.state);
  }
  set top(screen: Screen) {
    this.state = withTop(this.state, screen);
  }
  /** The state after the action of a key, and its effects. */
  after(act: AppAct, state = this.state): Next {
    return performAction(state, act, { key: '', now: this.now, size });
  }
  /** The state after a key, and its effects. */
  pressed(key: string, state: Application): Next {
    return this.board.update(state, { what: 'key', key, size }, this.now);
  }
  /** Removes the message of the reducers. */
  clearNotice(): void {
    this.state = { ...this.state, notice: undefined };
  }
  /** Goes to the groups from Home and from the welcome, which have no linear form. */
  leaveHome(): void {
    if (this.at === 'screen' && (this.top.kind === 'home' || this.top.kind === 'welcome')) this.at = 'groups';
  }
  /** The open board, if one is open. */
  get onBoard(): BoardScreen | undefined {
    const { top } = this;
    return this.at === 'screen' && top.kind === 'board' ? top : undefined;
  }
  get seen(): ScreenKind {
    return this.at === 'screen' ? seenOf(this.state) : this.at;
  }
  get has(): Has {
    const below = this.state.stack.at(-2);
    const top = this.onBoard;
    const { actions = [], cycles: turns } = top?.spec ?? {};
    const watch = this.at === 'screen' && this.top.kind === 'watch' ? this.top : undefined;
    const ofPage = top && pageKindOf(top)?.actions ? rowActions(this.state, top) : undefined;
    const hasActions = (watch ? actionsOn(watch) : (ofPage ?? actions)).length > 0;
    return {
      more: this.rest !== undefined && this.rest.from < this.rest.count,
      actions: hasActions
        ? watch || ofPage || !actions.some((action) => listed(action).takes)
          ? 'of all'
          : 'of a row'
        : undefined,
      opensThing: top && pageKindOf(top)?.selected !== undefined,
      filled: watch
        ? selectedItem(watch).state !== undefined
        : top !== undefined && (top.row !== undefined || responseOf(this.state, top.line).at !== undefined),
      rows: (top?.shown.length ?? 0) > 0,
      turns: turns?.replace('--', ''),
      signedIn: this.state.signedIn,
      among: below?.kind === 'board' && below.shown.length > 1,
      marked: top?.picked?.length ?? 0,
      watches: top !== undefined && watchesRows(top.spec),
      paused: watch && isShownLive(watch) ? watch.paused : undefined,
      several: watch !== undefined && !watch.whole,
      sandbox: hasSandbox(this.state),
    };
  }
  get groupSpec(): GroupSpec {
    return this.state.groups.find(({ name }) => name === this.group) ?? this.state.groups[0]!;
  }
  /** The position in words. */
  get here(): string {
    const { top } = this;
    if (this.at === 'groups') return 'the groups.';
    if (this.at === 'group' || top.kind === 'json') return `${this.group}.`;
    if (top.kind === 'watch') return watchPlace(top);
    return 'spec' in top
      ? placeText({ group: top.group, over: top.kind === 'board' ? top.parents : [], name: top.spec.name })
      : `${top.group}.`;
  }
}
