// `tuk find`: what a scrap of a ticket is, who is asked, and what is said of what was found, refused, slow or unknowable.
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { resolveCommand } from '../../src/commands/app/command-data.js';
import { scrapOf } from '../../src/commands/find/scrap.js';
import { mostRequests } from '../../src/commands/find/search.js';
import { sources } from '../../src/commands/find/sources.js';
import { groups } from '../../src/groups.js';
import { catalogue } from '../../src/services/catalogue/index.js';
import { Failure } from '../../src/services/http/errors.js';
import { exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { runs } from '../support/runs.js';
import { respond, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { signedInHome } from '../support/users.js';

const ride = '74c06736-df17-4d73-9501-7dbe34354076';
const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const hash = `0x${'ab'.repeat(32)}`;

describe('a scrap of a ticket', () => {
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
  ])('%s', (typed, kinds, text) => {
    expect(scrapOf(typed)).toMatchObject({ text, kinds });
  });

  test.each([
    ['a key in hexadecimal digits', 'ab'.repeat(32)],
    ['a key with spaces around it', ` ${'4f'.repeat(32)} `],
    ['a key for wallets of Bitcoin', 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn'],
    ['a key beside words', `private key ${'4f'.repeat(32)}`],
    ['a key beside an id', `ride ${'4f'.repeat(32)}-${'4f'.repeat(32)}`],
    ['a recovery phrase', `${'abandon '.repeat(11)}about`],
  ])('%s is refused, and not repeated', async (_, typed) => {
    const { url, requests } = await scripted(respond(200, '[]'));
    const user = newUser();
    await user.run(['profile', 'add', 'box', '--base', `${url}/{service}`]);
    const { code, stdout, stderr } = await user.run(['find', typed, '-p', 'box']);
    expect([code, stdout, requests.length, stderr.includes(typed.trim())]).toEqual([exit.guarded, '', 0, false]);
  });

  test('a hash with 0x is looked up as it is, 64 bare digits with --hash; a key for a wallet of Bitcoin is refused even then', async () => {
    const user = newUser();
    await user.run('login');
    for (const line of [
      `find ${hash}`,
      `find --hash ${'ab'.repeat(32)}`,
      `wait tx:BSC:${hash} --max-wait 1s`,
      `wait ${hash} --network BSC --max-wait 1s`,
    ])
      expect([line, (await user.run(line)).code]).toEqual([line, exit.notFound]);
    const wif = 'KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn';
    for (const line of [`find --hash ${wif}`, `wait ${wif}`, `wait ${'ab'.repeat(32)}`, `wait ride:${'ab'.repeat(32)}`]) {
      const { code, stderr } = await user.run(line);
      expect([line, code, stderr.includes(line.split(' ').at(-1)!)]).toEqual([line, exit.guarded, false]);
    }
  });

  test('of several ids one is to be named', async () => {
    const { code, stderr } = await newUser().run(['find', `${ride} and ${ride.replace('7', '8')}`]);
    expect([code, stderr]).toEqual([exit.usage, expect.stringContaining(`Find one at a time: tuk find ${ride}`)]);
  });

  test('with --hash, 64 bare digits are a hash on any network', () => {
    expect(scrapOf('ab'.repeat(32), { isHash: true })).toMatchObject({
      kinds: ['hash'],
      networks: expect.arrayContaining(['BITCOIN', 'TON', 'BSC']),
    });
    expect(scrapOf(hash, { networks: ['BSC', 'BITCOIN'] }).networks).toEqual(['BSC']);
  });

  test('any text is recognised, or refused with one sentence', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.emailAddress()), (typed) => {
        try {
          const { text, kinds } = scrapOf(typed);
          expect([text !== '', kinds.length > 0]).toEqual([true, true]);
        } catch (error) {
          expect(error).toBeInstanceOf(Failure);
        }
      }),
      { numRuns: runs(500) },
    );
  });
});

test.each(sources.map((source) => [`${source.service} ${source.call}`, source] as const))(
  '%s is a read of the catalogue, and its command exists',
  async (_, { service, call, command }) => {
    const own = (await catalogue(service)).calls[call];
    expect(own?.effect).toBe('none');
    if (command !== undefined) expect(await resolveCommand(command, groups), command).toBeDefined();
  },
);

