// The path and the query of a node's or a signer's address may hold an access key: no output has it.
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { respond } from '../../support/scripted-server.js';
import { stubUser } from '../../support/users.js';

const key = 'kEy9d41f00dSECRET77aa';
const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

test.each([
  ['its path', `/v3/${key}`],
  ['its query', `/?apikey=${key}`],
  ['a short path', '/k3y'],
  ['user and password', `/v3/${key}`, 'user:pa55word@'],
])('a key in %s is in no output', async (_, place, userinfo = '') => {
  const { run, server } = await stubUser(respond(500, `{"error":"no ${place.length < 8 ? '' : place}"}`));
  await run('profile set box chain.BSC 97');
  const url = server.url.replace('//', `//${userinfo}`) + place;
  const set = await run(['profile', 'set', 'box', 'rpc.BSC', url]);
  const secrets = [key, 'k3y', 'pa55word'];
  let all = set.stderr + set.stdout;
  for (const more of ['', '-v', '-vv', '--json', '--dry-run', '--print-curl', '-v --json']) {
    const { stdout, stderr } = await run(`wallet balance ${wallet} --network BSC --from node ${more}`);
    all += stdout + stderr;
  }
  const { stdout, stderr } = await run('profile show');
  all += stdout + stderr;
  if (set.code === exit.ok) expect(all).toMatch(/POST http:\/\/127\.0\.0\.1:\d+ 500/);
  for (const secret of secrets) expect(all).not.toContain(secret);
});

test('the key in the address of a signer is in no output', async () => {
  const { run, server } = await stubUser(respond(500, '{}'));
  const all = [
    await run(['profile', 'set', 'box', 'signer.BSC', `${server.url}/${key}`]),
    await run('profile show'),
    await run('doctor -v'),
  ];
  for (const { stdout, stderr } of all) expect(stdout + stderr).not.toContain(key);
});
