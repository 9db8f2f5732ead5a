// The configuration holds base addresses and limits: it is checked as the session file is (owner, link, mode).
import {
  chmodSync,
  chownSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { newUser } from '../support/tuk.js';

/** A user with a profile, and the file of the configuration. */
async function setup() {
  const user = newUser();
  await user.run('profile add x --base https://x.example/{service}');
  return { ...user, file: path.join(user.home, 'config.json') };
}
const modeOf = (file: string): number => statSync(file).mode & 0o777;

test.each([0o644, 0o620])('mode %d is made 600, with one message', async (mode) => {
  const { run, file } = await setup();
  chmodSync(file, mode);
  const first = await run('profile show x -o table');
  expect(modeOf(file)).toBe(0o600);
  expect(first.stderr).toContain(
    `The configuration ${file} could be read by others (${mode.toString(8)}); it is 600 now.`,
  );
  expect((await run('whoami -p x -o table')).stderr).not.toContain('others');
});

/** A configuration that is a link, as dotfiles managers make it. */
async function linked() {
  const user = await setup();
  const target = path.join(user.home, 'dotfiles/tuk.json');
  mkdirSync(path.dirname(target));
  renameSync(user.file, target);
  symlinkSync(target, user.file);
  return { ...user, target };
}

test('a symbolic link is read, and stays one when the configuration is written', async () => {
  const { run, file, target } = await linked();
  for (const line of ['profile list', 'profile set x timeout 3s', 'profile use x'])
    expect([line, (await run(line)).code]).toEqual([line, exit.ok]);
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
  expect(JSON.parse(readFileSync(target, 'utf8'))).toMatchObject({ current: 'x', profiles: { x: { timeout: '3s' } } });
  expect((await run('doctor --service clutch -o ndjson')).stdout).toMatch(/"configuration","result":"ok"/);
});

test('a link to a missing file is no missing configuration: its limits would be gone', async () => {
  const { run, file, target } = await linked();
  rmSync(target);
  for (const line of ['whoami', 'profile list', 'profile add y --base https://x.example/{service}'])
    expect(await run(line)).toMatchObject(ends(exit.local, 'is a symbolic link to a file that does not exist'));
  expect(lstatSync(file).isSymbolicLink()).toBe(true);
});

test.skipIf(process.getuid?.() !== 0)('a link of another user, or to a file of one, is exit 9', async () => {
  const { run, file, target } = await linked();
  chownSync(target, 4242, 4242);
  expect(await run('whoami')).toMatchObject(ends(exit.local, 'belongs to another user (4242)'));
  chownSync(target, 0, 0);
  lchownSync(file, 4242, 4242);
  expect(await run('whoami')).toMatchObject(ends(exit.local, 'is a symbolic link of another user (4242)'));
});

test('a byte order mark, as editors of Windows write it, is not read', async () => {
  const { run, file } = await setup();
  writeFileSync(file, `\uFEFF${readFileSync(file, 'utf8')}`);
  expect((await run('profile list -o name')).stdout).toBe('sandbox\nx\n');
  writeFileSync(path.join(path.dirname(file), '.tuk.json'), '\uFEFF{"profile":"x"}');
  expect((await run('config show --json')).stdout).toContain('"profile","value":"x"');
});
