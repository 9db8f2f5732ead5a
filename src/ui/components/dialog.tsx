// A box with a title that floats over the dimmed body.
import { Box } from 'ink';
import { type ReactNode, useContext } from 'react';
import { asciiText } from '../../text/signs.js';
import { fit as cutEnd, width as textWidth } from '../../text/text.js';
import type { Size } from '../state/page.js';
import { DimContext, RoleText } from './role-text.js';
import { ThemeContext } from './theme.js';

interface DialogProps {
  readonly title: string;
  readonly width: number;
  readonly area: Size;
  readonly children: ReactNode;
}
/** A dialog in the middle of an area, as high as its content. */
export function Dialog({ title, width, area, children }: DialogProps) {
  const theme = useContext(ThemeContext);
  const named = cutEnd(title, width - 6);
  const { color, dimColor } = theme.rule;
  return (
    <DimContext value={false}>
      <Box position="absolute" width={area.columns} height={area.rows} justifyContent="center" alignItems="center">
        <Box width={width} flexDirection="column" flexShrink={1} overflow="hidden">
          <Blank width={width} rows={area.rows} />
          <Box height={1} flexShrink={0}>
            <RoleText variant="rule">{'╭─ '}</RoleText>
            <RoleText variant="head">{named}</RoleText>
            <RoleText variant="rule">{` ${'─'.repeat(Math.max(0, width - 5 - textWidth(named)))}╮`}</RoleText>
          </Box>
          <Box
            borderStyle={theme.ascii ? asciiBorder : 'round'}
            borderTop={false}
            borderColor={color}
            borderDimColor={dimColor === true}
            paddingX={1}
            flexDirection="column"
            flexShrink={0}
          >
            {children}
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
