// Tasks of the nine groups against the second back end, which has its own field names.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { type Fault, secondBackend } from '../support/second-backend.js';
import { newUser } from '../support/tuk.js';
import { confirmFieldNames } from '../support/users.js';

const ownWallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const ton = 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N';
const phalla = 'a1b2c3d4-0000-4000-8000-00000000beef';
const ride = (product: string) =>
  `ride request --from pl-market --to 11.5695,104.921 --region KH --product ${product} --currency POINT --rider-name Ann --rider-phone +85512345678 --yes`;
const quick = '--interval 50ms --max-wait 10s';

/** A user signed in at a new second back end, with output in a pipe. */
async function limitedProfile() {
  const backend = await secondBackend();
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${backend.url}/{service}`]);
  confirmFieldNames(user.home, 'box');
  await user.run('profile use box');
  const tokens = backend.signIn();
  await user.run('login --tokens-stdin', { stdin: JSON.stringify(tokens) });
  writeFileSync(path.join(user.home, 'crossing.json'), JSON.stringify({ way: 'TO_BEP20', raw: '20000000000000000000' }));
  return {
    ...user,
    backend,
    json: async (line: string) => JSON.parse((await user.run(line)).stdout),
    runTable: (line: string) => user.run(line, { terminal: true, columns: 80, env: { NO_COLOR: '1' } }),
    /** The number of requests of this route. */
    requests: (route: string) => backend.calls.filter(({ method, path: at }) => `${method} ${at}` === route).length,
    /** The service's own response to this user. */
    bytes: async (at: string) =>
      (await fetch(`${backend.url}${at}`, { headers: { authorization: `Bearer ${tokens.accessToken}` } })).text(),
  };
}
/** The statuses that a `wait` prints, one per change. */
const words = (stdout: string) => stdout.split('\n').flatMap((line) => /^\S+ {2}(\w+)/.exec(line)?.[1] ?? []);

/** The reads of each group: the command, its call, the texts expected on a terminal, a line of its CSV. */
const reads: readonly (readonly [line: string, at: string, shown: readonly string[], csv: string])[] = [
  [
    'assets offerings',
    '/musubi/v1/offering/public',
    ['Sunrise fleet', 'OF-9', '7.25', '12.5', 'COMMING_SOON', 'ON_ICE'],
    'OF-9,Sunrise fleet,OPEN,7.25,2026-10-01,12.5,USDC',
  ],
  ['assets offering OF-9', '/musubi/v1/offering/public/OF-9', ['Sunrise fleet', 'OPEN', '7.25', 'USDC'], ',""yieldPerYear"":7.25,'],
  ['assets vehicles --mine', '/musubi/v1/rwa-vehicle', ['Tuk nine', '0.125', '40'], 'RL4ZZZ1,Tuk nine,0.125,40'],
  ['assets incomes', '/musubi/v1/rwa/incomes', ['1.75', '2.25', 'altogether 4'], '2026-11-18,RL4ZZZ1,1.75,USD'],
  [
    'ride places search market',
    '/ride-hailing/v1/places/search?q=market',
    ['Night market', 'pl-market', 'Quay 1'],
    'pl-market,Night market,Quay 1,',
  ],
  ['ride cancel-status', '/ride-hailing/v1/rides/cancel-status', ['yes'], 'true'],
  ['wallet list', '/user/v2/wallets', ['Harbour', 'BSC', 'Attic', 'ETHEREUM'], 'BSC,0,Harbour'],
  ['wallet fee BSC', '/wallet/v2/fee/BSC', ['3', '4.5', '6'], '3,4.5,6'],
  [
    'swap tokens BSC',
    '/wallet/v2/native-swap/BSC/tokens',
    ['BNB', 'bMVL', '18'],
    'bMVL,bMVL,0x5f588EfAf8eB57e3837486e834fC5a4E07768D98,18,',
  ],
  ['swap bridge fee', '/bep20-swap/v1/bridge-swap/fee', ['2500000000000000000', '2.5'], '""human"":2.5'],
  ['points balance', '/user/v2/balance/mvp/current', ['120.5', 'MVP'], '""held"":120.5'],
  ['points history', '/user/v2/balance/mvp/history', ['120.5', 'Welcome'], '2026-11-19T08:30:00.000Z,120.5,Welcome'],
  ['points missions list', '/activity/v3/missions', ['Open the app', 'Ten rides', 'm-2'], 'USER_ACTIVITY,Ten rides,'],
  ['points rank show season', '/activity/v1/ranking-mission/season/rank', ['17'], '17'],
  ['store product P-1', '/sale/v1/products/P-1', ['Rain cape', '40', 'MVP', '7'], '""each"":40'],
  [
    'depin stations',
    '/vehicle-oracle/v1/depin/battery/stations',
    ['River hub', 'SW-2', 'MINI', 'HALF_LIT', '12'],
    'SW-1,River hub,ON,HUB,"{""north"":11.56,""east"":104.93}",12',
  ],
  ['depin vehicle 77', '/vehicle-oracle/v1/depin/vehicles/77', ['77', '10412.5'], '""odometer"":10412.5'],
  ['depin rides', '/vehicle-oracle/v2/depin/rides', ['T-1', '1763600000000', 'MATCHED', 'cursor c2'], 'T-1,1763600000000,MATCHED'],
];

describe('reads with unknown field names', () => {
  test.each(reads)('%s', async (line, at, expectedTexts, csv) => {
    const { run, runTable, bytes } = await limitedProfile();
    expect(await run(line)).toMatchObject({ code: exit.ok, stdout: `${await bytes(at)}\n` });
    const page = await runTable(line);
    expect(page.code).toBe(exit.ok);
    for (const value of expectedTexts) expect(page.stdout + page.stderr).toContain(value);
    for (const row of page.stdout.split('\n')) expect(row.length).toBeLessThanOrEqual(80);
    const rows = await run(`${line} -o csv`);
    expect(rows.code).toBe(exit.ok);
    expect(rows.stdout).toContain(csv);
  });

  // their tables: see the findings at the end
  test.each([
    ['store featured', '/sale/v1/products/featured', 'P-1,Rain cape,40,MVP,7'],
    ['store inventory list', '/sale/v1/inventory/items', 'IT-2,Old lantern,IN_THE_ATTIC,1700000000'],
    ['notify list', '/notification/v1/entity-notifications', 'NT-3,WEATHER,It pours,1763620000'],
  ])('%s', async (line, at, csv) => {
    const { run, runTable, bytes } = await limitedProfile();
    expect(await run(line)).toMatchObject({ code: exit.ok, stdout: `${await bytes(at)}\n` });
    expect((await run(`${line} -o csv`)).stdout).toContain(`${csv}\n`);
    expect((await runTable(line)).code).toBe(exit.ok);
  });

  test('an unknown status word is shown, and matches no row filter', async () => {
    const { runTable, run } = await limitedProfile();
    expect((await runTable('assets offering OF-11')).stdout).toContain('ON_ICE');
    expect((await runTable('store inventory show IT-2')).stdout).toContain('IN_THE_ATTIC');
    expect((await runTable('depin station SW-3')).stdout).toContain('HALF_LIT');
    const filtered = await run('depin stations --status ON'); // the filter field is missing: reported, not guessed
    expect([filtered.code, filtered.stdout]).toEqual([exit.server, '']);
    expect(filtered.stderr).toContain('has a field status');
  });
});

/** A transfer of each group that has one: the command line, its one request, its name in the ledger, the response, the preparation. */
const money: readonly (readonly [line: string, route: string, call: string, says: object, before: string])[] = [
  [
    'assets order --offering OF-9 --purchase-type FRACTIONAL --amount 50 --yes',
    'POST /musubi/v1/order',
    'createOrder',
    { bought: { ticket: 'TK-1', shares: 4 } },
    '',
  ],
  [ride('STANDARD'), 'POST /ride-hailing/v1/rides/pre-request', 'requestRide', { rideRequestId: 'RR-1', status: 'WAITPAY' }, ''],
  [
    `wallet withdraw create --currency MVL --amount 5 --to ${ownWallet} --new-recipient --yes`,
    'POST /user/balance/withdrawals',
    'createWithdrawal',
    { request: { id: 'wd-1', status: 'CONFIRMING', amount: '5' } }, // the row of the list of pending ones, read back
    '',
  ],
  [
    'swap bridge create --input crossing.json --new-recipient --yes',
    'POST /bep20-swap/v1/bridge-swap',
    'createBridgeSwap',
    { crossing: { no: 'BX-1', leaving: '20000000000000000000' } },
    '',
  ],
  [
    `points transfer --to ${phalla} --amount 50 --new-recipient --yes`,
    'POST /user/v2/balance/mvp/transfer',
    'transferPoints',
    { slip: 'SL-2', left: 70.25 },
    '',
  ],
  [
    `points rank claim season -f address=${ton} --new-recipient --yes`,
    'POST /activity/v1/ranking-mission/season/claim',
    'claimRanking',
    { verdict: 'SUCCESS' },
    '',
  ],
  [
    `points earn claim ev-1 --to ${ownWallet} --new-recipient --yes`,
    'POST /user/v1/earn-event/ev-1/claim/request',
    'requestClaim',
    { status: 'INCOMING' },
    '',
  ],
  [
    'store order pay PU-1 --yes',
    'POST /sale/v1/orders/PU-1/payments',
    'payOrder',
    { purchase: { id: 'PU-1', due: 80, standing: 'PAYMENT_PENDING' } },
    'store buy P-1 --quantity 2 --yes',
  ],
  [
    'depin subscription create -f vin=RL4ZZZ1 --yes',
    'POST /vehicle-oracle/vehicle/subscription',
    'subscribe',
    { plan: { no: 'SU-1', dues: 'ON_TIME' } },
    '',
  ],
];

describe('transfers', () => {
  test.each(money)('%s', async (line, route, call, expected, before) => {
    const { run, json, requests } = await limitedProfile();
    if (before) await run(before);
    const result = await run(line);
    expect([result.code, requests(route)]).toEqual([exit.ok, 1]);
    expect(JSON.parse(result.stdout)).toMatchObject(expected);
    expect(result.stderr).toMatch(/^Receipt, profile box\n/m);
    expect((await json('ops list'))[0]).toMatchObject({ call, outcome: 'done' });
  });

  test.each(money)(
    '%s with a truncated response: the outcome is unknown and it is never sent again',
    async (line, route, call, _, before) => {
      const { run, json, requests, backend } = await limitedProfile();
      if (before) await run(before);
      backend.injectFaults(only(route, { cut: 7 }));
      const result = await run(line);
      expect([result.code, result.stdout, requests(route)]).toEqual([exit.unknown, '', 1]);
      expect((await json('ops list'))[0]).toMatchObject({ call, outcome: 'unknown' });
      expect(result.stderr).toContain((await json('ops list'))[0].id);
      expect(backend.count('refresh')).toBe(0);
    },
  );

  test('a refusal by the service is not an unknown outcome', async () => {
    const { run, json, requests } = await limitedProfile();
    const closed = await run('assets order --offering OF-10 --purchase-type FRACTIONAL --amount 50 --yes');
    const dear = await run(`points transfer --to ${phalla} --amount 5000 --new-recipient --yes`);
    expect([closed.code, dear.code]).toEqual([exit.refused, exit.refused]);
    expect(closed.stderr).toContain('This offering is not open');
    expect(dear.stderr).toContain('Not enough points');
    expect((await json('ops list')).map(({ outcome }: { outcome: string }) => outcome)).toEqual(['refused', 'refused']);
    expect(requests('POST /user/v2/balance/mvp/transfer')).toBe(1);
    expect((await json('points balance')).purse.held).toBe(120.5);
  });
});

/** This fault for this call, and for no other. */
function only(route: string, fault: Fault) {
  return ({ method, path: at }: { method: string; path: string }) => (`${method} ${at}` === route ? fault : undefined);
}

describe('tasks', () => {
  test('assets: an order is paid, then settled in crypto; a lease application progresses', async () => {
    const { run, json } = await limitedProfile();
    const { bought } = await json('assets order --offering OF-9 --purchase-type FRACTIONAL --amount 50 --yes');
    const { settlement } = await json(`assets payment create --order ${bought.ticket} --method BANK --yes`);
    expect(settlement).toMatchObject({ ticket: bought.ticket, way: 'BANK', stage: 'READY' });
    const settled = await json(`assets payment to-crypto ${settlement.number} --yes`);
    expect(settled.settlement).toMatchObject({ number: settlement.number, way: 'CRYPTO', stage: 'CONFIRM_REQUIRED' });
    expect((await run('assets payment create --order TK-99 --method BANK --yes')).code).toBe(exit.notFound);
    const { dossier } = await json('assets lease apply --input crossing.json --yes');
    const standings = [];
    for (let at = 0; at < 3; at++) standings.push((await json(`assets lease show ${dossier.no}`)).dossier.standing);
    expect([dossier.standing, ...standings]).toEqual(['APPLIED', 'SELECTED', 'PAID', 'RECEIVED']);
  });

  test('ride: searched by place id, requested, followed to its end; another one fails', async () => {
    const { run, json, requests, backend } = await limitedProfile();
    const search = await json('ride search --from pl-market --to 11.5695,104.921 --region KH');
    expect(search).toMatchObject({ checkSum: 'cs-1', products: [{ productCode: 'STANDARD' }, {}, {}] });
    const created = await run(ride('STANDARD'));
    expect(created.stderr).toMatch(
      /Costs +7,000 \(its unit is not known\)\n[\s\S]*From +Night market \(11.5765, 104.9282\)[\s\S]*Requested: RR-1/,
    );
    expect(backend.calls.findLast(({ method, path: at }) => method === 'POST' && at.endsWith('/pre-request'))?.body).toMatchObject({
      searchId: 'cs-2',
    });
    expect((await json('ride status')).status).toBe('PAYCONFIRMED'); // the current one
    const ended = await whileTimePasses(() => run(`ride wait RR-1 ${quick}`));
    expect(ended.code).toBe(exit.ok);
    expect(words(ended.stdout)).toEqual([
      ...['PENDING', 'MATCHED', 'CONFIRMED', 'ASSIGNED', 'PICKUP', 'PICKUP_ARRIVED', 'INUSE', 'FINISHED'],
    ]);
    expect(await json('ride status RR-1')).toMatchObject({ status: 'FINISHED', driverInfo: { carPlate: '2AB-3456' } });
    await run(ride('STORMY'));
    const failedRide = await whileTimePasses(() => run(`ride wait RR-2 ${quick}`));
    expect([failedRide.code, words(failedRide.stdout).at(-1)]).toEqual([exit.endedBadly, 'DRIVER_CANCELED']);
    expect(requests('POST /ride-hailing/v1/rides/pre-request')).toBe(2);
  });

  test('ride: an unknown status is printed and is not an end', async () => {
    const { run } = await limitedProfile();
    await run(ride('SCENIC'));
    const result = await whileTimePasses(() => run(`ride wait RR-1 ${quick} -o ndjson`));
    expect(result.code).toBe(exit.ok);
    const rows = result.stdout.trim().split('\n');
    expect(rows.map((row) => JSON.parse(row).status)).toEqual(expect.arrayContaining(['ADMIRING_THE_VIEW', 'FINISHED']));
    await run(ride('SCENIC'));
    const named = await whileTimePasses(() => run(`ride wait RR-2 ${quick} --for status=ASSIGNED`));
    expect([named.code, words(named.stdout).at(-1)]).toEqual([exit.ok, 'ASSIGNED']);
    expect(JSON.parse((await run('ride cancel RR-2 --yes')).stdout)).toMatchObject({ isFreeCancel: true, pickupStartTime: null });
    expect((await whileTimePasses(() => run(`ride wait RR-2 ${quick}`))).code).toBe(exit.endedBadly);
  });

  test('ride: the search results may be wrapped in an object', async () => {
    const { run, backend } = await limitedProfile();
    const place = { placeId: 'w-1', name: 'Wrapped', address: 'Box 1', locationPoint: { latitude: 11.5, longitude: 104.9 } };
    backend.injectFaults(({ path: at }) =>
      at.startsWith('/ride-hailing/v1/places/search') ? { status: 200, body: { found: [place], more: false } } : undefined,
    );
    expect((await run('ride search --from wrapped --to 11.5695,104.921 --region KH')).code).toBe(exit.ok);
    expect(backend.calls.at(-1)?.body).toMatchObject({ locations: [{ latitude: 11.5, longitude: 104.9, name: 'Wrapped' }, {}] });
  });

  test('wallet: balances of every wallet, paged history, transactions to their ends, a withdrawal', async () => {
    const { run, json, runTable } = await limitedProfile();
    const balances = await runTable('wallet balance');
    for (const value of ['BNB', '812.5', 'bMVL', '16.8', 'ETHEREUM', '210']) expect(balances.stdout).toContain(value);
    const line = `wallet history --network BSC --address ${ownWallet}`;
    expect((await json(`${line} --all`)).map(({ id }: { id: string }) => id)).toEqual(['tx-5', 'tx-4', 'tx-3', 'tx-2', 'tx-1']);
    expect((await json(`${line} --filter SEND --all`)).map(({ id }: { id: string }) => id)).toEqual(['tx-5', 'tx-3', 'tx-1']);
    expect(await json('wallet price mass-vehicle-ledger ethereum --in SGD')).toEqual([
      { id: 'mass-vehicle-ledger', currency: 'SGD', price: 0.004 },
      { id: 'ethereum', currency: 'SGD', price: 3000 },
    ]);
    const good = await whileTimePasses(() => run(`wallet tx wait 0xaa --network BSC ${quick}`));
    expect([good.code, words(good.stdout)]).toEqual([exit.ok, ['PENDING', 'SUCCESS']]);
    const bad = await whileTimePasses(() => run(`wallet tx wait 0xbad --network BSC ${quick}`));
    expect([bad.code, words(bad.stdout)]).toEqual([exit.endedBadly, ['PENDING', 'FAIL']]);
    const unusual = await whileTimePasses(() => run(`wallet tx wait 0xodd --network BSC ${quick}`));
    expect([unusual.code, words(unusual.stdout)]).toEqual([exit.ok, ['PENDING', 'IN_DOUBT', 'SUCCESS']]);
    const created = await run(`wallet withdraw create --currency MVL --amount 5 --to ${ownWallet} --new-recipient --yes`);
    expect(created.stderr).toMatch(/Fee +1 MVL\n.*You have +320.5 MVL\n[\s\S]*Arrives +4 MVL if the fee stays 1 MVL/);
    expect(JSON.parse(created.stdout).request.status).toBe('CONFIRMING'); // the read-back advances the state
    await run(`wallet withdraw create --currency MVL --amount 13 --to ${ownWallet} --new-recipient --yes`); // this one fails
    for (const [id, ends] of [
      ['wd-1', ['COMPLETED', 'COMPLETED']],
      ['wd-2', ['FAILED', 'FAILED']],
    ] as const) {
      const state = [];
      for (let at = 0; at < 2; at++) state.push((await json(`wallet withdraw show ${id}`)).request.status);
      expect(state).toEqual(ends);
    }
    expect(await json('wallet withdraw active')).toEqual([]);
  });

  test('swap: a quote in whole tokens, the status of its transaction, a bridge swap', async () => {
    const { run, json, runTable } = await limitedProfile();
    expect(await json('swap quote --network BSC --from bMVL --to BNB --amount 1000')).toMatchObject({
      fromTokenAmount: '1000000000000000000000',
      toTokenAmount: '6250000000000000',
      wholeToTokenAmount: '0.00625',
      wholeLeastTokenAmount: '0.00621875',
      priceImpact: '0.42',
    });
    expect((await run('swap quote --network ETHEREUM --from ETH --to MVL --amount 1')).stderr).toContain('Only BNB Smart Chain');
    expect((await json('swap status 0xaa --network BSC')).status).toBe('PENDING');
    expect((await runTable('swap status 0xaa --network BSC')).stdout).toContain('SUCCESS');
    await run('swap bridge create --input crossing.json --new-recipient --yes');
    expect((await runTable('swap bridge list')).stdout).toMatch(/BX-1 +REQUESTED +20000000000000000000/);
  });

  test('points: a transfer reduces the balance and appears in the history', async () => {
    const { run, json } = await limitedProfile();
    expect((await run(`points transfer --to ${phalla} --amount 50 --new-recipient --yes`)).stderr).toMatch(/Who gets them +Phalla Chan/);
    expect((await json('points balance')).purse.held).toBe(70.25);
    expect((await json('points history')).moves).toMatchObject([{ change: -50.25, why: 'Sent to Phalla Chan' }, { change: 120.5 }]);
  });

  test('points: the body has the field names of the profile', async () => {
    const { run, backend } = await limitedProfile();
    for (const [option, field] of [
      ['to', 'payee'],
      ['amount', 'sum'],
    ])
      expect((await run(`profile set box name.user.transfer-points.${option} ${field}`)).code).toBe(exit.ok);
    expect((await run(`points transfer --to ${phalla} --amount 50 --new-recipient --yes`)).code).toBe(exit.ok);
    expect(backend.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({ payee: phalla, sum: '50' });
  });

  test('points: a mission, a ranking from its claim to its end, an event, the entries of an app', async () => {
    const { run, json } = await limitedProfile();
    expect(await json('points missions claim m-1 --yes')).toMatchObject([
      { outcome: 'claimed', missionPointTransactions: [{ points: 5 }] },
    ]);
    for (const [group, stages] of [
      ['season', ['REQUESTED', 'PENDING', 'SUCCESS']],
      ['lost', ['REQUESTED', 'PENDING', 'FAIL']],
      ['odd', ['REQUESTED', 'AT_THE_BANK', 'PENDING']],
    ] as const) {
      expect(await json(`points rank claim ${group} -f address=${ton} --new-recipient --yes`)).toEqual({ verdict: 'SUCCESS' });
      const state = [];
      for (let at = 0; at < 3; at++) state.push((await json(`points rank status ${group}`)).payout.stage);
      expect(state).toEqual(stages);
    }
    const again = await run(`points rank claim season -f address=${ton} --new-recipient --yes`);
    expect([again.code, again.stderr]).toEqual([
      exit.refused,
      expect.stringMatching(/verdict: "DUPLICATED".*nothing was moved by this call/),
    ]);
    expect((await json('points balance --referral PASSIVE')).amount).toBe(8);
    expect(await json('points earn list')).toMatchObject([{ title: 'Drive in the rain', phase: 'claim' }]);
    const claimed = await run(`points earn claim ev-1 --to ${ownWallet} --new-recipient --yes`);
    expect(claimed.stderr).toMatch(/Event +Drive in the rain\n[\s\S]*Amount +85\n.*Fee +3 MVL\n/);
    expect((await json('points earn status ev-1')).status).toBe('COMPLETED_TRANSFER');
    expect((await json('points earn status ev-1')).status).toBe('COMPLETED');
    const entries = await json('points earn participations --app 1 --event rain --identifier mina --all');
    expect(entries.list.map(({ requestId }: { requestId: string }) => requestId)).toEqual(['req-1', 'req-2', 'req-3']);
  });

  test('store: an order whose response has no top-level id is not paid automatically; it is paid by hand and read', async () => {
    const { run, json, requests } = await limitedProfile();
    const bought = await run('store buy P-1 --quantity 2 --yes');
    expect([bought.code, requests('POST /sale/v1/orders')]).toEqual([exit.unknown, 1]);
    expect(bought.stderr).toContain('was not paid');
    const [{ id }] = await json('ops list');
    expect(JSON.stringify(await json(`ops show ${id}`))).toContain('PU-1');
    expect((await json('store order pay PU-1 --yes')).purchase.standing).toBe('PAYMENT_PENDING');
    const state = [];
    for (let at = 0; at < 2; at++) state.push((await json('store order show PU-1')).purchase.standing);
    expect(state).toEqual(['PAID', 'SUCCESS']);
    expect((await run('store order pay PU-1 --yes')).stderr).toContain('Paid before');
    expect(requests('POST /sale/v1/orders')).toBe(1);
  });

  test('store: an order that fails, one with an unknown status, one that is cancelled', async () => {
    const { run, json, runTable } = await limitedProfile();
    const state = async (id: string, times: number) => {
      const words = [];
      for (let at = 0; at < times; at++) words.push((await json(`store order show ${id}`)).purchase.standing);
      return words;
    };
    for (const product of ['P-2', 'P-3', 'P-1']) await run(`store buy ${product} --quantity 1 --yes`);
    for (const id of ['PU-1', 'PU-2']) await run(`store order pay ${id} --yes`);
    expect(await state('PU-1', 2)).toEqual(['PAID', 'UNQUALIFIED']);
    expect((await runTable('store order show PU-2')).stdout).toMatch(/Standing +ADRIFT_AT_SEA/);
    expect(await state('PU-2', 2)).toEqual(['PAID', 'SUCCESS']);
    expect((await run('store order cancel PU-3 --yes')).code).toBe(exit.ok);
    expect((await state('PU-3', 2)).at(-1)).toBe('CANCEL_REFUNDED');
  });

  test('depin: both dashboards in one output', async () => {
    const { json, runTable } = await limitedProfile();
    expect(await json('depin dash')).toEqual({
      batteries: { packs: { whole: 240, full: 91.5 } },
      vehicles: { wheels: { rolling: 31, parked: 12 } },
    });
    expect((await runTable('depin dash')).stdout).toMatch(/Full +91.5[\s\S]*Rolling +31/);
  });

  test('image: the picture is unchanged, with its own type', async () => {
    const { run, home, backend } = await limitedProfile();
    const result = await run('image create --text Hello --font Poppins --out hello.svg');
    const file = path.join(home, 'hello.svg');
    const picture = readFileSync(file, 'utf8');
    expect(JSON.parse(result.stdout)).toEqual({ path: file, type: 'image/svg+xml', size: Buffer.byteLength(picture) });
    expect(picture).toMatch(/^<svg .*Poppins.*>Hello<\/text><\/svg>\n$/);
    expect((await run('image create --text Hi --font Poppins --out hello.svg')).code).not.toBe(exit.ok); // the file exists
    expect(readFileSync(file, 'utf8')).toBe(picture);
    backend.injectFaults(only('POST /image-factory/image-factory/create', { cut: 9 }));
    expect((await run('image create --text Hi --font Poppins --out hi.svg')).code).toBe(exit.server);
    expect(() => readFileSync(path.join(home, 'hi.svg'))).toThrow('ENOENT');
  });

  test("notify: one is dismissed, then the remaining ones; the list is the service's", async () => {
    const { run, json, requests } = await limitedProfile();
    expect((await json('notify dismiss NT-1 --yes')).inbox.map(({ id }: { id: string }) => id)).toEqual(['NT-2', 'NT-3']);
    const gone = await run('notify dismiss NT-1 --yes');
    expect([gone.code, requests('DELETE /notification/v1/entity-notifications/NT-1')]).toEqual([exit.notFound, 2]);
    expect(await json('notify dismiss --every --yes')).toEqual({ inbox: [], unread: 0 });
  });
});

describe('a session that expires in the middle of a task is renewed once', () => {
  test('during a wait', async () => {
    const { run, backend } = await limitedProfile();
    await run(ride('STANDARD'));
    backend.injectFaults(({ path: at, number }) => {
      if (at === '/ride-hailing/v1/rides/request/RR-1' && number === 3) backend.expire();
      return undefined;
    });
    const result = await whileTimePasses(() => run(`ride wait RR-1 ${quick}`));
    expect([result.code, words(result.stdout).at(-1)]).toEqual([exit.ok, 'FINISHED']);
    expect(result.stderr).toContain('The session was renewed.');
    expect([backend.count('refresh'), backend.count('confirm')]).toEqual([1, 1]);
  });

  test('between the requests of one command', async () => {
    const { json, backend } = await limitedProfile();
    backend.injectFaults(({ path: at, number }) => {
      if (at.startsWith('/user/v2/wallets/balance?network=ETHEREUM') && number === 1) backend.expire();
      return undefined;
    });
    expect(await json('wallet balance')).toHaveLength(3);
    expect(backend.count('refresh')).toBe(1);
  });

  test.each(money)('before a transfer: %s', async (line, route, call, expected, before) => {
    const { run, json, backend } = await limitedProfile();
    if (before) await run(before);
    backend.injectFaults(({ method, path: at, number }) => {
      if (`${method} ${at}` === route && number === 1) backend.expire();
      return undefined;
    });
    const result = await run(line);
    expect(result.code).toBe(exit.ok);
    expect(JSON.parse(result.stdout)).toMatchObject(expected);
    expect(backend.calls.filter(({ method, path: at }) => `${method} ${at}` === route).map(({ status }) => status)).toEqual([401, 201]);
    expect(backend.count('refresh')).toBe(1);
    expect((await json('ops list'))[0]).toMatchObject({ call, outcome: 'done' });
  });
});

// Valid responses that the program does not handle yet. Remove `.fails` from a test when it passes.
describe('findings', () => {
  test('a framework 404 without a code means an unknown route: the older version is requested', async () => {
    const { run } = await limitedProfile();
    expect((await run('wallet tokens --network BSC')).code).toBe(exit.ok);
  });

  test.each([
    ['store featured', 'Rain cape'],
    ['store inventory list', 'Old lantern'],
    ['notify list', 'It pours'],
  ])('the table of %s shows more than ids, though the id is the only known name', async (line, value) => {
    const { runTable } = await limitedProfile();
    expect((await runTable(line)).stdout).toContain(value);
  });

  test('waiting for an order without a recognisable status is reported', async () => {
    const { run } = await limitedProfile();
    await run('store buy P-1 --quantity 2 --yes');
    await run('store order pay PU-1 --yes');
    expect((await whileTimePasses(() => run('store order wait PU-1 --interval 50ms --max-wait 5s'))).code).not.toBe(exit.pending);
  });
});
