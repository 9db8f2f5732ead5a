// A text in the style of a role.
import { Text } from 'ink';
import { createContext, useContext } from 'react';
import { inCells } from '../../text/cells.js';
import type { Role } from '../../text/line.js';
import { asciiText } from '../../text/signs.js';
import { escapeControls, escapeLines } from '../../text/visible.js';
import { ThemeContext } from './theme.js';

/** Whether text is dimmed because it is behind a dialog. */
export const DimContext = createContext(false);

interface RoleTextProps {
  readonly variant?: Role;
  /** A text of one line, unless it wraps; it is escaped here. */
  readonly children: string;
  readonly wrap?: 'truncate' | 'truncate-start' | 'wrap';
}
/** A text in the style of a role, cut at the end of its box. */
export function RoleText({ variant = 'text', children, wrap = 'truncate' }: RoleTextProps) {
  const theme = useContext(ThemeContext);
  const isDim = useContext(DimContext);
  const safe = wrap === 'wrap' ? escapeLines(children) : escapeControls(children);
  const text = isDim ? inCells(safe) : safe;
  return (
    <Text wrap={wrap} {...theme[isDim ? 'muted' : variant]}>
      {theme.ascii ? asciiText(text) : text}
    </Text>
  );
}
