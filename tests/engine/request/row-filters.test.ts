// Options that filter the rows of a response: no parameter of the endpoint is known to filter by them.
import { expect, test } from 'vitest';
import { filterRows } from '../../../src/engine/request/row-filters.js';
import { catalogue } from '../../../src/services/catalogue/index.js';
import { exit } from '../../support/exit.js';
import { respondJson } from '../../support/scripted-server.js';
import { stubUser } from '../../support/users.js';

const lines = [
  'depin rides --status ON',
  'depin stations --status ON',
  'depin chargers --status IDLE',
  'points missions list --type USER_ACTIVITY',
];
/** Responses without one list that a filter could be about. */
const inside = [
  { id: '1', rows: [{ status: 'OFF' }] },
  { a: [{ x: 1 }], b: [{ y: 1 }] },
];
const others = [{ x: 1 }, { data: null }, null, ...inside];

test.each(lines)('%s passes nothing on of a response without a list', async (line) => {
  for (const response of others)
    for (const door of ['', ' -w --count 1', ' -p box,sandbox', ' --all', ' -o table', ' --sum id', ' --match x']) {
      const { run } = await stubUser(respondJson(response));
      const { code, stdout, stderr } = await run(`${line}${door} --allow-unknown-word`);
      if (code === exit.usage && door === ' --all') continue; // a list without pages
      expect([door, response, code, stderr]).toEqual([door, response, exit.server, expect.stringContaining('list')]);
      if (!door.includes('sandbox')) expect(stdout).toBe('');
    }
});

test('the rows of a list are filtered, an empty list stays one, and a field that no row has is refused', async () => {
  const { calls } = await catalogue('vehicle-oracle');
  const call = calls.listStations!;
  const filters = [{ path: 'status', word: 'ON', flag: '--status' }];
  const filtered = (value: unknown) => filterRows({ call, text: JSON.stringify(value) }, filters);
  expect(await filtered([{ status: 'ON' }, { status: 'OFF' }])).toBe('[{"status":"ON"}]');
  expect(await filtered({ data: [], count: 0 })).toBe('{"data":[],"count":0}');
  await expect(filtered([{ phase: 'ON' }])).rejects.toMatchObject({ code: 'NO_SUCH_FIELD' });
  await expect(filtered({ state: 'ON' })).rejects.toMatchObject({
    code: 'NOT_A_LIST',
    message: 'The response of vehicle-oracle has no list that tuk can find, so --status cannot be applied.',
  });
});
