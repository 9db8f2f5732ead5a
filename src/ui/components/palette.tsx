// The command palette: a text field over the commands that match it.
import { Box } from 'ink';
import { width } from '../../text/text.js';
import { typed } from '../state/field.js';
import type { Size } from '../state/page.js';
import { litParts } from '../state/palette.js';
import { paletteFound } from '../state/palette-entries.js';
import type { Application } from '../state/state.js';
import { Dialog } from './dialog.js';
import { Cursor, Option } from './option.js';
import { RoleText } from './role-text.js';

const maxRows = 10;

interface PaletteProps {
  readonly state: Application;
  readonly palette: NonNullable<Application['palette']>;
  readonly area: Size;
}
/** The palette, with as many matches as there is room for. */
export function Palette({ state, palette: { field, marked }, area }: PaletteProps) {
  const matches = paletteFound(state);
  const rows = Math.max(1, Math.min(maxRows, area.rows - 6));
  const top = Math.max(0, marked - rows + 1);
  const visible = matches.slice(top, top + rows);
  const nameWidth = Math.max(0, ...visible.map(({ name }) => width(name))) + 2;
  return (
    <Dialog title="Command" width={Math.min(area.columns, 72)} area={area}>
      <Box>
        <RoleText variant="accent">{': '}</RoleText>
        <Cursor field={field} />
      </Box>
      <Box marginTop={1} justifyContent="space-between">
        <RoleText variant="head">COMMANDS</RoleText>
        <RoleText variant="muted">{state.commands ? String(matches.length) : '◐'}</RoleText>
      </Box>
      <Box flexDirection="column" height={rows}>
        {visible.map(({ name, is, entry }, at) => (
          <Option
            key={`${entry} ${is} ${name}`}
            label={name}
            parts={litParts(typed(field), name)}
            labelWidth={nameWidth}
            is={is}
            choice={top + at}
            isMarked={top + at === marked}
          />
        ))}
      </Box>
      <RoleText variant="muted">enter opens a read; another command, typed in full, runs</RoleText>
    </Dialog>
  );
}
