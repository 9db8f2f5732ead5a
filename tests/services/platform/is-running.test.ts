// Whether a process still runs: its number alone does not say it, nor does a process that cannot be seen from a container.
import { expect, test } from 'vitest';
import { isRunning, processStamp } from '../../../src/services/platform/is-running.js';

const own = processStamp();
const [boot = '', space = '', start = ''] = own?.split(' ') ?? [];
const gone = 4_194_304; // above the highest number of a process

test('without a stamp the number decides', () => {
  expect([isRunning(process.pid), isRunning(process.pid, null), isRunning(gone), isRunning(gone, 'a b')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test.runIf(own !== undefined)('a later process with the number of an earlier one is another one', () => {
  const later = `${boot} ${space} ${Number(start) - 1}`;
  expect([isRunning(process.pid, own), isRunning(process.pid, later)]).toEqual([true, false]);
  expect(isRunning(gone, `${boot} ${space} ${start}`)).toBe(false);
});

test.runIf(own !== undefined)('no process runs on after a start of the system', () => {
  expect(isRunning(process.pid, `other ${space} ${start}`)).toBe(false);
});

test.runIf(own !== undefined)('a process of another container counts as running for an hour', () => {
  const other = `${boot} pid:[1] ${start}`;
  const running = [0, 3_599_999, 3_600_000].map((age) => isRunning(gone, other, age));
  expect(running).toEqual([true, true, false]);
});
