// `tuk depin`: chargers, stations, vehicles and rides of the network, the heat map, tokens, subscriptions.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { heatLines } from '../../../src/text/heat-map.js';
import { lineText } from '../../../src/text/line.js';
import { ends, exit } from '../../support/exit.js';
import { respond, respondJson } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

const subscription = '{"vin":"SBXX2E028TS000046","period":"WEEK"}';

describe('on the sandbox', () => {
  test('a station is named by its name, or by a part that only it has', async () => {
    const { json, run } = await signedIn();
    const stations: { id: string; name: string }[] = await json('depin stations');
    const parts = (name: string) => stations.filter((one) => one.name.toLowerCase().includes(name.toLowerCase()));
    const one = stations.find(({ name }) => parts(name).length === 1)!;
    expect((await json(['depin', 'station', one.name.toUpperCase()])).id).toBe(one.id);
    const swaps: { stationId: string }[] = await json(['depin', 'swaps', '--station', one.name]);
    expect(swaps.every(({ stationId }) => stationId === one.id)).toBe(true);
    expect(await run('depin station Atlantis')).toMatchObject(ends(exit.notFound, 'No swap station is called'));
    const several = /\d+ swap stations fit "station": .+, and \d+ more\./;
    expect(await run('depin station station')).toMatchObject(ends(exit.usage, several));
    const mayBeId = await run('depin station KH-99');
    expect([mayBeId.code, mayBeId.stderr.includes('is called')]).toEqual([exit.notFound, false]);
  });

  test('the network from its dashboard to one charger, one vehicle, one token', async () => {
    const { json } = await signedIn();
    const dash = await json('depin dash');
    expect(dash).toMatchObject({ batteries: { stationCount: 60 }, vehicles: { total: 240 } });
    const counts = await json('api vehicle-oracle count-chargers');
    expect(counts).toMatchObject(dash.batteries.chargerCounts);
    expect(await json('depin chargers --status PROBLEM')).toHaveLength(counts.PROBLEM);
    const [mega] = await json('depin stations --type MEGA --status ON');
    expect(mega).toMatchObject({ type: 'MEGA', status: 'ON' });
    expect((await json(`depin station ${mega.id}`)).chargers).toHaveLength(20);
    expect(await json('depin inventory')).toHaveLength(dash.batteries.batteryCount);
    expect((await json('depin swaps'))[0].swappedAt).toMatch(/T/);
    const [update] = await json('depin updates');
    expect((await json(`depin vehicle ${update.num}`)).vin).toBe(update.vin);
    expect((await json('depin vehicles --filter VEHICLE_ON -f series=T1')).off).toBe(0);
    expect((await json('api vehicle-oracle get-sale 1')).tokenId).toBe((await json('depin token 1')).tokenId);
    const notices = await json('depin notices --category ETC');
    expect(new Set(notices.map(({ category }: Record<string, string>) => category))).toEqual(new Set(['ETC']));
  });

  test('rides: an option without a known field filters the rows of the response', async () => {
    const { json } = await signedIn();
    const rides = await json('depin rides');
    const dropped = await json('depin rides --status MATCHED --point DROPOFF');
    expect(dropped.length).toBeGreaterThan(0);
    type Ride = { readonly points: readonly { readonly type: string }[] };
    expect(dropped).toEqual(rides.filter(({ points }: Ride) => points.some(({ type }) => type === 'DROPOFF')));
  });

  test('the heat map: cells, GeoJSON, a grid on a terminal, a table on request or for screen readers', async () => {
    const { run, json, table } = await signedIn();
    const cells = await json('depin heatmap --point PICKUP --city PNH');
    expect(new Set(cells.map(({ type }: Record<string, string>) => type))).toEqual(new Set(['PICKUP']));
    const map = await json('depin heatmap --point PICKUP --city PNH --geojson');
    expect(map.features).toHaveLength(cells.length);
    const geometry = { type: 'Point', coordinates: [cells[0].longitude, cells[0].latitude] };
    const properties = { type: 'PICKUP', count: cells[0].count };
    expect(map.features[0]).toEqual({ type: 'Feature', geometry, properties });
    const runOnTerminal = async (line: string, env = {}) => (await table(line, { env })).stdout;
    const grid = await runOnTerminal('depin heatmap --city PNH');
    expect(grid).toMatch(/\d in all[\s\S]*██ +\d+ or more[\s\S]*% of all[\s\S]*11\.\d+, 104\.\d+/);
    expect(grid.split('\n').length).toBeLessThan(24);
    expect(await runOnTerminal('depin heatmap')).toMatch(/cells lie elsewhere: --city/);
    expect(await runOnTerminal('depin heatmap -o table')).toMatch(/^COUNT +POINT +LATITUDE/);
    expect(await runOnTerminal('depin heatmap', { ACCESSIBLE: '1' })).not.toContain('██');
    expect(await runOnTerminal('depin heatmap', { TERM: 'dumb' })).toMatch(/^COUNT +POINT/);
    expect(await runOnTerminal('depin heatmap --geojson --city PNH')).toMatch(/^\{\n {2}"type": "FeatureCollection"/);
    expect(await run('depin heatmap --city PNH -q')).toMatchObject({ code: exit.ok, stdout: '' });
  });

  test('a vehicle, a battery, a subscription', async () => {
    const { run, json, home } = await signedIn();
    const vehicle = '{"vin":"SBXT1E041TS900001","model":"T1","city":"PNH"}';
    const files = { vehicle, swap: '{"vin":"SBXT1E046SS000001","stationId":"1"}', subscription };
    for (const [name, text] of Object.entries(files)) writeFileSync(path.join(home, `${name}.json`), text);
    const created = await run('depin register --input vehicle.json --yes');
    expect(JSON.parse(created.stdout)).toMatchObject({ vin: 'SBXT1E041TS900001' });
    expect((await run(`${/Next: tuk (.*)/.exec(created.stderr)![1]}`)).code).toBe(exit.ok);
    const { id } = await json('depin swap-battery --input swap.json --yes');
    expect((await json('depin swaps'))[0].id).toBe(id);
    const line = 'depin subscription create --input subscription.json --client-ref week --yes';
    const [first, second] = [await run(line), await run(line)];
    expect(first.stderr).toMatch(/receipt[\s\S]*vin +SBXX2E028TS000046[\s\S]*period +WEEK[\s\S]*In the ledger as op-/);
    expect([second.stdout, second.stderr.includes('nothing was sent')]).toEqual([first.stdout, true]);
    const paid = await run(`depin subscription update -f id=${JSON.parse(first.stdout).id} -f action=pay --yes`);
    expect(paid.stderr).toMatch(/action +pay/);
    expect(JSON.parse(paid.stdout)).toMatchObject({ status: 'ON_TIME', paidCount: 2 });
    expect(await json('ops list')).toHaveLength(2);
  });

  test.each([
    ['depin token', 'token-id'],
    ['depin heatmap --city XX', 'not a value of --city'],
    ['depin register --yes', '--field, --json-field, --edit or --input is needed'],
    ['depin subscription create --yes', '--field, --json-field, --edit or --input is needed'],
    ['depin subscription create -f vin=A', 'Add --yes to confirm'],
  ])('%s is refused in one sentence, and nothing is sent', async (line, output) => {
    const { run, json } = await signedIn();
    const code = output.startsWith('Add --yes') ? exit.guarded : exit.usage;
    expect(await run(line)).toEqual({ code, stdout: '', stderr: expect.stringContaining(output) });
    expect(await json('ops list')).toEqual([]);
  });
});

describe('with a scripted server', () => {
  test('if one of two dashboards fails, the other is printed and the failure sets the exit code', async () => {
    const batteries = respond(200, '{"stationCount":1e400}');
    const { run } = await stubUser((socket, request) =>
      (request.path.includes('/battery/') ? batteries : respond(500, ''))(socket, request),
    );
    const result = await run('depin dash --retry 0');
    expect([result.code, result.stdout]).toEqual([exit.server, '{"batteries":{"stationCount":1e400}}\n']);
  });

  test('a filter by a field that no row has is exit 11, not an empty list', async () => {
    const { run } = await stubUser(respondJson([{ id: 'a', abstractStatus: 'MATCHED' }]));
    expect((await run('depin rides --status MATCHED')).stdout).toContain('"id":"a"');
    expect(await run('depin rides --point PICKUP')).toMatchObject({ code: exit.server, stdout: '' });
  });

  test('a cell of the heat map without coordinates is in the GeoJSON, without a place', async () => {
    const cells = '[{"latitude":1.10,"longitude":2,"count":3},{"north":1,"count":1e400}]';
    const { json } = await stubUser(respond(200, cells));
    const { features } = await json('depin heatmap --geojson');
    expect(features[0].geometry).toEqual({ type: 'Point', coordinates: [2, 1.1] });
    expect(features[1].geometry).toBeNull();
  });
});

describe('the grid of a heat map', () => {
  const cell = (latitude: number, longitude: number, count: number) => ({ latitude, longitude, count });
  const drawn = (rows: readonly Record<string, unknown>[], wide = 80) => heatLines(rows, wide).map(lineText);

  test('north is up, west is left, each cell has its shade', () => {
    const rows = [cell(10, 100, 1), cell(10.01, 100.02, 100), cell(10.005, 100, 30)];
    const lines = drawn(rows);
    const rowOf = (name: string) => lines.find((text) => text.startsWith(name))!;
    expect(rowOf('A').indexOf('█')).toBeGreaterThan(rowOf('B').indexOf('▒'));
    expect(rowOf('C')).toMatch(/·/);
    expect(lines.join('\n')).toMatch(/131 in all[\s\S]*100, 76\.3 % of all[\s\S]*10\.010, 100\.020/);
  });

  test.each([1, 4, 20, 80])('fits %i columns and the screen for any distance of the cells', (wide) => {
    const place = (at: number) => cell(10 + (at % 90) / 200, 100 + Math.floor(at / 10) / 200, at + 1);
    const rows = Array.from({ length: 900 }, (_, at) => place(at));
    const lines = drawn(rows, wide);
    expect(lines.length).toBeLessThanOrEqual(26);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(wide);
    if (wide === 80) expect(lines.join('\n')).toContain('405,450 in all');
  });

  test('one cell is drawn; an invalid cell is not', () => {
    expect(drawn([cell(1, 2, 3)]).join('\n')).toContain('██');
    for (const rows of [[], [{ latitude: 1, longitude: 'x', count: 3 }], [cell(1, 2, 3), { zone: 'A' }]])
      expect(drawn(rows)).toEqual([]);
  });
});
