// A client reference (--client-ref) takes effect once. Whose it is: owner.test.ts. Across processes and after a kill: behaviour/process.test.ts.
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { inFakeTime, whileTimePasses } from '../../support/fake-time.js';
import { until } from '../../support/limit.js';
import { platformUser } from '../../support/platform.js';
import { respond, respondJson } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

const transfer = 'points transfer --to u-1 --amount 5 --new-recipient --yes --client-ref a';

test('the spaces around a reference do not count, and every character of the list does', async () => {
  const { run, json } = await signedIn();
  const line = 'points transfer --to dara --amount 5 --new-recipient --yes'.split(' ');
  for (const name of [' Az09._:#- ', 'Az09._:#-', 'x'.repeat(100)])
    expect((await run([...line, '--client-ref', name])).code).toBe(exit.ok);
  expect((await json('ops list')).map(({ ref }: { ref: string }) => ref)).toEqual(['x'.repeat(100), 'Az09._:#-']);
});

const names = ['', '  ', 'x'.repeat(101), 'a\nb', 'a b', 'a/b', 'ä', 'а', 'a\u200b', '１', '{row.1.id}'];
test.each(names)('%j is an invalid reference: exit 2, and nothing is sent', async (name) => {
  const { run, json } = await signedIn();
  for (const line of ['points transfer --to dara --amount 5 --new-recipient --yes', 'ride retry r1 --yes'])
    expect([line, await run([...line.split(' '), '--client-ref', name])]).toMatchObject([
      line,
      ends(exit.usage, /1 to 100 letters, digits and \. _ : # -|--client-ref is empty/, ''),
    ]);
  expect(await json('ops list')).toEqual([]);
});

describe('a reference', () => {
  test('is refused for another request if any field differs', async () => {
    const { run, transfers, lines } = await platformUser();
    expect((await run(`${transfer} -f currency=MVP`)).code).toBe(exit.ok);
    expect(await run(`${transfer} -f currency=mvp`)).toMatchObject(ends(exit.usage, 'used for something else', ''));
    expect((await run(`${transfer} -f currency=MVP`)).code).toBe(exit.ok);
    expect(transfers()).toHaveLength(1);
    expect((await lines())[0]!.body).toContain('MVP');
  });

  test('is refused for another secret, though the ledger contains neither of them', async () => {
    const { run, file, transfers, lines } = await platformUser();
    const pay = async (pin: string) => {
      file({ toUserId: 'u-1', amount: '1', password: pin });
      return (await run('points transfer --input body.json --new-recipient --yes --client-ref a')).code;
    };
    const codes = [await pay('first-pin'), await pay('other-pin'), await pay('first-pin')];
    expect(codes).toEqual([exit.ok, exit.usage, exit.ok]);
    expect(transfers()).toHaveLength(1);
    expect((await lines())[0]!.body).not.toContain('first-pin');
  });

  test.each([
    ['with every digit', '{"id":"t","token":"USDC","share":"0.10","signature":"s","n":12345678901234567890.50}'],
    ['however long', JSON.stringify({ id: 't', note: 'x'.repeat(40_000) })],
  ])('returns the stored response unchanged: %s', async (_, text) => {
    const { run, transfers } = await platformUser({ money: respond(200, text) });
    expect([(await run(transfer)).stdout, (await run(transfer)).stdout]).toEqual([`${text}\n`, `${text}\n`]);
    expect(transfers()).toHaveLength(1);
  });

  test.each([408, 499])('of a gateway time-out (%i), whose outcome is unknown, sends nothing again', async (status) => {
    const { run, transfers, lines } = await platformUser({ money: respondJson({ message: 'too slow' }, status) });
    expect([(await run(transfer)).code, (await run(transfer)).code]).toEqual([exit.unknown, exit.unknown]);
    expect(transfers()).toHaveLength(1);
    expect(await lines()).toMatchObject([{ outcome: 'unknown' }]);
  });

  test('in two simultaneous runs: one request, and both return its response', async () => {
    let answer: (() => void) | undefined;
    const { run, transfers } = await platformUser({
      money: (...request: Parameters<ReturnType<typeof respond>>) => {
        answer = () => respond(200, '{"id":"slow"}')(...request);
      },
    });
    await inFakeTime(async ({ pass, finish }) => {
      const both = Promise.all([run(transfer), run(transfer)]);
      await until(() => answer !== undefined);
      await pass(1000); // the other run waits for the entry of this one
      answer!();
      for (const result of await finish(both))
        expect(result).toMatchObject({ code: exit.ok, stdout: '{"id":"slow"}\n' });
    });
    expect(transfers()).toHaveLength(1);
  });

  test('whose entry another live process never ends is waited for, and nothing is sent', async () => {
    const { run, transfers, home } = await platformUser();
    await run(transfer);
    const db = new DatabaseSync(`${home}/ledger.db`);
    db.exec("UPDATE operation SET outcome = 'sending'"); // its process is this one, which is still running
    db.close();
    expect((await whileTimePasses(() => run(transfer))).code).toBe(exit.unknown);
    expect(transfers()).toHaveLength(1);
  });
});

describe('a ride with a reference', () => {
  test('is requested once though each search has another id; another ride is refused', async () => {
    const { run, json } = await signedIn();
    const ride =
      'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes --client-ref r1';
    const [first, second] = [await run(ride), await run(ride)];
    expect([first.code, second.code, second.stdout]).toEqual([exit.ok, exit.ok, first.stdout]);
    expect(second.stderr).toContain('nothing was sent');
    const other = await run(ride.replace('PNH-02', 'PNH-03'));
    expect(other).toMatchObject(ends(exit.usage, '--client-ref r1 was used for something else'));
    expect(await json('ops list')).toHaveLength(1);
  });

  test('is retried once', async () => {
    const { run, sent } = await stubUser(respondJson({ id: 'r2', status: 'WAITPAY', rawAmount: '7' }));
    for (const _ of [1, 2]) expect((await run('ride retry r1 --client-ref again --yes')).code).toBe(exit.ok);
    expect(sent().filter((request) => request.endsWith('/re-try'))).toHaveLength(1);
    expect((await run('ride status r2')).stderr).toContain('Waiting for payment: id r2, status WAITPAY, rawAmount 7');
  });
});
