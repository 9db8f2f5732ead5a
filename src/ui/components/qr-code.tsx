// Lines, and below them an address as a QR code if there is room and the terminal has colours and half blocks.
import { Box } from 'ink';
import { useContext } from 'react';
import { type Line, line, wide } from '../../text/line.js';
import { qrLines } from '../../text/qr.js';
import type { Size } from '../state/page.js';
import { Lines } from './lines.js';
import { ThemeContext } from './theme.js';

interface CodeProps {
  readonly lines: readonly Line[];
  /** The address; without it there are only the lines. */
  readonly text?: string;
  readonly area: Size;
}
/** The lines, and the code below them. */
export function WithCode({ lines, text, area }: CodeProps) {
  const { ascii, depth } = useContext(ThemeContext);
  const isDrawn = text !== undefined && !ascii && depth > 0;
  const code = isDrawn && area.rows - lines.length > leastRows ? qrLines(text) : [];
  const all = [[], line('ADDRESS AS A QR CODE', 'head'), ...code];
  const fits = code.length > 0 && lines.length + all.length <= area.rows && wide(code[0]!) <= area.columns;
  return (
    <Box flexDirection="column" width={area.columns} height={area.rows}>
      <Lines lines={lines} columns={area.columns} rows={area.rows} />
      {fits && <Lines lines={all} columns={area.columns} />}
    </Box>
  );
}
/** The rows of the smallest code: it is not encoded for less. */
const leastRows = 12;
