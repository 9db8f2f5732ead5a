// Moves through a list: the selected row stays within the rows, and is visible.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Move, moved, moveKeys } from '../../../../src/ui/state/core/list.js';

test('any moves keep the cursor on a row that is visible', () => {
  const move = fc.constantFrom(...moveKeys.map(({ act }) => act as Move));
  fc.assert(
    fc.property(
      fc.array(move, { maxLength: 40 }),
      fc.integer({ min: 0, max: 30_000 }),
      fc.integer({ min: 1, max: 60 }),
      (keyMoves, count, seen) => {
        let place = { marked: 0, top: 0 };
        for (const one of keyMoves) {
          place = moved(place, one, count, seen);
          expect(place.marked).toBeLessThanOrEqual(Math.max(0, count - 1));
          expect(place.top).toBeGreaterThanOrEqual(0);
          expect(place.marked).toBeGreaterThanOrEqual(place.top);
          expect(place.marked).toBeLessThan(place.top + seen);
        }
      },
    ),
  );
});
