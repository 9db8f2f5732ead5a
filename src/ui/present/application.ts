// The application as lines: Home, the welcome, the list of rides, groups whose screens come later, palette and help above them.
import {
  type Application,
  activeRide,
  commandOf,
  keymapOf,
  listRows,
  paletteKeys,
  type RideRow,
  welcomeCommands,
  welcomeMenu,
} from '../models/application.js';
import { typed } from '../models/field.js';
import { type Freshness, type Size, screenGroups } from '../models/page.js';
import { found } from '../models/palette.js';
import { cardLines } from './card.js';
import { emptyLines, type Grid, type GridColumn, grid, gridLines } from './grid.js';
import { helpLines } from './help.js';
import { jsonHeight, jsonLines } from './json-lines.js';
import { apart, beside, cut, type Line, line, span } from './line.js';
import { boxed, pageLines } from './page.js';
import { rideWatchLines } from './ride-watch.js';
import { roleOf, signOf } from './signs.js';
import { cutMiddle, width } from './text.js';
import { dayAndTime, spanOf } from './time.js';
import { visible } from './visible.js';

/** The table of rides; it is made once for the rides that came, whatever is done with them. */
export type RideGrid = Grid<RideRow>;

const columns: readonly GridColumn<RideRow>[] = [
  { heading: 'STATUS', cell: ({ word, class: kind }) => span(`${signOf[kind]} ${visible(word ?? 'not known')}`, roleOf[kind]) },
  {
    heading: 'FROM → TO',
    cell: ({ from, to }) => span(from === undefined && to === undefined ? '–' : `${visible(from ?? '–')} → ${visible(to ?? '–')}`),
    gives: true,
  },
  { heading: 'FARE', cell: ({ fare }) => span(visible(fare ?? '–')), right: true },
];
/** The age changes by itself, so it is found when it is drawn and its column has a width of its own. */
const withAge = (now: number): readonly GridColumn<RideRow>[] => [
  ...columns,
  { heading: ' ASKED', cell: ({ asked }) => span(asked === undefined ? '–' : spanOf(now - asked)), right: true },
];
export function rideGrid(rides: readonly RideRow[]): RideGrid {
  return grid(rides, columns);
}

/** All rows of the application. `table` is `rideGrid` of its rides. */
export function applicationLines(state: Application, table: RideGrid, size: Size, now: number): Line[] {
  if (state.ride) return rideWatchLines({ ...state.ride, head: state.head }, size, now);
  const { head, group, palette } = state;
  const keymap = palette ? paletteKeys : keymapOf(state);
  const [path, right] = pathOf(state);
  return pageLines(
    {
      head: state.signedIn ? head : { profile: head.profile, ...(head.mark ? { mark: head.mark } : {}), note: 'not signed in' },
      ...freshOf(state, now),
      group,
      path,
      ...(right === '' ? {} : { state: right }),
      body: (inner) => bodyOf(state, table, inner, size, now),
      command: commandOf(state),
      message: messageOf(state, now),
      ...(state.trouble === undefined ? {} : { aside: 'r tries again' }),
      keymap,
      ...(palette
        ? { float: (inner: Size) => paletteLines(state, inner) }
        : state.help
          ? { float: (inner: Size) => helpLines(path, keymap, inner) }
          : {}),
    },
    size,
    now,
  );
}

const freshOf = ({ loaded, loading, signedIn, trouble }: Application, now: number): { fresh?: Freshness } =>
  trouble !== undefined && !loading
    ? { fresh: { ...(loaded === undefined ? {} : { at: loaded }), failed: true } }
    : !signedIn
      ? { fresh: { at: now } }
      : loading || loaded === undefined
        ? {}
        : { fresh: { at: loaded } };

