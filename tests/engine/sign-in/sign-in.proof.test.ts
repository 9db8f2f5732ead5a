// A sign-in in a browser, interrupted at a terminal.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { secondBackend } from '../../support/second-backend.js';
import { keys, terminal } from '../../support/terminal.js';
import { realClock } from '../../support/time.js';
import { newHome } from '../../support/tuk.js';

test('Ctrl-C while the browser is open ends at once', async () => {
  const backend = await secondBackend({ clock: realClock });
  const home = newHome();
  const profiles = { box: { base: `${backend.url}/{service}` } };
  writeFileSync(path.join(home, 'config.json'), JSON.stringify({ current: 'box', profiles }));
  const term = terminal(['login', 'google', '--no-open'], { home });
  await term.until(/https:\/\/accounts\.example\/google/);
  term.press(keys.ctrlC);
  expect(await term.exited).toMatchObject({ exitCode: exit.interrupted });
});
