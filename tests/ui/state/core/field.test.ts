// A text field: every character is text, and the editing keys work on whole characters.
import { expect, test } from 'vitest';
import { edited, emptyField, typed } from '../../../../src/ui/state/core/field.js';

test('a text field: every character is text, an emoji is one character', () => {
  const keys = ['M', 'i', 'space', '👍', 'left', 'q', 'home', ':', 'end', 'backspace', 'ctrl-c', 'enter', 'tab'];
  expect(typed(keys.reduce(edited, emptyField))).toBe(':Mi q');
  expect(edited({ before: 'abc', after: 'd' }, 'ctrl-u')).toEqual({ before: '', after: 'd' });
  expect(edited({ before: 'a', after: '👩‍👩‍👧d' }, 'delete')).toEqual({ before: 'a', after: 'd' });
});