function pathOf({ group, welcome, json, rides, list, loaded }: Application): [path: string, right: string] {
  if (group === 'Home') return welcome ? ['Welcome', 'first run'] : ['Home', ''];
  if (group !== 'Ride') return [group, 'later'];
  const marked = rides[list.marked];
  if (json && marked) return [`Ride › Requests › ${cutMiddle(visible(marked.id), 13)} › JSON`, `${jsonHeight(marked.row)} lines`];
  return ['Ride › Requests', loaded === undefined ? '' : `${rides.length} ${rides.length === 1 ? 'row' : 'rows'}`];
}

function messageOf({ told, trouble, group, signedIn }: Application, now: number): Line {
  if (told && told.until > now) return [span(`${signOf[told.class]} `, roleOf[told.class]), span(visible(told.text))];
  if (trouble !== undefined) return [span('✗ ', 'bad'), span(visible(trouble))];
  if (!signedIn) return line('Shown until somebody signs in.', 'muted');
  if (group === 'Ride') return line('No call lists rides: the one under way, and those of the ledger here.', 'muted');
  return [];
}

function bodyOf(state: Application, table: RideGrid, inner: Size, size: Size, now: number): readonly Line[] {
  const { group, welcome, json, rides, list, top } = state;
  if (group === 'Home') return welcome ? welcomeLines(state) : homeLines(state, inner, now);
  if (group !== 'Ride') return laterLines(group);
  const marked = rides[list.marked];
  if (json && marked) return jsonLines(marked.row, Math.max(0, Math.min(top, jsonHeight(marked.row) - inner.rows)), inner.rows);
  if (rides.length === 0) return noRides(state);
  const aged: RideGrid = { ...table, columns: withAge(now), widths: [...table.widths, 8] };
  const high = listRows(size);
  const lines = gridLines(aged, { marked: list.marked, top: Math.min(list.top, Math.max(0, rides.length - 1)) }, high + 1, inner.columns);
  const strip = inner.rows >= high + 5 ? stripLines(marked, inner, now) : [];
  return [...lines, ...Array<Line>(Math.max(0, inner.rows - lines.length - strip.length)).fill([]), ...strip];
}

const noRides = ({ loading, trouble, signedIn }: Application): Line[] => {
  if (loading) return [[span('◐ ', 'wait'), span('asking ride-hailing…')]];
  if (trouble !== undefined) return [[span('✗ ', 'bad'), span(visible(trouble))]];
  return emptyLines(
    signedIn ? 'No ride is known here.' : 'Nobody is signed in.',
    signedIn ? 'Ask for one: tuk ride request --help' : 'Sign in: q, then tuk login',
  );
};

/** What is known of the marked ride: the whole id, both times. */
function stripLines(ride: RideRow | undefined, { columns: wide }: Size, now: number): Line[] {
  if (!ride) return [];
  const asked = ride.asked === undefined ? '–' : `${spanOf(now - ride.asked)} ago, ${dayAndTime(ride.asked)}`;
  const rule: Line = apart([span('─ ', 'rule'), span('marked', 'muted'), span(' ')], [], wide - 1, '─', 'rule');
  return [
    rule,
    ...cardLines(
      '',
      [
        ['id', visible(ride.id)],
        ['asked', asked],
      ],
      9,
    ),
  ];
}

function homeLines(state: Application, { columns: wide }: Size, now: number): Line[] {
  const left = [line('ACTIVE RIDE', 'head'), ...activeLines(state, now), [], ...rideCounts(state)];
  const right = cardLines(
    'Groups',
    screenGroups
      .slice(1)
      .map(({ digit, name, screens }) => [
        `${digit} ${name}`,
        span(screens.length > 0 ? screens.join(', ') : 'later', screens.length > 0 ? 'text' : 'muted'),
      ]),
    12,
  );
  if (wide < 70) return [...left, [], ...right];
  const half = Math.floor(wide * 0.6);
  return beside([left.map((one) => cut(one, half - 2)), half], [right, wide - half]);
}

