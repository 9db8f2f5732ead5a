// The configuration holds base addresses and limits: it is checked as the session file is (owner, link, mode).
import { chmodSync, chownSync, readFileSync, renameSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
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

test('doctor names the mode and leaves it', async () => {
  const { run, file } = await setup();
  chmodSync(file, 0o666);
  expect((await run('doctor --service clutch -o ndjson')).stdout).toContain(`${file} is accessible to others (666)`);
  expect(modeOf(file)).toBe(0o666);
});

test('a symbolic link is exit 9, is not written through, and doctor names it', async () => {
  const { run, file } = await setup();
  const target = `${file}.elsewhere`;
  renameSync(file, target);
  symlinkSync(target, file);
  const before = readFileSync(target, 'utf8');
  for (const line of ['whoami', 'profile list', 'profile set x timeout 3s', 'profile use x']) {
    const { code, stderr } = await run(line);
    expect([line, code, stderr]).toEqual([line, exit.local, expect.stringContaining('is a symbolic link')]);
  }
  expect(readFileSync(target, 'utf8')).toBe(before);
  const doctor = await run('doctor --service clutch -o ndjson');
  expect([doctor.code, doctor.stdout]).toEqual([
    exit.local,
    expect.stringMatching(/configuration.*is a symbolic link/),
  ]);
});

test.skipIf(process.getuid?.() !== 0)('a file of another user is exit 9', async () => {
  const { run, file } = await setup();
  chownSync(file, 4242, 4242);
  expect(await run('whoami')).toMatchObject({
    code: exit.local,
    stderr: expect.stringContaining('belongs to another user (4242)'),
  });
});
