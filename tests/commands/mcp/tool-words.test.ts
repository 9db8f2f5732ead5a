// Messages and hints of commands are in the words of tools: no option, no command line.
import { expect, test } from 'vitest';
import { inToolWords } from '../../../src/commands/mcp/tool-words.js';

const tools = new Set(['wallet_list', 'store_order_show']);

test.each([
  ['See the wallets: tuk wallet list -p sandbox', 'See the wallets: the tool wallet_list'],
  ['See it: tuk store order show 2. Then pay.', 'See it: the tool store_order_show 2. Then pay.'],
  ['Rename it: tuk profile set sandbox names.bep20-swap.x=y', 'Rename it: a person does this at a terminal'],
  ['Sign in: `tuk login web3`; then try again', 'Sign in: a person does this at a terminal; then try again'],
  ['No list of tuk has the word.', 'No list of tuk has the word.'],
  ['The --jq expression cannot be used.', 'The argument jq expression cannot be used.'],
  ['Write it with --at-most 5.', 'Write it with the argument atMost 5.'],
  ['On a terminal, without --yes, tuk prompts for the answers. Give --field.', 'Give the argument field.'],
  [
    'Nothing was sent. Add --new-recipient.',
    'Nothing was sent. A person has to confirm it, and this client cannot ask one.',
  ],
])('%s', (text, said) => {
  expect(inToolWords(text, tools)).toBe(said);
});
