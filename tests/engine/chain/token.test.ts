// Stated decimals must equal the decimals of the coin, too.
import { expect, test } from 'vitest';
import { chainProfile, friend } from '../../support/chain.js';
import { ends, exit } from '../../support/exit.js';

const coin = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
test('--decimals with the coin, by any of its names: 18 are right, other ones are a usage error', async () => {
  const { run } = await chainProfile();
  const plan = (token: string, decimals: string) =>
    run(
      `wallet send --network BSC --token ${token} --to ${friend} --amount 0.01 --key-file phrase.txt --new-recipient --dry-run --decimals ${decimals}`,
    );
  for (const token of ['BNB', 'bnb', coin])
    for (const decimals of ['6', '0', '77'])
      expect(await plan(token, decimals)).toMatchObject(
        ends(exit.usage, `--decimals is ${decimals}, and BNB has 18`, ''),
      );
  expect(await plan('BNB', '18')).toMatchObject({ code: exit.ok, stdout: expect.stringContaining('"decimals":18') });
});
