// The numbers beside the groups: read on every screen, counted by status or field, and gone with the session.
import { expect, test } from 'vitest';
import { groupScreens } from '../../../../src/commands/app/boards.js';
import { badgeCounts, badgesOf } from '../../../../src/ui/state/core/badges.js';
import { appAfter } from '../../../support/frames.js';
import { observes, responded } from '../../../support/queries.js';

const badges = badgesOf(groupScreens);

test('their reads are observed on every screen, less often than the screen itself, and not twice', () => {
  const { effects } = appAfter(['1'], { badges });
  expect(effects.at(-1)).toEqual(observes('assets offerings', { interval: 30_000 }));
  for (const { line } of badges) expect(effects.at(-1)).toEqual(observes(line, { interval: 60_000 }));
  const onNotify = appAfter(['9'], { badges }).effects.at(-1) as unknown as { queries: { line: string }[] };
  expect(onNotify.queries.filter(({ line }) => line === 'notify list')).toMatchObject([{ interval: 30_000 }]);
});

test('without a session nothing is read for them', () => {
  const { effects } = appAfter(['1'], { badges, signedIn: false });
  expect(JSON.stringify(effects)).not.toContain('notify list');
});

test('rides under way, missions to claim, all notifications; a new status word counts as under way', () => {
  const rides = ['PICKUP', 'WAITPAY', 'FINISHED', 'NEW_WORD', 'DRIVER_CANCELED'].map((status, id) => ({ id, status }));
  const { state } = appAfter(
    [
      responded('ride status --known', { value: rides }),
      responded('points missions list', {
        value: [{ id: 1, claimable: true }, { id: 2, claimable: false }, { id: 3 }],
      }),
      responded('notify list', { value: [{ id: 1 }, { id: 2 }] }),
    ],
    { badges },
  );
  expect(badgeCounts(state)).toEqual({ Ride: 3, Points: 1, Notify: 2 });
});

test('a list that a badge has read shows the next response, even if both came in one millisecond', () => {
  const line = 'notify list';
  const { top } = appAfter([responded(line, { value: [] }), '9', responded(line, { value: [{ id: 1 }] })], { badges });
  expect(top.shown).toEqual([{ id: 1 }]);
});
