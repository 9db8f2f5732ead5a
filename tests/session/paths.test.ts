// The folders of the program's files: an absolute TUK_HOME, else the home folder and the XDG folders, of which relative
// ones are ignored.
import path from 'node:path';
import { expect, test } from 'vitest';
import { paths } from '../../src/session/paths.js';
import { ends, exit } from '../support/exit.js';
import { newUser } from '../support/tuk.js';

const home = path.resolve('/home/mina');
const configOf = (env: Record<string, string>, own = home) => paths({ env, home: own }, 'linux').config;

test.each([
  ['TUK_HOME', { TUK_HOME: path.resolve('/t') }, path.resolve('/t/config.json')],
  ['XDG_CONFIG_HOME', { XDG_CONFIG_HOME: path.resolve('/x') }, path.resolve('/x/tuk/config.json')],
  ['a relative XDG_CONFIG_HOME', { XDG_CONFIG_HOME: 'x' }, path.join(home, '.config/tuk/config.json')],
  ['nothing', {}, path.join(home, '.config/tuk/config.json')],
])('with %s', (_, env, config) => expect(configOf(env)).toBe(config));

test('a relative XDG_STATE_HOME is ignored', () => {
  expect(paths({ env: { XDG_STATE_HOME: '../x' }, home }, 'linux').ledger).toBe(
    path.join(home, '.local/state/tuk/ledger.db'),
  );
});

test.each(['', 'rel', './rel', '~'])(
  'a home folder %j is exit 9 in one sentence for what uses kept files; what needs none runs',
  async (own) => {
    expect(() => configOf({}, own)).toThrow('must be an absolute path');
    const { run } = newUser();
    const env = { TUK_HOME: own === '' ? 'relative' : own };
    for (const line of [
      'whoami',
      'login',
      'profile list',
      'profile use sandbox',
      'ops list',
      'wallet price MVL -p live',
      'points balance',
    ])
      expect(await run(line, { env })).toMatchObject(
        ends(exit.local, /^✗ HOME or TUK_HOME .*\n {2}Set TUK_HOME .*\n$/, ''),
      );
    for (const line of ['completion bash', 'explain 10', 'api openapi', 'api list', '--help', 'help exit-codes'])
      expect(await run(line, { env }), line).toMatchObject({ code: exit.ok, stderr: '' });
  },
);

test('a home folder that cannot be one has a remedy', async () => {
  const { run } = newUser();
  const env = { TUK_HOME: '/dev/null/x' };
  for (const line of ['whoami', 'alias list', 'profile list', 'ops list'])
    expect(await run(line, { env })).toMatchObject(
      ends(exit.local, /^✗ Cannot read .*\n {2}Set TUK_HOME to a folder .*\n$/),
    );
  expect(await run('explain 10', { env })).toMatchObject({ code: exit.ok, stderr: '' });
});

test.runIf(process.platform === 'linux')('what cannot be asked without a state folder is no absence', async () => {
  const { run, home: config } = newUser();
  const env = { TUK_HOME: undefined, XDG_CONFIG_HOME: config, XDG_STATE_HOME: '/proc' };
  expect(await run('find mina', { env })).toMatchObject(
    ends(exit.local, 'No call has answered: The sandbox cannot use its state file'),
  );
});
