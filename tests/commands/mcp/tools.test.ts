// Messages and hints of commands are in the words of tools: an option is an argument, a confirmation is a person's.
import { expect, test } from 'vitest';
import { inToolWords } from '../../../src/commands/mcp/tools.js';

test.each([
  ['The --jq expression cannot be used.', 'The argument jq expression cannot be used.'],
  ['Write it with --at-most 5.', 'Write it with the argument atMost 5.'],
  [
    'Nothing was sent. Add --new-recipient.',
    'Nothing was sent. A person has to confirm it, and this client cannot ask one.',
  ],
])('%s', (text, said) => {
  expect(inToolWords(text)).toBe(said);
});
