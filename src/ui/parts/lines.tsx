// The rows of a screen, each one text: pieces in the looks of their roles.
import { Box, Text } from 'ink';
import { memo, useContext } from 'react';
import type { Line } from '../present/line.js';
import { inAscii } from '../present/signs.js';
import { ThemeContext } from './theme.js';

/** Lines under one another; no line is wider than the terminal, for they are made to fit. */
export function Lines({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <Box flexDirection="column">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen is its place
        <Row key={at} line={line} />
      ))}
    </Box>
  );
}

const Row = memo(
  function Row({ line }: { readonly line: Line }) {
    const theme = useContext(ThemeContext);
    const pieces = theme.ascii ? inAscii(line) : line;
    return (
      <Box height={1} flexShrink={0}>
        <Text wrap="truncate">
          {pieces.map(({ text, role }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece of a row is its place
            <Text key={at} {...(role === undefined ? {} : theme[role])}>
              {text}
            </Text>
          ))}
        </Text>
      </Box>
    );
  },
  // most rows are what they were a second ago: they need no work
  ({ line: before }, { line }) =>
    before.length === line.length && before.every(({ text, role }, at) => text === line[at]!.text && role === line[at]!.role),
);
