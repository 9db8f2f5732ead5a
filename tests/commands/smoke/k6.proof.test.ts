// The load script of `tuk smoke --export k6` against a served sandbox: by k6 if it is installed, else by stand-ins for its modules.
import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { runK6 } from '../../support/k6.js';
import { servedSandbox } from '../../support/processes.js';
import { newHome, newUser } from '../../support/tuk.js';

const hasK6 = spawnSync('k6', ['version']).status === 0;

test(`every response of a served sandbox passes (${hasK6 ? 'k6' : 'k6 is not installed: stand-ins'})`, async () => {
  const { ready } = await servedSandbox(newHome());
  const user = newUser(newHome('empty'));
  for (const line of [`profile add served --base ${ready.url}/{service}`, 'profile use served', 'login --as mina'])
    expect((await user.run(line)).code).toBe(exit.ok);
  const { code, stdout } = await user.run('smoke --auth available --export k6');
  expect(code).toBe(exit.ok);
  const sessions = readdirSync(user.home, { recursive: true, encoding: 'utf8' }).filter((name) => /session/.test(name));
  const texts = sessions
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(path.join(user.home, name), 'utf8'));
  const [, token] = /"accessToken":\s*"([^"]+)"/.exec(texts.join())!;
  const env = { TUK_TOKEN: token!, TUK_BASIC_USER: 'u', TUK_BASIC_PASSWORD: 'p' };
  if (hasK6) {
    const file = path.join(user.home, 'smoke.js');
    writeFileSync(file, stdout);
    const variables = Object.entries({ ...env, DURATION: '2s' }).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    await promisify(execFile)('k6', ['run', '--quiet', ...variables, file]); // throws if a check fails: it is a threshold
    return;
  }
  const { sent, failed } = await runK6(stdout, env, async ({ method, url, headers }) => {
    const response = await fetch(url, { method, headers });
    return { status: response.status, body: await response.text() };
  });
  expect(failed).toEqual([]);
  expect(sent.length).toBeGreaterThan(40);
});
