// What stands around the body of every screen, as lines: header, groups, rules with the path and the command, message, keys.

import { apart, beside, cut, fullOf, type Line, line, over, type Role, span, wide } from '../format/line.js';
import { maskName } from '../format/mask.js';
import { spanOf } from '../format/time.js';
import { escapeControls } from '../format/visible.js';
import type { Keymap } from '../models/keymap.js';
import { bodySize, type Freshness, groupNames, type Head, isSmall, leastSize, railFrom, railWidth, type Size } from '../models/page.js';

/** A whole screen. */
export interface Page {
  readonly head: Head;
  readonly fresh?: Freshness;
  /** The name of the group in use. */
  readonly group: string;
  /** The names of its screens, and which of them is open. */
  readonly screens?: { readonly names: readonly string[]; readonly at: number };
  /** How many things are open in a group, by its name. */
  readonly counts?: Readonly<Record<string, number>>;
  /** It is one of them itself, and no detail over one. */
  readonly isScreen?: boolean;
  /** Where one is: `Ride › Requests › 3f1c9a…8e04d2`; and what stands at the right of it. */
  readonly path: string;
  readonly state?: string;
  /** The lines of the body for its size; more than fit are cut away. */
  readonly body: (size: Size) => readonly Line[];
  /** The `tuk` command that gives the same data. */
  readonly command: string;
  readonly message: Line;
  /** At the right of the message. */
  readonly aside?: string;
  readonly keymap: Keymap;
  /** What floats over the body: a block of lines for its size. */
  readonly float?: ((size: Size) => readonly Line[]) | undefined;
}

/** All rows of a screen, as many as the terminal has and none wider. */
export function pageLines(page: Page, size: Size, now: number): Line[] {
  const { rows, columns } = size;
  if (rows < leastSize.rows || columns < leastSize.columns) {
    const needs = `tuk needs ${leastSize.columns}x${leastSize.rows}, this is ${columns}x${rows}`;
    return [cut(line(needs), Math.max(0, columns - 1)), ...Array<Line>(Math.max(0, rows - 1)).fill([])];
  }
  const head = headerLine(page, columns, now);
  const inner = bodySize(size);
  const body = padded(page.body(inner), inner);
  const floating = page.float?.(inner);
  const shown = (floating ? over(body, floating, inner.columns) : body).map((one): Line => [span(' '), ...one]);
  const message = apart([span(' '), ...page.message], line(page.aside === undefined ? '' : `  ${page.aside} `, 'muted'), columns);
  const last = footerLine(page.keymap, columns - 1); // never the last column of the last row: some terminals scroll then
  if (isSmall(size)) return [head, ...shown, message, last];
  const rules: Role = page.head.mark === 'protected' ? 'bad' : 'rule';
  if (columns < railFrom)
    return [
      head,
      groupBar(page.group, columns),
      pathRule(page, columns, rules),
      ...shown,
      commandRule(page.command, columns, rules),
      message,
      last,
    ];
  return [head, ...railed(page, size, shown, rules), message, last];
}

/** The body with its groups at the left, under a rule and over one. */
function railed(page: Page, { columns }: Size, body: readonly Line[], rules: Role): Line[] {
  const rail = railWidth(columns);
  const side = sideBar(page, body.length, rail);
  const dash = '─'.repeat(rail);
  const right = columns - rail - 1;
  return [
    [span(`${dash}┬`, rules), ...pathRule(page, right, rules)],
    ...beside([side, rail], [body.map(() => line('│', 'rule')), 1], [body, right]),
    [span(`${dash}┴`, rules), ...commandRule(page.command, right, rules)],
  ];
}

const padded = (lines: readonly Line[], { rows, columns }: Size): Line[] =>
  Array.from({ length: rows }, (_, at) => cut(lines[at] ?? [], columns));

