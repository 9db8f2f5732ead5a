// The last line of a dialogue: its keys in order of use, and a note.
import { Text } from 'ink';
import { useContext } from 'react';
import { ThemeContext } from './theme.js';

/** `enter choose  esc leave  3 of 200` */
export function PromptKeys({ keys, note }: { readonly keys: Readonly<Record<string, string>>; readonly note?: string }) {
  const { accent, muted } = useContext(ThemeContext);
  return (
    <Text wrap="truncate-end">
      {Object.entries(keys).map(([key, does]) => (
        <Text key={key}>
          {'  '}
          <Text {...accent}>{key}</Text> <Text {...muted}>{does}</Text>
        </Text>
      ))}
      {note === undefined ? null : <Text {...muted}>{`   ${note}`}</Text>}
    </Text>
  );
}
