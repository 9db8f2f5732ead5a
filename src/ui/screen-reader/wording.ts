// Screen reader form: the position, and what the reducers say in its words.
import { escapeControls } from '../../text/visible.js';

/** Where one is: the group, what lies below, the name. */
export const placeText = ({
  group,
  over = [],
  name,
}: {
  readonly group: string;
  readonly over?: readonly string[];
  readonly name: string;
}) => `${escapeControls([group, ...over, name].join(', '))}.`;

/** What the reducers say, with the words of this form in place of the keys of the screens. */
export const inLinearWords = (text: string): string =>
  escapeControls(
    text
      .replace('esc clears the marks', 'clear marks clears the marks')
      .replace(' < and > choose another column.', '')
      .replace(': = shows all columns', ''),
  );