/** `tuk  sandbox  ◇ SANDBOX nothing here is real  Mi•• P•••  session 41 min  ● 2 s`: what is at the right gives way, the mark never. */
function headerLine({ head, fresh }: Page, columns: number, now: number): Line {
  const { profile, mark, who, note, sessionEnds } = head;
  const left: Line = [span(' '), span('tuk', 'head'), span(`  ${escapeControls(profile)}  `)];
  const marks: Line[] =
    mark === 'sandbox'
      ? [[span('◇ SANDBOX', 'sandbox'), span(' nothing here is real')], [span('◇ SANDBOX', 'sandbox')]]
      : mark === 'protected'
        ? [[span('▲ PROTECTED', 'protected')]]
        : [[]];
  const person =
    who === undefined ? (note === undefined ? [] : [span(`${note}  `, 'muted')]) : [span(`${maskName(escapeControls(who))}  `)];
  const age = ageOf(fresh, now);
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

function ageOf(fresh: Freshness | undefined, now: number): Line {
  if (fresh?.outage) {
    const { since, next } = fresh.outage;
    return [span(`◌ offline ${spanOf(now - since)}, next try ${next > now ? `in ${spanOf(next - now)}` : 'now'}`, 'need')];
  }
  if (fresh?.failed) return [span(fresh.at === undefined ? '◌ no data' : `◌ ${spanOf(now - fresh.at)}`, 'need')];
  return fresh?.at === undefined ? [span('◐', 'wait')] : [span('● ', 'good'), span(spanOf(now - fresh.at), 'muted')];
}

const soon = 120_000;
function sessionOf(ends: number | undefined, now: number, short: boolean): Line {
  if (ends === undefined) return [];
  const left = ends - now;
  if (left <= 0) return [span(short ? '! ended  ' : '! session at its end  ', 'need')]; // it is renewed with the next call
  if (left <= soon) return [span(short ? `! ${spanOf(left).replace(' ', '')}  ` : `! session ends in ${spanOf(left)}  `, 'need')];
  return [span(short ? `${spanOf(left).replace(/ (.).*/, '$1')}  ` : `session ${spanOf(left)}  `, 'muted')];
}

/** ` Home  1Assets [2Ride] 3Wallet …` */
function groupBar(group: string, columns: number): Line {
  const bar = (short: boolean): Line =>
    groupNames.flatMap((name, at) => {
      const number = at === 0 ? (short ? '0' : '') : String(at);
      if (name === group) return [span(`[${at === 0 ? '' : number}${name}]`, 'select')];
      return [span(` ${number}`, 'muted'), span(short ? ' ' : `${name} `)];
    });
  const spans = wide(bar(false)) > columns ? bar(true) : bar(false); // where not all have room, one sees at least which is open
  return fullOf(spans, columns);
}

/** The groups under one another, the screens of the one in use below it. */
function sideBar({ group, screens, counts = {} }: Page, rows: number, columns: number): Line[] {
  const lines = groupNames.flatMap((name, digit): Line[] => {
    const count = counts[name] ? span(`${counts[name]} `, 'need') : span('');
    const head = (role?: Role): Line => apart([span(` ${digit} `, 'muted'), span(name, role)], [count], columns);
    if (name !== group) return [head()];
    const own = (screens?.names ?? []).map((screen, at) => (at === screens?.at ? line(`[  ${screen}]`, 'select') : line(`   ${screen}`)));
    return [own.length === 0 ? line(`[${digit} ${name}]`, 'select') : head('head'), ...own];
  });
  return Array.from({ length: rows }, (_, at) => lines[at] ?? []);
}

/** `─ Assets › [Offerings] Vehicles Incomes ── 9 rows ─`: the screens of the group where no rail shows them, else the path. */
function pathRule(page: Page, columns: number, role: Role): Line {
  const { path, state } = page;
  const right = state === undefined ? [] : [span(` ${escapeControls(state)} `), span('─', role)];
  const named = columns < railFrom ? screenNames(page, columns - wide(right) - 6) : undefined;
  return apart([span('─ ', role), ...(named ?? [span(escapeControls(path), 'head')]), span(' ')], right, columns, '─', role);
}
/** The names of the screens, those around the open one where not all fit; nothing for what is no screen of its group. */
function screenNames({ group, screens, isScreen }: Page, room: number): Line | undefined {
  if (!isScreen || !screens || screens.names.length < 2) return undefined;
  const { names, at } = screens;
  const name = (one: string, nth: number): Line => (nth === at ? [span(`[${one}]`, 'select')] : [span(` ${one} `, 'muted')]);
  const widths = names.map((one) => one.length + 2);
  let [from, to] = [at, at + 1];
  let left = room - group.length - 3 - widths[at]! - 4;
  for (;;) {
    const before = from > 0 && widths[from - 1]! <= left;
    const behind = to < names.length && widths[to]! <= left;
    if (before && (!behind || at - from < to - at - 1)) left -= widths[--from]!;
    else if (behind) left -= widths[to++]!;
    else break;
  }
  return [
    span(`${group} › `, 'head'),
    ...(from > 0 ? [span('… ', 'muted')] : []),
    ...names.slice(from, to).flatMap((one, nth) => name(one, from + nth)),
    ...(to < names.length ? [span(' …', 'muted')] : []),
  ];
}
function commandRule(command: string, columns: number, role: Role): Line {
  return apart(
    [span('─ ', role), span('$ ', 'muted'), span(escapeControls(command)), span(' ')],
    [span(' Y', 'accent'), span(' copies ', 'muted'), span('─', role)],
    columns,
    '─',
    role,
  );
}

/** ` esc back  D cancel…  y copy id       ? keys `: what does not fit is left out from the right, `?` never. */
export function footerLine(keymap: Keymap, columns: number): Line {
  const shown = keymap.filter(({ helpOnly }) => !helpOnly);
  const hint = ({ keys: [key = ''], shown: alike, does }: Keymap[number]): Line => [
    span(alike ?? key, 'accent'),
    span(` ${does}`, 'muted'),
  ];
  const help = shown.filter(({ keys }) => keys[0] === '?').map(hint)[0] ?? [];
  let left: Line = [span(' ')];
  for (const key of shown.filter(({ keys }) => keys[0] !== '?')) {
    const longer: Line = [...left, ...(left.length > 1 ? [span('  ')] : []), ...hint(key)];
    if (wide(longer) + wide(help) + 2 > columns) break;
    left = longer;
  }
  return apart(left, help, columns);
}

/** A block with a head and a border, for what floats. */
export function boxed(title: string, inside: readonly Line[], columns: number): Line[] {
  const width = Math.max(4, columns);
  const row = (one: Line): Line => [span('│ ', 'rule'), ...fullOf(one, width - 4), span(' │', 'rule')];
  return [
    [
      ...fullOf([span('╭─ ', 'rule'), span(cut(line(title), width - 6)[0]?.text ?? '', 'head'), span(' ')], width - 1, '─', 'rule'),
      span('╮', 'rule'),
    ],
    ...inside.map(row),
    line(`╰${'─'.repeat(width - 2)}╯`, 'rule'),
  ];
}
