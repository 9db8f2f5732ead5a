// The rows of a screen, each one text: pieces in the looks of their roles.
import { Box, Text } from 'ink';
import { memo, useContext } from 'react';
import type { Line, Span } from '../format/line.js';
import { inAscii } from '../format/signs.js';
import { type Look, type Theme, ThemeContext } from './theme.js';

const samePixels = (one: Span['pixels'], other: Span['pixels']): boolean => one?.[0] === other?.[0] && one?.[1] === other?.[1];

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

/** How a piece looks: pixels have colours of their own, everything else that of its role. */
function lookOf({ role, pixels }: Span, theme: Theme): Look {
  if (pixels && theme.depth > 0) return theme.ascii ? { backgroundColor: pixels[0] } : { color: pixels[0], backgroundColor: pixels[1] };
  return role === undefined ? {} : theme[role];
}

const Row = memo(
  function Row({ line }: { readonly line: Line }) {
    const theme = useContext(ThemeContext);
    const pieces = theme.ascii ? inAscii(line) : line;
    return (
      <Box height={1} flexShrink={0}>
        <Text wrap="truncate">
          {pieces.map((piece, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece of a row is its place
            <Text key={at} {...lookOf(piece, theme)}>
              {piece.pixels && theme.depth > 0 ? (theme.ascii ? ' ' : '▀').repeat(piece.text.length) : piece.text}
            </Text>
          ))}
        </Text>
      </Box>
    );
  },
  // most rows are what they were a second ago: they need no work
  ({ line: before }, { line }) =>
    before.length === line.length &&
    before.every(
      ({ text, role, pixels }, at) => text === line[at]!.text && role === line[at]!.role && samePixels(pixels, line[at]!.pixels),
    ),
);
