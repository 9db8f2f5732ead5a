// Screen reader form: the table of choices, from which prompt, help and actions derive.
import type { AppAct } from '../core/acts.js';

/** The kind of the current screen. */
export type ScreenKind = 'groups' | 'group' | 'list' | 'page' | 'chart' | 'json' | 'search' | 'watch';
/** The effect of a typed line: the action of a key, or one that only lines have. */
export type Choice = AppAct | 'more' | 'command';

interface Word {
  readonly key: string;
  readonly choice: Choice;
  readonly does: string;
  /** Other spellings: the key of the screens, if it has no other meaning here. */
  readonly also?: readonly string[];
  /** The screens on which it is available; undefined for all. */
  readonly on?: readonly ScreenKind[];
  /** It is printed with each screen, not only in the help. */
  readonly first?: true;
  /** Its argument, which may be left out. */
  readonly takes?: 'a number' | 'a text';
}
const boards: readonly ScreenKind[] = ['list', 'page', 'chart'];
const screens: readonly ScreenKind[] = [...boards, 'json', 'search', 'watch'];
const words: readonly Word[] = [
  { key: 'm', choice: 'more', does: 'more', on: [...boards, 'json'], first: true, takes: 'a number' },
  { key: '/', choice: 'filter', does: 'and a text filters', on: ['list'], first: true },
  { key: '/', choice: 'filter', does: 'and a text finds', on: ['json'], first: true },
  { key: 'o', choice: 'open', does: 'open the rows', also: ['rows'], on: ['chart'], first: true },
  { key: 'x', choice: 'actions', does: 'actions', on: [...boards, 'watch'], first: true, takes: 'a number' },
  { key: 'p', choice: 'turn', does: 'pick the next', on: boards, first: true },
  { key: 'j', choice: 'json', does: 'json, raw', on: [...boards, 'watch'], first: true, takes: 'a number' },
  { key: 'r', choice: 'reload', does: 'reload', also: ['again'], on: [...boards, 'groups', 'watch'], first: true },
  { key: 'w', choice: 'pause', does: 'pause', also: ['p'], on: ['watch'], first: true },
  { key: 'w', choice: 'pause', does: 'resume', also: ['p', 'resume'], on: ['watch'], first: true },
  { key: 'bell', choice: 'bell', does: 'rings at each change', on: ['watch'] },
  { key: 'pin', choice: 'pin', does: 'watches it on every screen, or no longer', also: ['unpin', 'P'], on: ['watch'] },
  { key: 'pinned', choice: 'pinned', does: 'things side by side', also: ['W'] },
  { key: 'c', choice: 'command', does: 'command line', first: true },
  {
    key: 's',
    choice: 'sort column',
    does: '2 sorts by column 2',
    also: ['sort', 'sort by'],
    on: ['list'],
    takes: 'a text',
  },
  { key: 'columns', choice: 'columns', does: 'lists the columns', on: ['list'] },
  { key: 'hide', choice: 'hide column', does: '2 hides column 2', on: ['list'], takes: 'a text' },
  {
    key: 'show',
    choice: 'all columns',
    does: '2 shows column 2, show alone all columns',
    also: ['=', 'show all columns'],
    on: ['list'],
    takes: 'a text',
  },
  {
    key: 'move',
    choice: 'move left',
    does: '2 left moves column 2',
    also: ['move column'],
    on: ['list'],
    takes: 'a text',
  },
  { key: 'mark', choice: 'pick', does: '1 4-6 marks rows', on: ['list'], takes: 'a text' },
  { key: 'watch', choice: 'watch marked', does: 'what is marked', on: ['list'] },
  { key: 'clear marks', choice: 'pick none', does: '', on: ['list'] },
  { key: 'preview', choice: 'preview', does: '1 says all of row 1', on: ['list'], takes: 'a number' },
  { key: 'n', choice: 'next one', does: 'next one of the list', on: ['page'] },
  { key: 'one before', choice: 'one before', does: 'of the list', also: ['before'], on: ['page'] },
  {
    key: 'copy',
    choice: 'copy id',
    does: 'copies the id',
    also: ['y', 'copy ids'],
    on: [...boards, 'json', 'watch'],
    takes: 'a number',
  },
  {
    key: 'case',
    choice: 'case',
    does: '1 says all that is known of row 1',
    also: ['i', 'its case'],
    on: ['list'],
    takes: 'a number',
  },
  {
    key: 'case',
    choice: 'case',
    does: 'says all that is known of it',
    also: ['i', 'its case'],
    on: ['page', 'json', 'watch'],
  },
  { key: 'copy as markdown', choice: 'markdown', does: 'for a ticket', also: ['M'], on: [...boards, 'watch'] },
  { key: 'copy command', choice: 'copy command', does: '', also: ['Y'] },
  { key: 't', choice: 'times', does: 'form of times', on: ['list'] },
  {
    key: 'v',
    choice: 'reveal',
    does: 'veil or reveal what names a person',
    also: ['mask'],
    on: [...boards, 'json', 'watch'],
  },
  { key: 'save', choice: 'save', does: 'and a name: as an alias', also: ['S'], on: boards, takes: 'a text' },
  { key: ':', choice: 'palette', does: 'and a text finds commands, screens, aliases and things', also: ['find'] },
  { key: 'clock', choice: 'sandbox', does: 'of the sandbox, and its stories', also: ['T'] },
  { key: 'requests', choice: 'requests', does: 'of this application', also: ['L'] },
  { key: 'next screen', choice: 'next screen', does: 'of the group', on: screens },
  { key: 'screen before', choice: 'previous screen', does: '', on: screens },
  { key: '[', choice: 'history back', does: 'back to the earlier screen' },
  { key: ']', choice: 'history forward', does: 'forward again', also: ['forward'] },
  { key: '-', choice: 'last screen', does: 'last screen' },
  { key: 'l', choice: 'sign in', does: 'login', on: ['groups', 'group', ...boards], first: true },
  { key: 'b', choice: 'back', does: 'back', on: ['group', ...screens], first: true },
  { key: 'h', choice: 'keys', does: 'help', also: ['?'], first: true },
  { key: 'q', choice: 'quit', does: 'quit', first: true },
];

