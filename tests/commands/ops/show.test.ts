// `tuk ops show`, `check` and `list`: the state of an operation in a table, whatever its outcome.
import { expect, test } from 'vitest';
import { userOf } from '../../support/operations.js';
import { reset, respond } from '../../support/scripted-server.js';
import { signedIn } from '../../support/users.js';

const transfer = 'points transfer --to dara --amount 1 --new-recipient --yes -q';

/** A user of the sandbox with operations at different ends. */
async function ofSandbox() {
  const user = await signedIn('mina');
  await user.run(transfer);
  await user.run(
    'wallet withdraw create --currency MVL --amount 25 --to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes -q',
  );
  await user.run('store buy 1 --yes -q');
  return user;
}
/** A user whose transfers end in this way. */
async function ofService(answer: Parameters<typeof userOf>[0]) {
  const user = await userOf(answer, {});
  await user.run(transfer);
  return user;
}

test.each([
  ['the sandbox', ofSandbox],
  ['an unknown outcome', () => ofService(reset)],
  ['a response that names nothing', () => ofService(respond(201, '{}'))],
  ['a refusal', () => ofService(respond(422, '{"code":"NO","message":"no"}'))],
])('%s: each table shows the state with its sign, and to a screen reader in words', async (_, setup) => {
  const user = await setup();
  const { stdout } = await user.run('ops list -o name');
  const ids = stdout.trim().split('\n');
  expect(ids[0]).toMatch(/^op-/);
  for (const line of ['ops list', 'ops check', ...ids.flatMap((id) => [`ops show ${id}`, `ops check ${id}`])])
    for (const env of [{ NO_COLOR: '1' }, { ACCESSIBLE: '1' } as Record<string, string>]) {
      const shown = (await user.run(line, { terminal: true, env })).stdout;
      expect([line, shown.match(/undefined|NaN|\[object /)]).toEqual([line, null]);
      const sign = line.includes('show') && !('ACCESSIBLE' in env) ? /State +[^\w\s] \w/ : /(?:)/;
      expect(shown).toMatch(sign);
    }
});
