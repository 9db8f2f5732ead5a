// `tuk help keys` says what the application's own tables say.
import { expect, test } from 'vitest';
import { keysOf } from '../../src/ui/models/app-keys.js';
import { board } from '../../src/ui/models/screens.js';
import { person } from '../support/tuk.js';

test('every key of a list stands in the page, and the front page names the topic', async () => {
  const someone = person();
  const { code, stdout, stderr } = await someone.run('help keys');
  expect([code, stderr]).toEqual([0, '']);
  for (const { keys, shown, does } of keysOf(board('', { name: '', line: '' }), { listed: true, lies: false })) {
    const line = stdout.split('\n').find((one) => one.startsWith(`  ${shown ?? keys.join(' ')} `) && one.endsWith(` ${does}`));
    expect(line, does).toBeDefined();
  }
  expect(stdout).toContain('cancel…');
  expect((await someone.run('--help')).stdout).toMatch(/HELP TOPICS\n.*\bkeys\b/);
});
