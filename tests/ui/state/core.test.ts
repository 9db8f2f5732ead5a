// The core of the state: text fields, moves through a list, the search of the palette, and the numbers beside the groups.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupScreens } from '../../../src/commands/app/boards.js';
import { badgeCounts, badgesOf } from '../../../src/ui/state/core/badges.js';
import { edited, emptyField, typed } from '../../../src/ui/state/core/field.js';
import { type Move, moved, moveKeys } from '../../../src/ui/state/core/list.js';
import { found, litParts } from '../../../src/ui/state/core/palette.js';
import { appAfter } from '../../support/frames.js';
import { observes, responded } from '../../support/queries.js';
import { property } from '../../support/runs.js';

test('a text field: every character is text, an emoji is one character', () => {
  const keys = ['M', 'i', 'space', '👍', 'left', 'q', 'home', ':', 'end', 'backspace', 'ctrl-c', 'enter', 'tab'];
  expect(typed(keys.reduce(edited, emptyField))).toBe(':Mi q');
  expect(edited({ before: 'abc', after: 'd' }, 'ctrl-u')).toEqual({ before: '', after: 'd' });
  expect(edited({ before: 'a', after: '👩‍👩‍👧d' }, 'delete')).toEqual({ before: 'a', after: 'd' });
});

test('any moves keep the cursor on a row that is visible', () => {
  const move = fc.constantFrom(...moveKeys.map(({ act }) => act as Move));
  property(
    100,
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
  );
});

test('the palette: starts of words rank before letters, values may follow', () => {
  const commands = ['ride watch', 'ride wait', 'ride cancel', 'ride cancel-wait', 'auth sessions revoke'].map(
    (name) => ({ name, is: '' }),
  );
  const names = (text: string) => found(text, commands).map(({ name }) => name);
  expect(names('tuk ride wa')).toEqual(['ride wait', 'ride watch', 'ride cancel-wait']);
  expect(names('ride watch 3f1c')).toEqual(['ride watch']);
  expect(names('r c').slice(0, 2)).toEqual(['ride cancel', 'ride cancel-wait']);
  expect(names('rvk')).toEqual(['auth sessions revoke']);
});

test('a long text is searched as often as a short one: what stands behind its first words is values', () => {
  let reads = 0;
  const command = {
    get name() {
      reads++;
      return 'wallet tx show';
    },
    is: '',
    values: '<hash>',
  };
  expect(found(`wallet tx show ${'q123 line '.repeat(1000)}`, [command])).toEqual([command]);
  expect(found('q123 line '.repeat(1000), [command])).toEqual([]);
  expect(reads).toBeLessThan(20);
});

test('a command is found by the words of its description, behind those that its name matches', () => {
  const commands = [
    { name: 'store orders', is: 'List the orders' },
    { name: 'points history', is: 'List transfers, and refunds of the store' },
    { name: 'ops list', is: 'List operations' },
  ];
  const names = (text: string) => found(text, commands).map(({ name }) => name);
  expect(names('refund')).toEqual(['points history']);
  expect(names('store')).toEqual(['store orders', 'points history']);
  expect(names('list')[0]).toBe('ops list');
});

test.each([
  ['ride wa', 'ride watch', '[ride wa]tch'],
  ['wa ri', 'ride watch', '[ri]de [wa]tch'],
  ['rvk', 'auth sessions revoke', 'auth sessions [r]e[v]o[k]e'],
  ['refund', 'points history', 'points history'],
])('%s is lit in %s', (typed, name, lit) => {
  const marked = litParts(typed, name).map(({ text, isLit }) => (isLit ? `[${text}]` : text));
  expect(marked.join('')).toBe(lit);
});

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
