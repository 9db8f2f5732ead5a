// Screen reader form: the position, and the messages of the reducers in its words.
import { escapeControls } from '../../text/visible.js';

/** The position: the group, the screens below, the name. */
export const placeText = ({
  group,
  over = [],
  name,
}: {
  readonly group: string;
  readonly over?: readonly string[];
  readonly name: string;
}) => `${escapeControls([group, ...over, name].join(', '))}.`;

/** A message of the reducers, with the words of this form in place of keys. */
export const inLinearWords = (text: string): string =>
  escapeControls(
    text
      .replace('W shows what is pinned.', 'pinned says all that is pinned.')
      .replace('P on a watch screen pins what it shows', 'pin, where something is watched, pins it')
      .replace('P on one of them dismisses it', 'pin on one of them dismisses it')
      .replace('esc clears the marks', 'clear marks clears the marks')
      .replace(' < and > choose another column.', '')
      .replace(': = shows all columns', ''),
  );
