// Transactions that were signed for the chain of a sandbox before its reset: they block nothing, and are closed.
import { beforeEach, describe, expect, test } from 'vitest';
import { chainProfile, friend } from '../../support/chain.js';
import { ends, exit } from '../../support/exit.js';

let bench: Awaited<ReturnType<typeof chainProfile>>;
const send = (amount: string, more = '') =>
  `wallet send --network BSC --token BNB --to ${friend} --amount ${amount} --key-file phrase.txt --new-recipient --yes --interval 10ms ${more}`;
const control = (name: string, body: object = {}) =>
  fetch(`${bench.sandbox.url}/_sandbox/${name}`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  });
const newest = async () => (await bench.json('ops list'))[0] as Record<string, string>;

beforeEach(async () => {
  bench = await chainProfile();
});

describe('after a reset of the sandbox', () => {
  test('signing begins anew with the nonce 0', async () => {
    const line = send('0.01', '--client-ref a');
    for (const time of ['first', 'second']) {
      const { code, stdout, stderr } = await bench.run(line);
      expect([time, code, JSON.parse(stdout || '{}').nonce, stderr]).toEqual([
        time,
        exit.ok,
        '0',
        expect.not.stringContaining('Sent before'),
      ]);
      await control('reset');
    }
    expect((await bench.json('ops list')).map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'done']);
  });

  test('what had not reached its chain is closed as other-chain, and holds up no other transaction', async () => {
    bench.node.rules.eth_sendRawTransaction = (_, { drop }) => drop();
    expect(await bench.run(send('0.01'))).toMatchObject({ code: exit.unknown });
    bench.node.rules.eth_sendRawTransaction = undefined;
    const { id } = await newest();
    expect(await bench.run(`ops check ${id}`)).toMatchObject({ code: exit.unknown });
    await control('reset');
    const { code, stdout, stderr } = await bench.run(`ops check ${id}`);
    const row = JSON.parse(stdout);
    expect([code, row]).toEqual([exit.ok, expect.objectContaining({ outcome: 'not-done', known: true })]);
    expect([row.state, row.reason, stderr]).toEqual([
      'not done (other-chain), as a check found',
      expect.stringMatching(/another chain than BSC is now/),
      expect.stringContaining(`✗ ${id} is not done (other-chain)`),
    ]);
    expect(await newest()).toMatchObject({ outcome: 'not-done', lastStatus: 'other-chain', ending: 'failed' });
    expect(await bench.json(`ops show ${id}`)).toMatchObject({ lastStatus: 'other-chain', note: row.reason });
    expect(await bench.json('wallet tx list')).toMatchObject([
      { operation: id, status: 'other-chain', outcome: 'not-done' },
    ]);
    expect(await bench.run(`wait ${id}`)).toMatchObject(ends(exit.endedBadly, 'other-chain'));
    expect(await bench.run(send('0.02'))).toMatchObject({ code: exit.ok });
  });

  test('what had not reached its chain holds up no transaction, though nothing has looked at it', async () => {
    bench.node.rules.eth_sendRawTransaction = (_, { drop }) => drop();
    expect(await bench.run(send('0.01', '--client-ref a'))).toMatchObject({ code: exit.unknown });
    bench.node.rules.eth_sendRawTransaction = undefined;
    await control('reset');
    expect(await bench.run(send('0.01', '--client-ref a'))).toMatchObject({ code: exit.ok });
  });

  test('what waited for its block is closed by a check of all, and what was seen to be done stays done', async () => {
    expect(await bench.run(send('0.01'))).toMatchObject({ code: exit.ok });
    await control('scenario', { name: 'tx: stuck' });
    expect(await bench.run(send('0.02', '--confirmations 0'))).toMatchObject({ code: exit.ok });
    await control('reset');
    const { code, stdout } = await bench.run('ops check');
    const [first] = JSON.parse(stdout);
    expect([code, first]).toMatchObject([exit.ok, { amount: '0.02', outcome: 'not-done' }]);
    const all = (await bench.json('ops list')) as Record<string, string>[];
    expect(all.map(({ amount, outcome, lastStatus }) => [amount, outcome, lastStatus])).toEqual([
      ['0.02', 'not-done', 'other-chain'],
      ['0.01', 'done', 'SUCCESS'],
    ]);
    const earlier = await bench.run(`ops check ${all[1]!.id}`);
    expect([earlier.code, JSON.parse(earlier.stdout)]).toEqual([
      exit.ok,
      expect.objectContaining({ outcome: 'done', reason: 'BSC is another chain now, so nothing was read.' }),
    ]);
  });
});
