// Screen reader form: the choices that can be typed, letters and words of one table; prompt, help and actions derive from it.

/** The kind of the current screen: all groups, a group, a list, a page, a chart, raw JSON, a form, a search, or a screen without a linear form. */
export type Seen = 'groups' | 'group' | 'list' | 'page' | 'chart' | 'json' | 'form' | 'search' | 'other';
export type Choice =
  | 'more'
  | 'filter'
  | 'actions'
  | 'json'
  | 'command'
  | 'again'
  | 'turn'
  | 'sort'
  | 'next'
  | 'rows'
  | 'all fields'
  | 'go'
  | 'reveal'
  | 'sign in'
  | 'back'
  | 'help'
  | 'quit';

interface Word {
  readonly key: string;
  readonly choice: Choice;
  readonly does: string;
  /** The screens on which it is available; undefined for all. */
  readonly on?: readonly Seen[];
  /** It is printed with each screen, not only in the help. */
  readonly first?: true;
  /** Its argument. */
  readonly takes?: 'a number';
}
const boards: readonly Seen[] = ['list', 'page', 'chart'];
const words: readonly Word[] = [
  { key: 'g', choice: 'go', does: 'go on', on: ['form', 'other'], first: true },
  { key: 'a', choice: 'all fields', does: 'all fields one by one', on: ['form'], first: true },
  { key: 'm', choice: 'more', does: 'more', on: [...boards, 'json', 'form'], first: true },
  { key: '/', choice: 'filter', does: 'and a text filters', on: ['list'], first: true },
  { key: 'o', choice: 'rows', does: 'open the rows', on: ['chart'], first: true },
  { key: 'x', choice: 'actions', does: 'actions', on: ['list', 'page'], first: true, takes: 'a number' },
  { key: 'p', choice: 'turn', does: 'pick the next', on: boards, first: true },
  { key: 'j', choice: 'json', does: 'json, raw', on: boards, first: true, takes: 'a number' },
  { key: 'r', choice: 'again', does: 'reload', on: [...boards, 'groups'], first: true },
  { key: 'c', choice: 'command', does: 'command line', first: true },
  { key: 's', choice: 'sort', does: 'sort by a column', on: ['list'] },
  { key: 'n', choice: 'next', does: 'next one of the list', on: ['page'] },
  { key: 'v', choice: 'reveal', does: 'veil or reveal what names a person', on: boards },
  { key: 'l', choice: 'sign in', does: 'login', on: ['groups', 'group', ...boards], first: true },
  { key: 'b', choice: 'back', does: 'back', on: ['group', ...boards, 'json', 'form', 'search', 'other'], first: true },
  { key: 'h', choice: 'help', does: 'help', first: true },
  { key: 'q', choice: 'quit', does: 'quit', first: true },
];

/** The properties of a screen that decide which choices are available. */
export interface Has {
  readonly more: boolean;
  /** The target of its actions: one of its rows, or the whole screen. */
  readonly actions: 'of a row' | 'of all' | undefined;
  /** It shows data. */
  readonly filled: boolean;
  /** The list has rows. */
  readonly rows: boolean;
  /** The option whose values can be cycled. */
  readonly turns: string | undefined;
  readonly signedIn: boolean;
  /** It is the detail of a row of the list below it. */
  readonly among: boolean;
}
const counts = ({ choice, on }: Word, seen: Seen, has: Has): boolean => {
  if (on && !on.includes(seen)) return false;
  if (choice === 'more') return has.more;
  if ((choice === 'actions' || choice === 'json' || choice === 'filter') && !has.filled) return false;
  if (choice === 'actions') return has.actions === 'of all' || (has.actions !== undefined && (has.rows || seen !== 'list'));
  if (choice === 'turn') return has.turns !== undefined;
  if (choice === 'sign in') return !has.signedIn;
  return choice === 'next' ? has.among : true;
};

const numbersMean: Readonly<Record<Seen, string>> = {
  groups: 'A number opens a group',
  group: 'A number opens a screen',
  list: 'A number opens a row',
  page: '',
  chart: '',
  json: '',
  form: 'A number fills a field',
  search: 'Type what you look for, two letters or more',
  other: '',
};
/** The text of a choice; on a list, an action on a row takes its number. */
const worded = ({ key, does, choice }: Word, seen: Seen, { actions, turns }: Has): string => {
  if (choice === 'turn') return `${key} ${does} ${turns}`;
  return seen === 'list' && choice === 'actions' && actions === 'of a row' ? `${key} 1 ${does} of row 1` : `${key} ${does}`;
};

/** The available choices in one line: the most important ones, or all. */
export function choicesSaid(seen: Seen, has: Has, which: 'first' | 'all'): string {
  const own = words.filter((one) => counts(one, seen, has) && (which === 'all' || one.first));
  const numbered = which === 'all' && seen === 'list' && has.rows ? ['j 1 json of row 1'] : [];
  return [seen === 'list' && !has.rows ? '' : numbersMean[seen], ...own.map((one) => worded(one, seen, has)), ...numbered]
    .filter(Boolean)
    .join('   ');
}

/** The parsed input line. */
export type Meant =
  | { readonly choice: Choice; readonly number?: number; readonly text?: string }
  | { readonly number: number }
  | { readonly again: true }
  | undefined;

/** Parses a typed line: a number, a letter or the beginning of its word, optionally with a number; `/text`; an empty line, which prints the screen again. */
export function meantBy(line: string, seen: Seen, has: Has): Meant {
  const text = line.trim();
  if (text === '') return { again: true };
  if (text.startsWith('/'))
    return words.some((one) => one.choice === 'filter' && counts(one, seen, has)) ? { choice: 'filter', text: text.slice(1) } : undefined;
  if (/^\d{1,9}$/.test(text)) return { number: Number(text) };
  const [, word = '', digits] = /^([a-z?]+)(?: +(\d{1,9}))?$/i.exec(text) ?? [];
  const low = word.toLowerCase();
  const own = words.filter((one) => counts(one, seen, has) && one.key !== '/');
  const found = own.find(({ key }) => key === (low === '?' ? 'h' : low)) ?? byStart(own, low);
  if (!found || (digits !== undefined && !found.takes)) return undefined;
  return { choice: found.choice, ...(digits === undefined ? {} : { number: Number(digits) }) };
}
function byStart(own: readonly Word[], word: string): Word | undefined {
  const found = word.length < 2 ? [] : own.filter(({ does, choice }) => [does, choice].some((name) => name.startsWith(word)));
  return found.length === 1 ? found[0] : undefined;
}
