// The ride group: prices, requests and cancellations, on the sandbox and with a scripted server.

import { describe, expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { whileTimePasses } from '../../support/fake-time.js';
import { respondByPath, respondJson } from '../../support/scripted-server.js';
import { newUser } from '../../support/tuk.js';
import { signedIn, stubUser } from '../../support/users.js';

const request = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes';

describe('on the sandbox', () => {
  test('a ride from its price to its end', async () => {
    const { run, json } = await signedIn();
    const { products } = await json('ride search --from PNH-01 --to PNH-02 --region KH');
    expect(products[0]).toMatchObject({ productCode: 'STANDARD', fare: '7030' });
    const result = await run(request);
    const receipt = /◇ SANDBOX receipt[\s\S]*Rider +Mina Park[\s\S]*From +Royal Palace[\s\S]*Costs +7,030 KHR\n/;
    expect(result).toMatchObject(ends(exit.ok, receipt));
    const id = JSON.parse(result.stdout).rideRequestId;
    expect((await json('ride status')).id).toBe(id);
    let isOver = false;
    const waiting = whileTimePasses(() => run(`wait ride:${id} --interval 60ms`)).finally(() => {
      isOver = true;
    });
    while (!isOver) await run('sandbox advance 5s');
    const waited = await waiting;
    expect(waited.code).toBe(exit.ok);
    const lines = waited.stdout.trim().split('\n');
    expect(lines.at(-1)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d {2}FINISHED +was \w+ +succeeded$/);
    expect((await json('ride status --known')).map(({ status }: { status: string }) => status)).toEqual(['FINISHED']);
    expect((await json('ops list'))[0]).toMatchObject({ call: 'requestRide', outcome: 'done' });
  }, 60_000);

  test('a late cancellation shows its fee first; a retry is a new request', async () => {
    const { run, json } = await signedIn();
    const { rideRequestId: id } = await json(request);
    await run('sandbox advance 1m');
    const cancelled = await run(`ride cancel ${id} -f reason=late --yes`);
    expect(cancelled.stderr).toMatch(/Cancelling now costs \d{1,3}(,\d{3})*(\.\d+)? [A-Z]{3}\./); // that of the ride: the response itself states none
    expect(JSON.parse(cancelled.stdout)).toMatchObject({ isFreeCancel: false });
    const ended = await whileTimePasses(() => run(`wait ride:${id}`));
    expect(`${ended.code} ${ended.stderr}`).toMatch(/^13 [\s\S]*ended USER_CANCELED_NO_FREE/);
    expect((await run(`ride retry ${id} --yes`)).code).toBe(exit.refused);
    const operations: Record<string, string>[] = await json('ops list');
    const outcomes = operations.map(({ call, outcome }) => `${call} ${outcome}`);
    expect(outcomes).toEqual(['retryRequest refused', 'requestRide done']);
  });

  test.each([
    ['no region', 'ride search --from PNH-01 --to PNH-02', /--region is needed/],
    ['nothing', 'ride request', /^✗ --from, --to, --region, --product and --currency are needed\.\n {2}--region is/],
    ['a name of several places', 'ride search --from Market --to PNH-02 --region KH', /matches \d+ places/],
    ['a name of none', 'ride search --from Atlantis --to PNH-02 --region KH', /No place matches/],
    ['a point out of range', 'ride search --from 99,0 --to PNH-02 --region KH', /is not a point/],
    ['an unknown product', request.replace('STANDARD', 'CHOPPER'), /It offers: STANDARD/],
    ['no such phone', 'ride phone check 12345', /not a phone number/],
    ['a code on the command line', 'ride phone confirm +6590000001 --yes', /--code-file is needed/],
    ['two ways to pay', 'ride currencies KH --network BSC --wallet-provider OKX_CONNECT_BSC', /not both/],
  ])('invalid input is one sentence, exit 2: %s', async (_, line, expected) => {
    const { run } = await signedIn();
    expect(await run(line)).toMatchObject(ends(exit.usage, expected, ''));
    expect((await run('ops list --jq length')).stdout).toBe('0\n');
  });

  test('an unverified number: exit 7, and no ride is requested', async () => {
    const { run } = await signedIn();
    expect(await run(`${request} --rider-phone +6590000123`)).toMatchObject(ends(exit.guarded, 'tuk ride phone send'));
    expect((await run('ride status')).code).toBe(exit.notFound);
  });
});

test('a dry run prints assumed field names and sends nothing; a profile replaces them', async () => {
  const { run, json } = newUser();
  await run('profile add far --base https://host.invalid/{service}');
  await run('profile use far');
  const point = 'ride search --from 1,2 --to 3,4 --region KH --dry-run';
  const locations = [{ latitude: 1, longitude: 2 }, { latitude: 3 }];
  expect((await json(point)).body).toMatchObject({ region: 'KH', locations });
  expect((await run('profile set far name.ride-hailing.search-rides.locations stops')).code).toBe(exit.ok);
  expect((await json(point)).body).toMatchObject({ region: 'KH', stops: [{ latitude: 1 }, {}] });
  expect((await run('profile set far name.ride-hailing.search-rides.colour x')).code).toBe(exit.usage);
  const { stderr } = await run('ride search --from Palace --to 3,4 --region KH --dry-run');
  expect(stderr).toContain('A dry run sends nothing');
});

// The fee of a late cancellation: grouped, and in no currency but that of the response or the ride.

test.each([
  ['of the ride', { feeAmount: '2109' }, { currency: 'KHR' }, 'Cancelling now costs 2,109 KHR.'],
  ['of the response', { feeAmount: 2109.5, currency: 'USD' }, { currency: 'KHR' }, 'Cancelling now costs 2,109.5 USD.'],
  ['of neither', { feeAmount: '2109' }, {}, 'Cancelling now costs 2,109 (its currency is not stated).'],
  ['of a ride that cannot be read', { feeAmount: '2109' }, undefined, '2,109 (its currency is not stated).'],
  ['no amount', {}, { currency: 'KHR' }, 'Cancelling now costs a fee.'],
  ['no fee', { isFreeCancel: true, feeAmount: '0' }, { currency: 'KHR' }, 'Cancelling now is free.'],
])('the currency %s', async (_, fee, ride, wanted) => {
  const { run } = await stubUser((socket, request) => {
    const isOfFee = request.path.includes('cancel-status') || request.method !== 'GET';
    const body = isOfFee ? { isFreeCancel: false, ...fee } : ride;
    (body ? respondJson(body) : respondJson({ message: 'none' }, 404))(socket, request);
  });
  expect((await run('ride cancel ride-1 --yes')).stderr).toContain(wanted);
});

test.each([
  ['this ride', 'ride-1', exit.refused, 0],
  ['another ride', 'ride-2', exit.ok, 1],
])('a cancellation that the service excludes is not sent: the active ride is %s', async (_, active, code, sent) => {
  const { run, server } = await stubUser((socket, request) => {
    const excluded = { cancellable: false, isFreeCancel: false, feeAmount: '6959' };
    const ride = { id: active, status: 'ASSIGNED', isFreeCancel: true };
    respondJson(request.path.includes('cancel-status') ? excluded : ride)(socket, request);
  });
  const result = await run('ride cancel ride-1 --yes');
  expect([result.code, server.requests.filter(({ method }) => method === 'POST').length]).toEqual([code, sent]);
  expect(result.stderr.includes('cannot be cancelled now. Nothing was sent')).toBe(sent === 0);
});

test('a place by its id is read by its declared fields, in any spelling and envelope', async () => {
  const place = (id: string, latitude: number) => {
    const point = { latitude, longitude: 104.9 };
    return { code: 0, data: { place: { place_id: id, name: `The ${id}`, location_point: point } } };
  };
  const places = { '/places/PNH-01': place('PNH-01', 11.5), '/places/PNH-02': place('PNH-02', 11.6) };
  const { run, server } = await stubUser(respondByPath(places));
  await run('ride search --from PNH-01 --to PNH-02 --region KH');
  const asked = server.requests.at(-1)!;
  expect(`${asked.path} ${asked.body}`).toMatch(/11\.5\b[\s\S]*11\.6\b/);
});
