// The scope in the message for an empty list stands in its first sentence.
import { expect, test } from 'vitest';
import { type Scope, withScope } from '../../src/text/empty.js';

test.each<[string, Scope, string]>([
  ['No notifications.', {}, 'No notifications (profile box).'],
  ['No MVL prices', {}, 'No MVL prices (profile box)'],
  [
    'No missions. See all: tuk points missions list',
    {},
    'No missions (profile box). See all: tuk points missions list',
  ],
  ['None with --rate 2.5.', { asked: ['0x12'] }, 'None with --rate 2.5 (0x12, profile box).'],
  [
    'No allowance.',
    { of: ['0x12', '0x34'], network: 'BSC', from: 'node' },
    'No allowance of 0x12, 0x34 on BSC (from the node, profile box).',
  ],
  ['No row.', { asked: ['0x12'], network: 'BSC' }, 'No row (0x12, on BSC, profile box).'],
  ['No transfers.', { from: 'ledger', profiles: 'every' }, 'No transfers (by the ledger, every profile).'],
  ['No keys.', { from: 'machine', profiles: 'none' }, 'No keys (on this machine).'],
  ['No call.', { profiles: 'none' }, 'No call.'],
])('%s', (says, scope, scoped) => {
  expect(withScope(says, scope, 'box')).toBe(scoped);
  expect(withScope([says, 'See more.'], scope, 'box')).toEqual([scoped, 'See more.']);
});
