// A short list over a screen: its items around the marked one, and a note.
import { Box } from 'ink';
import { width } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import type { Chooser } from '../state/chooser.js';
import { centred } from '../state/list.js';
import type { Size } from '../state/page.js';
import { Dialog } from './dialog.js';
import { Cursor, Option } from './option.js';
import { RoleText } from './role-text.js';

const maxNoteWidth = 68;
/** The least width of a list that is typed into. */
const leastTyped = 44;
const widestOf = (texts: readonly (string | undefined)[]): number =>
  Math.max(0, ...texts.map((text) => (text === undefined ? 0 : width(escapeControls(text)))));

/** The list, as high as there is room for. */
export function ChooserDialog({ chooser, area }: { readonly chooser: Chooser; readonly area: Size }) {
  const { title, items, marked, of, note, typing } = chooser;
  const isSeveral = of === 'columns';
  const labelWidth = Math.max(4, widestOf(items.map(({ label }) => label)));
  const beside = widestOf(items.map(({ is }) => is));
  const needed = Math.max(
    typing ? leastTyped : 0,
    width(title) + 8,
    Math.min(maxNoteWidth, widestOf([note])) + 4,
    labelWidth + beside + (isSeveral ? 14 : 10),
  );
  const dialogWidth = Math.min(area.columns, needed);
  const noteRows = note === undefined ? 0 : Math.ceil(widestOf([note]) / Math.max(1, dialogWidth - 4)) + 1;
  const rows = Math.max(1, Math.min(items.length, area.rows - 2 - noteRows - (typing ? 2 : 0)));
  const top = centred(marked, items.length, rows);
  return (
    <Dialog title={title} width={dialogWidth} area={area}>
      {typing && (
        <Box marginBottom={1} flexShrink={0}>
          <RoleText variant="accent">{'/ '}</RoleText>
          <Cursor field={typing} />
        </Box>
      )}
      {items.slice(top, top + rows).map(({ value, label, is, on }, at) => (
        <Option
          key={value}
          label={label}
          labelWidth={labelWidth + 2}
          is={is}
          choice={top + at}
          isMarked={top + at === marked}
          box={isSeveral ? (on ? '[x] ' : '[ ] ') : ''}
        />
      ))}
      {note !== undefined && (
        <Box marginTop={1}>
          <RoleText variant="muted" wrap="wrap">
            {escapeControls(note)}
          </RoleText>
        </Box>
      )}
    </Dialog>
  );
}
