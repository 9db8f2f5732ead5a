// `tuk wallet send` against a sandbox's chain, through a node that may lie, drop and refuse.
import { Transaction } from 'ethers';
import { beforeAll, describe, expect, test } from 'vitest';
import { account, chainProfile, friend } from '../../support/chain.js';
import { exit } from '../../support/exit.js';

const amount = '0.01';
let bench: Awaited<ReturnType<typeof chainProfile>>;
const send = (more = '', token = 'BNB') =>
  `wallet send --network BSC --token ${token} --to ${friend} --amount ${amount} --key-file phrase.txt --new-recipient --yes --interval 10ms ${more}`;

describe('a node that works', () => {
  beforeAll(async () => {
    bench = await chainProfile();
  });

  test('a coin leaves, exactly, and the receipt is what ethers decodes from the bytes', async () => {
    const before = BigInt(await bench.ask('eth_getBalance', friend, 'latest'));
    const { code, stdout, stderr } = await bench.run(send());
    expect([code, stderr]).toEqual([exit.ok, expect.stringContaining('You send      0.01 BNB')]);
    expect(BigInt(await bench.ask('eth_getBalance', friend, 'latest')) - before).toBe(10n ** 16n);
    const [raw] = bench.broadcasts();
    const decoded = Transaction.from(raw!);
    const row = JSON.parse(stdout);
    const { to, from, hash } = decoded;
    expect(row).toMatchObject({ status: 'SUCCESS', amount, token: 'BNB', to, from, hash, network: 'BSC' });
    expect([row.rawAmount, row.chainId, row.nonce]).toEqual([decoded.value.toString(), '97', String(decoded.nonce)]);
    expect(from).toBe(account);
    expect(await bench.run('wallet tx list')).toMatchObject({ code: exit.ok, stdout: expect.stringContaining(hash!) });
  });

  test('a token leaves in its own units', async () => {
    const { code, stdout } = await bench.run(send('', 'bMVL'));
    const decoded = Transaction.from(bench.broadcasts().at(-1)!);
    expect(code).toBe(exit.ok);
    expect(decoded.data.slice(0, 10)).toBe('0xa9059cbb');
    expect([decoded.value, BigInt(`0x${decoded.data.slice(-64)}`)]).toEqual([0n, 10n ** 16n]);
    expect(JSON.parse(stdout)).toMatchObject({ token: 'bMVL', contract: decoded.to, decimals: 18 });
  });

  test('a reference takes effect once, in one process and in two at once', async () => {
    const count = bench.broadcasts().length;
    const line = send('--client-ref pay-1');
    const results = await Promise.all([bench.run(line), bench.run(line)]);
    expect(results.map(({ code }) => code)).toEqual([exit.ok, exit.ok]);
    const again = await bench.run(line);
    expect([again.code, again.stderr]).toEqual([exit.ok, expect.stringContaining('Sent before')]);
    expect(bench.broadcasts().length - count).toBe(1);
    expect(new Set([...results, again].map(({ stdout }) => JSON.parse(stdout).hash)).size).toBe(1);
    const other = await bench.run(line.replace(amount, '0.02'));
    expect([other.code, other.stdout]).toEqual([exit.usage, '']);
  });

  test('a dry run reads, signs nothing, and writes nothing', async () => {
    const before = await bench.json('ops list');
    const { code, stdout } = await bench.run(send('--dry-run'));
    const plan = JSON.parse(stdout);
    expect([code, plan.dryRun, Transaction.from(plan.unsigned).value]).toEqual([exit.ok, true, 10n ** 16n]);
    expect(Transaction.from(plan.unsigned).signature).toBeNull();
    expect(await bench.json('ops list')).toEqual(before);
  });

  test.each([
    ['--nonce 999', exit.usage, 'the next nonce of the account'],
    ['--fee fast', exit.usage, '--fee'],
    ['--gas-limit 100', exit.usage, 'from 21000'],
    ['--fee max=0.000000001', exit.usage, 'would not be mined'],
    ['--fee max=3,tip=4', exit.usage, 'more than the most'],
    [`--wallet ${friend}`, exit.guarded, 'nothing was signed'],
    ['--confirmations x', exit.usage, 'whole number'],
    ['--raw-amount 5', exit.usage, 'not both'],
    ['--decimals 6 --token bMVL', exit.guarded, 'decimals'],
  ])('%s is refused, and nothing is signed', async (option, code, why) => {
    const count = bench.broadcasts().length;
    const line = option.includes('--token') ? send(option).replace('--token BNB', '') : send(option);
    expect(await bench.run(line)).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(why) });
    expect(bench.broadcasts().length).toBe(count);
  });

  test.each(['1e3', '-1', '0', '0.0000000000000000001', '9'.repeat(79)])('the amount %s is refused', async (text) => {
    const count = bench.broadcasts().length;
    const result = await bench.run(send().replace(`--amount ${amount}`, `--amount=${text}`));
    expect([text, result.code, result.stdout, bench.broadcasts().length]).toEqual([text, exit.usage, '', count]);
  });

  test.each([
    ['a look-alike of a known one', '0xf39F000000000000000000000000000000002266', exit.guarded],
    ['without a key', '0x0000000000000000000000000000000000000000', exit.guarded],
    ['of a token', '0xF88c92E4922D51F1Ba67c00eCf8289B8a330874d', exit.guarded],
    ['with a wrong checksum', friend.replace('70997970C', '70997970c'), exit.guarded],
    ['that is none', '0x1234', exit.usage],
    ['that may be a key', `0x${'ab'.repeat(32)}`, exit.guarded],
  ])('a recipient %s is refused', async (_, to, code) => {
    const user = await chainProfile();
    await user.run(`wallet contacts add me ${account} --network BSC --yes`);
    const result = await user.run(send('', 'bMVL').replace(friend, to));
    expect([result.code, result.stdout, user.broadcasts()]).toEqual([code, '', []]);
  });

  test.each([
    ['limits.transfer', '0.001 BNB'],
    ['limits.day', '0.001 BNB'],
    ['limits.fee', '0.000000001 BNB'],
    ['limits.networks', 'ETHEREUM'],
    ['limits.recipients', account],
    ['limits.pause', 'true'],
    ['readOnly', 'true'],
  ])('%s stops it', async (key, value) => {
    const user = await chainProfile();
    expect(await user.type(['profile', 'set', 'box', key, value])).toMatchObject({ code: exit.ok });
    const result = await user.run(send());
    expect([result.code, result.stdout, user.broadcasts()]).toEqual([exit.guarded, '', []]);
  });

  test.each(['TON', 'BITCOIN', 'XTZ'])('on %s it says that it cannot, and what can', async (network) => {
    const result = await bench.run(send().replace('BSC', network));
    expect([result.code, result.stdout]).toEqual([exit.usage, '']);
    expect(result.stderr).toMatch(new RegExp(`cannot sign on ${network}[\\s\\S]*wallet balance`));
  });
});

