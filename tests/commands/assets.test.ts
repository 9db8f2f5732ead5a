// The assets group, and with it every kind of command: reads, changes, endpoint selection, row filters, references.
import { describe, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { neverRespond, reset, respond, type Script, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { confirmFieldNames } from '../support/users.js';

async function mina() {
  const user = newUser();
  await user.run('login');
  return { ...user, json: async (line: string) => JSON.parse((await user.run(line)).stdout) };
}

describe('on the sandbox', () => {
  test('a share is ordered and paid', async () => {
    const { run, json } = await mina();
    const [offering] = await json('assets offerings --status OPEN --sort interestRate --order DESC');
    expect(offering.status).toBe('OPEN');
    const created = await run(`assets order --offering ${offering.id} --purchase-type FRACTIONAL --amount ${offering.minAmount} --yes`);
    expect(created.code).toBe(exit.ok);
    expect(created.stderr).toMatch(new RegExp(`receipt[\\s\\S]*${offering.title}[\\s\\S]*In the ledger as op-`));
    const next = /Next: tuk (.*)/.exec(created.stderr)![1]!;
    const paid = await run(`${next} --yes`);
    expect(paid.code).toBe(exit.ok);
    expect(JSON.parse(paid.stdout)).toMatchObject({ status: 'READY', method: 'CRYPTO' });
    await run('sandbox advance 5m');
    expect((await json('assets transactions --type PURCHASE'))[0].amount).toBe(offering.minAmount);
  });

  test('the same command line with the same reference runs once; another request under that reference is refused', async () => {
    const { run, json } = await mina();
    const line = (amount: number) => `assets order --offering 1 --purchase-type FRACTIONAL --amount ${amount} --client-ref march --yes`;
    const [first, second, other] = [await run(line(50)), await run(line(50)), await run(line(60))];
    expect(JSON.parse(second.stdout)).toEqual(JSON.parse(first.stdout));
    expect(second.stderr).toMatch(/Done before, as op-\d{4}-0001/);
    expect(other).toMatchObject({ code: exit.usage, stdout: '' });
    expect(other.stderr).toContain('was used for something else');
    expect(await json('ops list')).toHaveLength(1);
  });

  test.each([
    ['assets order --yes', exit.usage, '--offering, --purchase-type and --amount are needed'],
    ['assets order --offering 1 --purchase-type WHOLE --amount 5 --yes', exit.usage, 'not a value of --purchase-type'],
    ['assets order --offering 1 --purchase-type OWNERSHIP --amount 1e3 --yes', exit.usage, '--amount is no amount'],
    ['assets order --offering 1 --purchase-type FRACTIONAL --amount 50', exit.guarded, 'Add --yes to confirm'],
    ['assets lease apply --product 1 --months six --phone 1 --yes', exit.usage, '--months takes a number'],
    ['assets offerings --status openn', exit.usage, 'Did you mean OPEN'],
    ['assets vehicles --api-version v9', exit.usage, 'There is no version v9'],
    ['assets offering', exit.usage, 'id'],
    ['assets payment to-crypto --yes', exit.usage, '<payment-id> is needed'],
  ])('%s is refused in one sentence, and nothing is sent', async (line, code, output) => {
    const { run, json } = await mina();
    const result = await run(line);
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).toContain(output);
    expect(await json('ops list')).toEqual([]);
  });

  test('an option without a known field filters the rows of the response', async () => {
    const { json } = await mina();
    const all = await json('assets vehicles');
    const leases = await json('assets vehicles --token-type LEASE');
    expect(leases.length).toBeGreaterThan(0);
    const nums = (list: readonly { num: number }[]) => list.map(({ num }) => num); // charge and kilometres change between the two reads
    expect(nums(leases)).toEqual(nums(all.filter(({ tokenType }: { tokenType: string }) => tokenType === 'LEASE')));
    expect((await json('assets vehicles --mine')).length).toBe(6);
  });

  test('on a terminal: symbols and columns, a detail page, bars with their sums', async () => {
    const { run } = await mina();
    const runOnTerminal = async (line: string, columns = 80) =>
      (await run(line, { terminal: true, columns, env: { NO_COLOR: '1' } })).stdout;
    expect(await runOnTerminal('assets offerings', 200)).toMatch(
      /^STATUS +TITLE +KIND +BUY +RATE +STARTS +ENDS +GOAL +ID\n● OPEN +Phnom Penh/,
    );
    expect(await runOnTerminal('assets offerings')).not.toMatch(/…/); // a column that does not fit is omitted
    expect(await runOnTerminal('assets offering 1')).toMatch(/^Phnom Penh Tuk-tuks I +● OPEN\n\n {2}Kind +TUKTUK\n/);
    expect(await runOnTerminal('assets incomes')).toMatch(/\d+ bars +[\d,.]+ MVL +average [\d,.]+ +high [\s\S]*█/);
  });
});

describe('with a scripted server', () => {
  async function limitedProfile(script: Script) {
    const server = await scripted(script);
    const user = newUser();
    await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
    confirmFieldNames(user.home, 'box');
    await user.run('profile use box');
    await user.run('login --tokens-stdin', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
    return { ...user, server };
  }
  const vehicles = respond(200, '[{"vin":"A","num":1}]');

  test.each([
    ['a page of a gateway', respond(404, '<html>no</html>', { 'content-type': 'text/html' }), ['v2', 'v1'], exit.ok],
    ['405', respond(405, ''), ['v2', 'v1'], exit.ok],
    ["the service's own word", respond(404, '{"message":"None","code":"NOT_FOUND"}'), ['v2'], exit.notFound],
    ['500', respond(500, ''), ['v2'], exit.server],
  ])('a newer route responds with %s', async (_, newer, versions, code) => {
    const { run, server } = await limitedProfile((socket, request) => (request.path.includes('/v2/') ? newer : vehicles)(socket, request));
    const listed = await run('assets vehicles --retry 0');
    expect(server.requests.map(({ path }) => /\/(v\d)\//.exec(path)![1])).toEqual(versions);
    expect(listed.code).toBe(code);
    if (code === exit.ok) expect(listed.stdout).toContain('"vin":"A"');
  });

  const order = 'assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes --timeout 300ms';
  test.each([
    ['is reset', reset],
    ['is never answered', neverRespond],
    ['is answered with a page', respond(200, '<html>', { 'content-type': 'text/html' })],
    ['is answered 500', respond(500, '{"message":"x"}')],
  ])('an order that %s is sent once, and its outcome is unknown', async (_, script) => {
    const { run, server } = await limitedProfile((socket, request) =>
      (request.method === 'POST' ? script : respond(200, '{"title":"One"}'))(socket, request),
    );
    const result = await whileTimePasses(() => run(order));
    expect(result).toMatchObject({ code: exit.unknown, stdout: '' });
    expect(result.stderr).toMatch(/tuk ops show op-\d{4}-0001[\s\S]*tuk assets transactions/);
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    expect(JSON.parse((await run('ops list')).stdout)[0]).toMatchObject({ call: 'createOrder', outcome: 'unknown' });
    const second = await whileTimePasses(() => run(`${order} --client-ref a`));
    expect(second.code).toBe(exit.unknown);
    const third = await whileTimePasses(() => run(`${order} --client-ref a`));
    expect(third.code).toBe(exit.unknown);
    expect(third.stderr).toContain('was sent before');
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  test('a filter that the service ignores is reported, and all rows are shown', async () => {
    const { run } = await limitedProfile(respond(200, '[{"id":"a","status":"OPEN"},{"id":"b","status":"CLOSED"}]'));
    const { code, stdout, stderr } = await run('assets offerings --status OPEN');
    expect([code, JSON.parse(stdout).length]).toEqual([exit.ok, 2]);
    expect(stderr).toContain('1 of 2 rows have another status: the service took no notice of --status.');
    expect((await run('assets offerings')).stderr).toBe('');
  });

  test('a read that fails before the order is reported, and nothing is ordered', async () => {
    const { run, server } = await limitedProfile(respond(404, '{"message":"No offering","code":"NOT_FOUND"}'));
    expect((await whileTimePasses(() => run(order))).code).toBe(exit.notFound);
    expect(server.requests.map(({ method }) => method)).toEqual(['GET']);
  });

  test('outside a sandbox no transfer is sent under assumed field names', async () => {
    const user = newUser();
    await user.run(['profile', 'add', 'far', '--base', 'https://{service}.far.invalid']);
    const result = await user.run('assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes -p far');
    expect([result.code, result.stdout]).toEqual([exit.guarded, '']);
    expect(result.stderr).toContain('name.musubi.create-order confirmed');
  });
});
