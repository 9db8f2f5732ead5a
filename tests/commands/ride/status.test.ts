// `tuk ride status`: the position of the driver, the meaning of a status, and missing rides.
import { expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { respond } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';
import { stubUser } from '../../support/users.js';

const id = '8d20f3a4-55b1-4b3e-8a0c-9f6e2d410001';
/** A user of a service that answers every read of a ride so. */
const withRides = (body: unknown, status = 200) =>
  stubUser(respond(status, JSON.stringify(body), { 'x-request-id': 'req-7' }));

test('says how far the driver is from the next stop, and how old the position is', async () => {
  const at = new Date(now - 20_000).toISOString();
  const origin = { locationPoint: { latitude: 11.56, longitude: 104.93 } };
  const driverLocation = { latitude: 11.5628, longitude: 104.93, at };
  const { run } = await withRides({ id, status: 'PICKUP', origin, driverLocation });
  const { stdout, stderr } = await run(`ride status ${id}`);
  expect(JSON.parse(stdout)).toMatchObject({ driverLocation: { at } });
  expect(stderr).toMatch(/The driver is 310 m from the pick-up, as the crow flies; the position is 20 s old\./);
});

test('says what a status means where the service does not', async () => {
  const { run } = await withRides({ id, status: 'USER_CANCELED' });
  expect((await run(`ride status ${id}`)).stderr).toContain('USER_CANCELED: you cancelled it.');
  const own = await withRides({ id, status: 'USER_CANCELED', statusMessage: 'Cancelled by the rider' });
  expect((await own.run(`ride status ${id}`)).stderr).not.toContain('you cancelled it');
});

test('of a ride that is not shown it says whose it may be, and of none under way what every command says', async () => {
  const { run } = await withRides({ message: 'There is no ride request.', code: 'NOT_FOUND_REQUEST' }, 404);
  const whose = /another person's\. Look it up: tuk find 8d20f3a4/;
  expect(await run('ride status 8d20f3a4')).toMatchObject(ends(exit.notFound, whose));
  for (const line of ['ride status', 'ride cancel-status'])
    expect(await run(line), line).toMatchObject(ends(exit.notFound, 'No ride is in progress.', ''));
});

test('a list in place of a ride is not a ride, and not the absence of one', async () => {
  const { run } = await withRides([{ id, status: 'PICKUP' }]);
  const odd = /get-(active-)?request \(GET \/\S+\) is not an object, so nothing can be read .*\.\n {2}request id req-7/;
  for (const line of ['ride status', 'ride status --known', `ride status ${id}`])
    expect([line, await run(line)]).toMatchObject([line, ends(exit.server, odd, '')]);
});

test('the cost of a cancellation has plain labels', async () => {
  const { run } = await withRides({ isFreeCancel: true, feeAmount: '0', cancellable: true });
  const { stdout } = await run('ride cancel-status', { terminal: true });
  expect(stdout).toMatch(/Free of charge.*yes/);
  expect(stdout).not.toMatch(/Is free/);
});
