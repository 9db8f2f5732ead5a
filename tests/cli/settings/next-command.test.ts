// The next command in a message names the profile if a flag named it.
import { expect, test } from 'vitest';
import { hintFor } from '../../../src/cli/settings/next-command.js';
import { ends, exit } from '../../support/exit.js';
import { reset, respondJson, type Script } from '../../support/scripted-server.js';
import { stubUser } from '../../support/users.js';

const transfer = 'points transfer --to dara --amount 5 --new-recipient --yes';

const setup = (post: Script) =>
  stubUser(
    (socket, request) =>
      (request.method === 'POST' ? post : respondJson({ title: 'One', feeAmount: '0.5', amount: '100' }))(
        socket,
        request,
      ),
    { history: 'none' },
  );

test('the next command names the profile only where a flag named it', async () => {
  const user = await setup(respondJson({ id: 'o1', totalPrice: '100', currencyId: 'MVP' }));
  const named = await user.run('assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes -p box');
  expect(named.stderr).toContain('Next: tuk assets payment create o1 --method CRYPTO -p box\n');
  const buy = 'store buy p --quantity 1 --currency MVP --yes -p box';
  const bought = await user.run([...buy.split(' '), '--at-most', '100 MVP']);
  expect(bought.stderr).toContain('Next: tuk wait order:o1 -p box\n');
  const inEnvironment = await user.run('assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes', {
    env: { TUK_PROFILE: 'box' },
  });
  expect(inEnvironment.stderr).toMatch(/Next: tuk assets payment create o1 --method CRYPTO\n/);
});

test('the recovery command of an unknown outcome names the profile, each hint on its own line', async () => {
  const user = await setup(reset);
  const result = await user.run(`${transfer} -p box`);
  expect(result.code).toBe(exit.unknown);
  expect(result.stderr).toMatch(
    / Check its outcome before you repeat it: tuk ops show op-\d{4}-0001 -p box\n {2}Command that reads the outcome: tuk points history -p box\n/,
  );
  const asJson = await user.run('store order pay o1 --yes --json', { env: { TUK_PROFILE: 'box' } });
  expect(JSON.parse(asJson.stderr.trim().split('\n').at(-1)!).error).toMatchObject({
    ...{ exitCode: exit.unknown, operation: expect.stringMatching(/^op-\d{4}-0002$/), look: 'tuk wait order:o1' },
  });
  const paid = await user.run('store order pay o2 --yes -p box');
  expect(paid.stderr).toMatch(
    /tuk ops show op-\d{4}-0003 -p box\n {2}Command that reads the outcome: tuk wait order:o2 -p box\n/,
  );
  const other = transfer.replace('dara', 'lan'); // the outcome of the one to dara is not known
  const second = [await user.run(`${other} -p box --client-ref a`), await user.run(`${other} -p box --client-ref a`)];
  const look = 'Command that reads the outcome: tuk points history -p box\n';
  for (const one of second) expect(one).toMatchObject(ends(exit.unknown, look));
  const third = await user.run(`${other} -p box --client-ref a --json`);
  const fields = {
    ...{ operation: expect.stringMatching(/^op-\d{4}-0004$/), clientRef: 'a', look: 'tuk points history -p box' },
  };
  expect(JSON.parse(third.stderr.trim().split('\n').at(-1)!).error).toMatchObject(fields);
  expect(user.sent()).toHaveLength(4);
});

test.each<[hint: string, completed: string]>([
  ['Sign in: tuk login', 'Sign in: tuk login -p box'],
  ['See yours: tuk wallet list', 'See yours: tuk wallet list -p box'],
  ['See it: tuk ops show op-1 -p other', 'See it: tuk ops show op-1 -p other'],
  [
    'A pending transaction is replaced by name: tuk wallet tx speed-up, tuk wallet tx cancel',
    'A pending transaction is replaced by name: tuk -p box wallet tx speed-up, tuk -p box wallet tx cancel',
  ],
  [
    'Sign in: tuk login. Without those calls: --auth public',
    'Sign in: tuk -p box login. Without those calls: --auth public',
  ],
  ['Name it: tuk profile set NAME service.user URL', 'Name it: tuk profile set box service.user URL'],
  ['check the base address: tuk profile show', 'check the base address: tuk profile show -p box'],
  ['See tuk wallet send --help', 'See tuk wallet send --help'],
  ['Add one: tuk profile add', 'Add one: tuk profile add'],
  ['Run it again: tuk never signs twice', 'Run it again: tuk never signs twice'],
  ['Put it after --: tuk find -- -x1', 'Put it after --: tuk -p box find -- -x1'],
  ['Run it again.', 'Run it again.'],
])('the hint %j acts in the profile of the run', (hint, completed) => {
  expect(hintFor(hint, 'box')).toBe(completed);
  expect(hintFor(hint, undefined)).toBe(hint);
});

test.each([
  [undefined, undefined, 'NAME'],
  [undefined, 'sandbox', 'NAME'],
  ['sandbox', 'sandbox', 'NAME'],
  [undefined, 'box', 'box'],
])('a setting is of the profile in use, and of none in the sandbox: -p %s, %s', (typed, inUse, name) => {
  expect(hintFor('Name it: tuk profile set NAME map FILE', typed, inUse)).toBe(
    `Name it: tuk profile set ${name} map FILE`,
  );
});

test('a hint of a failure, a log line and an empty list name the profile', async () => {
  const user = await setup(respondJson([]));
  await user.run(['profile', 'add', 'away', '--base', 'http://127.0.0.1:1/{service}']);
  expect(await user.run('points balance -p away')).toMatchObject(ends(exit.signIn, 'Sign in: tuk login -p away\n'));
  const asJson = await user.run('points balance -p away --json');
  expect(JSON.parse(asJson.stderr).error.hint).toBe('Sign in: tuk login -p away');
  const empty = await user.table('wallet key list -p away');
  expect(empty.stderr).toMatch(/tuk wallet key new NAME -p away/);
});
