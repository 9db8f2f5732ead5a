// The ranking beside the missions, without a terminal: its selection, its leader, the own rank, and its layout.
import { expect, test } from 'vitest';
import { width } from '../../../src/text/text.js';
import { commandOf } from '../../../src/ui/state/actions.js';
import { keymapOf } from '../../../src/ui/state/application.js';
import type { AppEffect, AppEvent, Application } from '../../../src/ui/state/state.js';

import { appAfter, applicationRows, type Step, small } from '../../support/frames.js';
import { responded } from '../../support/queries.js';

const size = small;
const now = new Date(2026, 10, 20, 14, 0, 0).getTime();
function app(steps: readonly Step[]) {
  const { state, effects } = appAfter(['5', ...steps], { at: now });
  const lines = (effects as AppEffect[]).flatMap((one) =>
    one.do === 'observe' ? one.queries.map(({ line }) => line) : [],
  );
  return { state, lines };
}
const render = (state: Application, at = size) => {
  const lines = applicationRows(state, at, now);
  for (const one of lines) expect(width(one)).toBeLessThanOrEqual(at.columns);
  return lines.join('\n');
};
const responseEvent = (line: string, value: unknown, id?: string): AppEvent =>
  responded(line, { value, ...(id ? { id } : {}) });
const missions = responseEvent('points missions list', [
  { id: 'm-1', name: 'Three rides', missionGroupId: 'g-2' },
  { id: 'm-2', name: 'First swap', missionGroupId: 'g-9' },
]);
const group = (id: string, ranking: boolean, days: number) => ({
  id,
  alias: `alias-${id}`,
  title: `Title ${id}`,
  ranking,
  rewardNetwork: 'TON',
  endsAt: new Date(now + days * 86_400_000).toISOString(),
});
const groups = responseEvent('points missions groups', [
  group('g-1', true, 9),
  group('g-2', true, 2),
  group('g-3', false, 99),
]);
const leaders = (of: string) =>
  responseEvent(
    `points rank board alias-${of}`,
    Array.from({ length: 100 }, (_, at) => ({
      rank: at + 1,
      userId: `u-${at}`,
      name: `Person ${at}`,
      score: 1000 - at,
    })),
    'userId',
  );
const own = (of: string, rank: number | undefined, score = 77): AppEvent =>
  responseEvent(`points rank show alias-${of}`, { rank, score });

test('it is the ranking of the marked mission, or the one that ends last if a mission has none', () => {
  const { state, lines } = app([missions, groups]);
  expect(lines).toContain('points rank board alias-g-2');
  expect(lines).toContain('points rank show alias-g-2');
  expect(render(state)).toMatch(/LEADER BOARD[\s\S]*│ Title g-2[\s\S]*│ reward {2}TON\s*\n.*│ ends {4}in 2 d/);
  const afterMove = app([missions, groups, 'j']);
  expect(afterMove.lines.at(-1)).toBe('points rank show alias-g-1');
  expect(render(afterMove.state)).toContain('Title g-1');
  expect(render(app([missions, responseEvent('points missions groups', [group('g-3', false, 1)])]).state)).toMatch(
    /LEADER BOARD\s*\n.*no ranking/,
  );
});

test('the leader, the own rank and its neighbours; a rank beyond the board is shown alone', () => {
  const around = render(app([missions, groups, leaders('g-2'), own('g-2', 42)]).state);
  expect(around).toMatch(
    / 1 {2}Pe•• 0[\s\S]*3 {2}Pe•• 2[\s\S]*…[\s\S]*41 {2}Pe•• 4[\s\S]*▸ +42 {2}you +959[\s\S]*43 {2}Pe•• 4/,
  );
  expect(around).not.toContain(' 20  Pe');
  const first = render(app([missions, groups, leaders('g-2'), own('g-2', 2)]).state);
  expect(first).toMatch(/1 {2}Pe•• 0[\s\S]*▸ +2 {2}you +999[\s\S]*3 {2}Pe•• 2/);
  const beyond = render(app([missions, groups, leaders('g-2'), own('g-2', 4711)]).state);
  expect(beyond).toMatch(/1 {2}Pe•• 0[\s\S]*…[\s\S]*▸ 4711 {2}you +77/);
  expect(render(app([missions, groups, leaders('g-2'), own('g-2', undefined)]).state)).not.toContain('you');
  expect(render(app([missions, groups, leaders('g-2'), 'm']).state)).toContain('Person 0');
});

test('tab opens the full ranking, and no other key has its name', () => {
  const { state, lines } = app([missions, groups, leaders('g-2'), 'tab']);
  expect(commandOf(state)).toBe('tuk points rank board alias-g-2');
  expect(lines.at(-1)).toBe('points rank board alias-g-2');
  expect(render(state)).toContain('Missions › Leader board');
  const names = keymapOf(app([missions, groups]).state).flatMap(({ keys }) => keys);
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
});

test('a narrow list is shown alone; a large one keeps its page too; text of a ranking is escaped', () => {
  const { state } = app([missions, groups, leaders('g-2'), own('g-2', 42)]);
  expect(render(state, { rows: 20, columns: 64 })).not.toContain('LEADER BOARD');
  expect(render(state, { rows: 30, columns: 110 })).toContain('LEADER BOARD');
  const large = render(state, { rows: 60, columns: 200 });
  expect(large).toContain('LEADER BOARD');
  expect(large).toContain('"missionGroupId": "g-2"'); // its raw JSON, under its page
  for (const unusual of [[{ rank: {}, name: '\x1b[31mx\u202e', score: [] }], 7, null, [1]])
    expect(
      render(app([missions, groups, responseEvent('points rank board alias-g-2', unusual), own('g-2', 1)]).state),
    ).not.toMatch(/\x1b|\u202e/);
});
