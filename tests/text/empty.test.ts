// The scope in the message for an empty list stands in its first sentence.
import { expect, test } from 'vitest';
import { scopeText, withScope } from '../../src/text/empty.js';

test.each([
  ['No notifications.', 'No notifications (profile box).'],
  ['No MVL prices', 'No MVL prices (profile box)'],
  ['No missions. See all: tuk points missions list', 'No missions (profile box). See all: tuk points missions list'],
  ['None with --rate 2.5.', 'None with --rate 2.5 (profile box).'],
])('%s', (text, scoped) => {
  expect(withScope(text, 'profile box')).toBe(scoped);
  expect(withScope([text, 'See more.'], 'profile box')).toEqual([scoped, 'See more.']);
  expect(withScope(text, '')).toBe(text);
});

test('a scope has the typed values, then the profile', () => {
  expect(scopeText(['0x12'], 'box')).toBe('0x12, profile box');
  expect(scopeText([], undefined)).toBe('');
});
