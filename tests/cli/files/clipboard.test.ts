// Copying by the tools of the system: which fit an environment, and that only a tool that took the text counts.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { copyText } from '../../../src/cli/files/clipboard.js';
import { clipboardsOf } from '../../../src/services/platform/programs.js';
import { afterFile } from '../../support/cleanup.js';

test('the tools fit the system; over ssh, and without a display, there is none', () => {
  const on = (env: object, platform: NodeJS.Platform = 'linux') => clipboardsOf({ PATH: '/bin', ...env }, platform);
  expect(on({}, 'darwin')).toEqual(['pbcopy']);
  expect(on({ WAYLAND_DISPLAY: 'wayland-0', DISPLAY: ':0' })[0]).toBe('wl-copy');
  expect(on({ DISPLAY: ':0' })).toHaveLength(2);
  for (const env of [{}, { DISPLAY: ':0', SSH_CONNECTION: 'x' }, { DISPLAY: ':0', PATH: '' }])
    expect(on(env)).toEqual([]);
});

test.skipIf(process.platform === 'win32')(
  'a tool that took the text has copied it; one that fails or is missing has not',
  async () => {
    const cwd = mkdtempSync(path.join(tmpdir(), 'tuk-copy-'));
    afterFile(() => rmSync(cwd, { recursive: true, force: true }));
    const env = { PATH: `${cwd}:${process.env.PATH}`, DISPLAY: ':0' };
    const tool = (name: string, script: string) => {
      writeFileSync(path.join(cwd, name), `#!/bin/sh\n${script}\n`);
      chmodSync(path.join(cwd, name), 0o755);
    };
    expect(await copyText('abc', { env: { ...env, PATH: cwd }, cwd })).toBe(false);
    tool('xclip', 'exit 1');
    tool('xsel', 'exit 1');
    expect(await copyText('abc', { env, cwd })).toBe(false);
    tool('xsel', 'cat > taken');
    expect(await copyText('a\u202eb$(c)', { env, cwd })).toBe(true);
    expect(readFileSync(path.join(cwd, 'taken'), 'utf8')).toBe('a\u202eb$(c)');
  },
);
