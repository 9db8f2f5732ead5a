// The dialog of a command in the application says what is asked: a change, a change that moves value, or a mere read.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { program } from '../support/screen.js';
import { newHome, newUser } from '../support/tuk.js';

test('a transfer moves value before its first question, a dismissal changes something, a read does neither', async () => {
  const home = newHome();
  expect((await newUser(home).run('login')).code).toBe(exit.ok);
  const app = await program([], { home });
  await app.until(/▸ NEEDS YOU/);
  await app.press(':points transfer --to dara --amount 5\r');
  await app.until(/is a new recipient/);
  expect(app.text()).toMatch(/ tuk points transfer --to dara --amount 5 ─+ moves value ─╮/);
  expect(app.text()).toMatch(/Costs in all +5\.5 MVP +│.*\n.*The user dara is a new recipient/);
  await app.press('\x1b');
  await app.until(/Enter goes back/);
  await app.press('\r');
  await app.press(':notify dismiss 1\r');
  await app.until(/Type .* to go on/);
  expect(app.text()).toMatch(/ tuk notify dismiss 1 ─+ changes something ─╮/);
  await app.press('\x1b');
  await app.until(/Enter goes back/);
  await app.press('\r');
  await app.press(':points balance --watch --count 1\r');
  await app.until(/Enter goes back/);
  expect(app.text()).not.toMatch(/moves value|changes something/);
});
