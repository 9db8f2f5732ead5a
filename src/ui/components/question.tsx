// A question, and behind it the typed text or the reply.
import { Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { escapeControls } from '../../text/visible.js';
import { ThemeContext } from './theme.js';

/** One line: `? How do you sign in  Web3 wallet`. */
export function Question({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  const { accent, head } = useContext(ThemeContext);
  return (
    <Text>
      <Text {...accent}>?</Text> <Text {...head}>{escapeControls(text)}</Text>
      {children === undefined ? null : <Text>{'  '}</Text>}
      {children}
    </Text>
  );
}
