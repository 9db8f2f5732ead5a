// The frame of every screen: header, groups, rules with path and command, message, keys.
import { Box } from 'ink';
import type { ReactNode } from 'react';
import { apart, cut, type Line, line, type Role, span } from '../../text/line.js';
import { width } from '../../text/text.js';
import type { Keymap } from '../state/keymap.js';
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
import { Footer } from './footer.js';
import { GroupBar, GroupRail } from './groups.js';
import { Header } from './header.js';
import { KeyHelp } from './key-help.js';
import { TextLine } from './lines.js';
import { DimContext } from './role-text.js';
import { CommandRule, type PathProps, PathRule } from './rules.js';

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
