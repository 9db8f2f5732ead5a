// --all and --max-items are refused for lists without known paging.
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { signedIn } from '../../support/users.js';

test('--all is refused if no pages can be followed', async () => {
  const { run } = await signedIn();
  for (const line of [
    'points history',
    'store inventory list',
    'wallet list',
    'depin stations',
    'ride places nearby 1,2',
    'ops list',
  ])
    for (const option of ['--all', '--max-items 3']) {
      const { code, stdout, stderr } = await run(`${line} ${option}`);
      expect([line, code, stdout]).toEqual([line, exit.usage, '']);
      expect(stderr).toMatch(/^✗ tuk [\w ]+ takes no --(all|max-items): no public source says that its list has pages/);
    }
});