describe('a node that lies', () => {
  const attack = async (rules: typeof bench.node.rules, line = send()) => {
    const user = await chainProfile();
    Object.assign(user.node.rules, rules);
    const result = await user.run(line);
    const outcomes = (await user.json('ops list')).map(({ outcome }: { outcome: string }) => outcome);
    return { ...user, result, outcomes };
  };
  const decimals: Parameters<typeof attack>[0] = {
    eth_call: async ({ params: [call] }, { forward }) =>
      call.data === '0x313ce567' ? `0x${'6'.padStart(64, '0')}` : forward(),
  };
  const block = (change: (block: Record<string, string>) => object): Parameters<typeof attack>[0] => ({
    eth_getBlockByNumber: async (_, { forward }) => {
      const found = await forward();
      return { ...found, ...change(found) };
    },
  });
  const counting = (method: string): Parameters<typeof attack>[0] => {
    let answers = 0;
    return { [method]: () => `0x${(answers++).toString(16)}` };
  };

  test.each<[string, Parameters<typeof attack>[0], string, number, RegExp]>([
    ['its chain', { eth_chainId: () => '0x38' }, send(), exit.guarded, /chain 56/],
    ['the decimals of a token', decimals, send('', 'bMVL'), exit.guarded, /6 decimals by its contract, and 18/],
    [
      'the base fee, a thousandfold',
      block(({ baseFeePerGas }) => ({ baseFeePerGas: `0x${(BigInt(baseFeePerGas!) * 1000n).toString(16)}` })),
      send(),
      exit.guarded,
      /costs 50 gwei at the very most/,
    ],
    [
      'the gas, a thousandfold',
      { eth_estimateGas: async (_, { forward }) => `0x${(BigInt(await forward()) * 1000n).toString(16)}` },
      send(),
      exit.guarded,
      /estimates/,
    ],
    [
      'the tip, a thousandfold',
      {
        eth_feeHistory: () => ({
          oldestBlock: '0x1',
          baseFeePerGas: [],
          gasUsedRatio: [],
          reward: [['0xe8d4a51000', '0xe8d4a51000', '0xe8d4a51000']],
        }),
      },
      send(),
      exit.guarded,
      /costs 50 gwei at the very most/,
    ],
    [
      'that the call would fail',
      { eth_call: (_, { refuse }) => refuse('execution reverted: paused', 3) },
      send(),
      exit.refused,
      /paused/,
    ],
    [
      'with what is not a number',
      { eth_getTransactionCount: () => 'many' },
      send(),
      exit.server,
      /something else than a number/,
    ],
    [
      'with a word that is not true',
      {
        eth_call: async ({ params: [call] }, { forward }) =>
          call.data.startsWith('0xa9059cbb') ? `0x${'0'.repeat(64)}` : forward(),
      },
      send('', 'bMVL'),
      exit.refused,
      /says no/,
    ],
    ['the balance', { eth_getBalance: () => '0x1' }, send(), exit.refused, /nothing was signed/],
    [
      'the next nonce, which another program uses meanwhile',
      counting('eth_getTransactionCount'),
      send(),
      exit.guarded,
      /Another program/,
    ],
  ])('about %s: nothing is signed', async (_, rules, line, code, why) => {
    const { result, broadcasts, outcomes } = await attack(rules, line);
    expect([result.code, result.stdout, result.stderr]).toEqual([code, '', expect.stringMatching(why)]);
    expect([broadcasts(), outcomes]).toEqual([[], []]);
  });

  test('about the hash of what it was sent: exit 10, and the bytes are found by their own hash', async () => {
    const { result, run, outcomes } = await attack({
      eth_sendRawTransaction: async (_, { forward }) => {
        await forward();
        return `0x${'ab'.repeat(32)}`;
      },
    });
    expect([result.code, result.stdout, outcomes]).toEqual([exit.unknown, '', ['unknown']]);
    expect(result.stderr).toContain('is not that of the signed bytes');
    const resumed = await run('wallet tx resume op-2611-0001 --yes');
    expect([resumed.code, JSON.parse(resumed.stdout).status]).toEqual([exit.ok, 'SUCCESS']);
  });

  test('with the receipt of another transaction: exit 10', async () => {
    const { result } = await attack({
      eth_getTransactionReceipt: async (_, { forward }) => ({
        ...(await forward()),
        transactionHash: `0x${'ab'.repeat(32)}`,
      }),
    });
    expect([result.code, result.stdout]).toEqual([exit.unknown, '']);
    expect(result.stderr).toContain('receipt of another transaction');
  });

  test('about a block that was reorganised away: it is not confirmed', async () => {
    const { result } = await attack(
      {
        eth_getTransactionReceipt: async (_, { forward }) => ({
          ...(await forward()),
          blockHash: `0x${'ab'.repeat(32)}`,
        }),
      },
      send('--max-wait 100ms'),
    );
    expect([result.code, JSON.parse(result.stdout).status]).toEqual([exit.pending, 'PENDING']);
  });
});

