// `tuk find`: the kinds of a text, the calls of a search, and what is found, refused, slow or unknowable.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveCommand } from '../../../src/commands/app/screen-data.js';
import type { Dossier } from '../../../src/commands/find/dossier.js';
import { matchingFields, mayHold } from '../../../src/commands/find/match.js';
import { queryOf } from '../../../src/commands/find/query.js';
import { sources } from '../../../src/commands/find/results.js';
import { mostRequests } from '../../../src/commands/find/search.js';
import { groups } from '../../../src/groups.js';
import { catalogue } from '../../../src/services/catalogue/index.js';
import { Failure } from '../../../src/services/http/errors.js';
import { exit } from '../../support/exit.js';
import { whileTimePasses } from '../../support/fake-time.js';
import { property } from '../../support/runs.js';
import { neverRespond, respond, respondByPath, respondJson, type Script } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

const ride = '74c06736-df17-4d73-9501-7dbe34354076';
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const hash = `0x${'ab'.repeat(32)}`;

describe('a query from a ticket', () => {
  test.each([
    [ride, ['uuid'], ride],
    [`"${ride}".`, ['uuid'], ride],
    [`https://app.example/rides/${ride}?from=mail`, ['uuid'], ride],
    ['op-2611-0003', ['operation'], 'op-2611-0003'],
    [`ride:${ride}`, ['uuid'], ride],
    [`the order ${ride} of 3 Nov`, ['uuid'], ride],
    [`tx:BSC:${hash}`, ['hash'], hash],
    ['VIN: sbxx2e025ts000053', ['vin', 'code'], 'SBXX2E025TS000053'],
    ['#46c7b520', ['code', 'part'], '46c7b520'],
    [hash, ['hash'], hash],
    [`https://bscscan.com/tx/${hash}`, ['hash'], hash],
    [account, ['address'], account],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', ['address'], 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb', ['address'], 'tz1VSUr8wwNhLAzempoch5d6hLRiTh8Cjcjb'],
    ['SBXX2E025TS000053', ['vin', 'code'], 'SBXX2E025TS000053'],
    ['#53', ['number'], '53'],
    ['<mina@example.com>', ['email'], 'mina@example.com'],
    ['+65 9000-0001', ['phone', 'code'], '+65 9000-0001'],
    ['90000001', ['number', 'phone'], '90000001'],
    ['2026-11-20', ['code'], '2026-11-20'],
    ['ETH', ['symbol', 'code'], 'ETH'],
    ['46c7b520', ['code', 'part'], '46c7b520'],
    ['74c06736-df17', ['code', 'part'], '74c06736-df17'],
    ['0x7099…79C8', ['code', 'part'], '0x7099…79C8'],
    ['0x7099...79C8', ['code', 'part'], '0x7099...79C8'],
    ['spring-2026', ['code', 'name'], 'spring-2026'],
  ])('%s', (typed, kinds, text) => expect(queryOf(typed)).toMatchObject({ text, kinds }));

  test('property: a response whose fields match is never left out before its rows are compared', () => {
    const equal = [['k', '\u212a', 'K'], ['ss', 'ß'], ['fi', 'ﬁ'], ['σ', 'ς'], ['e', 'e\u200b'], ['"'], ['\\']];
    const sign = fc
      .constantFrom(...equal)
      .chain((same) => fc.tuple(fc.constantFrom(...same), fc.constantFrom(...same)));
    const kinds = fc.subarray([...new Set(sources.flatMap(({ finds }) => finds)), 'part' as const], { minLength: 1 });
    const field = fc.constantFrom('name', 'id', 'code');
    property(100, fc.array(sign, { minLength: 1, maxLength: 4 }), field, kinds, (signs, name, of) => {
      const row = { [name]: signs.map(([one]) => one).join('') };
      const query = { text: signs.map(([, other]) => other).join(''), kinds: of, networks: [] };
      if (matchingFields(row, query).length > 0) expect(mayHold(JSON.stringify([row]), query)).toBe(true);
    });
  });

  test.each([
    ['a key in hexadecimal digits', 'ab'.repeat(32)],
    ['a key for wallets of Bitcoin', 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn'],
    ['a key beside words', `private key ${'4f'.repeat(32)}`],
    ['a key beside an id', `ride ${'4f'.repeat(32)}-${'4f'.repeat(32)}`],
    ['a recovery phrase', `${'abandon '.repeat(11)}about`],
  ])('%s is refused, and not repeated', async (_, typed) => {
    const { run, server } = await stubUser(respondJson([]), { signIn: false });
    const { code, stdout, stderr } = await run(['find', typed]);
    expect([code, stdout, server.requests.length, stderr.includes(typed.trim())]).toEqual([exit.guarded, '', 0, false]);
  });

  test('a hash with 0x is looked up as it is, 64 bare digits with --hash; a key for a wallet of Bitcoin is refused even then', async () => {
    const user = await signedIn();
    const [bare, wif] = ['ab'.repeat(32), 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn'];
    const waits = [`wait tx:BSC:${hash} --max-wait 1s`, `wait ${hash} --network BSC --max-wait 1s`];
    for (const line of [`find ${hash}`, `find --hash ${bare}`, ...waits])
      expect([line, (await user.run(line)).code]).toEqual([line, exit.notFound]);
    for (const line of [`find --hash ${wif}`, `wait ${wif}`, `wait ${bare}`, `wait ride:${bare}`]) {
      const { code, stderr } = await user.run(line);
      expect([line, code, stderr.includes(line.split(' ').at(-1)!)]).toEqual([line, exit.guarded, false]);
    }
  });

  test('of several ids one is to be named', () => {
    const both = () => queryOf(`${ride} and ${ride.replace('7', '8')}`);
    const hint = expect.stringContaining(`Find one at a time: tuk find ${ride}`);
    expect(both).toThrow(expect.objectContaining({ kind: 'usage', hint }));
  });

  test('any text is recognised, or refused with one sentence', () => {
    property(500, fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.emailAddress()), (typed) => {
      try {
        const { text, kinds } = queryOf(typed);
        expect([text !== '', kinds.length > 0]).toEqual([true, true]);
      } catch (error) {
        expect(error).toBeInstanceOf(Failure);
      }
    });
  });
});

