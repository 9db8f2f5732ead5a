// The cell of a column: what a row does not have is never printed as a word of the program.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classInWords } from '../../src/services/catalogue/statuses.js';
import { cellOf } from '../../src/text/column.js';
import { runs } from '../support/runs.js';

test('a state has the sign of its class; without a known class it has none', () => {
  const column = { path: 'state', as: { classAt: 'class' } } as const;
  const text = (of: unknown) => cellOf({ state: 'done', class: of }, column, 0).text;
  for (const name of Object.keys(classInWords)) expect(text(name)).toMatch(/^\S+ done$/);
  fc.assert(
    fc.property(fc.anything(), (of) => {
      if (typeof of === 'string' && Object.hasOwn(classInWords, of)) return;
      expect(text(of)).toBe('done');
    }),
    { numRuns: runs(100) },
  );
  for (const odd of [undefined, null, 'toString', '__proto__', {}]) expect(text(odd)).toBe('done');
});
