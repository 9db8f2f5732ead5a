// --all and --max-items are refused where a list is not known to come in pages.
import { expect, test } from 'vitest';
import { person } from '../support/tuk.js';

async function signedIn() {
  const one = person();
  await one.run('login');
  return one;
}

test('--all where no pages can be followed is refused by name', async () => {
  const one = await signedIn();
  for (const line of [
    'points history',
    'store inventory list',
    'notify list',
    'wallet list',
    'depin stations',
    'ride places nearby 1,2',
    'ops list',
  ])
    for (const option of ['--all', '--max-items 3']) {
      const { code, stdout, stderr } = await one.run(`${line} ${option}`);
      expect([line, code, stdout]).toEqual([line, 2, '']);
      expect(stderr).toMatch(/^✗ tuk [\w ]+ takes no --(all|max-items): no public source says that its list has pages/);
    }
});
