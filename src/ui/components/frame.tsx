// The frame of every screen: header, groups, rules with path and command, message, keys.
import { Box } from 'ink';
import type { ReactNode } from 'react';
import { apart, cut, type Line, line, type Role, span, wide } from '../../text/line.js';
import { width } from '../../text/text.js';
import type { Keymap } from '../state/keymap.js';
import { clamped } from '../state/list.js';
import {
  bodySize,
  type Freshness,
  type Head,
  isSmall,
  leastSize,
  railFrom,
  railWidth,
  type Size,
} from '../state/page.js';
import { helpLines, helpSize } from '../view-models/key-help.js';
import { Dialog } from './dialog.js';
import { GroupBar, GroupRail } from './groups.js';
import { Header } from './header.js';
import { Lines, TextLine } from './lines.js';
import { DimContext } from './role-text.js';
import { CommandRule, type PathProps, PathRule } from './rules.js';

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
  const hint = ({ keys: [key = ''], shown: alike, does }: Keymap[number]): Line => [
    { ...span(alike ?? key, 'accent'), target: { key } },
    { ...span(` ${does}`, 'muted'), target: { key } },
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
  /** At the right of the message. */
  readonly aside?: string;
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
  const { size, head, fresh, now, group, command, screens, counts, message, strip, aside, keymap } = props;
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
      <TextLine
        line={apart([span(' '), ...message], line(aside === undefined ? '' : `  ${aside} `, 'muted'), columns)}
      />
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
