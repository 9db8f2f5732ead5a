// Node's local times in a zone of TZ are those of `date`.
import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { processZone, zoneOfVariable } from '../../../src/cli/command/time-zone.js';
import { zonedTimes } from '../../../src/commands/ops/period.js';

const at = '2026-07-01T00:00:00Z';

test('the process reads the zone as `date` does', () => {
  for (const text of ['GMT-7', 'IST-5:30', 'NPT-5:45', 'UTC+3', '<-20>20', '<+23>-23', '', ':Europe/Berlin']) {
    const zone = zoneOfVariable(text)!;
    const script = `process.env.TZ = ${JSON.stringify(processZone(zone)!)};
      console.log(0 - new Date(${JSON.stringify(at)}).getTimezoneOffset());`;
    const offset = (Date.parse(`${zonedTimes(zone)(at).local}Z`) - Date.parse(at)) / 60_000;
    const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
    expect([text, Number(stdout)]).toEqual([text, offset]);
  }
});
