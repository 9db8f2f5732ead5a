// --fields help lists the fields of a read's response, and is refused on a change before anything is sent.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { newUser } from '../support/tuk.js';

const transfer = 'points transfer --to dara --amount 5 --new-recipient --yes';

async function signedIn() {
  const user = newUser();
  await user.run('login');
  return user;
}

test('--fields help on a change is refused before anything changes; on a read it lists the fields', async () => {
  const user = await signedIn();
  const points = (await user.run('points balance --jq .amount')).stdout;
  const lines = [
    transfer,
    'wallet remove 5 --yes',
    'store buy 1 --quantity 1 --currency MVP --yes',
    'api user transfer-points -f receiverId=dara -f amount=5 --new-recipient --yes',
  ];
  for (const line of lines) {
    const result = await user.run(`${line} --fields help`);
    expect([line, result.code, result.stdout]).toEqual([line, exit.usage, '']);
    expect(result.stderr).toMatch(
      /--fields help lists the fields of a response, and this (changes something|moves value|cannot be undone); nothing was sent\./,
    );
  }
  expect((await user.run('points balance --jq .amount')).stdout).toBe(points);
  expect((await user.run('wallet list --jq length')).stdout).toBe((await (await signedIn()).run('wallet list --jq length')).stdout);
  expect((await user.run('points balance --fields help')).stdout).toContain('amount');
});