describe('an answer that is lost', () => {
  test('after the broadcast: the hash settles it', async () => {
    const user = await chainProfile();
    user.node.rules.eth_sendRawTransaction = async (_, { forward, drop }) => {
      await forward();
      return drop();
    };
    const { code, stdout } = await user.run(send());
    expect([code, JSON.parse(stdout).status, user.broadcasts().length]).toEqual([exit.ok, 'SUCCESS', 1]);
  });

  test('before it: nothing else is signed until the same bytes are sent', async () => {
    const user = await chainProfile();
    user.node.rules.eth_sendRawTransaction = (_, { drop }) => drop();
    const lost = await user.run(send());
    expect([lost.code, lost.stdout]).toEqual([exit.unknown, '']);
    expect(lost.stderr).toContain('tuk wallet tx resume op-');
    user.node.rules.eth_sendRawTransaction = undefined;
    const second = await user.run(send());
    expect([second.code, second.stderr]).toEqual([
      exit.guarded,
      expect.stringContaining('was signed, and the node does not have it'),
    ]);
    const [{ id }] = await user.json('ops list');
    expect(await user.run(`ops settle ${id} --as not-done --note no --yes`)).toMatchObject({ code: exit.refused });
    expect(await user.run(`wallet tx resume ${id}`)).toMatchObject({
      code: exit.guarded,
      stderr: expect.stringContaining('--yes'),
    });
    const resumed = await user.run(`wallet tx resume ${id} --yes`);
    expect([resumed.code, JSON.parse(resumed.stdout).status]).toEqual([exit.ok, 'SUCCESS']);
    expect(new Set(user.broadcasts()).size).toBe(1);
    expect((await user.run(send())).code).toBe(exit.ok);
  });

  test('of a line with a reference: the same line again sends the same bytes', async () => {
    const user = await chainProfile();
    user.node.rules.eth_sendRawTransaction = (_, { drop }) => drop();
    expect((await user.run(send('--client-ref a'))).code).toBe(exit.unknown);
    user.node.rules.eth_sendRawTransaction = undefined;
    expect((await user.run(send('--client-ref a'))).code).toBe(exit.ok);
    expect([user.broadcasts().length, new Set(user.broadcasts()).size]).toEqual([2, 1]);
  });

  test('"already known" and "nonce too low" are settled by the hash', async () => {
    const user = await chainProfile();
    for (const message of ['already known', 'nonce too low']) {
      user.node.rules.eth_sendRawTransaction = async (_, { forward, refuse }) => {
        await forward();
        return refuse(message);
      };
      expect([message, (await user.run(send())).code]).toEqual([message, exit.ok]);
    }
  });
});