function activeLines(state: Application, now: number): Line[] {
  const ride = activeRide(state);
  if (state.loading && state.loaded === undefined) return [[span('◐ ', 'wait'), span('asking ride-hailing…')]];
  if (!ride)
    return state.trouble === undefined
      ? emptyLines('No ride is under way.', 'Ask for one: tuk ride request --help')
      : [line('Not known.', 'muted')];
  return [
    [span(`${signOf[ride.class]} ${visible(ride.word ?? '')}`, roleOf[ride.class]), span('   enter watches', 'muted')],
    line(`${visible(ride.from ?? '–')} → ${visible(ride.to ?? '–')}`),
    line(visible(ride.fare ?? '')),
    ...(ride.asked === undefined ? [] : [line(`asked ${spanOf(now - ride.asked)} ago`, 'muted')]),
  ];
}

/** How many of the known rides stand where. */
function rideCounts({ rides, loaded }: Application): Line[] {
  if (loaded === undefined) return [];
  const of = (...kinds: RideRow['class'][]) => rides.filter(({ class: kind }) => kinds.includes(kind)).length;
  return cardLines(
    'Rides known here',
    [
      ['under way', span(String(of('pending', 'needs-you')))],
      ['ended well', span(String(of('good')))],
      ['ended badly', span(String(of('bad')))],
      ...(of('unknown') > 0 ? [['not known', span(String(of('unknown')))] as const] : []),
    ],
    13,
  );
}

function laterLines(group: string): Line[] {
  const { command = '' } = screenGroups.find(({ name }) => name === group) ?? {};
  return [
    line(`The screens of ${group} come later.`),
    [],
    [span('Until then its calls are on the command line:   ', 'muted'), span(command)],
    line('Y copies that command, : finds any other.', 'muted'),
  ];
}

function welcomeLines({ menu }: Application): Line[] {
  const key = (name: string, does: string): Line => [span(`  ${name.padEnd(9)}`, 'accent'), span(does)];
  const offers = welcomeMenu.map((text, at): Line => {
    const marked = at === menu.marked;
    return [
      span(marked ? '▸ ' : '  ', 'accent'),
      span(text.padEnd(47), marked ? 'select' : 'text'),
      span(welcomeCommands[at] ?? '', 'muted'),
    ];
  });
  return [
    line('Good day. This is tuk: one window on rides, assets, wallets and the rest.'),
    [],
    line('You are in the sandbox, a whole back end on this machine, made of play data.'),
    line('Nothing here is real, and nothing leaves this computer.'),
    [],
    line('Keys that are enough', 'head'),
    key('0 … 9', 'go to Home or a group'),
    key('enter', 'open what is marked; esc goes back'),
    key(':', 'any command by its name'),
    key('?', 'every key of the screen you are on'),
    [],
    ...offers,
  ];
}

const paletteRows = 10;
/** `: ride w▏` over the commands that fit it, and what enter would do. */
function paletteLines({ palette, commands }: Application, { rows, columns: wide }: Size): Line[] {
  const { field, marked } = palette ?? { field: { before: '', after: '' }, marked: 0 };
  const fitting = found(typed(field), commands ?? []);
  const own = Math.min(wide, 72);
  const high = Math.max(1, Math.min(paletteRows, rows - 6));
  const top = Math.max(0, marked - high + 1);
  const shown = fitting.slice(top, top + high);
  const widest = Math.max(0, ...shown.map(({ name }) => width(name)));
  const list = shown.map(({ name, is }, at): Line => {
    const here = top + at === marked;
    return [span(here ? '▸ ' : '  ', 'accent'), span(name.padEnd(widest + 2), here ? 'select' : 'text'), span(is, 'muted')];
  });
  const inside: Line[] = [
    [span(': ', 'accent'), span(visible(field.before)), span('▏', 'accent'), span(visible(field.after))],
    [],
    apart([span('COMMANDS', 'head')], [span(String(fitting.length), 'muted')], own - 4),
    ...list,
    ...Array<Line>(Math.max(0, high - list.length)).fill([]),
    line('enter opens what has a screen, and copies any other command', 'muted'),
  ];
  return boxed('Command', inside, own);
}