const rowsHaveNumbers = 'Rows have numbers here: nothing has to be moved to.';
const columnsHaveNumbers = 'Columns have numbers here, such as hide 2: none has to be chosen first.';
const allIsSaid = 'A search of JSON says every line that it finds.';
/** Why lines do not have the action of a key. */
const whyNot: Readonly<Partial<Record<AppAct, string>>> = {
  down: rowsHaveNumbers,
  up: rowsHaveNumbers,
  'next pane': 'Every pane of Home is said; a number opens a screen.',
  'pane before': 'Every pane of Home is said; a number opens a screen.',
  left: rowsHaveNumbers,
  right: rowsHaveNumbers,
  stop: 'Ctrl-C leaves.',
  'next find': allIsSaid,
  'find before': allIsSaid,
  'column left': columnsHaveNumbers,
  'column right': columnsHaveNumbers,
  links: 'Ids are said in full: find and an id opens it, copy copies it.',
  map: 'The map is said in words here.',
  suspend: 'Ctrl-Z goes to the shell.',
  export: 'Type the command with -o csv > FILE in a shell.',
  line: 'Every amount of a chart is said here; nothing is drawn.',
  redraw: 'Nothing is drawn here; an empty line says all of it again.',
};

/** The reason why an action of a key does not exist in lines, by its name; undefined for any other line. */
export function whyNotInLines(line: string): string | undefined {
  const name = line.trim().toLowerCase();
  // this is for other screens than watched items
  if (name === 'pause') return 'This screen is not read again by itself. r reads it now.';
  return Object.hasOwn(whyNot, name) ? whyNot[name as AppAct] : undefined;
}

/** The properties of a screen that decide which choices are available. */
export interface Has {
  readonly more: boolean;
  /** The target of its actions: one of its rows, or the whole screen. */
  readonly actions: 'of a row' | 'of all' | undefined;
  readonly filled: boolean;
  /** Its first row is a thing that is opened instead of the rows. */
  readonly opensThing?: boolean;
  readonly rows: boolean;
  /** The option whose values the choice cycles through. */
  readonly turns: string | undefined;
  readonly signedIn: boolean;
  /** It is the detail of a row of the list below it. */
  readonly among: boolean;
  readonly marked?: number;
  /** Its rows can be watched. */
  readonly watches?: boolean;
  /** Several items are watched, side by side. */
  readonly several?: boolean;
  /** Whether the watched items are paused; undefined if none goes on. */
  readonly paused?: boolean;
  /** The profile may have a sandbox. */
  readonly sandbox?: boolean;
}
const ofRows: readonly Choice[] = [
  'sort column',
  'columns',
  'hide column',
  'all columns',
  'move left',
  'pick',
  'preview',
  'times',
];
const ofData: readonly Choice[] = ['actions', 'json', 'filter', 'copy id', 'case', 'save'];
/** Offered while a watched item goes on; afterwards they say why they do nothing. */
const ofLive: readonly Choice[] = ['pause', 'bell'];
const counts = ({ choice, does, on }: Word, kind: ScreenKind, has: Has): boolean => {
  if (on && !on.includes(kind)) return false;
  if (kind === 'json' && (choice === 'filter' || choice === 'copy id' || choice === 'case')) return true;
  if (ofData.includes(choice) && !has.filled) return false;
  if (ofRows.includes(choice)) return has.rows;
  switch (choice) {
    case 'more':
      return has.more || has.rows;
    case 'actions':
      return has.actions === 'of all' || (has.actions !== undefined && (has.rows || kind !== 'list'));
    case 'turn':
      return has.turns !== undefined;
    case 'pause':
      return (has.paused ?? false) === (does === 'resume');
    case 'sign in':
      return !has.signedIn;
    case 'sandbox':
      return has.sandbox === true;
    case 'pick none':
      return (has.marked ?? 0) > 0;
    case 'watch marked':
      return has.watches === true && (has.marked ?? 0) > 0;
    case 'next one':
    case 'one before':
      return has.among;
    default:
      return true;
  }
};

