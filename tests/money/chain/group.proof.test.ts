// A group of sends: each step is made once for all of its members, in their order, and no member waits for one that has
// left.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sendGroup } from '../../../src/money/chain/group.js';
import { asyncProperty } from '../../support/runs.js';

const steps = ['lock', 'funds', 'send'];
/** How many steps a member goes through, whether it leaves with a failure, and how often it waits before each step. */
const member = fc.record({
  steps: fc.integer({ min: 0, max: steps.length }),
  fails: fc.boolean(),
  pauses: fc.array(fc.integer({ min: 0, max: 5 }), { minLength: steps.length, maxLength: steps.length }),
});

test('every member ends, whoever leaves before; a step is made once, for those that are there, in their order', async () => {
  await asyncProperty(
    100,
    fc.array(member, { minLength: 1, maxLength: 10 }),
    fc.boolean(),
    async (plans, keepsGoing) => {
      const group = sendGroup(plans.length, keepsGoing);
      const made = new Map<string, readonly number[]>();
      const ends = plans.map(async ({ steps: count, fails, pauses }, place) => {
        for (const [at, step] of steps.slice(0, count).entries()) {
          for (let pause = 0; pause < pauses[at]!; pause += 1) await undefined;
          const result = await group[place]!.together(step, place, async (places) => {
            expect(made.has(step)).toBe(false);
            made.set(step, places);
            return places.map((value) => ({ status: 'fulfilled', value: value * 2 }));
          });
          expect(result).toBe(place * 2);
        }
        group[place]!.leave(fails);
      });
      await Promise.all([...ends, ...group.map(({ ended }) => ended)]);
      for (const [at, step] of steps.entries()) {
        const expected = plans.flatMap(({ steps: count }, place) => (count > at ? [place] : []));
        expect(made.get(step) ?? []).toEqual(expected);
      }
      const first = plans.findIndex(({ fails }) => fails);
      for (const [place, { isStopped, isActive }] of group.entries())
        expect([isActive(), isStopped()]).toEqual([false, !keepsGoing && first !== -1 && place > first]);
    },
  );
});

test('a step that fails as a whole, and one that fails for one member', async () => {
  const group = sendGroup(2, false);
  const whole = group.map((one, place) =>
    one.together('lock', place, async () => {
      throw new Error('locked');
    }),
  );
  await expect(Promise.allSettled(whole)).resolves.toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  const parts = group.map((one, place) =>
    one.together('funds', place, async (places) =>
      Promise.allSettled(places.map((at) => (at === 0 ? at : Promise.reject(at)))),
    ),
  );
  await expect(Promise.allSettled(parts)).resolves.toEqual([
    { status: 'fulfilled', value: 0 },
    { status: 'rejected', reason: 1 },
  ]);
});