interface Dossier {
  readonly parts: readonly { what: string; status?: string; id: string; links: readonly number[]; summary?: string; row: unknown }[];
  readonly timeline: readonly { at: string; event: string; id: string }[];
  readonly unasked: readonly { why: string; calls: readonly string[] }[];
  readonly failed: readonly { why: string; calls: readonly string[] }[];
  readonly unknowable: readonly string[];
  readonly asked: number;
}

describe('in the sandbox', () => {
  const user = newUser();
  const find = async (text: string, ...more: string[]): Promise<Dossier> => JSON.parse((await user.run(['find', text, ...more])).stdout);
  beforeAll(async () => {
    await user.run('login');
  });

  test('a ride: its state, and a time line in order', async () => {
    const { parts, timeline, unasked } = await find(ride);
    expect(parts[0]).toMatchObject({ what: 'ride', id: ride, status: 'NOT_MATCHED' });
    expect(timeline.map(({ event }) => event)).toEqual(['WAITPAY', 'PAYCONFIRMED', 'PENDING', 'NOT_MATCHED']);
    expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).sort());
    expect(unasked).toEqual([]);
  });

  test('an order leads to its product, and the two are linked', async () => {
    const id = JSON.parse((await user.run('sandbox ids')).stdout)['sale getOrder id'] as string;
    const { parts } = await find(id);
    expect(parts.slice(0, 2)).toMatchObject([
      { what: 'store order', links: [1] },
      { what: 'store product', links: [0] },
    ]);
  });

  test('a vehicle by its number and by its VIN: asset, token, rides, battery swaps, offering', async () => {
    for (const text of ['53', 'SBXX2E025TS000053']) {
      const kinds = new Set((await find(text)).parts.map(({ what }) => what));
      for (const what of ['vehicle of the network', 'vehicle token', 'battery swap', 'offering']) expect([...kinds], text).toContain(what);
    }
  });

  test('an address: balances and transfers of each network, your wallet', async () => {
    const { parts } = await find(account);
    const kinds = parts.map(({ what }) => what);
    for (const what of ['balance on BSC', 'transfer on ETHEREUM', 'your wallet', 'your account']) expect(kinds).toContain(what);
    expect((await find(account, '--network', 'BSC')).parts.map(({ what }) => what)).not.toContain('balance on ETHEREUM');
  });

  test('an address on a terminal: whole tokens, a line each, with the direction of a transfer', async () => {
    const { stdout } = await user.run(['find', account], { terminal: true, columns: 120, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/\d+ balance on ETHEREUM {2}5 ETH [\d,]+\.\d\d USD/);
    expect(stdout).toMatch(/\d+ transfer on ETHEREUM {2}SUCCESS {2}in 1,500 MVL SEND_ERC20/);
    expect(stdout).toMatch(/\d+ transfer on BSC {2}SUCCESS {2}out /);
    expect(stdout).toMatch(/transfer on BSC {2}SUCCESS {2}out 0\.3 BNB SEND_BNB/);
    expect(stdout).not.toMatch(/balance, version/); // the versions agree, so each balance is there once
    expect(stdout).toContain('A transfer by link that nobody has received yet is on no list.');
  });

  // What the sandbox has an id of, and no call shows by it.
  const unseen: Readonly<Record<string, string>> = {
    'musubi changePaymentToCrypto paymentId': 'a payment is seen in the asset transactions, after it was paid',
    'user findParticipation appId': 'the row of an app, which is known by its own app id',
    'user checkUid uid': 'only whether it is free',
    'user validateRetweet slug': 'the words of a retweet',
    'activity reportActivity typeId': 'a kind of activity',
    'activity reportActivityV2 typeId': 'a kind of activity',
    'musubi listRideIncomes vin': 'the id of a vehicle, which is known by its VIN',
  };
  test('every id that another call takes is found, or is one that no call shows', async () => {
    const ids = Object.entries(JSON.parse((await user.run('sandbox ids')).stdout) as Record<string, string>);
    const asked = new Set(sources.filter(({ params }) => params).map(({ service, call }) => `${service} ${call}`));
    const shown = new Set(ids.filter(([name]) => asked.has(name.split(' ').slice(0, 2).join(' '))).map(([, id]) => id));
    const excused = new Set(ids.filter(([name]) => unseen[name]).map(([, id]) => id));
    const others = new Map(
      ids.filter(([, id]) => /^[\da-f-]{36}$/.test(id) && !shown.has(id) && !excused.has(id)).map(([name, id]) => [id, name]),
    );
    const missing: string[] = [];
    for (const [id, name] of others) if ((await find(id)).parts.length === 0) missing.push(name);
    expect(others.size).toBeGreaterThan(3);
    expect(missing).toEqual([]);
  });

  test('the beginning of an id of the account, or its two ends', async () => {
    const { id } = JSON.parse((await user.run('whoami --json')).stdout) as { id: string };
    for (const text of [id.slice(0, 8), `${id.slice(0, 4)}…${id.slice(-4)}`])
      expect(
        (await find(text)).parts.map((part) => part.what),
        text,
      ).toContain('your account');
  });

  test('a number is found where a thing has it, not where a service counts to it', async () => {
    const { parts } = await find('17');
    expect(parts.filter(({ what }) => /^(ride|user|game|store order)$/.test(what))).toEqual([]);
    expect(parts[0]).toMatchObject({ what: 'vehicle of the network', command: 'tuk depin vehicle 17' });
  });

  test('a vehicle leads to its token, with the owner, before it leads to many stations', async () => {
    const { parts } = await find('SBXT1E048SS000002');
    expect(parts.find(({ what }) => what === 'vehicle token')?.row).toMatchObject({ owner: expect.stringMatching(/^0x/) });
    expect(parts.filter(({ what }) => /^(your )?vehicle$/.test(what)).length).toBe(1);
  });

  test('a transaction has its token and its time from the history of its sender', async () => {
    const hash = '0x86b2fad1ad7dbac4809f32ae3a08371ef6333b2ea5ab4bc2d082d1146ecf293d';
    const { parts } = await find(hash);
    expect(parts.map(({ what, summary }) => [what, summary])).toEqual([
      ['transaction on ETHEREUM', undefined],
      ['transfer on ETHEREUM', '999 MVL SEND_ERC20'],
    ]);
    const { stdout } = await user.run(['find', hash], { terminal: true, columns: 120, env: { NO_COLOR: '1' } });
    for (const text of ['From   ', 'To   ', `tuk wallet tx show ${hash} --network ETHEREUM`]) expect(stdout).toContain(text);
  });

  test('a time line that is too long for a terminal keeps its first line and says that it is cut; numbers have no gaps', async () => {
    const { stdout } = await user.run(['find', account], { terminal: true, columns: 120, env: { NO_COLOR: '1' } });
    expect(stdout).toMatch(/^\d+ of \d+ lines, the first and those nearest to now: -o json has all of them$/m);
    const { timeline } = await find(account);
    expect(stdout.split('TIME LINE')[1]!.split('\n')[1]).toContain(timeline[0]!.id);
    const numbers = [...stdout.split('TIME LINE')[0]!.matchAll(/^(\d+) [a-z]/gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
  });

  test('a phone number and an e-mail address are masked in a ticket, and in the failure of a masked run', async () => {
    expect((await user.run('find +6590000001 -o md')).stdout).not.toContain('90000001');
    const { stderr } = await user.run('find tola@sandbox.invalid', { terminal: true });
    expect(stderr).not.toContain('tola@sandbox');
  });

  test('a part of a name, from the beginning of a word on', async () => {
    expect((await find('hanoi')).parts.map(({ what }) => what)).toEqual(expect.arrayContaining(['swap station', 'offering']));
    expect((await user.run('find anoi')).code).toBe(exit.notFound);
  });

  test('a word of the services is left to explain', async () => {
    const { code, stderr } = await user.run('find PAYMENT_PENDING');
    expect([code, stderr]).toEqual([exit.notFound, expect.stringContaining('tuk explain PAYMENT_PENDING')]);
  });

  test('what happened to one thing at one time is one line of the time line', async () => {
    await user.run('points transfer --to dara --amount 4 --client-ref tea --new-recipient --yes');
    const { stdout } = await user.run('find tea', { terminal: true, columns: 120, env: { NO_COLOR: '1' } });
    const times = stdout.slice(stdout.indexOf('TIME LINE')).match(/^.*operation /gm) ?? [];
    expect(times.length).toBeGreaterThan(0);
    expect(new Set(times).size).toBe(times.length);
  });

  test('an operation of the ledger, by its id and by its reference', async () => {
    await user.run('points transfer --to dara --amount 3 --client-ref thanks --new-recipient --yes');
    const [{ id }] = JSON.parse((await user.run('ops list')).stdout);
    for (const text of [id, 'thanks']) expect((await find(text)).parts[0]).toMatchObject({ what: 'operation', id, status: 'done' });
  });

  test('nothing: exit 5, and the dossier is still printed', async () => {
    const { code, stdout, stderr } = await user.run('find nobody-has-this-1');
    expect([code, JSON.parse(stdout).parts, stderr]).toEqual([
      exit.notFound,
      [],
      expect.stringContaining('Nothing is known of "nobody-has-this-1"'),
    ]);
  });

  test('Markdown masks personal data, in a pipe too; --reveal does not', async () => {
    await user.run('sandbox clock frozen');
    const masked = await user.run(['find', 'mina@sandbox.invalid', '-o', 'md']);
    expect([masked.code, masked.stdout]).toEqual([exit.ok, expect.not.stringContaining('mina@sandbox.invalid')]);
    expect((await user.run(['find', 'mina@sandbox.invalid', '-o', 'md', '--reveal'])).stdout).toContain('mina@sandbox.invalid');
    expect((await user.run('wallet list -o md')).stdout).toMatch(/^\| .+ \|\n\| (--- \| )+/);
  });

  test('on a terminal: parts, time line and what no call knows', async () => {
    const { stdout } = await user.run(['find', ride], { terminal: true, columns: 100 });
    for (const text of [
      '1 ride',
      'NOT_MATCHED',
      'TIME LINE',
      'WHAT NO CALL KNOWS',
      `tuk ride status ${ride}`,
      'no driver was found',
      'Marina Bay Sands',
    ])
      expect(stdout).toContain(text);
  });
});

describe('services that fail', () => {
  const at = async (script: Parameters<typeof scripted>[0]) => {
    const server = await scripted(script);
    const user = newUser();
    await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
    return { ...server, find: (text: string, ...more: string[]) => user.run(['find', text, '-p', 'box', ...more]) };
  };

  test('without a session, public calls are asked, and the others are named', async () => {
    const { find, requests } = await at((socket, request) =>
      respond(request.path.includes('/gameResults/') ? 200 : 404, '{"id":"g","title":"x"}')(socket, request),
    );
    const { code, stdout } = await find(ride);
    const { parts, unasked } = JSON.parse(stdout) as Dossier;
    expect([code, parts.map(({ what }) => what)]).toEqual([exit.ok, ['game result']]);
    expect(unasked).toEqual([
      { why: 'they need a session, and there is none', calls: expect.arrayContaining(['ride-hailing getRequest']) },
    ]);
    expect(requests.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  });

  test.each([
    ['errors of the server', respond(500, '{"code":"BROKEN"}'), exit.server],
    ['pages instead of JSON', respond(200, '<html>down for repair</html>', { 'content-type': 'text/html' }), exit.server],
    ['null', respond(200, 'null'), exit.signIn],
    ['a text', respond(200, '"yes"'), exit.signIn],
  ])('%s: nothing found, no more requests than the bound, no stack trace', async (_, script, expected) => {
    const { find, requests } = await at(script);
    const { code, stderr } = await find(account);
    expect([code, requests.length > 5 && requests.length <= mostRequests, /\n {4}at /.test(stderr)]).toEqual([expected, true, false]);
  });

  test('a silent service ends with the deadline; what has answered is shown', async () => {
    const { find } = await at((socket, request) => {
      if (request.path.includes('/gameResults/')) respond(200, '{"id":"g"}')(socket, request);
    });
    const { code, stdout } = await whileTimePasses(() => find(ride, '--within', '9s')); // a multiple of 3 ms: two thirds of it are a whole number, as timers have
    const { parts, unasked, failed } = JSON.parse(stdout) as Dossier;
    expect([code, parts.length]).toEqual([exit.ok, 1]);
    expect(failed.map(({ why }) => why).join()).toMatch(/no response/);
    expect(unasked.map(({ why }) => why).join()).not.toMatch(/no response/);
  });

  test('a silent service keeps none of the others from being asked, and is left alone', async () => {
    const { url, requests } = await scripted((socket, request) => {
      if (!request.path.startsWith('/user/')) respond(404, '{}')(socket, request);
    });
    const user = newUser(await signedInHome('box', `${url}/{service}`, { accessToken: 'aaaa', refreshToken: 'rrrr' }));
    const { stdout } = await whileTimePasses(() => user.run(['find', ride, '-p', 'box', '--within', '9s']));
    const { unasked, failed } = JSON.parse(stdout) as Dossier;
    const services = (groups: Dossier['unasked']) => [...new Set(groups.flatMap(({ calls }) => calls.map((call) => call.split(' ')[0])))];
    expect([services(failed), services(unasked)]).toEqual([['user'], ['user']]);
    expect(requests.filter(({ path }) => path.startsWith('/user/')).length).toBe(3);
    expect(requests.some(({ path }) => path.startsWith('/wallet/v1/stakings'))).toBe(true); // the last of them
  });

  test('a service that asks to wait is asked once more, if there is time for it', async () => {
    const asked = new Map<string, number>();
    const { find, requests } = await at((socket, request) => {
      const count = (asked.get(request.path) ?? 0) + 1;
      asked.set(request.path, count);
      const wait = request.path.includes('/gameResults/') ? '0' : '3600';
      if (count === 1) respond(429, '{}', { 'retry-after': wait })(socket, request);
      else respond(200, '{"id":"g"}')(socket, request);
    });
    const { stdout } = await find(ride);
    const { parts, failed } = JSON.parse(stdout) as Dossier;
    expect([parts.map(({ what }) => what), failed.flatMap(({ calls }) => calls).includes('user getGameResult')]).toEqual([
      ['game result'],
      false,
    ]);
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
      if (request.path.includes('/history')) respond(200, JSON.stringify([transfer]))(socket, request);
      else if (!request.path.includes('/token')) respond(404, '{}')(socket, request);
    });
    const { code, stdout } = await whileTimePasses(() => find(account, '--within', '9s', '--network', 'BSC'));
    expect([code, (JSON.parse(stdout) as Dossier).parts.map(({ what }) => what)]).toEqual([exit.ok, ['transfer on BSC']]);
  });

  test('an id that is no text is none: the thing has the text that was looked for', async () => {
    const { find } = await at((socket, request) =>
      respond(request.path.includes('/gameResults/') ? 200 : 404, '{"id":{"id":[1]},"title":"x"}')(socket, request),
    );
    expect((JSON.parse((await find(ride)).stdout) as Dossier).parts.map(({ id }) => id)).toEqual([ride]);
  });

  test('lists of thousands of rows and hostile texts stay bounded, and are neither markup nor control characters', async () => {
    const row = {
      id: ride,
      name: '\u001b[31m|<b>x</b>\u202e',
      note: '[a](javascript:x)',
      orderId: 'o-1',
      createdAt: '2026-01-01T00:00:00Z',
    };
    const body = JSON.stringify(Array.from({ length: 3000 }, (_, n) => ({ ...row, id: n % 2 === 0 ? ride : `r-${n}`, vin: `v${n}` })));
    const { find, requests } = await at(respond(200, body));
    const { stdout } = await find(ride, '-o', 'md');
    expect(requests.length).toBeLessThanOrEqual(mostRequests);
    expect(stdout).not.toMatch(/[\u001b\u202e]|(?<!\\)(<b|\]\()/);
    expect(stdout.split('\n').length).toBeLessThan(2000);
  });
});
