// Stated decimals must equal the decimals of the coin, too.
import { beforeAll, describe, expect, test } from 'vitest';
import { chainProfile, friend } from '../../support/chain.js';
import { ends, exit } from '../../support/exit.js';

describe('--decimals with the coin', () => {
  let bench: Awaited<ReturnType<typeof chainProfile>>;
  const plan = (token: string, decimals: string) =>
    bench.run(
      `wallet send --network BSC --token ${token} --to ${friend} --amount 0.01 --key-file phrase.txt --new-recipient --dry-run --decimals ${decimals}`,
    );
  beforeAll(async () => {
    bench = await chainProfile();
  });

  test.each(['BNB', 'bnb', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'])(
    'other ones for %s are a usage error',
    async (token) => {
      for (const decimals of ['6', '0', '77'])
        expect(await plan(token, decimals)).toMatchObject(
          ends(exit.usage, `--decimals is ${decimals}, and BNB has 18`, ''),
        );
    },
  );

  test('18 are right', async () => {
    expect(await plan('BNB', '18')).toMatchObject({ code: exit.ok, stdout: expect.stringContaining('"decimals":18') });
  });
});