test.each(sources.map((source) => [`${source.service} ${source.call}`, source] as const))(
  '%s is a read of the catalogue, and its command exists',
  async (_, { service, call, shownBy: command }) => {
    const own = (await catalogue(service)).calls[call];
    expect(own?.effect).toBe('none');
    if (command !== undefined) expect(await resolveCommand(command, groups), command).toBeDefined();
  },
);

describe('in the sandbox', async () => {
  const user = await signedIn();
  const find = async (text: string, ...more: string[]): Promise<Dossier> => user.json(['find', text, ...more]);
  const whatOf = async (text: string, ...more: string[]) => (await find(text, ...more)).parts.map(({ what }) => what);
  const screen = async (text: string) => (await user.table(['find', text], { columns: 120 })).stdout;

  test('a ride: its state, and a time line in order', async () => {
    const { parts, timeline, unasked } = await find(ride);
    expect(parts[0]).toMatchObject({ what: 'ride', id: ride, status: 'NOT_MATCHED' });
    expect(timeline.map(({ event }) => event)).toEqual(['WAITPAY', 'PAYCONFIRMED', 'PENDING', 'NOT_MATCHED']);
    expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).sort());
    expect(unasked).toEqual([]);
    const places = ['no driver was found', 'Marina Bay Sands'];
    const text = await screen(ride);
    for (const line of ['1 ride', 'NOT_MATCHED', 'TIME LINE', `tuk ride status ${ride}`, ...places])
      expect(text).toContain(line);
  });

  test('an order leads to its product, and the two are linked', async () => {
    const { parts } = await find((await user.json('sandbox ids'))['sale getOrder id']);
    const linked = parts.slice(0, 2).map(({ what, links }) => `${what}: ${links}`);
    expect(linked).toEqual(['store order: 1', 'store product: 0']);
  });

  const ofVehicle = ['vehicle of the network', 'vehicle token', 'battery swap', 'offering'];
  test.each([
    ['53', ofVehicle],
    ['SBXX2E025TS000053', ofVehicle],
    ['hanoi', ['swap station', 'offering']], // a part of a name, from the beginning of a word on
  ])('%s leads to each thing that has it', async (text, kinds) => {
    expect(await whatOf(text)).toEqual(expect.arrayContaining(kinds));
    if (text === 'hanoi') expect((await user.run('find anoi')).code).toBe(exit.notFound);
  });

  test('an address on a terminal: whole tokens, a line each, with the direction of a transfer, and a cut time line', async () => {
    const stdout = await screen(account);
    expect(stdout).toMatch(/\d+ balance on ETHEREUM {2}5 ETH [\d,]+\.\d\d USD/);
    expect(stdout).toMatch(/\d+ transfer on ETHEREUM {2}SUCCESS {2}in 1,500 MVL SEND_ERC20/);
    expect(stdout).toMatch(/transfer on BSC {2}SUCCESS {2}out 0\.3 BNB SEND_BNB/);
    expect(stdout).not.toMatch(/balance, version/); // the versions agree, so each balance is there once
    expect(stdout).toContain('No list shows a transfer by link before it is received.');
    expect(stdout).toMatch(/^\d+ of \d+ lines, the first and those nearest to now: -o json has all of them$/m);
    const [parts = '', times = ''] = stdout.split('TIME LINE');
    expect(times.split('\n')[1]).toContain((await find(account)).timeline[0]!.id);
    const numbers = [...parts.matchAll(/^(\d+) [a-z]/gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });

  // What the sandbox has an id of, and no call shows by it.
  const unseen = [
    'musubi changePaymentToCrypto paymentId', // a payment is seen in the asset transactions, after it was paid
    'user findParticipation appId', // the row of an app, which is known by its own app id
    'user checkUid uid', // only whether it is free
    'user validateRetweet slug', // the words of a retweet
    'activity reportActivity typeId', // a kind of activity
    'activity reportActivityV2 typeId',
    'musubi listRideIncomes vin', // the id of a vehicle, which is known by its VIN
  ];
  test('every id that another call takes is found, or is one that no call shows', async () => {
    const ids = Object.entries<string>(await user.json('sandbox ids'));
    const asked = new Set(sources.filter(({ params }) => params).map(({ service, call }) => `${service} ${call}`));
    const shown = new Set(ids.filter(([name]) => asked.has(name.split(' ').slice(0, 2).join(' '))).map(([, id]) => id));
    const excused = new Set(ids.filter(([name]) => unseen.includes(name)).map(([, id]) => id));
    const others = ids.filter(([, id]) => /^[\da-f-]{36}$/.test(id) && !shown.has(id) && !excused.has(id));
    const missing: string[] = [];
    for (const [id, name] of new Map(others.map(([name, id]) => [id, name])))
      if ((await whatOf(id)).length === 0) missing.push(name);
    expect(others.length).toBeGreaterThan(3);
    expect(missing).toEqual([]);
  });

  test('the beginning of an id of the account, or its two ends', async () => {
    const { id } = await user.json('whoami');
    for (const text of [id.slice(0, 8), `${id.slice(0, 4)}…${id.slice(-4)}`])
      expect(await whatOf(text), text).toContain('your account');
  });

  test('a number is found where a thing has it, not where a service counts to it', async () => {
    const { parts } = await find('17');
    expect(parts.filter(({ what }) => /^(ride|user|game|store order)$/.test(what))).toEqual([]);
    expect(parts[0]).toMatchObject({ what: 'vehicle of the network', command: 'tuk depin vehicle 17' });
  });

  test('a vehicle leads to its token, with the owner, before it leads to many stations', async () => {
    const { parts } = await find('SBXT1E048SS000002');
    expect(parts.find(({ what }) => what === 'vehicle token')?.row.owner).toMatch(/^0x/);
    expect(parts.filter(({ what }) => /^(your )?vehicle$/.test(what)).length).toBe(1);
  });

  test('a transaction has its token and its time from the history of its sender', async () => {
    const sent = '0x86b2fad1ad7dbac4809f32ae3a08371ef6333b2ea5ab4bc2d082d1146ecf293d';
    const { parts } = await find(sent);
    const found = parts.map(({ what, summary }) => `${what}: ${summary}`);
    expect(found).toEqual(['transaction on ETHEREUM: undefined', 'transfer on ETHEREUM: 999 MVL SEND_ERC20']);
    const text = await screen(sent);
    for (const line of ['From   ', 'To   ', `tuk wallet tx show ${sent} --network ETHEREUM`])
      expect(text).toContain(line);
  });

  test('personal data are masked in Markdown, in a pipe too, and in the failure of a masked run; not with --reveal', async () => {
    expect((await user.run('find +6590000001 -o md')).stdout).not.toContain('90000001');
    expect((await user.run('find tola@sandbox.invalid', { terminal: true })).stderr).not.toContain('tola@sandbox');
    const masked = await user.run('find mina@sandbox.invalid -o md');
    expect([masked.code, masked.stdout]).toEqual([exit.ok, expect.not.stringContaining('mina@sandbox.invalid')]);
    expect((await user.run('find mina@sandbox.invalid -o md --reveal')).stdout).toContain('mina@sandbox.invalid');
    expect((await user.run('wallet list -o md')).stdout).toMatch(/^\| .+ \|\n\| (--- \| )+/);
  });

  test('an operation of the ledger, by its id and by its reference; each of its times is one line', async () => {
    await user.run('points transfer --to dara --amount 4 --client-ref tea --new-recipient --yes');
    const [{ id }] = await user.json('ops list');
    for (const text of [id, 'tea'])
      expect((await find(text)).parts[0]).toMatchObject({ what: 'operation', id, status: 'done' });
    const stdout = await screen('tea');
    const times = stdout.slice(stdout.indexOf('TIME LINE')).match(/^.*operation /gm) ?? [];
    expect(times.length).toBeGreaterThan(0);
    expect(new Set(times).size).toBe(times.length);
  });

  test.each([
    ['nobody-has-this-1', 'Nothing is known of "nobody-has-this-1"'],
    ['PAYMENT_PENDING', 'tuk explain PAYMENT_PENDING'],
  ])('nothing: exit 5, and the dossier is still printed: %s', async (text, message) => {
    const { code, stdout, stderr } = await user.run(`find ${text}`);
    expect([code, JSON.parse(stdout).parts, stderr]).toEqual([exit.notFound, [], expect.stringContaining(message)]);
  });
});

