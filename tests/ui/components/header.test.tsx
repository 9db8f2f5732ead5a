// The header of every screen: what is at the right gives way, the mark of the profile never; ages, outages and the end of the session.
import { describe, expect, test } from 'vitest';
import { Header, headerLine } from '../../../src/ui/components/header.js';
import { themeOf } from '../../../src/ui/components/theme.js';
import type { Freshness, Head } from '../../../src/ui/state/page.js';
import { frame } from '../../support/frames.js';
import { now } from '../../support/time.js';

const minute = 60_000;
const full: Head = { profile: 'sandbox', mark: 'sandbox', who: 'Mina Park', sessionEnds: now + 41 * minute };
const header = (head: Head, { fresh, columns = 80 }: { readonly fresh?: Freshness; readonly columns?: number } = {}) =>
  frame(<Header {...{ head, fresh, columns, now }} />, { columns }).text();

test('with room it has profile, mark, person, session and age', () => {
  expect(header(full, { fresh: { at: now - 2000 } })).toBe(
    ' tuk  sandbox  ◇ SANDBOX nothing here is real   Mi•• P••  session 41 min  ● 2 s',
  );
});

test('the mark stays at any width', () => {
  for (let columns = 40; columns < 130; columns++) {
    const text = header(full, { columns });
    expect(text, String(columns)).toContain('◇ SANDBOX');
    expect(text.length).toBeLessThanOrEqual(columns);
    const revealed = header({ ...full, revealed: true }, { columns });
    expect(revealed, String(columns)).toMatch(/SANDBOX.*! (personal data )?shown/);
    expect(revealed.length).toBeLessThanOrEqual(columns);
  }
  expect(header({ profile: 'a-long-name-of-a-profile'.repeat(3), mark: 'protected' }, { columns: 40 })).toMatch(
    /▲ PROTECTED$/,
  );
});

test('the time of the sandbox stands beside its mark where there is room, and gives way before the mark', () => {
  const clocked = { ...full, sandboxClock: '22 Nov 14:26 60x' };
  expect(header(clocked, { columns: 120 })).toContain('◇ SANDBOX 22 Nov 14:26 60x  nothing here is real ');
  expect(header(clocked, { columns: 80 })).toContain('◇ SANDBOX 22 Nov 14:26 60x ');
  expect(header(clocked, { columns: 70 })).toMatch(/◇ SANDBOX {3,}Mi•• P••/);
  expect(header({ profile: 'box', sandboxClock: '14:26' })).toMatch(/^ tuk {2}box {2}14:26 /); // a served one has no mark
  expect(header(clocked, { columns: 40 })).toContain('◇ SANDBOX');
});

test('a live profile is louder than the sandbox: reversed, in the colour of a failure, at any width', () => {
  const live: Head = { ...full, profile: 'main', mark: 'live' };
  expect(header(live)).toMatch(/^ tuk {2}main {3}LIVE {2}all of this is real /);
  for (const columns of [40, 60]) expect(header(live, { columns })).toMatch(/ LIVE /);
  const roleOf = (head: Head, fresh: Freshness, text: string) =>
    headerLine({ head, fresh }, 100, now).find((piece) => piece.text.includes(text))?.role;
  expect(roleOf(live, { at: now }, 'LIVE')).toBe('protected');
  expect(themeOf({}).protected).toMatchObject({ inverse: true, bold: true, color: 'red' });
  expect(roleOf(live, { outage: { since: now - minute, next: now + 5000 } }, 'offline 1 min')).toBe('bad');
  expect(roleOf({ ...full, sessionEnds: now + 100_000 }, { at: now }, 'session ends in 1 min')).toBe('need');
});

test.each<[string, Partial<Head>, RegExp]>([
  ['nobody is signed in', { note: 'not signed in' }, / not signed in /],
  ['a second profile is shown', { other: 'two' }, /^ tuk {2}live \| two/],
  ['the session ends soon', { sessionEnds: now + 100_000 }, /! session ends in 1 min/],
  ['the session is at its end', { sessionEnds: now - 1 }, /session renews with the next read/],
  ['a profile has control characters', { profile: 'li\x1b[2Jve\u202e' }, /^ tuk {2}li\\x1b\[2Jve\\u202e/],
])('it says where %s', (_, more, said) => {
  expect(header({ profile: 'live', ...more })).toMatch(said);
});

describe('the age of the data', () => {
  test.each<[string, Freshness | undefined, RegExp]>([
    ['none', undefined, /◐$/],
    ['new', { at: now - 5000 }, /● 5 s$/],
    ['requested', { at: now - 5000, asked: now - 1000 }, /◐$/],
    ['requested for long', { at: now - minute, asked: now - 5000 }, /◐ waits 5 s, data 1 min old$/],
    ['failed', { at: now - minute, failed: true }, /◌ 1 min$/],
    ['never', { failed: true }, /◌ no data$/],
    ['offline', { outage: { since: now - minute, next: now + 5000 } }, /◌ offline 1 min, next try in 5 s$/],
    ['failing', { outage: { since: now - minute, next: now, responds: true } }, /◌ failing 1 min, next try now$/],
  ])('%s', (_, fresh, said) => {
    expect(header({ profile: 'live' }, fresh ? { fresh } : {})).toMatch(said);
  });
});
