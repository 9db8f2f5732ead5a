// A box with a title that floats over the dimmed body.
import { Box } from 'ink';
import { type ReactNode, useContext } from 'react';
import type { Role } from '../../text/line.js';
import { asciiText } from '../../text/signs.js';
import { fit as cutEnd, width as textWidth } from '../../text/text.js';
import type { Size } from '../state/core/page.js';
import { DimContext, RoleText } from './lines.js';
import { ThemeContext } from './theme.js';

interface DialogProps {
  readonly title: string;
  readonly width: number;
  readonly area: Size;
  /** The role of its frame; default: a rule. */
  readonly role?: Role | undefined;
  /** What it does, at the right of the title. */
  readonly tag?: string | undefined;
  /** A text in its lower edge. */
  readonly foot?: string | undefined;
  readonly children: ReactNode;
}
/** A dialog in the middle of an area, as high as its content. */
export function Dialog({ title, width, area, role = 'rule', tag, foot, children }: DialogProps) {
  const theme = useContext(ThemeContext);
  const right = tag === undefined || textWidth(tag) > width - 18 ? '' : ` ${tag} ─`;
  const named = cutEnd(title, width - 6 - textWidth(right));
  const under = foot === undefined ? '' : ` ${cutEnd(foot, width - 6)} ─`;
  const { color, dimColor } = theme[role];
  return (
    <DimContext value={false}>
      <Box position="absolute" width={area.columns} height={area.rows} justifyContent="center" alignItems="center">
        <Box width={width} flexDirection="column" flexShrink={1} overflow="hidden">
          <Blank width={width} rows={area.rows} />
          <Box height={1} flexShrink={0}>
            <RoleText variant={role}>{'╭─ '}</RoleText>
            <RoleText variant="head">{named}</RoleText>
            <RoleText variant={role}>
              {` ${'─'.repeat(Math.max(0, width - 5 - textWidth(named + right)))}${right}╮`}
            </RoleText>
          </Box>
          <Box
            borderStyle={theme.ascii ? asciiBorder : 'round'}
            borderTop={false}
            borderBottom={false}
            borderColor={color}
            borderDimColor={dimColor === true}
            paddingX={1}
            flexDirection="column"
            flexShrink={0}
          >
            {children}
          </Box>
          <Box height={1} flexShrink={0}>
            <RoleText variant={role}>{`╰${'─'.repeat(Math.max(0, width - 2 - textWidth(under)))}`}</RoleText>
            <RoleText variant={foot === undefined ? role : 'need'}>{under}</RoleText>
            <RoleText variant={role}>╯</RoleText>
          </Box>
        </Box>
      </Box>
    </DimContext>
  );
}

/** Covers the screen behind the dialog: Ink draws nothing in the cells between texts. */
function Blank({ width, rows }: { readonly width: number; readonly rows: number }) {
  return (
    <Box position="absolute" width={width}>
      <RoleText wrap="wrap">{Array<string>(rows).fill(' '.repeat(width)).join('\n')}</RoleText>
    </Box>
  );
}

// ink draws the sides only: the edges have texts
const [corner, horizontal, vertical] = [asciiText('╭'), asciiText('─'), asciiText('│')];
const asciiBorder = {
  topLeft: corner,
  top: horizontal,
  topRight: corner,
  left: vertical,
  right: vertical,
  bottomLeft: corner,
  bottom: horizontal,
  bottomRight: corner,
};
