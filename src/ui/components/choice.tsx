// A choice from a list, with the arrows, j and k, a number, and enter.
import { Box, Text, useInput } from 'ink';
import SelectInput from 'ink-select-input';
import { useContext, useState } from 'react';
import type { Option } from '../../text/dialogue.js';
import { fit as cutEnd, width } from '../../text/text.js';
import { escapeControls } from '../../text/visible.js';
import { Question } from './question.js';
import { ThemeContext } from './theme.js';

interface Props {
  readonly question: string;
  readonly choices: readonly Option[];
  /** The size of the terminal: a high list becomes a window that moves, a wide row is cut. */
  readonly rows: number;
  readonly columns: number;
  onReply(key: string): void;
  onLeave(): void;
}

/** More rows are no easier to choose from, and would scroll away in a smaller window. */
const mostRows = 12;
const chrome = 4; // the question, the footer, the line of the cursor, and a line above

/** A question above a list. Numbers choose only if every choice has a number of one key. */
export function Choice({ question, choices, rows, columns, onReply, onLeave }: Props) {
  const [marked, mark] = useState(0);
  useInput((input, key) => {
    if (key.escape || (key.ctrl && (input === 'c' || input === 'd'))) onLeave();
  });
  const limit = Math.max(1, Math.min(mostRows, rows - chrome));
  const numbered = choices.length <= Math.min(9, limit);
  const items = itemsOf(choices, numbered, columns - sign - 1);
  return (
    <Box flexDirection="column">
      <Question text={question} />
      <SelectInput
        key={limit} // in a window of another height the list starts anew, at the row that was marked
        items={items}
        initialIndex={marked}
        limit={limit}
        indicatorComponent={Sign}
        itemComponent={Row}
        onHighlight={({ value }) => mark(value)}
        onSelect={({ value }) => {
          if (numbered || value === marked) onReply(choices[value]!.key);
        }}
      />
      <PromptKeys keys={keys} note={choices.length > limit ? `${marked + 1} of ${choices.length}` : undefined} />
    </Box>
  );
}

const keys = { 'j k': 'move', enter: 'choose', esc: 'leave' };

const sign = 2;

/**
 * The rows: numbers if they choose, the explanations aligned, all cut to the width (Ink cuts within wide characters).
 */
function itemsOf(choices: readonly Option[], numbered: boolean, columns: number) {
  const labels = choices.map(({ label }, at) =>
    cutEnd((numbered ? `${at + 1} ` : '') + escapeControls(label), columns),
  );
  const widest = labels.reduce((most, label) => Math.max(most, width(label)), 0);
  return choices.map(({ is }, at) => {
    const label = labels[at]!;
    const explained =
      is === undefined
        ? ''
        : cutEnd(`${' '.repeat(widest - width(label))}  ${escapeControls(is)}`, columns - width(label));
    return { value: at, label, is: explained };
  });
}

function Sign({ isSelected }: { readonly isSelected?: boolean }) {
  const { accent, marked } = useContext(ThemeContext);
  return (
    <Box flexShrink={0}>
      <Text {...accent}>{isSelected ? `${marked} ` : '  '}</Text>
    </Box>
  );
}

function Row({
  isSelected,
  label,
  is,
}: {
  readonly isSelected?: boolean;
  readonly label: string;
  readonly is?: string;
}) {
  const { muted, select } = useContext(ThemeContext);
  return (
    <Text>
      <Text {...(isSelected ? select : undefined)}>{label}</Text>
      <Text {...muted}>{is}</Text>
    </Text>
  );
}

/** `enter choose  esc leave  3 of 200` */
function PromptKeys({ keys, note }: { readonly keys: Readonly<Record<string, string>>; readonly note?: string }) {
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
