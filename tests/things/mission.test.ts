// The state of a mission in one word: what can be claimed, what is open, what was claimed, what has ended.
import { expect, test } from 'vitest';
import { cellOf, columnsOfNobody } from '../../src/text/column.js';
import { mission } from '../../src/things/mission.js';

const now = Date.UTC(2026, 10, 26);
const state = mission.fields.find(({ path }) => path === 'claimable')!;
const row = { claimable: false, accomplishable: false, userClaimedCount: 0, endsAt: null };

test.each([
  ['! to claim', { claimable: true, accomplishable: true, userClaimedCount: 3 }],
  ['○ ended', { userClaimedCount: 16, endsAt: '2026-11-24T00:00:00Z' }],
  ['● open', { accomplishable: true, userClaimedCount: 9, endsAt: '2027-02-10T00:00:00Z' }],
  ['✓ claimed', { userClaimedCount: 1 }],
  ['○ closed', {}],
])('%s', (word, more) => {
  expect(cellOf({ ...row, ...more }, state, now).text).toBe(word);
});

test('nobody has a state', () => {
  const [unknown] = columnsOfNobody([state]);
  expect(cellOf({ ...row, claimable: true }, unknown!, now).text).toBe('–');
});
