// One line that is typed, shown or hidden.
import { Box, type Key, Text, useInput } from 'ink';
import { useContext, useState } from 'react';
import { hiddenAnswer } from '../format/answer.js';
import type { LineOptions } from '../format/dialogue.js';
import { escapeControls } from '../format/visible.js';
import { Question } from './question.js';
import { ThemeContext } from './theme.js';

interface Props extends LineOptions {
  readonly question: string;
  onAnswer(line: string): void;
  onLeave(): void;
}
/** What is typed, before and after the cursor. */
interface Typed {
  readonly before: string;
  readonly after: string;
}

/** A question and what is typed behind it; a hint below. */
export function Line({ question, hidden = false, hint, onAnswer, onLeave }: Props) {
  const [typed, type] = useState<Typed>({ before: '', after: '' });
  const { muted } = useContext(ThemeContext);
  const empty = typed.before + typed.after === '';
  useInput((input, key) => {
    if (key.escape || (key.ctrl && (input === 'c' || (input === 'd' && empty)))) onLeave();
    else if (key.return) onAnswer(typed.before + typed.after);
    else type(edited(typed, input, key));
  });
  return (
    <Box flexDirection="column">
      <Question text={question}>{hidden ? <Caret before={empty ? '' : hiddenAnswer} after="" /> : <Caret {...typed} />}</Question>
      {hint === undefined ? null : <Text {...muted}>{`  ${escapeControls(hint)}`}</Text>}
    </Box>
  );
}

/** A text with the character under the cursor reversed. */
function Caret({ before, after }: Typed) {
  const under = first(after);
  return (
    <>
      {escapeControls(before)}
      <Text inverse>{under === '' ? ' ' : escapeControls(under)}</Text>
      {escapeControls(after.slice(under.length))}
    </>
  );
}

/** The line after a key. Many terminals send for backspace what others send for delete, so both take the sign before the cursor. */
function edited({ before, after }: Typed, input: string, key: Key): Typed {
  if (key.backspace || key.delete) return { before: withoutLast(before), after };
  if (key.leftArrow) return { before: withoutLast(before), after: last(before) + after };
  if (key.rightArrow) return { before: before + first(after), after: after.slice(first(after).length) };
  if (key.home || (key.ctrl && input === 'a')) return { before: '', after: before + after };
  if (key.end || (key.ctrl && input === 'e')) return { before: before + after, after: '' };
  if (key.ctrl && input === 'u') return { before: '', after };
  if (key.ctrl || key.meta) return { before, after };
  return { before: before + input.replace(/\p{Cc}/gu, ''), after };
}

// Signs as a reader takes them: an emoji of several code points is one. The tail is long enough for any, and a pasted line is longer.
const signs = new Intl.Segmenter();
const first = (text: string): string => signs.segment(text).containing(0)?.segment ?? '';
const last = (text: string): string => [...signs.segment(text.slice(-64))].at(-1)?.segment ?? '';
const withoutLast = (text: string): string => text.slice(0, text.length - last(text).length);
