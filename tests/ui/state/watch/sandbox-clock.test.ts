// The clock and the stories of the sandbox: controls of the command line in a list, on a sandbox alone; a clock that plays until it is stopped.
import { expect, test } from 'vitest';
import { keymapOf } from '../../../../src/ui/state/application.js';
import type { Head } from '../../../../src/ui/state/core/page.js';
import type { AppEvent } from '../../../../src/ui/state/core/state.js';
import { appAfter, type Step, small } from '../../../support/frames.js';
import { responded } from '../../../support/queries.js';
import { now } from '../../../support/time.js';
import { rideState } from '../../../support/watch.js';

const id = '5aee8d95-b51f-4705-8412-5e9964c312ab';
const sandbox: Head = { profile: 'sandbox', mark: 'sandbox' };
const app = (steps: readonly Step[], head: Head = sandbox) => appAfter(steps, { commands: [], head, at: now });
const ended = (line: string, value: object, code = 0): AppEvent => ({
  what: 'controlled',
  line,
  code,
  text: code === 0 ? JSON.stringify(value) : `✗ ${JSON.stringify(value)}\n  Another line.`,
});
const stories = ended('sandbox scenario', [
  { scenario: 'ride: driver cancels', kind: 'ride', leads: 'DRIVER_CANCELED_RECALLABLE', armed: [] },
  { scenario: 'order: payment fails', kind: 'store-order', leads: 'PAYMENT_FAILED', armed: [] },
  { scenario: 'order: payment fails', kind: 'another', leads: 'PAYMENT_FAILED', armed: [] },
  { wrong: true },
]);
const missions = responded('points missions list', { value: [{ id: '1' }] });
const at = (ahead: number) => ({ now: new Date(now + ahead).toISOString() });
const values = ({ state }: ReturnType<typeof app>) => state.chooser?.items.map(({ value }) => value);

test('the list has the clock and every story, and its title the time of the sandbox', () => {
  const opened = app(['T']);
  const expected = [
    { do: 'control', line: 'sandbox status' },
    { do: 'control', line: 'sandbox scenario' },
  ];
  expect(opened.last).toEqual(expected);
  const told = app(['T', ended('sandbox status', at(0)), stories]);
  expect(values(told)).toEqual([
    ...['1m', '10m', '1h', '1d'].map((by) => `sandbox advance ${by}`),
    ...['play 10', 'play 60'],
    `sandbox scenario 'ride: driver cancels'`,
    `sandbox scenario 'order: payment fails'`,
  ]);
  expect(told.text()).toMatch(
    /Sandbox clock: \d\d:\d\d ─[\s\S]*▸ \+1 min[\s\S]*driver cancels +the next one: DRIVER_C/,
  );
  expect(app(['T', ended('sandbox status', at(2 * 86_400_000))]).text()).toMatch(/clock: \d+ \w+ \d\d:\d\d ─/);
});

test('on a watch screen the statuses that follow and the stories of its kind are those of the thing', () => {
  const seen = [{ status: 'PENDING', at: now }];
  const item = { id, status: 'PENDING', class: 'pending', row: { id }, seen } as const;
  const watched = rideState(id, { kind: 'began', at: now, items: [item], changed: [id] });
  const steps = [`\x1b[200~watch ride:${id}`, 'enter', watched, 'T', stories];
  expect(values(app(steps))!.slice(6, 9)).toEqual([
    `sandbox advance ${id} MATCHED`,
    `sandbox advance ${id} FINISHED`,
    `sandbox scenario ${id} 'ride: driver cancels'`,
  ]);
  const line = `sandbox scenario ${id} 'ride: driver cancels'`;
  const chosen = app([...steps, ...Array.from({ length: 8 }, () => 'j'), 'enter']);
  expect(chosen.last).toContainEqual({ do: 'control', line });
  const done = app([...steps, 'esc', ended(line, { kind: 'ride', id, scenario: 'driver cancels' })]);
  expect(done.state.notice?.text).toBe('ride 5aee8d…c312ab follows: driver cancels.');
  expect(done.last).toContainEqual({ do: 'watched', effect: { do: 'ask now' } });
});

test('a control moves the clock and invalidates what is shown; a failure is said in a sentence', () => {
  const moved = app(['5', missions, 'T', 'j', 'enter', ended('sandbox advance 10m', at(600_000))]);
  expect(moved.effects).toContainEqual({ do: 'control', line: 'sandbox advance 10m' });
  expect(moved.state.clockOffset).toBe(600_000);
  expect(moved.effects).toContainEqual(expect.objectContaining({ do: 'invalidate' }));
  expect(moved.state.notice?.text).toMatch(/^Sandbox clock: \d\d:\d\d\.$/);
  expect(moved.text()).toMatch(/◇ SANDBOX \d\d:\d\d {2}nothing here is real/);
  expect(app(['5', ended('sandbox status', at(30_000))]).text()).toContain('◇ SANDBOX nothing');
  const failed = app(['T', ended('sandbox advance 1m', { no: 1 }, 1)]);
  const expected = [{ text: '{"no":1}', class: 'bad', until: Number.POSITIVE_INFINITY }, undefined];
  expect([failed.state.notice, failed.state.chooser]).toEqual(expected);
  const broken = app([{ what: 'controlled', line: 'sandbox status', code: 0, text: 'no JSON' }]);
  expect(broken.state.notice?.text).toBe('no JSON');
});

test('a clock that plays takes its next step after each, until w, a failure or another owner stops it', () => {
  const play = ['T', 'j', 'j', 'j', 'j', 'enter'];
  const step = ended('sandbox advance 10s', at(10_000));
  const started = app(play);
  expect([started.state.play, started.last]).toEqual([10, [{ do: 'control', line: 'sandbox advance 10s' }]]);
  expect(app([...play, step]).last).toContainEqual({ do: 'control', line: 'sandbox advance 10s', after: 1000 });
  expect(app([...play, step]).text()).toMatch(/◇ SANDBOX \d\d:\d\d 10x/);
  const again = app([...play, 'T']);
  expect(values(again)).toEqual(expect.arrayContaining(['play 60', 'stop']));
  const owner: AppEvent = { what: 'owner', owner: 'another', head: sandbox, signedIn: true };
  for (const stop of ['w', ended('sandbox advance 10s', {}, 1), owner]) {
    const stopped = app([...play, step, stop]);
    expect(stopped.state.play).toBeUndefined();
    expect(stopped.state.paused).toBe(false);
    const late = app([...play, step, stop, step]);
    expect(late.last.some((one) => one.do === 'control')).toBe(false);
  }
});

test('only a sandbox, or a server of this machine that may be one, has the key', () => {
  const keys = (head: Head) => keymapOf(app([], head).state).flatMap(({ act }) => act);
  expect(keys(sandbox)).toContain('sandbox');
  expect(keys({ profile: 'box', isLocal: true })).toContain('sandbox');
  expect(keys({ profile: 'live', mark: 'protected' })).not.toContain('sandbox');
  const served = app(['T', stories, ended('sandbox advance 1h', at(3_600_000)), 'esc'], {
    profile: 'box',
    isLocal: true,
  });
  expect(served.text()).toMatch(/^ tuk {2}box {2}\d\d:\d\d /);
  const live = app(['T'], { profile: 'live' });
  expect([live.state.chooser, live.effects.filter((one) => one.do === 'control')]).toEqual([undefined, []]);
  expect(app(['?'], { profile: 'live' }).text(now, { ...small, columns: 100 })).not.toContain('sandbox clock');
});
