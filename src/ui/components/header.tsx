// The first row of every screen: profile, mark, user, end of the session, age of the data.
import { apart, cut, fullOf, type Line, line, span, wide } from '../../text/line.js';
import { maskName } from '../../text/mask.js';
import { spanOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import type { Freshness, Head } from '../state/page.js';
import { TextLine } from './lines.js';

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

function ageOf(fresh: Freshness | undefined, now: number): Line {
  if (fresh?.outage) {
    const { since, next, responds } = fresh.outage;
    const retry = next > now ? `in ${spanOf(next - now)}` : 'now';
    return [
      span(`◌ ${responds ? 'failing' : 'offline'} ${spanOf(now - since)}`, 'bad'),
      span(`, next try ${retry}`, 'need'),
    ];
  }
  if (fresh?.failed) return [span(fresh.at === undefined ? '◌ no data' : `◌ ${spanOf(now - fresh.at)}`, 'bad')];
  if (fresh?.asked !== undefined) return waitOf(fresh.asked, fresh.at, now);
  return fresh?.at === undefined ? [span('◐', 'wait')] : [span('● ', 'good'), span(spanOf(now - fresh.at), 'muted')];
}
/** The duration from which a request is announced, milliseconds. */
const longWait = 2000;
/** The duration of a request in flight, and the age of the data. */
function waitOf(start: number, at: number | undefined, now: number): Line {
  const waits = now - start;
  if (waits < longWait) return [span('◐', 'wait')];
  return [
    span(`◐ waits ${spanOf(waits)}`, 'need'),
    span(at === undefined ? '' : `, data ${spanOf(now - at)} old`, 'muted'),
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
