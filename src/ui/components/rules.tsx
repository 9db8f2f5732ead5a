// The two rules of a screen: the path above its body, the command below it.

import { apart, type Line, type Role, span, wide } from '../../text/line.js';
import { present } from '../../text/present.js';
import { escapeControls } from '../../text/visible.js';
import { railFrom } from '../state/page.js';
import { Lines, TextLine } from './lines.js';

/** The content of a path rule. */
export interface PathProps {
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
