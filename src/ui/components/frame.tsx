// The frame of every screen: header, groups, rules with path and command, message, keys.
import { Box } from 'ink';
import type { ReactNode } from 'react';
import { apart, cut, fullOf, type Line, line, type Role, span, wide } from '../../text/line.js';
import { maskName } from '../../text/mask.js';
import { present } from '../../text/present.js';
import { width } from '../../text/text.js';
import { ageOf, spanOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import type { Keymap } from '../state/core/keymap.js';
import { clamped } from '../state/core/list.js';
import {
  bodySize,
  type Freshness,
  type Head,
  isSmall,
  leastSize,
  railFrom,
  railWidth,
  type Size,
} from '../state/core/page.js';
import { helpLines, helpSize } from '../view-models/key-help.js';
import { Dialog } from './dialog.js';
import { GroupBar, GroupRail } from './groups.js';
import { DimContext, Lines, TextLine } from './lines.js';

// The two rules of a screen: the path above its body, the command below it.

/** The content of a path rule. */
interface PathProps {
  readonly group: string;
  readonly screens?: { readonly names: readonly string[]; readonly at: number } | undefined;
  /** It is a screen of the group, not a detail over one. */
  readonly isScreen?: boolean;
  /** The place of the screen: `Ride › Requests › 3f1c9a…8e04d2`. */
  readonly path: string;
  /** A text at the right of the path. */
  readonly state?: string;
}
/** The rule with the path; `joint` begins it above the rule of the rail. */
export function PathRule({ columns, role, joint, ...props }: PathProps & RuleProps) {
  return <Lines lines={[jointed(joint, pathRule(props, columns - (joint?.length ?? 0), role), role)]} />;
}
/** The rule with the command that gives the same data. */
export function CommandRule({ command, columns, role, joint }: { readonly command: string } & RuleProps) {
  return <TextLine line={jointed(joint, commandRule(command, columns - (joint?.length ?? 0), role), role)} />;
}
interface RuleProps {
  readonly columns: number;
  readonly role: Role;
  readonly joint?: string;
}
const jointed = (joint: string | undefined, rule: Line, role: Role): Line =>
  joint === undefined ? rule : [span(joint, role), ...rule];

/**
 * `─ Assets › [Offerings]  Vehicles  Incomes ── 9 rows ─`: the screens of the group if no rail shows them, else the
 * path.
 */
function pathRule(page: PathProps, columns: number, role: Role): Line {
  const { path, state } = page;
  const right = state === undefined ? [] : [span(` ${escapeControls(state)} `), span('─', role)];
  const named = columns < railFrom ? screenNames(page, columns - wide(right) - 6) : undefined;
  return apart(
    [span('─ ', role), ...(named ?? [span(escapeControls(path), 'head')]), span(' ')],
    right,
    columns,
    '─',
    role,
  );
}
/** The names of the screens around the open one; undefined for any other screen. */
function screenNames({ group, screens, isScreen }: PathProps, room: number): Line | undefined {
  if (!isScreen || !screens || screens.names.length < 2) return undefined;
  const { names, at } = screens;
  const name = (text: string, nth: number): Line => [
    { ...(nth === at ? span(`[${text}]`, 'select') : span(` ${text} `, 'muted')), target: { screen: nth } },
  ];
  const widths = names.map((text) => text.length + 2);
  let [from, to] = [at, at + 1];
  let remaining = room - group.length - 3 - widths[at]! - 4;
  for (;;) {
    const before = from > 0 && widths[from - 1]! <= remaining;
    const behind = to < names.length && widths[to]! <= remaining;
    if (before && (!behind || at - from < to - at - 1)) remaining -= widths[--from]!;
    else if (behind) remaining -= widths[to++]!;
    else break;
  }
  return present([
    span(`${group} › `, 'head'),
    from > 0 && span('… ', 'muted'),
    ...names.slice(from, to).flatMap((text, nth) => name(text, from + nth)),
    to < names.length && span(' …', 'muted'),
  ]);
}
function commandRule(command: string, columns: number, role: Role): Line {
  if (command === '') return [span('─'.repeat(columns), role)];
  return apart(
    [span('─ ', role), span('$ ', 'muted'), span(escapeControls(command)), span(' ')],
    [span(' Y', 'accent'), span(' copies ', 'muted'), span('─', role)],
    columns,
    '─',
    role,
  );
}

// The first row of every screen: profile, mark, user, end of the session, age of the data.

interface HeaderProps {
  readonly head: Head;
  readonly fresh?: Freshness;
}
/** The header of a terminal this wide. */
export function Header({ columns, now, ...props }: HeaderProps & { readonly columns: number; readonly now: number }) {
  return <TextLine line={headerLine(props, columns, now)} />;
}

/**
 * `tuk sandbox ◇ SANDBOX nothing here is real Mi•• P••• session 41 min ● 2 s`: without room, the mark stays, and that
 * personal data are shown.
 */
export function headerLine({ head, fresh }: HeaderProps, columns: number, now: number): Line {
  const { profile, other, mark, who, note, sessionEnds, revealed, sandboxClock } = head;
  const profiles = other === undefined ? profile : `${profile} | ${other}`;
  const left: Line = [span(' '), span('tuk', 'head'), span(`  ${escapeControls(profiles)}  `)];
  const badge = span('◇ SANDBOX', 'sandbox');
  const signs: Line[] = {
    sandbox: [...clocked(badge, sandboxClock), [badge, span(' nothing here is real')], [badge]],
    protected: [[span('▲ PROTECTED', 'protected')]],
    live: [[span(' LIVE ', 'protected'), span(' all of this is real')], [span(' LIVE ', 'protected')]],
    none: sandboxClock === undefined ? [[]] : [[clockOf(sandboxClock)], []],
  }[mark ?? 'none'];
  const marks = revealed
    ? [...signs.map((sign) => shownBeside(sign, '! personal data shown')), shownBeside(signs.at(-1)!, '! shown')]
    : signs;
  const person =
    who === undefined
      ? line(note === undefined ? '' : `${note}  `, 'muted')
      : line(`${maskName(escapeControls(who))}  `);
  const age = freshnessOf(fresh, now);
  const rights: Line[] = [
    [...person, ...sessionOf(sessionEnds, now, false), ...age],
    [...person, ...sessionOf(sessionEnds, now, true), ...age],
    [...sessionOf(sessionEnds, now, true), ...age],
    age,
    [],
  ];
  for (const right of rights)
    for (const sign of marks)
      if (wide(left) + wide(sign) + wide(right) + (right.length === 0 ? 1 : 3) <= columns)
        return apart([...left, ...sign], [...right, span(' ')], columns);
  return fullOf([...cut(left, Math.max(0, columns - wide(marks.at(-1)!))), ...marks.at(-1)!], columns);
}

/** The mark of the sandbox with its time, if that is said; a click opens its clock. */
function clocked(badge: Line[number], time: string | undefined): Line[] {
  if (time === undefined) return [];
  const clock = [span(' '), clockOf(time)];
  return [
    [badge, ...clock, span('  nothing here is real')],
    [badge, ...clock],
  ];
}
const clockOf = (time: string): Line[number] => ({ ...span(time, 'wait'), target: { key: 'T' } });

const shownBeside = (sign: Line, text: string): Line => [
  ...sign,
  ...(sign.length > 0 ? [span('  ')] : []),
  span(text, 'need'),
];

function freshnessOf(fresh: Freshness | undefined, now: number): Line {
  if (fresh?.outage) {
    const { since, next, responds } = fresh.outage;
    const retry = next > now ? `in ${spanOf(next - now)}` : 'now';
    return [
      span(`◌ ${responds ? 'failing' : 'offline'} ${ageOf(now - since)}`, 'bad'),
      span(`, next try ${retry}`, 'need'),
    ];
  }
  if (fresh?.failed) return [span(fresh.at === undefined ? '◌ no data' : `◌ ${ageOf(now - fresh.at)}`, 'bad')];
  if (fresh?.asked !== undefined) return waitOf(fresh.asked, fresh.at, now);
  return fresh?.at === undefined
    ? [span('◐', 'wait')]
    : [span('● ', 'good'), span(ageOf(now - fresh.at).replace(/^<.*/, 'now'), 'muted')];
}
/** The duration from which a request is announced, milliseconds. */
const longWait = 2000;
/** The duration of a request in flight, and the age of the data. */
function waitOf(start: number, at: number | undefined, now: number): Line {
  const waits = now - start;
  if (waits < longWait) return [span('◐', 'wait')];
  return [
    span(`◐ waits ${spanOf(waits)}`, 'need'),
    span(at === undefined ? '' : `, data ${ageOf(now - at)} old`, 'muted'),
  ];
}

const soon = 120_000;
function sessionOf(ends: number | undefined, now: number, short: boolean): Line {
  if (ends === undefined) return [];
  const remaining = ends - now;
  if (remaining <= 0) return [span(short ? 'renews  ' : 'session renews with the next read  ', 'muted')];
  if (remaining <= soon)
    return [
      span(short ? `! ${spanOf(remaining).replace(' ', '')}  ` : `! session ends in ${spanOf(remaining)}  `, 'need'),
    ];
  return [span(short ? `${spanOf(remaining).replace(/ (.).*/, '$1')}  ` : `session ${spanOf(remaining)}  `, 'muted')];
}

// The keys of a screen as a dialog over it.

interface KeyHelpProps {
  readonly title: string;
  readonly keymap: Keymap;
  readonly area: Size;
  /** What the visible numbers beside the groups count: `Ride rides under way`. */
  readonly counted?: readonly string[];
  /** The first visible line, if not all fit. */
  readonly top?: number;
}
/** The help of a screen, as much as there is room for. */
export function KeyHelp({ title, keymap, area, counted, top = 0 }: KeyHelpProps) {
  const { rows, columns } = helpSize(area);
  const lines = helpLines(keymap, columns - 4, counted);
  const first = clamped(top, lines.length - rows);
  const range = lines.length > rows ? `, lines ${first + 1}-${first + rows} of ${lines.length}` : '';
  return (
    <Dialog title={`Keys of ${title}${range}`} width={columns} area={area}>
      <Lines lines={lines.slice(first, first + rows)} columns={columns - 4} />
    </Dialog>
  );
}

// The last row of every screen: its keys in order of use.

/** The keys of a screen, as many as fit. */
export function Footer({ keymap, columns }: { readonly keymap: Keymap; readonly columns: number }) {
  // never the last column of the last row: some terminals scroll then
  return <Lines lines={[footerLine(keymap, columns - 1)]} />;
}

/** ` esc back  D cancel…  y copy id  ? keys `: without room, keys are left out from the right, but never `?`. */
function footerLine(keymap: Keymap, columns: number): Line {
  const visibleKeys = keymap.filter(({ helpOnly }) => !helpOnly);
  const hint = ({ keys: [key = ''], keysLabel: alike, label }: Keymap[number]): Line => [
    { ...span(alike ?? key, 'accent'), target: { key } },
    { ...span(` ${label}`, 'muted'), target: { key } },
  ];
  const help = visibleKeys.filter(({ keys }) => keys[0] === '?').map(hint)[0] ?? [];
  let left: Line = [span(' ')];
  for (const key of visibleKeys.filter(({ keys }) => keys[0] !== '?')) {
    const longer: Line = [...left, ...(left.length > 1 ? [span('  ')] : []), ...hint(key)];
    if (wide(longer) + wide(help) + 2 > columns) break;
    left = longer;
  }
  return apart(left, help, columns);
}

/** The content of a frame around the body of a screen. */
export interface FrameContent extends PathProps {
  readonly head: Head;
  readonly fresh?: Freshness;
  /** The number of open things of a group, by its name. */
  readonly counts?: Readonly<Record<string, number>>;
  /** The `tuk` command line that gives the same data. */
  readonly command: string;
  readonly message: Line;
  /** The row above the message, of pinned things; a small terminal has no room for it. */
  readonly strip?: Line | undefined;
  readonly keymap: Keymap;
  /** The name and the keys of the screen, while the help is open. */
  readonly help?:
    | { readonly title: string; readonly keymap: Keymap; readonly counted: readonly string[]; readonly top?: number }
    | undefined;
}
interface FrameProps extends FrameContent {
  readonly children: (area: Size) => ReactNode;
  readonly dialog?: ((area: Size) => ReactNode) | undefined;
  readonly size: Size;
  readonly now: number;
}

/** A whole screen, as many rows and columns as the terminal has. */
export function Frame(props: FrameProps) {
  const { size, head, fresh, now, group, command, screens, counts, message, strip, keymap } = props;
  const { rows, columns } = size;
  if (rows < leastSize.rows || columns < leastSize.columns) {
    const least = `${leastSize.columns}x${leastSize.rows}`;
    const needs = [`tuk needs ${least}.`, `This is ${columns}x${rows}.`, 'Enlarge it,', 'or q quits.'];
    const joined = needs.join(' ');
    const lines = rows < needs.length || width(joined) < columns ? [joined] : needs;
    return (
      <Box flexDirection="column" width={columns} height={rows} overflow="hidden">
        {lines.map((text) => (
          <TextLine key={text} line={cut(line(text), Math.max(0, columns - 1))} />
        ))}
      </Box>
    );
  }
  const rule: Role = head.mark === 'protected' ? 'bad' : 'rule';
  const small = isSmall(size);
  const hasRail = !small && columns >= railFrom;
  const dash = '─'.repeat(railWidth);
  const joints = hasRail ? { above: `${dash}┬`, below: `${dash}┴` } : undefined;
  const area = bodySize(size, strip ? 1 : 0);
  return (
    <Box width={columns} height={rows} flexDirection="column">
      <Header {...{ head, fresh, columns, now }} />
      {!small && !hasRail && <GroupBar {...{ group, columns }} />}
      {!small && <PathRule {...props} columns={columns} role={rule} joint={joints?.above} />}
      <Box height={area.rows} flexShrink={0}>
        {hasRail && <GroupRail {...{ group, screens, counts, columns }} rows={area.rows} />}
        <Body {...props} area={area} hasCounts={hasRail} />
      </Box>
      {!small && <CommandRule {...{ command, columns }} role={rule} joint={joints?.below} />}
      {!small && strip && <TextLine line={strip} />}
      <TextLine line={cut([span(' '), ...message], columns)} />
      <Footer {...{ keymap, columns }} />
    </Box>
  );
}

function Body({
  area,
  dialog,
  help,
  hasCounts,
  children,
}: FrameProps & { readonly area: Size; readonly hasCounts: boolean }) {
  const over = dialog?.(area) ?? (help && <KeyHelp {...help} area={area} counted={hasCounts ? help.counted : []} />);
  return (
    <Box marginLeft={1} width={area.columns} height={area.rows} overflow="hidden">
      <DimContext value={over !== undefined}>
        <Box flexDirection="column" width={area.columns} height={area.rows} overflow="hidden">
          {children(area)}
        </Box>
      </DimContext>
      {over}
    </Box>
  );
}
