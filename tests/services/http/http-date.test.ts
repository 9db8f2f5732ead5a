// Dates and waits of headers: only the forms of the standard are values, everything else is as if it were not there.
import { expect, test } from 'vitest';
import type { Call } from '../../../src/services/catalogue/define.js';
import { httpDate } from '../../../src/services/http/http-date.js';
import { refusal } from '../../../src/services/http/response-errors.js';
import { now } from '../../support/time.js';

test('the three forms of a date are read, other texts and days that do not exist are not', () => {
  const at = Date.UTC(1994, 10, 6, 8, 49, 37);
  for (const text of ['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])
    expect([text, httpDate(text)]).toEqual([text, at]);
  for (const text of [
    '-1',
    '1.5',
    '2026',
    'soon',
    '',
    undefined,
    '06 Nov 1994',
    'Sun, 31 Feb 2026 00:00:00 GMT',
    '1994-11-06',
  ])
    expect([text, httpDate(text)]).toEqual([text, Number.NaN]);
});

const date = new Date(now).toUTCString();
const inTenSeconds = new Date(now + 10_000).toUTCString();
test.each<[string | string[] | undefined, number | undefined]>([
  ['0', 0],
  ['120', 120_000],
  ['99999999999999999999', 1e12],
  [inTenSeconds, 10_000], // by the clock of the service
  ['Sun, 06 Nov 1994 08:49:37 GMT', 0],
  ['soon', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['+5', undefined],
  ['5, 6', undefined],
  ['', undefined],
  [undefined, undefined],
])('Retry-After %j', (header, wait) => {
  const call = { service: 'sale', name: 'x', method: 'GET', path: '/x', effect: 'none' } as Call;
  const headers = { 'retry-after': header, date };
  const { where, hint } = refusal(call, { status: 429, headers, body: Buffer.from('') });
  expect([where.retryAfter, hint !== undefined]).toEqual([wait, wait !== undefined && wait > 0]);
});