const numbersMean: Readonly<Record<ScreenKind, string>> = {
  groups: 'A number opens a group',
  group: 'A number opens a screen',
  list: 'A number opens a row',
  page: '',
  chart: '',
  json: '',
  search: 'Type what you look for, two letters or more',
  watch: '',
};
/** The text of a choice. On a list an action takes the number of its row, or goes to the marked rows. */
const worded = (
  { key, does, choice }: Word,
  kind: ScreenKind,
  { actions, turns, marked = 0, opensThing }: Has,
): string => {
  if (choice === 'open' && opensThing) return `${key} open it`;
  if (choice === 'turn') return `${key} ${does} ${turns}`;
  if (choice === 'copy id' && marked > 1) return `${key} copies ${marked} ids`;
  if (kind !== 'list' || choice !== 'actions' || actions !== 'of a row') return `${key} ${does}`.trim();
  return marked > 0 ? `${key} ${does} for the marked rows` : `${key} 1 ${does} of row 1`;
};

/** The available choices in one line: the most important ones, or all. */
export function choicesText(kind: ScreenKind, has: Has, which: 'first' | 'all'): string {
  const marks = (has.marked ?? 0) > 0;
  const isFirst = ({ first, choice }: Word) =>
    choice === 'more'
      ? has.more
      : first || (marks && (choice === 'pick none' || choice === 'copy id' || choice === 'watch marked'));
  const isLive = ({ choice }: Word) => !ofLive.includes(choice) || has.paused !== undefined;
  const choices = words.filter((word) => counts(word, kind, has) && isLive(word) && (which === 'all' || isFirst(word)));
  const numbered =
    which === 'all' && kind === 'list' && has.rows
      ? ['j 1 json of row 1', ...(has.more ? ['m 21 says from row 21 on'] : [])]
      : [];
  const numbers = kind === 'watch' && has.several ? 'A number says one whole' : numbersMean[kind];
  return [kind === 'list' && !has.rows ? '' : numbers, ...choices.map((word) => worded(word, kind, has)), ...numbered]
    .filter(Boolean)
    .join('   ');
}

/** The parsed input line. */
export type LineMeaning =
  | { readonly choice: Choice; readonly number?: number; readonly text?: string }
  | { readonly number: number }
  | { readonly again: true }
  | undefined;

/**
 * Parses a typed line: a number; a letter, a word or its beginning, with a number or a text; `/text` and `:text`. An
 * empty line prints the screen again.
 */
export function meantBy(line: string, kind: ScreenKind, has: Has): LineMeaning {
  const text = line.trim();
  if (text === '') return { again: true };
  const choices = words.filter((word) => counts(word, kind, has));
  if (text.startsWith('/'))
    return choices.some(({ choice }) => choice === 'filter') ? { choice: 'filter', text: text.slice(1) } : undefined;
  if (text.startsWith(':')) return { choice: 'palette', text: text.slice(1).trim() };
  if (/^\d{1,9}$/.test(text)) return { number: Number(text) };
  return byName(choices, text) ?? byStart(choices, text.toLowerCase());
}
/** The word with the longest name that a line begins with; a capital key counts as typed. */
function byName(choices: readonly Word[], text: string): LineMeaning {
  const named = choices.flatMap((word) =>
    [word.key, word.choice, ...(word.also ?? [])].map((name) => ({ word, name })),
  );
  for (const { word, name } of named.sort(
    (one, other) => other.name.length - one.name.length || Number(isCapital(other)) - Number(isCapital(one)),
  )) {
    const spelled = isCapital({ name }) ? text : text.toLowerCase();
    if (spelled === name) return { choice: word.choice };
    const rest = spelled.startsWith(`${name} `) ? text.slice(name.length).trim() : '';
    if (rest !== '' && word.takes === 'a text') return { choice: word.choice, text: rest };
    if (word.takes === 'a number' && /^\d{1,9}$/.test(rest)) return { choice: word.choice, number: Number(rest) };
  }
  return undefined;
}
const isCapital = ({ name }: { readonly name: string }): boolean => /^[A-Z]$/.test(name);
function byStart(candidates: readonly Word[], typed: string): LineMeaning {
  const [, word = '', digits] = /^([a-z?]+)(?: +(\d{1,9}))?$/.exec(typed) ?? [];
  const matches =
    word.length < 2
      ? []
      : candidates.filter(({ key, does, choice }) => [key, does, choice].some((name) => name.startsWith(word)));
  const choices = new Set(matches.map(({ choice }) => choice));
  if (choices.size !== 1 || (digits !== undefined && matches[0]!.takes !== 'a number')) return undefined;
  return { choice: matches[0]!.choice, number: digits === undefined ? undefined : Number(digits) };
}
