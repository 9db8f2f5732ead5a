// The application in its linear form, over the very model of the screens: a screen is said once, then only what changes. No alternate screen, nothing redrawn.
import type { ApplicationGiven } from './application.js';
import { type LineInput, lineInput } from './line-input.js';
import { chooseByNumber } from './linear.js';
import { acted, commandOf } from './models/acts.js';
import { answerOf } from './models/answers.js';
import { type Choice, choicesSaid, type Has, meantBy, type Seen } from './models/app-choices.js';
import type { AppAct } from './models/app-keys.js';
import { type AppEvent, application } from './models/application.js';
import { linesOf } from './models/asking.js';
import type { Wish } from './models/board.js';
import { formLine, missingIn, onField } from './models/form.js';
import { goTo, watchedBy } from './models/going.js';
import { filledLine, quoted } from './models/lines.js';
import { type BoardScreen, board, type FormScreen, opened, type ScreenSpec } from './models/screens.js';
import { type AppEffect, type Application, topOf, withTop } from './models/state.js';
import { atATime, changesSaid, groupsSaid, paneSaid, placeSaid, screensSaid, whoseSaid } from './present/app-lines.js';
import { jsonRows } from './present/json-lines.js';
import { masked } from './present/mask.js';
import { type Said, screenSaid, seenOf } from './present/spoken-screen.js';
import { clockTime } from './present/time.js';
import { visible } from './present/visible.js';
import type { Left, ScreenStage } from './screen.js';
import { asking, sentence } from './speak-answers.js';
import { filled, lackingIn } from './speak-form.js';

const prompt = 'Choice or command: ';
const stays = 30_000; // milliseconds, after which an answer is asked for anew
const size = { rows: 24, columns: 80 }; // the model asks for one; lines have none
type Next = readonly [Application, ...(AppEffect | Wish)[]];

/** Speaks the application until it is left. @throws {Error} where there is no terminal. */
export async function speakApplication(stage: ScreenStage, given: ApplicationGiven): Promise<Left> {
  if (!stage.stdin.isTTY || !stage.stdout.isTTY) throw new Error('no terminal');
  const input = lineInput(stage);
  try {
    return await new Speaker(stage, given, input).speak();
  } finally {
    given.onSession(undefined);
    input.release();
  }
}

/** Lines of which only those before `from` have been said. */
type Rest = NonNullable<Said['rest']> & { from: number };

class Speaker {
  readonly #stage: ScreenStage;
  readonly #given: ApplicationGiven;
  readonly #input: LineInput;
  readonly #board: ReturnType<typeof application>;
  readonly #asking: ReturnType<typeof asking>;
  #state: Application;
  /** Where one is: at the groups, at the screens of one, or on the screen that the state has on top. */
  #at: 'groups' | 'group' | 'screen' = 'groups';
  #group = 'Home';
  #rest: Rest | undefined;
  #quit = false;

