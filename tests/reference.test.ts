// docs/commands.md is what the program's tables say: `npm run reference` writes it anew.
import { expect, test } from 'vitest';
import { reference } from './support/reference.js';

test('docs/commands.md is up to date', async () => {
  await expect(await reference()).toMatchFileSnapshot('../docs/commands.md');
});
