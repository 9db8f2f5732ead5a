// The command palette: a text field over the commands that match it.
import { Box } from 'ink';
import { width } from '../../text/text.js';
import { typed } from '../state/field.js';
import type { Size } from '../state/page.js';
import { litParts } from '../state/palette.js';
import { paletteFound } from '../state/palette-entries.js';
import type { Application } from '../state/state.js';
import { palettePreview } from '../view-models/palette-preview.js';
import { Dialog } from './dialog.js';
import { VerticalRule } from './groups.js';
import { Lines } from './lines.js';
import { Cursor, Option } from './option.js';
import { RoleText } from './role-text.js';

/** The most rows, without and with a preview. */
const [maxRows, maxPreviewed] = [10, 14] as const;

interface PaletteProps {
  readonly state: Application;
  readonly palette: NonNullable<Application['palette']>;
  readonly area: Size;
  /** The time of the service, epoch milliseconds. */
  readonly now: number;
}
/** The width from which what is marked is previewed at the right, and the widths of both parts. */
const [previewFrom, listWide, mostWide] = [96, 58, 120] as const;

/** The palette, with as many matches as there is room for, and a preview of the marked one. */
export function Palette({ state, palette: { field, marked }, area, now }: PaletteProps) {
  const matches = paletteFound(state);
  const isWide = area.columns >= previewFrom;
  const rows = Math.max(1, Math.min(isWide ? maxPreviewed : maxRows, area.rows - 6));
  const top = Math.max(0, marked - rows + 1);
  const visible = matches.slice(top, top + rows);
  const nameWidth = Math.max(0, ...visible.map(({ name }) => width(name))) + 2;
  const whole = isWide ? Math.min(area.columns, mostWide) : Math.min(area.columns, 72);
  const wide = isWide ? whole - listWide - 7 : 0; // its frame takes four columns, the rule three
  const entry = matches[marked];
  const preview = isWide && entry ? palettePreview(entry, state, wide, now) : [];
  const list = (
    <Box flexDirection="column" width={isWide ? listWide : undefined} flexShrink={0} overflow="hidden">
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
      <RoleText variant="muted">
        {matches.length === 0 && state.commands
          ? 'no command, screen or loaded thing is like that'
          : typed(field) === '' && state.typedLines
            ? '↑ shows earlier entries'
            : 'enter opens a read; another command, typed in full, runs'}
      </RoleText>
    </Box>
  );
  return (
    <Dialog title="Command" width={whole} area={area}>
      {isWide ? (
        <Box height={rows + 4}>
          {list}
          <Box marginLeft={1} flexShrink={0}>
            <VerticalRule rows={rows + 4} isFocused={false} />
          </Box>
          <Box marginLeft={1}>
            <Lines lines={preview} columns={wide} rows={rows + 4} />
          </Box>
        </Box>
      ) : (
        list
      )}
    </Dialog>
  );
}
