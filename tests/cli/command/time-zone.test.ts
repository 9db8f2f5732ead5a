// TZ is read as `date` reads it, or refused where days count; --tz takes names and offsets from UTC.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zoneInUse, zoneOf, zoneOfVariable } from '../../../src/cli/command/time-zone.js';
import { zonedTimes } from '../../../src/commands/ops/period.js';
import { ends, exit } from '../../support/exit.js';
import { property } from '../../support/runs.js';
import { signedIn } from '../../support/users.js';

const at = '2026-07-01T00:00:00Z';

test.each([
  ['', 'UTC'],
  ['UTC', 'UTC'],
  ['UTC0', 'UTC'],
  ['GMT-7', '+07:00'],
  ['UTC+3', '-03:00'],
  ['IST-5:30', '+05:30'],
  ['<+07>-7', '+07:00'],
  ['<-03>3:00:00', '-03:00'],
  [':Europe/Berlin', 'Europe/Berlin'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Etc/GMT-7', 'Etc/GMT-7'],
])('TZ=%j is %s', (text, zone) => expect(zoneOfVariable(text)).toBe(zone));

const unread = 'CET-1CEST,M3.5.0,M10.5.0/3 CET-1CEST Nowhere/Land europe/berlin IST +07:00 GMT-24 LMT-1:02:03'; // IST is UTC for `date`
test.each([...unread.split(' '), 'Asia/Phnom_Penh ', ' '])('TZ=%j is unknown', (text) =>
  expect(zoneOfVariable(text)).toBeUndefined(),
);

test('an offset of POSIX is the time to add for UTC', () => {
  const two = (value: number) => String(value).padStart(2, '0');
  const name = fc.oneof(fc.stringMatching(/^[A-Za-z]{3,6}$/), fc.stringMatching(/^<[A-Za-z0-9+-]{3,6}>$/));
  const part = (most: number) => fc.integer({ min: 0, max: most });
  property(300, name, fc.constantFrom('', '+', '-'), part(23), fc.option(part(59)), (prefix, sign, hours, minutes) => {
    const zone = zoneOfVariable(`${prefix}${sign}${hours}${minutes === null ? '' : `:${two(minutes)}`}`)!;
    const ahead = (sign === '-' ? 1 : -1) * (hours * 60 + (minutes ?? 0));
    const { local, time } = zonedTimes(zone)(at);
    expect(local).toBe(new Date(Date.parse(at) + ahead * 60_000).toISOString().slice(0, 19));
    expect(Date.parse(time)).toBe(Date.parse(at));
  });
});

test('an offset that no zone has is refused where Node would show it, not in an export', async () => {
  const { run } = await signedIn('mina');
  await run('points transfer --to dara --amount 1 --new-recipient --yes');
  const env = { TZ: 'XXX-5:17' };
  expect((await run('ops export --jq .[0].time', { env })).stdout.trim()).toMatch(/\+05:17$/);
  expect(await run('assets offerings --match endDate~2026-11-20', { env })).toMatchObject({ code: exit.usage });
  expect(await run('assets offerings --tz +05:17')).toMatchObject({ code: exit.usage });
});

test('--tz takes an offset of ISO, and takes precedence over TZ', () => {
  expect(zoneOf(undefined, '+05:30')).toBe('+05:30');
  expect(zoneOf(undefined, '-00:00')).toBe('UTC');
  expect(zoneInUse({ tz: 'Asia/Tokyo' }, { TZ: 'Nowhere/Land' })).toBe('Asia/Tokyo');
  expect(() => zoneOf(undefined, 'GMT-7')).toThrow('There is no time zone'); // ISO and POSIX read it differently
});

test('a TZ that cannot be read is exit 2 where days count, and nowhere else', async () => {
  const { run } = await signedIn('mina');
  await run('points transfer --to dara --amount 1 --new-recipient --yes');
  const env = { TZ: 'CET-1CEST,M3.5.0,M10.5.0/3' };
  for (const line of [
    'ops export',
    'ops list --since 2026-01-01',
    'ops list --until 2026-12-31',
    'assets offerings --match endDate~2026-11-20',
  ])
    expect(await run(line, { env }), line).toMatchObject(ends(exit.usage, 'TZ is "CET-1CEST,M3.5.0,M10.5.0/3"'));
  for (const line of ['ops list', 'assets offerings -o table', 'ops export --utc', 'ops list --since 2026-01-01 --utc'])
    expect(await run(line, { env }), line).toMatchObject({ code: exit.ok });
});

test.each([
  ['', '+00:00'],
  ['GMT-7', '+07:00'],
  ['IST-5:30', '+05:30'],
  ['Asia/Singapore', '+08:00'],
])('an export with TZ=%j has times at %s', async (TZ, offset) => {
  const { run } = await signedIn('mina');
  await run('points transfer --to dara --amount 1 --new-recipient --yes');
  const { stdout } = await run('ops export --jq .[0].time', { env: { TZ } });
  expect(stdout.trim()).toMatch(new RegExp(`T[\\d:]+${offset.replace('+', '\\+')}$`));
});