describe('services that fail', () => {
  async function at(script: Script, signIn = false) {
    const { run, server } = await stubUser(script, { signIn });
    const find = async (text: string, ...more: string[]) => {
      const { code, stdout, stderr } = await whileTimePasses(() => run(['find', text, ...more]));
      return { code, stdout, stderr, dossier: JSON.parse(stdout.startsWith('{') ? stdout : '{}') as Dossier };
    };
    return { find, requests: server.requests };
  }
  const result = respondJson({ id: 'g', title: 'x' });
  /** A service that knows a result of a game, and does this for any other path. */
  const gameOr =
    (other: Script): Script =>
    (socket, request) =>
      (request.path.includes('/gameResults/') ? result : other)(socket, request);

  test('without a session, public calls are asked, and the others are named', async () => {
    const { find, requests } = await at(gameOr(respond(404, '{}')));
    const { code, dossier } = await find(ride);
    expect([code, dossier.parts.map(({ what }) => what)]).toEqual([exit.ok, ['game result']]);
    const why = 'they need a session';
    expect(dossier.unasked).toEqual([{ why, calls: expect.arrayContaining(['ride-hailing getRequest']) }]);
    expect(requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  });

  test.each([
    ['errors of the server', respond(500, '{"code":"BROKEN"}'), exit.server],
    ['pages', respond(200, '<html>repair</html>', { 'content-type': 'text/html' }), exit.server],
    ['null', respond(200, 'null'), exit.signIn],
  ])('%s: nothing found, no more requests than the bound, no stack trace', async (_, script, expected) => {
    const { find, requests } = await at(script);
    const { code, stderr } = await find(account);
    expect([code, requests.length > 5 && requests.length <= mostRequests]).toEqual([expected, true]);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  test('a silent service ends with the deadline; what has answered is shown', async () => {
    const { find } = await at(gameOr(neverRespond));
    const { code, dossier } = await find(ride, '--within', '9s'); // a multiple of 3 ms: two thirds of it are a whole number, as timers have
    expect([code, dossier.parts.length]).toEqual([exit.ok, 1]);
    expect(dossier.failed.map(({ why }) => why).join()).toMatch(/no response/);
    expect(dossier.unasked.map(({ why }) => why).join()).not.toMatch(/no response/);
  });

  test('a silent service keeps none of the others from being asked, and is left alone', async () => {
    const { find, requests } = await at((socket, request) => {
      if (!request.path.startsWith('/user/')) respond(200, '[]')(socket, request);
    }, true);
    const { dossier } = await find(ride, '--within', '9s');
    const servicesOf = (calls: readonly string[]) => new Set(calls.map((call) => call.split(' ')[0]));
    const services = (groups: Dossier['unasked']) => [...servicesOf(groups.flatMap(({ calls }) => calls))];
    expect([services(dossier.failed), services(dossier.unasked)]).toEqual([['user'], ['user']]);
    expect(requests.filter(({ path }) => path.startsWith('/user/')).length).toBe(3);
    expect(requests.some(({ path }) => path.startsWith('/wallet/v1/stakings'))).toBe(true); // the last of them
  });

  test('a service that asks to wait is asked once more, if there is time for it', async () => {
    const asked = new Map<string, number>();
    const { find, requests } = await at((socket, request) => {
      const count = (asked.get(request.path) ?? 0) + 1;
      asked.set(request.path, count);
      const wait = request.path.includes('/gameResults/') ? '0' : '3600';
      (count === 1 ? respond(429, '{}', { 'retry-after': wait }) : result)(socket, request);
    });
    const { dossier } = await find(ride);
    expect(dossier.parts.map(({ what }) => what)).toEqual(['game result']);
    expect(dossier.failed.flatMap(({ calls }) => calls)).not.toContain('user getGameResult');
    expect([...asked.values()].filter((count) => count > 1)).toEqual([2]);
    expect(requests.length).toBeLessThanOrEqual(mostRequests);
  });

  test('--retry repeats requests, never beyond the bound', async () => {
    const { find, requests } = await at(respond(503, '{}', { 'retry-after': '0' }));
    const { code } = await find(account, '--retry', '9');
    expect([code, requests.length > 60, requests.length <= mostRequests]).toEqual([exit.server, true, true]);
  });

  test('the deadline holds for the lists of tokens, too', async () => {
    const transfer = { id: '1', hash, ticker: 'MVL', value: '1000', type: 'SEND_ERC20', from: account };
    const { find } = await at((socket, request) => {
      if (request.path.includes('/history')) respondJson([transfer])(socket, request);
      else if (!request.path.includes('/token')) respond(404, '{}')(socket, request);
    });
    const { code, dossier } = await find(account, '--within', '9s', '--network', 'BSC');
    expect([code, dossier.parts.map(({ what }) => what)]).toEqual([exit.ok, ['transfer on BSC']]);
  });

  test('an id that is not a text is none: the thing has the text that was looked for', async () => {
    const odd = { [`/gameResults/${ride}`]: { id: { id: [1] }, title: 'x' } };
    const { find } = await at(respondByPath(odd, respond(404, '{}')));
    expect((await find(ride)).dossier.parts.map(({ id }) => id)).toEqual([ride]);
  });

  test('lists of thousands of rows and hostile texts stay bounded, and are neither markup nor control characters', async () => {
    const hostile = { name: '\u001b[31m|<b>x</b>\u202e', note: '[a](javascript:x)' };
    const row = { ...hostile, orderId: 'o-1', createdAt: '2026-01-01T00:00:00Z' };
    const rows = Array.from({ length: 3000 }, (_, n) => ({ ...row, id: n % 2 === 0 ? ride : `r-${n}`, vin: `v${n}` }));
    const { find, requests } = await at(respondJson(rows));
    const { stdout } = await find(ride, '-o', 'md');
    expect(requests.length).toBeLessThanOrEqual(mostRequests);
    expect(stdout).not.toMatch(/[\u001b\u202e]|(?<!\\)(<b|\]\()/);
    expect(stdout.split('\n').length).toBeLessThan(2000);
  });
});