test('a transaction that is stuck is sped up, and cancelled, by name: a second signature for its nonce', async () => {
  const user = await chainProfile();
  user.node.rules.eth_sendRawTransaction = async ({ params: [raw] }) => Transaction.from(raw).hash; // the node takes it, and forgets it
  user.node.rules.eth_getTransactionByHash = async ({ params: [hash] }, { forward }) => (await forward()) ?? { hash };
  const stuck = await user.run(send('--max-wait 50ms'));
  expect([stuck.code, JSON.parse(stuck.stdout).status]).toEqual([exit.pending, 'PENDING']);
  const { operation } = JSON.parse(stuck.stdout);
  const faster = await user.run(`wallet tx speed-up ${operation} --key-file phrase.txt --yes --max-wait 50ms`);
  expect([faster.code, JSON.parse(faster.stdout).kind]).toEqual([exit.pending, 'speed-up']);
  user.node.rules.eth_sendRawTransaction = undefined;
  user.node.rules.eth_getTransactionByHash = undefined;
  const cancelled = await user.run(`wallet tx cancel ${operation} --key-file phrase.txt --yes`);
  expect([cancelled.code, JSON.parse(cancelled.stdout)]).toMatchObject([
    exit.ok,
    { kind: 'cancel', status: 'SUCCESS', amount: '0' },
  ]);
  const [first, second, third] = user.broadcasts().map((raw) => Transaction.from(raw));
  expect([first!.nonce, second!.nonce, third!.nonce]).toEqual([0, 0, 0]);
  expect([second!.value, second!.to, second!.data]).toEqual([first!.value, first!.to, first!.data]);
  expect(second!.maxFeePerGas! * 10n >= first!.maxFeePerGas! * 11n).toBe(true);
  expect([third!.to, third!.value]).toEqual([account, 0n]);
  const [row] = await user.json('ops list');
  expect([row.outcome, row.lastStatus]).toEqual(['not-done', 'FAIL']);
  expect((await user.run(send())).code).toBe(exit.ok);
});
