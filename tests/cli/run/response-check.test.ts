// --check on everyday commands: each response of a run is compared with its public shape.
import { expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { respond, respondByPath, respondJson } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

test('a response that does not fit its shape is exit 1, for everyday commands as for tuk api', async () => {
  const { run } = await stubUser(respondJson([{ foo: 1 }]));
  for (const line of ['api user list-wallets-v2', 'wallet list', 'wallet list -o table', 'wallet list -q'])
    expect(await run(`${line} --check`), line).toMatchObject(
      ends(exit.failed, '✗ The response of user list-wallets-v2 does not fit its shape.'),
    );
});

test('responses that fit are exit 0 and named; one without a public shape is named as well', async () => {
  const mina = await signedIn('mina');
  expect(await mina.run('wallet list --check')).toMatchObject(
    ends(exit.ok, '✓ The response of user list-wallets-v2 fits its shape.'),
  );
  expect(await mina.run('assets offerings --check')).toMatchObject(
    ends(exit.ok, '○ The response of musubi list-offerings has no public shape'),
  );
});

test('a change is checked as well, and a failure keeps its exit code', async () => {
  const { run } = await stubUser(respondByPath({ '/users/current': { id: 1 } }));
  const { code, stderr } = await run('whoami --check');
  expect([code === exit.ok, stderr.includes('user get-current does not fit')]).toEqual([false, true]);
  const { run: missing } = await stubUser(respond(404, '{"message":"no such order"}'));
  expect((await missing('store order show 1 --check')).code).toBe(exit.notFound);
});

test.each([
  'points transfer --to dara --amount 0.01 --new-recipient --yes',
  'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes',
  'wallet withdraw create --help',
  'doctor',
])('%s --check runs as without --check', async (line) => {
  const mina = await signedIn('mina');
  const { code, stderr } = await mina.run(`${line} --check`);
  expect([code, /[✓○] .*(shape|checked|received)|^$/m.test(stderr)]).toEqual([exit.ok, true]);
});

test.each([
  ['ops list', 'states no calls of its own'],
  ['profile list', 'states no calls of its own'],
  ['wallet list --dry-run', 'sends nothing'],
  ['wallet list -p sandbox,other', 'one profile'],
])('%s --check is refused', async (line, why) => {
  const mina = await signedIn('mina');
  expect(await mina.run(`${line} --check`)).toMatchObject(ends(exit.usage, why, ''));
});