  constructor(stage: ScreenStage, given: ApplicationGiven, input: LineInput) {
    this.#stage = stage;
    this.#given = given;
    this.#input = input;
    this.#board = application(given);
    this.#asking = asking(stage, given, {
      tell: (event) => this.#tell(event),
      slow: (line) => this.#say([`Asking tuk ${visible(line)}…`]),
    });
    this.#state = this.#board.initial; // its `begun` stays false: what is asked for is decided here, when somebody wants to hear it
  }

  async speak(): Promise<Left> {
    await this.#begin();
    while (!this.#quit) {
      const line = await this.#input.next(prompt);
      if (line === undefined) this.#say(['']);
      if (this.#stopped) return 'stopped';
      if (line === undefined) return 'left';
      await this.#typed(line);
    }
    return this.#stopped ? 'stopped' : 'left';
  }
  get #screen() {
    return this.#stage.stdout;
  }
  get #stopped(): boolean {
    return this.#stage.signal?.aborted === true;
  }
  #say(lines: readonly string[]): void {
    if (lines.length > 0) this.#screen.write(`${lines.join('\n')}\n`);
  }
  #tell(event: AppEvent): void {
    [this.#state] = this.#board.update(this.#state, event, Date.now());
  }

  async #begin(): Promise<void> {
    this.#hear();
    if (this.#state.signedIn) await this.#asking.who();
    this.#say([whoseSaid(this.#state.head, this.#state.signedIn, Date.now())]);
    if (!this.#state.signedIn && this.#state.head.mark === 'sandbox')
      this.#say(['This is the sandbox, a whole back end on this machine, made of play data. l signs in to look around.']);
    this.#sayHere();
  }
  #hear(): void {
    this.#given.onSession((kind, ends) => {
      this.#tell({ what: 'session', kind, ...(ends === undefined ? {} : { ends }) });
      this.#say([`The session was ${visible(kind)}.`]);
    });
  }

  // what is seen

  get #top() {
    return topOf(this.#state);
  }
  get #spec(): BoardScreen | undefined {
    const top = this.#top;
    return this.#at === 'screen' && top.kind === 'board' ? top : undefined;
  }
  get #seen(): Seen {
    return this.#at === 'screen' ? seenOf(this.#state) : this.#at;
  }
  get #has(): Has {
    const below = this.#state.stack.at(-2);
    const top = this.#spec;
    return {
      more: this.#rest !== undefined && this.#rest.from < this.#rest.count,
      actions: (top?.spec.actions ?? []).length > 0,
      rows: (top?.shown.length ?? 0) > 0,
      turns: top?.spec.turns !== undefined,
      signedIn: this.#state.signedIn,
      among: below?.kind === 'board' && below.shown.length > 1,
    };
  }
  #sayChoices(): void {
    this.#say(['', choicesSaid(this.#seen, this.#has, 'first')]);
  }

  /** All that is here, once. */
  async #show(): Promise<void> {
    const top = this.#top;
    this.#rest = undefined;
    if (this.#at === 'screen' && top.kind === 'form') await this.#fields(top);
    if (this.#at === 'screen' && top.kind === 'board') await this.#answers(stays);
    if (!this.#stopped) this.#sayHere();
  }
  #sayHere(): void {
    this.#say(['']);
    if (this.#at === 'groups') this.#say(groupsSaid(this.#state.groups));
    else if (this.#at === 'group') this.#say(screensSaid(this.#groupSpec));
    else {
      const { head, rest } = screenSaid(this.#state, Date.now());
      this.#say(head);
      this.#rest = rest && { ...rest, from: 0 };
      this.#sayMore(rest?.first ?? 0);
    }
    this.#sayChoices();
  }
  get #groupSpec() {
    return this.#state.groups.find(({ name }) => name === this.#group) ?? this.#state.groups[0]!;
  }
  #sayMore(step: number): void {
    const rest = this.#rest;
    if (!rest) return;
    const to = Math.min(rest.count, rest.from + step);
    this.#say(Array.from({ length: to - rest.from }, (_, at) => rest.line(rest.from + at)));
    rest.from = to;
    if (to < rest.count) this.#say([`${to} of ${rest.count} ${rest.what} said; m says more.`]);
  }

  // what is asked for

  /** What the screen stands on, unless it is younger than `oldest`. */
  async #answers(oldest: number): Promise<void> {
    const now = Date.now();
    const top = this.#spec;
    const due = linesOf(this.#state).filter((line) => {
      const { at, stale, trouble } = answerOf(this.#state.answers, line);
      return at === undefined || stale || trouble || now - at >= oldest;
    });
    await this.#asking.answers(due.map((line) => ({ line, spec: line === top?.line ? top.spec.line : line })));
    this.#tell({ what: 'again', line: '' }); // rows that came before stand on it, too
  }
  async #fields({ fields, line }: FormScreen): Promise<void> {
    if (fields) return;
    const own = await this.#given.fields(line).catch((error: unknown) => this.#say([visible(sentence(error))]));
    const stack = this.#state.stack.map((one) =>
      one.kind === 'form' && one.line === line && !one.fields ? (own ? { ...one, fields: own } : { ...one, absent: true as const }) : one,
    );
    this.#state = { ...this.#state, stack };
  }

  // what is typed

  async #typed(line: string): Promise<void> {
    const seen = this.#seen;
    if (seen === 'search' && /^\s*\S{2}|^\s*\S+ +\S/.test(line)) return this.#search(line.trim());
    const meant = meantBy(line, seen, this.#has);
    if (meant === undefined) return this.#say([`${visible(line.trim())} is no choice here. h says what there is.`]);
    if ('again' in meant) return this.#sayHere();
    if (!('choice' in meant)) return this.#number(meant.number);
    return this.#chosen(meant.choice, meant);
  }

  async #number(number: number): Promise<void> {
    const noSuch = () => this.#say([`There is no ${number} here.`]);
    const seen = this.#seen;
    const top = this.#top;
    if (seen === 'groups') {
      const group = this.#state.groups.find(({ digit }) => digit === String(number));
      if (!group) return noSuch();
      if (group.screens.length === 0) return this.#panes();
      [this.#at, this.#group] = ['group', group.name];
      return this.#show();
    }
    if (seen === 'group') {
      const spec = this.#groupSpec.screens[number - 1];
      return spec ? this.#open(spec) : noSuch();
    }
    if (top.kind === 'form' && seen === 'form') return top.fields?.[number - 1] ? this.#fill([number - 1]) : noSuch();
    if (top.kind !== 'board' || seen !== 'list' || !this.#mark(top, number)) return noSuch();
    return this.#act('open');
  }
  /** The row of a number is the one that things are done to; false where there is none. */
  #mark(top: BoardScreen, number: number): boolean {
    if (number < 1 || number > top.shown.length) return false;
    const { kind: _, ...spec } = top.spec;
    const plain = top.spec.kind === 'find' ? top : { ...top, spec }; // rows under a map are rows
    this.#state = withTop(this.#state, { ...plain, place: { marked: number - 1, top: 0 } });
    return true;
  }
  #open(spec: ScreenSpec): Promise<void> {
    this.#at = 'screen';
    return this.#performed(goTo(this.#state, [opened(this.#group, spec)]));
  }
  #search(text: string): Promise<void> {
    const top = this.#spec!;
    const { of: _, ...rest } = top;
    this.#state = withTop(this.#state, { ...rest, line: `${top.spec.line} ${quoted(text)}`, filter: '' });
    return this.#show();
  }

  async #chosen(choice: Choice, { number, text }: { readonly number?: number; readonly text?: string }): Promise<void> {
    const top = this.#spec;
    if (number !== undefined && !(top && this.#seen === 'list' && this.#mark(top, number)))
      return this.#say([`There is no ${number} here.`]);
    switch (choice) {
      case 'quit':
        this.#quit = true;
        return;
      case 'help':
        return this.#say([choicesSaid(this.#seen, this.#has, 'all'), 'An empty line says all of it again. Ctrl-C leaves.']);
      case 'command':
        return this.#say([visible(this.#command)]);
      case 'back':
        return this.#back();
      case 'more':
        return this.#sayMore(atATime);
      case 'again':
        return this.#again();
      case 'filter':
        return this.#filter(text ?? '');
      case 'json':
        return this.#json(number !== undefined);
      case 'actions':
        if (this.#seen === 'list' && number === undefined) return this.#say(['Of which row? x and its number, such as x 1.']);
        return this.#act('actions');
      case 'sort':
        return this.#act('sort');
      case 'turn':
        return this.#act('turn');
      case 'next':
        return this.#act('next one');
      case 'rows':
        return this.#act('open');
      case 'reveal':
        this.#state = { ...this.#state, reveal: !this.#state.reveal };
        return this.#sayHere();
      case 'sign in':
        return this.#signIn();
      case 'all fields':
      case 'go':
        return this.#go(choice);
    }
  }
  get #command(): string {
    const { suffix } = this.#state;
    if (this.#at === 'groups') return `tuk${suffix}`;
    return this.#at === 'group' ? `tuk ${this.#group.toLowerCase()} --help` : commandOf(this.#state);
  }

  /** One screen back. It has been said, so only its name is said again. */
  async #back(): Promise<void> {
    const top = this.#spec;
    if (top && top.filter !== '') return this.#filter('');
    if (this.#at === 'screen' && this.#state.stack.length > 1) this.#state = { ...this.#state, stack: this.#state.stack.slice(0, -1) };
    else this.#at = this.#at === 'screen' && this.#groupSpec.screens.length > 0 ? 'group' : 'groups';
    this.#rest = undefined;
    this.#sayBack();
  }
  #sayBack(): void {
    this.#say(['', `Back at ${this.#here} An empty line says all of it again.`, choicesSaid(this.#seen, this.#has, 'first')]);
  }
  async #filter(text: string): Promise<void> {
    const top = this.#spec!;
    if (top.spec.kind === 'find' && text.length >= 2) return this.#search(text);
    this.#state = withTop(this.#state, { ...top, filter: text, of: -1 });
    return this.#show();
  }

  /** Asks again, and says only what is different. */
  async #again(): Promise<void> {
    if (this.#at === 'groups') return this.#panes();
    const before = answerOf(this.#state.answers, this.#spec!.line);
    if (this.#spec!.line === '') return this.#say(['This is a row of the list; b goes back to it, r there asks again.']);
    await this.#answers(0);
    if (this.#stopped) return;
    const top = this.#spec!;
    const after = answerOf(this.#state.answers, top.line);
    if (after.trouble) return this.#say([visible(after.trouble.text)]);
    if (before.at === undefined) return this.#sayHere();
    const changes = changesSaid(before, after, top, Date.now(), this.#state.reveal);
    this.#say([`${clockTime(Date.now())}. ${changes.length === 0 ? 'Nothing has changed.' : ''}`.trim(), ...changes]);
  }

  async #json(ofRow: boolean): Promise<void> {
    const top = this.#spec!;
    if (ofRow || this.#seen !== 'list') return this.#act('json');
    const { value } = answerOf(this.#state.answers, top.line);
    const laid = jsonRows(this.#state.reveal ? value : masked(value));
    const { group, over, spec, line } = top;
    const json = { kind: 'json', group, over: [...over, spec.name], line, laid, top: 0, sought: '' } as const;
    this.#state = { ...this.#state, stack: [...this.#state.stack, json] };
    return this.#show();
  }

  /** What a key of the screen would do here. */
  async #act(act: AppAct): Promise<void> {
    const { told: _, ...state } = this.#state;
    this.#state = state;
    return this.#performed(acted(state, act, '', Date.now()));
  }
  /** The next state, what it asks for done: a ride is watched and a command run by themselves, a short list is chosen from. */
  async #performed([next, ...effects]: Next): Promise<void> {
    const ride = effects.find((one) => one.do === 'watch');
    if (ride?.do === 'watch') return this.#run(`ride watch ${quoted(ride.id)}`);
    const command = effects.find((one) => one.do === 'run');
    if (command?.do === 'run') return this.#run(command.line);
    const moved = next.stack !== this.#state.stack;
    const told = next.told !== this.#state.told ? next.told : undefined;
    this.#state = withoutStreams(next);
    if (told) this.#say([visible(told.text)]);
    if (next.chooser) return this.#choose(next.chooser);
    if (!moved && !told) this.#say(['There is nothing to do that with here.']);
    return moved ? this.#show() : undefined;
  }
  async #choose({ title, items }: NonNullable<Application['chooser']>): Promise<void> {
    const choices = items.map(({ value, label, is }) => ({ key: value, label, ...(is === undefined ? {} : { is }) }));
    const answer = await this.#asked((stage) => chooseByNumber(title, [...choices, { key: '', label: 'none of these' }], stage));
    const marked = items.findIndex(({ value }) => value === answer);
    const { chooser, ...closed } = this.#state;
    this.#state = closed;
    if (!chooser || marked < 0) return this.#sayChoices();
    const key = { what: 'key', key: 'enter', size } as const;
    return this.#performed(this.#board.update({ ...closed, chooser: { ...chooser, marked } }, key, Date.now()));
  }
  /** A question of the linear dialogues. */
  #asked<Value>(ask: (stage: ScreenStage) => Promise<Value>): Promise<Value | undefined> {
    this.#input.release();
    if (this.#stopped || !this.#stage.stdin.readable) return Promise.resolve(undefined);
    return ask(this.#stage);
  }

  // what is done

  /** A command with every question and word of its own; then one is back here. */
  async #run(line: string): Promise<void> {
    this.#input.release();
    const lay = this.#state.stack.length;
    const came = await this.#given.run(line);
    this.#hear(); // what the command ran with is another session by now
    this.#tell({ what: 'came back', line, ...came });
    const { told: _, ...state } = withoutStreams(this.#state);
    this.#state = state;
    if (this.#stopped) return;
    if (watchedBy(line) === undefined) this.#say(['', came.code === 0 ? 'Done.' : `Exit code ${came.code}.`]);
    if (state.stack.length === lay) return this.#sayBack();
    this.#at = 'screen'; // what it has begun is shown
    return this.#show();
  }
  get #here(): string {
    const top = this.#top;
    if (this.#at === 'groups') return 'the groups.';
    if (this.#at === 'group' || top.kind === 'json') return `${this.#group}.`;
    return 'spec' in top
      ? placeSaid({ group: top.group, over: top.kind === 'board' ? top.over : [], name: top.spec.name })
      : `${top.group}.`;
  }
  async #signIn(): Promise<void> {
    if (this.#state.head.mark !== 'sandbox') {
      await this.#run('login');
    } else {
      try {
        this.#tell({ what: 'signed in', head: await this.#given.lookAround() });
      } catch (error) {
        return this.#say([visible(sentence(error))]);
      }
    }
    if (this.#stopped || !this.#state.signedIn) return;
    await this.#asking.who();
    this.#say([whoseSaid(this.#state.head, true, Date.now())]);
    if (this.#at === 'groups') this.#sayChoices();
  }
  /** What goes on now, a line for each part of Home. */
  async #panes(): Promise<void> {
    const { panes } = this.#state;
    if (!this.#state.signedIn) return this.#say(['Nobody is signed in. l signs in.']);
    await this.#asking.answers(panes.map(({ line }) => ({ line, spec: line })));
    if (this.#stopped) return;
    const lines = panes.flatMap((pane) => paneSaid(this.#state, pane, Date.now()) ?? []);
    this.#say(['', 'Home. What goes on now:', ...lines.map((line) => `  ${line}`)]);
    this.#sayChoices();
  }

  async #go(choice: 'all fields' | 'go'): Promise<void> {
    const top = this.#top;
    if (top.kind !== 'form') return this.#run(commandOf(this.#state).replace(/^tuk /, '').replace(this.#state.suffix, ''));
    const { fields = [], spec } = top;
    if (choice === 'all fields') return this.#fill(fields.map((_, at) => at));
    const shownHere = spec.reads === true || spec.follows !== undefined;
    if (missingIn(top).length > 0 && !shownHere) return this.#run(formLine(top)); // the command itself asks for what it lacks
    const lacking = shownHere ? lackingIn(top) : [];
    if (lacking.length > 0 && !(await this.#asksFor(lacking))) return;
    const form = this.#top;
    if (form.kind !== 'form') return;
    this.#state = withTop(this.#state, onField(form, fields.length));
    return this.#act('open');
  }
  /** Asks for fields one by one, and then says the form. */
  async #fill(places: readonly number[]): Promise<void> {
    await this.#asksFor(places);
    if (!this.#stopped) this.#sayHere();
  }
  /** Whether everything that is needed is there now. */
  async #asksFor(places: readonly number[]): Promise<boolean> {
    const form = this.#top;
    if (form.kind !== 'form') return false;
    const now = await this.#asked((stage) => filled(form, places, stage));
    if (now) this.#state = withTop(this.#state, now);
    return now !== undefined && !this.#stopped && missingIn(now).length === 0;
  }
}

/** What a screen would follow is a page here: asked once, and again by r, which says what has changed. */
function withoutStreams(state: Application): Application {
  const top = topOf(state);
  if (top.kind !== 'follow') return state;
  const { group, spec, id } = top;
  const line = filledLine(spec.reads, { id }, 'id');
  if (line === undefined) return state;
  const page: ScreenSpec = { name: id, line, ...(spec.actions ? { actions: spec.actions } : {}) };
  return withTop(state, board(group, page, { over: [spec.name], ...(spec.columns ? { columns: spec.columns } : {}) }));
}
