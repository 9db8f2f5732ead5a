// docs/commands.md equals what the command tables generate: `npm run reference` writes it.
import { expect, test } from 'vitest';
import { reference } from './support/reference.js';

test('docs/commands.md is up to date', async () => {
  await expect(await reference()).toMatchFileSnapshot('../docs/commands.md');
});
