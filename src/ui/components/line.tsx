// A line to type, shown or hidden.
import { Box, type Key, Text, useInput } from 'ink';
import { useContext, useState } from 'react';
import { hiddenInput, type LineOptions } from '../../text/dialogue.js';
import { escapeControls } from '../../text/visible.js';
import { edited, emptyField, type Field, firstSign, typed } from '../state/core/field.js';
import { Question } from './question.js';
import { ThemeContext } from './theme.js';

interface Props extends LineOptions {
  readonly question: string;
  onReply(line: string): void;
  onLeave(): void;
}
/** A question with the typed line behind it; a hint below. */
export function Line({ question, hidden = false, hint, onReply, onLeave }: Props) {
  const [field, type] = useState(emptyField);
  const { muted } = useContext(ThemeContext);
  const empty = typed(field) === '';
  useInput((input, key) => {
    if (key.escape || (key.ctrl && (input === 'c' || (input === 'd' && empty)))) onLeave();
    else if (key.return) onReply(typed(field));
    else type(afterKey(field, input, key));
  });
  return (
    <Box flexDirection="column">
      <Question text={question}>
        {hidden ? <Caret before={empty ? '' : hiddenInput} after="" /> : <Caret {...field} />}
      </Question>
      {hint === undefined ? null : <Text {...muted}>{`  ${escapeControls(hint)}`}</Text>}
    </Box>
  );
}

/** A text with the character under the cursor reversed. */
function Caret({ before, after }: Field) {
  const under = firstSign(after);
  return (
    <>
      {escapeControls(before)}
      <Text inverse>{under === '' ? ' ' : escapeControls(under)}</Text>
      {escapeControls(after.slice(under.length))}
    </>
  );
}

/**
 * The name of a key as a text field has it. Many terminals send delete for backspace, so both delete before the
 * cursor.
 */
function keyName(input: string, key: Key): string {
  if (key.backspace || key.delete) return 'backspace';
  if (key.leftArrow) return 'left';
  if (key.rightArrow) return 'right';
  if (key.home) return 'home';
  if (key.end) return 'end';
  return key.ctrl ? `ctrl-${input}` : '';
}
/** The line after a key: an editing key, or typed and pasted text without control characters. */
function afterKey(field: Field, input: string, key: Key): Field {
  const name = keyName(input, key);
  if (name !== '' || key.meta) return edited(field, name);
  return { ...field, before: field.before + input.replace(/\p{Cc}/gu, '') };
}
