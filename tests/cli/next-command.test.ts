// The next command that a message names: it carries the profile where a flag named one.
import { expect, test } from 'vitest';
import { confirmNames } from '../support/confirmed.js';
import { answer, reset, type Script, scripted } from '../support/scripted-server.js';
import { person } from '../support/tuk.js';

const transfer = 'points transfer --to dara --amount 5 --new-recipient --yes';

async function box(post: Script) {
  const server = await scripted((socket, asked) =>
    (asked.method === 'POST' ? post : answer(200, '{"id":"o1","title":"One","feeAmount":"0.5","amount":"100"}'))(socket, asked),
  );
  const one = person();
  await one.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmNames(one.home, 'box');
  for (const call of ['musubi.create-order', 'sale.create-order', 'sale.pay-order', 'user.transfer-points'])
    await one.run(`profile set box name.${call} confirmed`);
  await one.run('login --tokens-stdin -p box', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  return { ...one, posts: () => server.requests.filter(({ method }) => method !== 'GET').length };
}

test('the next command names the profile only where a flag named it', async () => {
  const one = await box(answer(200, '{"id":"o1"}'));
  const named = await one.run('assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes -p box');
  expect(named.stderr).toContain('Next: tuk assets payment create --order o1 --method CRYPTO -p box\n');
  const bought = await one.run('store buy p --quantity 1 --currency MVP --yes -p box');
  expect(bought.stderr).toContain('Next: tuk store order wait o1 -p box\n');
  const inEnvironment = await one.run('assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes', {
    env: { TUK_PROFILE: 'box' },
  });
  expect(inEnvironment.stderr).toMatch(/Next: tuk assets payment create --order o1 --method CRYPTO\n/);
});

test('the recovery command of an unknown outcome names the profile, each hint on its own line', async () => {
  const one = await box(reset);
  const ran = await one.run(`${transfer} -p box`);
  expect(ran.code).toBe(10);
  expect(ran.stderr).toMatch(
    / Check its outcome before you repeat it: tuk ops show op-\d{4}-0001 -p box\n {2}Command that reads the outcome: tuk points history -p box\n/,
  );
  const asJson = await one.run('store order pay o1 --yes --error-format json', { env: { TUK_PROFILE: 'box' } });
  expect(JSON.parse(asJson.stderr.trim().split('\n').at(-1)!).error).toMatchObject({ exitCode: 10, look: 'tuk store order wait o1' });
  const paid = await one.run('store order pay o1 --yes -p box');
  expect(paid.stderr).toMatch(/tuk ops show op-\d{4}-0003 -p box\n {2}Command that reads the outcome: tuk store order wait o1 -p box\n/);
  const again = [await one.run(`${transfer} -p box --client-ref a`), await one.run(`${transfer} -p box --client-ref a`)];
  for (const { code, stderr } of again)
    expect([code, stderr.includes('Command that reads the outcome: tuk points history -p box\n')]).toEqual([10, true]);
  expect(one.posts()).toBe(4);
});
