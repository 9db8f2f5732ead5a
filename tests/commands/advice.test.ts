// What is said of what to type next: the profile in it, the read that may tell of an unknown outcome; and names and fields that must send nothing.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { pauseOf } from '../../src/cli/duration.js';
import { Ledger } from '../../src/money/ledger.js';
import { recovery } from '../../src/money/recovery.js';
import { catalogues } from '../../src/services/catalogue/index.js';
import { confirmNames } from '../support/confirmed.js';
import { answer, reset, type Script, scripted } from '../support/scripted-server.js';
import { person } from '../support/tuk.js';

const transfer = 'points transfer --to dara --amount 5 --new-recipient --yes';

async function signedIn() {
  const one = person();
  await one.run('login');
  return one;
}
async function box(post: Script) {
  const server = await scripted((socket, asked) =>
    (asked.method === 'POST' ? post : answer(200, '{"id":"o1","title":"One","feeAmount":"0.5","amount":"100"}'))(socket, asked),
  );
  const one = person();
  await one.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmNames(one.home, 'box');
  for (const call of ['musubi.create-order', 'sale.create-order', 'sale.pay-order', 'user.transfer-points'])
    await one.run(`profile set box name.${call} confirmed`);
  await one.run('login --tokens-stdin -p box', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  return { ...one, posts: () => server.requests.filter(({ method }) => method !== 'GET').length };
}

describe('--client-ref', () => {
  test.each([
    ['', 'is blank'],
    ['  ', 'is blank'],
    ['x'.repeat(201), 'is longer than 200 characters'],
    ['a\u0007b', 'holds a control character'],
    ['a\nb', 'holds a control character'],
  ])('%j is no name: exit 2, and nothing is sent', async (name, why) => {
    const one = await signedIn();
    const lines = [
      transfer,
      'store buy 1 --quantity 1 --currency MVP --yes',
      'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes',
      'ride retry r1 --yes',
    ];
    for (const line of lines) {
      const ran = await one.run([...line.split(' '), '--client-ref', name]);
      expect([line, ran.code, ran.stdout]).toEqual([line, 2, '']);
      expect(ran.stderr).toContain(why);
    }
    expect(JSON.parse((await one.run('ops list')).stdout)).toEqual([]);
  });
});

test('--fields help on a change is refused before anything changes; on a read it lists the fields', async () => {
  const one = await signedIn();
  const points = (await one.run('points balance --jq .amount')).stdout;
  const lines = [
    transfer,
    'wallet remove 5 --yes',
    'store buy 1 --quantity 1 --currency MVP --yes',
    'api user transfer-points -f receiverId=dara -f amount=5 --new-recipient --yes',
  ];
  for (const line of lines) {
    const ran = await one.run(`${line} --fields help`);
    expect([line, ran.code, ran.stdout]).toEqual([line, 2, '']);
    expect(ran.stderr).toMatch(
      /--fields help lists the fields of an answer, and this (changes something|moves value|cannot be undone); nothing was sent\./,
    );
  }
  expect((await one.run('points balance --jq .amount')).stdout).toBe(points);
  expect((await one.run('wallet list --jq length')).stdout).toBe((await (await signedIn()).run('wallet list --jq length')).stdout);
  expect((await one.run('points balance --fields help')).stdout).toContain('amount');
});

describe('the profile of a line to type next', () => {
  test('is in it where a flag named it, and only then', async () => {
    const one = await box(answer(200, '{"id":"o1"}'));
    const named = await one.run('assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes -p box');
    expect(named.stderr).toContain('Next: tuk assets payment create --order o1 --method CRYPTO -p box\n');
    const bought = await one.run('store buy p --quantity 1 --currency MVP --yes -p box');
    expect(bought.stderr).toContain('Next: tuk store order wait o1 -p box\n');
    const inEnvironment = await one.run('assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes', {
      env: { TUK_PROFILE: 'box' },
    });
    expect(inEnvironment.stderr).toMatch(/Next: tuk assets payment create --order o1 --method CRYPTO\n/);
  });

  test('is in what may tell of an unknown outcome, each piece of advice on a line of its own', async () => {
    const one = await box(reset);
    const ran = await one.run(`${transfer} -p box`);
    expect(ran.code).toBe(10);
    expect(ran.stderr).toMatch(
      / Find out before you repeat it: tuk ops show op-\d{4}-0001 -p box\n {2}This may tell: tuk points history -p box\n/,
    );
    const asJson = await one.run('store order pay o1 --yes --error-format json', { env: { TUK_PROFILE: 'box' } });
    expect(JSON.parse(asJson.stderr.trim().split('\n').at(-1)!).error).toMatchObject({ exitCode: 10, look: 'tuk store order wait o1' });
    const paid = await one.run('store order pay o1 --yes -p box');
    expect(paid.stderr).toMatch(/tuk ops show op-\d{4}-0003 -p box\n {2}This may tell: tuk store order wait o1 -p box\n/);
    const again = [await one.run(`${transfer} -p box --client-ref a`), await one.run(`${transfer} -p box --client-ref a`)];
    for (const { code, stderr } of again) expect([code, stderr.includes('This may tell: tuk points history -p box\n')]).toEqual([10, true]);
    expect(one.posts()).toBe(4);
  });
});

describe('tuk ops', () => {
  test('every call that moves value says which read may tell, or that none does; each is a command', async () => {
    const money = (await catalogues()).flatMap(({ calls }) => Object.values(calls).filter(({ effect }) => effect === 'money'));
    expect(Object.keys(recovery).sort()).toEqual(money.map(({ service, name }) => `${service} ${name}`).sort());
    const one = person();
    for (const line of new Set(Object.values(recovery).flat()))
      expect([line, (await one.run([...line.replaceAll(/ \{\w+\}/g, '').split(' '), '--help'])).code]).toEqual([line, 0]);
  });

  test('show of an unknown outcome says what may tell and that it is not sent again; as data in look', async () => {
    const one = await box(reset);
    await one.run(`${transfer} -p box`);
    const [{ id, outcome }] = JSON.parse((await one.run('ops list -p box')).stdout);
    expect(outcome).toBe('unknown');
    const shown = await one.run(`ops show ${id} -p box`);
    expect(JSON.parse(shown.stdout).look).toBe('tuk points history -p box');
    expect(shown.stderr).toMatch(/not known, and it is not sent again\.\n {2}This may tell: tuk points history -p box\n/);
    expect(JSON.parse((await one.run(`ops show ${id}`)).stdout).look).toBe('tuk points history -p box'); // it is of another profile than the one in use
    const done = await signedIn();
    await done.run(transfer);
    const [made] = JSON.parse((await done.run('ops list')).stdout);
    const whole = await done.run(`ops show ${made.id}`);
    expect([JSON.parse(whole.stdout).look, whole.stderr.includes('may tell')]).toEqual([undefined, false]);
  });

  test('what cannot be read of an operation leaves it without a look, and as unknown as it is', async () => {
    const one = person();
    const ledger = new Ledger(path.join(one.home, 'ledger.db'));
    const of = {
      profile: 'sandbox',
      service: 'wallet',
      call: 'startMigration',
      method: 'POST',
      url: 'http://x/y',
      body: '{"address":[redacted]}',
    };
    const { id } = ledger.begin(of, 0);
    ledger.settle(id, { outcome: 'unknown' }, 0);
    ledger.close();
    const { code, stdout, stderr } = await one.run(`ops show ${id}`);
    expect([code, JSON.parse(stdout).outcome, stderr.includes('No call of the services tells')]).toEqual([0, 'unknown', true]);
  });

  test('list shows on a terminal when, how much of what, to whom; as data times stay as they are', async () => {
    const one = await signedIn();
    await one.run(transfer);
    await one.run(
      'wallet withdraw create --currency MVL --amount 25 --to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes',
    );
    const table = (await one.run('ops list', { terminal: true, columns: 80, env: { NO_COLOR: '1' } })).stdout;
    expect(table).toMatch(/^ *ID +OUTCOME +WHEN +CALL +AMOUNT +TO/);
    expect(table).toMatch(/done +\d+ s ago +createWithdraw\S* +25 MVL +0xf39[^ ]*…[^ ]+/);
    expect(table).toMatch(/done +\d+ s ago +transferPoints +5 MVP +dara/);
    expect(JSON.parse((await one.run('ops list')).stdout)[0].at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });
});

describe('what became of a change', () => {
  const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const changed =
    (list: Script): Script =>
    (socket, { path: at, method, ...asked }) => {
      if (method === 'POST')
        return answer(201, '{"id":"s1","status":"PENDING","request":{"id":"w1","status":"INCOMING"},"createdAt":"2026-01-01T00:00:00Z"}')(
          socket,
          { path: at, method, ...asked },
        );
      if (/active$|bridge-swap$|\/swap$|history$/.test(at.replace(/\?.*/, ''))) return list(socket, { path: at, method, ...asked });
      return answer(200, at.includes('/token/') ? tokens : '{"id":"x","feeAmount":"1"}')(socket, { path: at, method, ...asked });
    };
  const tokens = '[{"symbol":"MVL","decimals":18},{"symbol":"bMVL","decimals":18}]';
  const lines = [
    [`wallet withdraw create --currency MVL --amount 25 --to ${to}`, '.request.status'],
    [`swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${to}`, '.status'],
    [`swap legacy create --amount 20 -f type=TO_BEP20 -f toAddress=${to}`, '.status'],
    ['points transfer --to dara --amount 5', '.balanceAfter'],
  ] as const;
  async function box(list: Script) {
    const server = await scripted(changed(list));
    const one = person();
    await one.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
    await one.run('profile use box');
    for (const call of ['bep20-swap.create-bridge-swap', 'bep20-swap.create-swap', 'user.transfer-points'])
      await one.run(`profile set box name.${call} confirmed`);
    await one.run('login --tokens-stdin', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
    return one;
  }

  test('is shown as its list has it, every digit', async () => {
    const row =
      '{"id":"s1","status":"DONE","request":{"id":"w1","status":"DONE"},"createdAt":"2026-01-01T00:00:00Z","balanceAfter":123456789012345678901.5}';
    const one = await box(answer(200, `[{"id":"other","request":{"id":"w0"}},${row}]`));
    for (const [line, path] of lines) {
      const ran = await one.run([...line.split(' '), '--new-recipient', '--yes', '--jq', path]);
      expect([line, ran.code, ran.stdout]).toEqual([line, 0, path === '.balanceAfter' ? '123456789012345678901.5\n' : 'DONE\n']);
    }
  });

  test.each([
    ['is not in its list', answer(200, '[{"id":"other"}]'), ''],
    ['has a list that cannot be had', answer(500, '{}'), 'It was done. What became of it could not be read'],
    ['has no list in the answer', answer(200, '{}'), 'It was done. What became of it could not be read'],
  ])('that %s is shown as it was answered: success stays success', async (_, list, said) => {
    const one = await box(list);
    for (const [line] of lines) {
      const ran = await one.run([...line.split(' '), '--new-recipient', '--yes']);
      expect([line, ran.code, JSON.parse(ran.stdout).status]).toEqual([line, 0, 'PENDING']);
      expect(ran.stderr).toContain(said);
    }
  });
});

describe('a ride under a name of the caller', () => {
  const ride = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes';

  test('is asked for once, though each search gives it another id; another ride is not that one', async () => {
    const one = await signedIn();
    const [first, again] = [await one.run(`${ride} --client-ref r1`), await one.run(`${ride} --client-ref r1`)];
    expect([first.code, again.code, again.stdout]).toEqual([0, 0, first.stdout]);
    expect(again.stderr).toContain('nothing was sent');
    const other = await one.run(`${ride.replace('PNH-02', 'PNH-03')} --client-ref r1`);
    expect([other.code, other.stderr.includes('--client-ref r1 was used for something else')]).toEqual([2, true]);
    expect(JSON.parse((await one.run('ops list')).stdout)).toHaveLength(1);
  });

  test('is asked for again once', async () => {
    const server = await scripted((socket, asked) => answer(200, '{"id":"r2","status":"WAITPAY","rawAmount":"7"}')(socket, asked));
    const one = person();
    await one.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
    await one.run('profile use box');
    await one.run('login --tokens-stdin', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
    for (const _ of [1, 2]) expect((await one.run('ride retry r1 --client-ref again --yes')).code).toBe(0);
    expect(server.requests.filter(({ path: at }) => at.endsWith('/re-try'))).toHaveLength(1);
    expect((await one.run('ride status r2')).stderr).toContain('It waits to be paid: id r2, status WAITPAY, rawAmount 7');
  });
});

test('--all where no pages can be followed is refused by name', async () => {
  const one = await signedIn();
  for (const line of [
    'points history',
    'store inventory list',
    'notify list',
    'wallet list',
    'depin stations',
    'ride places nearby 1,2',
    'ops list',
  ])
    for (const option of ['--all', '--max-items 3']) {
      const { code, stdout, stderr } = await one.run(`${line} ${option}`);
      expect([line, code, stdout]).toEqual([line, 2, '']);
      expect(stderr).toMatch(/^✗ tuk [\w ]+ takes no --(all|max-items): it is not known to come in pages/);
    }
});

test('nothing is asked more often than each second', async () => {
  const one = await signedIn();
  const lines = ['wallet list -w', 'notify watch', 'ride wait r1', 'store order wait 1', 'wallet tx wait 0x1 --network BSC'];
  for (const line of lines)
    for (const interval of ['0', '1ms', '999ms']) {
      const { code, stderr } = await one.run(`${line} --interval ${interval} --max-wait 1s`, { leastInterval: 1000 });
      expect([line, code, stderr.includes(`--interval is at least 1s, and ${interval} is less.`)]).toEqual([line, 2, true]);
    }
  expect((await one.run('notify watch --interval 1s --max-wait 1s', { leastInterval: 1000 })).code).toBe(0);
  expect(() => pauseOf('999ms', '5s', {})).toThrow('--interval is at least 1s'); // where the world says nothing
});
