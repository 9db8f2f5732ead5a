// --fields help lists the fields of a read's response, and is refused on a change before anything is sent.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { signedIn } from '../support/users.js';

test('--fields help on a change is refused before anything changes; on a read it lists the fields', async () => {
  const { run, json } = await signedIn();
  const state = async () => [await json('points balance --jq .amount'), await json('wallet list --jq length')];
  const before = await state();
  const lines = [
    'points transfer --to dara --amount 5 --new-recipient --yes',
    'wallet remove 5 --yes',
    'store buy 1 --quantity 1 --currency MVP --yes',
    'api user transfer-points -f receiverId=dara -f amount=5 --new-recipient --yes',
  ];
  for (const line of lines) {
    const result = await run(`${line} --fields help`);
    expect([line, result.code, result.stdout]).toEqual([line, exit.usage, '']);
    expect(result.stderr).toMatch(
      /--fields help lists the fields of a response, and this (changes something|moves value|cannot be undone)\.$/m,
    );
  }
  expect(await state()).toEqual(before);
  expect((await run('points balance --fields help')).stdout).toContain('amount');
});
