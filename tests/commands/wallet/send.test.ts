// `tuk wallet send` against a sandbox's chain, through a node that may lie, drop and refuse.
import { Transaction } from 'ethers';
import { beforeAll, describe, expect, test } from 'vitest';
import { maxFeeOf, parseTransaction } from '../../../src/money/evm/transaction.js';
import type { Operation } from '../../../src/money/ledger/operation.js';
import { tokenAccountOf } from '../../../src/money/solana/accounts.js';
import { baseUnits } from '../../../src/money/values/decimal.js';
import { account, chainProfile, friend } from '../../support/chain.js';
import { ends, exit } from '../../support/exit.js';
import { solanaKey, solanaProfile } from '../../support/solana.js';
import { extension, type MintOptions } from '../../support/solana-node.js';

const amount = '0.01';
const decimalUnits = (text: string): bigint => baseUnits(text, 18, 'the amount');
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
    for (const line of ['wallet tx show', 'wallet tx refresh', 'swap status'])
      expect(JSON.parse((await bench.run(`${line} ${hash} --dry-run`)).stdout).url).toContain('network=BSC');
    expect((await bench.run(`wait ${hash} --dry-run`)).stdout).toContain('network=BSC');
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
    expect(await bench.run(line.replace(amount, '0.02'))).toMatchObject({ code: exit.usage, stdout: '' });
  });

  test.each([
    ['--nonce 999', exit.usage, 'the next nonce of the account'],
    ['--fee fast', exit.usage, '--fee'],
    ['--gas-limit 100', exit.usage, 'from 21000'],
    ['--fee max=0.000000001', exit.usage, 'would not be mined'],
    ['--fee max=3,tip=4', exit.usage, 'above the maximum'],
    [`--wallet ${friend}`, exit.guarded, 'Nothing was sent'],
    ['--confirmations x', exit.usage, 'whole number'],
    ['--raw-amount 5', exit.usage, 'not both'],
    ['--decimals 6 --token bMVL', exit.guarded, 'decimals'],
  ])('%s is refused, and nothing is signed', async (option, code, why) => {
    const count = bench.broadcasts().length;
    const line = option.includes('--token') ? send(option).replace('--token BNB', '') : send(option);
    expect(await bench.run(line)).toMatchObject(ends(code, why, ''));
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
    expect(result).toMatchObject(ends(exit.usage, new RegExp(`cannot sign on ${network}[\\s\\S]*wallet balance`), ''));
  });
});

describe('a node that lies', () => {
  type Rules = typeof bench.node.rules;
  const attack = async (rules: Rules, line = send(), world = {}) => {
    const user = await chainProfile();
    Object.assign(user.node.rules, rules);
    const result = await user.run(line, world);
    const outcomes = (await user.json('ops list')).map(({ outcome }: { outcome: string }) => outcome);
    return { ...user, result, outcomes };
  };
  const decimals: Rules = {
    eth_call: async ({ params: [call] }, { forward }) =>
      call.data === '0x313ce567' ? `0x${'6'.padStart(64, '0')}` : forward(),
  };
  const block = (change: (block: Record<string, string>) => object): Rules => ({
    eth_getBlockByNumber: async (_, { forward }) => {
      const found = await forward();
      return { ...found, ...change(found) };
    },
  });
  const counting = (method: string): Rules => {
    let answers = 0;
    return { [method]: () => `0x${(answers++).toString(16)}` };
  };

  const thousandfold = (hex: string) => `0x${(BigInt(hex) * 1000n).toString(16)}`;
  const baseFee = block(({ baseFeePerGas }) => ({ baseFeePerGas: thousandfold(baseFeePerGas!) }));
  const tip = { oldestBlock: '0x1', baseFeePerGas: [], gasUsedRatio: [], reward: [Array(3).fill('0xe8d4a51000')] };
  const saysNo: Rules = {
    eth_call: async ({ params: [call] }, { forward }) =>
      call.data.startsWith('0xa9059cbb') ? `0x${'0'.repeat(64)}` : forward(),
  };
  const reverts: Rules = { eth_call: (_, { refuse }) => refuse('execution reverted: paused', 3) };
  const gas: Rules = { eth_estimateGas: async (_, { forward }) => thousandfold(await forward()) };
  test.each<[string, Rules, number, RegExp]>([
    ['its chain', { eth_chainId: () => '0x38' }, exit.guarded, /chain 56/],
    ['the decimals of a token', decimals, exit.guarded, /6 decimals by its contract, and 18/],
    ['the base fee, a thousandfold', baseFee, exit.guarded, /costs 50 gwei at the very most/],
    ['the gas, a thousandfold', gas, exit.guarded, /estimates/],
    ['the tip, a thousandfold', { eth_feeHistory: () => tip }, exit.guarded, /costs 50 gwei at the very most/],
    ['that the call would fail', reverts, exit.refused, /paused/],
    ['with no number', { eth_getTransactionCount: () => 'many' }, exit.server, /something else than a number/],
    ['with a word of a token that is not true', saysNo, exit.refused, /says no/],
    ['the balance', { eth_getBalance: () => '0x1' }, exit.refused, /Nothing was sent/],
    ['the next nonce, used meanwhile', counting('eth_getTransactionCount'), exit.guarded, /Another program/],
  ])('about %s: nothing is signed', async (what, rules, code, why) => {
    const line = what.includes('of a token') ? send('', 'bMVL') : send();
    const { result, broadcasts, outcomes } = await attack(rules, line, {
      terminal: what.includes('meanwhile'), // where a person may have read the receipt
      columns: 400,
    });
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
    expect(result.stderr).toContain('the signed bytes have another hash');
    const resumed = await run('wallet tx resume op-2611-0001 --yes');
    expect([resumed.code, JSON.parse(resumed.stdout).status]).toEqual([exit.ok, 'SUCCESS']);
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
    expect(await user.run(send())).toMatchObject(ends(exit.unknown, 'tuk wallet tx resume op-', ''));
    user.node.rules.eth_sendRawTransaction = undefined;
    expect(await user.run(send())).toMatchObject(ends(exit.guarded, 'is signed, and the node does not have it'));
    const [{ id }] = await user.json('ops list');
    expect(await user.run(`ops settle ${id} --as not-done --note no --yes`)).toMatchObject({ code: exit.refused });
    expect(await user.run(`wallet tx resume ${id}`)).toMatchObject(ends(exit.guarded, '--yes'));
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

test('on a rollup the fee has what it charges for the data: in the receipt, the limit, the balance and the result', async () => {
  const base = await chainProfile({ settings: { 'chain.BASE': '97' } });
  await base.run(['profile', 'set', 'box', 'rpc.BASE', base.node.url]);
  const line = (amount: string, more = '') =>
    send(more).replace('--network BSC --token BNB', '--network BASE --token ETH').replace('0.01', amount);
  const oracle = (answer: bigint | undefined) => {
    base.node.rules.eth_call = async ({ params }, { forward, refuse }) => {
      if (!/^0x420+f$/i.test(params[0].to)) return forward();
      return answer === undefined ? refuse('execution reverted', 3) : `0x${answer.toString(16).padStart(64, '0')}`;
    };
  };
  const refusal = async () => (await base.run(line('0.01'), { statesCodes: true })).stderr;
  oracle(10n ** 15n);
  const plan = await base.json(line('0.01', '--dry-run'));
  const { gasLimit, price } = parseTransaction(plan.unsigned);
  expect(decimalUnits(plan.maxFee)).toBe(maxFeeOf({ gasLimit, price }) + 2n * 10n ** 15n);
  const all = await base.json(line('max', '--dry-run'));
  const has = BigInt(await base.ask('eth_getBalance', account, 'latest'));
  expect(decimalUnits(all.amount) + decimalUnits(all.maxFee)).toBe(has);
  base.node.rules.eth_getTransactionReceipt = async (_, { forward }) => {
    const receipt = await forward();
    return receipt && { ...receipt, l1Fee: '0x38d7ea4c68000' }; // 0.001, as was said
  };
  const paid = await base.run(line('0.01'));
  expect([paid.code, JSON.parse(paid.stdout).fee]).toEqual([exit.ok, expect.stringMatching(/^0\.001\d+$/)]);
  oracle(10n ** 11n);
  expect(await base.run(line('0.01'))).toMatchObject(ends(exit.endedBadly, 'The fee was 0.001'));
  oracle(10n ** 18n);
  expect(await refusal()).toContain('FEE_TOO_HIGH');
  await base.run(['profile', 'set', 'box', 'limits.fee', '0.002 ETH']);
  oracle(10n ** 15n);
  expect(await refusal()).toContain('OVER_LIMIT_FEE');
  oracle(undefined);
  expect(await refusal()).toContain('FEE_UNKNOWN');
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
  const end = { kind: 'cancel', status: 'SUCCESS', amount: '0' };
  expect([cancelled.code, JSON.parse(cancelled.stdout)]).toMatchObject([exit.ok, end]);
  const [first, second, third] = user.broadcasts().map((raw) => Transaction.from(raw));
  expect([first!.nonce, second!.nonce, third!.nonce]).toEqual([0, 0, 0]);
  expect([second!.value, second!.to, second!.data]).toEqual([first!.value, first!.to, first!.data]);
  expect(second!.maxFeePerGas! * 10n >= first!.maxFeePerGas! * 11n).toBe(true);
  expect([third!.to, third!.value]).toEqual([account, 0n]);
  const [row] = await user.json('ops list');
  expect([row.outcome, row.lastStatus]).toEqual(['not-done', 'FAIL']);
  expect((await user.run(send())).code).toBe(exit.ok);
});

// On Solana, on real programs: what is sent, told, refused, and recorded.
const rent = 2_039_280n;
const fee = 5000n;
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

describe('SOL', () => {
  test('arrives exactly, and output, ledger and chain agree', async () => {
    const { node, key, to, sends, settle, json } = await solanaProfile({ priorityFees: [0], blocksPerLook: 2 });
    expect(await sends('SOL', '1.5', '', to)).toMatchObject(ends(exit.ok, '1.5 SOL'));
    expect(node.lamports(to)).toBe(1_500_000_000n);
    expect(node.lamports(key.address)).toBe(10_000_000_000n - 1_500_000_000n - fee);
    const { id } = await settle();
    expect(await json(`ops show ${id}`)).toMatchObject({
      ...{ outcome: 'done', amount: '1.5', token: 'SOL', fee: '0.000005' },
      ...{ recipient: to, received: '1.5', spent: '1.5' },
    });
  });

  test('its JSON has every amount and the signature', async () => {
    const { node, key, to, sends } = await solanaProfile({ blocksPerLook: 40 });
    const row = JSON.parse((await sends('SOL', '0.25', '--json --fee priority=1000', to)).stdout);
    expect(row).toMatchObject({
      ...{ what: 'send', amount: '0.25', rawAmount: '250000000', token: 'SOL', to, from: key.address, memo: null },
      ...{ network: 'SOLANA', outcome: 'done', status: 'SUCCESS', received: '0.25', spent: '0.25', kind: 'expiring' },
    });
    expect(node.chain.landed.has(row.hash)).toBe(true);
    expect(Number(row.fee)).toBeGreaterThan(0.000005);
    expect(Number(row.fee)).toBeLessThanOrEqual(0.000006);
  });

  test('max leaves nothing', async () => {
    const { node, key, to, sends } = await solanaProfile({ priorityFees: [0] });
    expect(await sends('SOL', 'max', '', to)).toMatchObject({ code: exit.ok });
    expect([node.lamports(key.address), node.lamports(to)]).toEqual([0n, 10_000_000_000n - fee]);
  });

  test('more confirmations than a finalized block can have are not waited for', async () => {
    const { sends } = await solanaProfile({ blocksPerLook: 40 });
    const { code, stdout } = await sends('SOL', '1', '--confirmations 100 --max-wait 20s');
    expect([code, JSON.parse(stdout)]).toEqual([exit.ok, expect.objectContaining({ outcome: 'done' })]);
  });

  test('a memo is on the chain, and stands escaped in the receipt', async () => {
    const { node, to, run, sending } = await solanaProfile();
    const { code, stderr } = await run([...sending('SOL', '1', to).split(' '), '--memo', 'Rent \u202eyaM ok']);
    expect([code, stderr]).toEqual([exit.ok, expect.not.stringContaining('\u202e')]);
    expect(stderr).toContain('\\u{202e}');
    const [landed] = [...node.chain.landed.values()];
    expect(landed!.wire.message.staticAccounts).toContain(memoProgram);
    expect(landed!.logs.join('\n')).toContain('Rent');
  });

  test.each([
    ['leaves too little', '9.9999', exit.refused, 'LEAVES_TOO_LITTLE'],
    ['more than there is', '11', exit.refused, 'INSUFFICIENT_FUNDS'],
    ['too little for a new account', '0.0001', exit.usage, 'BELOW_RENT'],
    ['too many places', '1.0000000001', exit.usage, 'BAD_AMOUNT'],
  ])('%s: nothing is sent', async (_, amount, code, word) => {
    const { node, sends } = await solanaProfile({ priorityFees: [0] });
    expect(await sends('SOL', amount, '--json')).toMatchObject(ends(code, word));
    expect(node.sent).toEqual([]);
  });

  test.each([
    ['--memo', 'x'.repeat(257)],
    ['--memo', ''],
    ['--fee', 'priority=1.5'],
    ['--nonce', '3'],
    ['--gas-limit', '21000'],
    ['--accept-fee', '1 BNB'],
  ])('%s %s is refused before any request', async (flag, value) => {
    const bench = await solanaProfile();
    const result = await bench.run([...bench.sending('SOL', '1', solanaKey().address).split(' '), flag, value]);
    expect([result.code, bench.node.requests.length]).toEqual([exit.usage, 0]);
  });

  test('a fee beyond reason is refused, and accepted by name', async () => {
    const { node, key, to, run, sending, sends } = await solanaProfile();
    const accepted = (priority: string, most: string) =>
      run([...sending('SOL', '1', to, `--fee priority=${priority}`).split(' '), '--accept-fee', `${most} SOL`]);
    expect(await sends('SOL', '1', '--fee priority=5000000', to)).toMatchObject(ends(exit.guarded, '0.005'));
    expect((await accepted('5000000', '0.006')).code).toBe(exit.ok);
    expect(10_000_000_000n - 1_000_000_000n - node.lamports(key.address)).toBeLessThanOrEqual(5_005_000n);
    expect((await accepted('999999999999999999', '9999999999999')).code).toBe(exit.guarded);
    node.priorityFees = [50_000_000_000];
    expect((await sends('SOL', '1', '', to)).code).toBe(exit.guarded);
  });
});

test('a token account, a mint, a program, an address without a key and an account get nothing', async () => {
  const { node, sends } = await solanaProfile();
  const mint = await node.createMint();
  const offCurve = await tokenAccountOf(solanaKey().address, mint, tokenProgram); // no account is there
  for (const [to, word] of [
    [await node.mint(mint, solanaKey().address, 5n), 'TOKEN_ACCOUNT_RECIPIENT'],
    [mint, 'MINT_RECIPIENT'],
    [memoProgram, 'PROGRAM_RECIPIENT'],
    ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 'SYSTEM_ADDRESS'],
    ['11111111111111111111111111111111', 'BURN_ADDRESS'],
    [offCurve, 'NO_KEY_RECIPIENT'],
  ] as const)
    expect([to, await sends('SOL', '1', '--json', to)]).toMatchObject([to, ends(exit.guarded, word)]);
  expect(node.sent).toEqual([]);
});

describe('a token', () => {
  const open = async (options: MintOptions = {}) => {
    const bench = await solanaProfile({ priorityFees: [0] });
    return { ...bench, ...(await bench.addToken(options)) };
  };
  type Token = Awaited<ReturnType<typeof open>>;

  test('arrives exactly in a new account, whose rent the receipt names; the second time there is none', async () => {
    const { node, key, to, sends, source } = await open();
    expect(await sends('USDX', '12.5', '', to)).toMatchObject(ends(exit.ok, '0.00203928 SOL for the token account'));
    expect(node.lamports(key.address)).toBe(10_000_000_000n - rent - fee);
    const second = await sends('USDX', '1', '--json', to);
    expect([second.code, JSON.parse(second.stdout)]).toEqual([exit.ok, expect.objectContaining({ rent: '0' })]);
    expect(node.units(JSON.parse(second.stdout).tokenAccount)).toBe(13_500_000n);
    expect(node.units(source)).toBe(1_000_000_000n - 13_500_000n);
    expect(node.lamports(key.address)).toBe(10_000_000_000n - rent - 2n * fee);
    expect([...node.chain.landed.values()][0]!.wire.message.version).toBe('legacy');
  });

  test('lamports that wait in the new account lower its rent, and are no reason to call the transfer bad', async () => {
    const { node, key, to, json, sending, sends } = await open();
    const plan = await json(sending('USDX', '1', to, '--dry-run --json'));
    expect([plan, node.sent]).toMatchObject([{ dryRun: true, amount: '1', maxFeeToken: 'SOL' }, []]);
    node.fund(plan.tokenAccount, 900_000n);
    const { code, stdout } = await sends('USDX', '1', '--json', to);
    expect([code, JSON.parse(stdout).rent]).toEqual([exit.ok, '0.00113928']);
    expect(node.lamports(key.address)).toBe(10_000_000_000n - (rent - 900_000n) - fee);
  });

  test('the rent counts in the limit of a day, before the block and after it', async () => {
    for (const sending of ['drop', 'land'] as const) {
      const bench = await open();
      bench.node.sending = sending;
      await bench.run(['profile', 'set', 'box', 'limits.day', '0.003 SOL,100 USDX']);
      const wait = sending === 'drop' ? '--max-wait 50ms' : '';
      const first = await bench.sends('USDX', '1', wait);
      expect(first.code).toBe(sending === 'land' ? exit.ok : exit.unknown);
      expect(await bench.sends('USDX', '1', '--json')).toMatchObject(ends(exit.guarded, 'limits.day'));
      expect(new Set(bench.node.sent).size).toBe(1);
    }
  });

  test('max sends all of it; the rent counts in the funds', async () => {
    const { node, sends, source } = await open();
    expect((await sends('USDX', 'max')).code).toBe(exit.ok);
    expect(node.units(source)).toBe(0n);
    const poor = await open();
    await poor.sends('SOL', '9.999');
    expect(await poor.sends('USDX', '1', '--json')).toMatchObject(ends(exit.refused, 'INSUFFICIENT_FUNDS'));
    expect(poor.node.sent.length).toBe(1);
  });

  test('an unlisted mint needs its decimals; a list with others is refused', async () => {
    const { tokens, mint, sends } = await open();
    tokens.length = 1;
    expect(await sends(mint, '1', '--json')).toMatchObject(ends(exit.guarded, 'DECIMALS_UNCONFIRMED'));
    expect(await sends(mint, '1', '--json --decimals 9')).toMatchObject(ends(exit.guarded, 'DECIMALS_DISAGREE'));
    expect(await sends(mint, '1', '--decimals 6')).toMatchObject(ends(exit.ok, 'does not list'));
  });

  test.each<[what: string, amount: string, code: number, word: string, before: (bench: Token) => unknown]>([
    ['more than the account has', '1000.000001', exit.refused, 'INSUFFICIENT_FUNDS', () => {}],
    ['a frozen account', '1', exit.guarded, 'FROZEN_ACCOUNT', ({ node, source }) => node.freeze(source)],
    [
      'a node without history, by which the outcome could not be known',
      ...(['1', exit.guarded, 'NO_HISTORY'] as const),
      ({ node }) => {
        node.rules.getSignatureStatuses = (_, { refuse }) => refuse('Transaction history is not available', -32_011);
      },
    ],
  ])('%s: nothing is signed', async (_, amount, code, word, before) => {
    const bench = await open();
    await before(bench);
    expect(await bench.sends('USDX', amount, '--json')).toMatchObject(ends(code, word));
    expect(bench.node.sent).toEqual([]);
  });

  test('a fee of the token is refused, and told and accepted with --accept-less', async () => {
    const bench = await open({ program: 'token-2022', extensions: [extension.transferFee(100, 10n ** 18n)] });
    expect(await bench.sends('USDX', '10', '--json')).toMatchObject(ends(exit.guarded, 'ARRIVES_LESS'));
    expect(bench.node.sent).toEqual([]);
    const { code, stdout } = await bench.sends('USDX', '10', '--accept-less 0.98 --json');
    const row = JSON.parse(stdout);
    expect([code, row]).toMatchObject([exit.ok, { received: '9.9', spent: '10' }]);
    expect(bench.node.units(row.tokenAccount)).toBe(9_900_000n);
    expect(row.warnings.map(({ code }: { code: string }) => code)).toContain('ARRIVES_LESS');
  });

  test.each([
    ['a permanent delegate', extension.permanentDelegate(solanaKey().address)],
    ['a transfer hook', extension.transferHook(memoProgram)],
    ['no transfers at all', extension.nonTransferable()],
    ['frozen at first', extension.defaultFrozen()],
    ['confidential transfers', extension.confidentialTransfer()],
    ['interest', extension.interestBearing()],
    ['a pause', extension.pausable(false)],
    ['60000', extension.unknown()],
  ])('with %s it is refused', async (words, one) => {
    const { node, tokens, sends } = await solanaProfile();
    const mint = await node.createMint({ program: 'token-2022', extensions: [one] });
    tokens.push({ symbol: 'USDX', contractAddress: mint, decimals: 6 });
    expect(await sends('USDX', '1')).toMatchObject(ends(exit.guarded, words));
    expect(node.sent).toEqual([]);
  });

  test('an account that is frozen while the receipt is read: nothing is signed', async () => {
    const bench = await open();
    let count = 0;
    bench.node.rules.getLatestBlockhash = async (_, { forward }) => {
      if (++count === 2) await bench.node.freeze(bench.source);
      return forward();
    };
    const line = bench.sending('USDX', '1', solanaKey().address, '--json --client-ref may');
    const result = await bench.run(line, { terminal: true }); // where a person reads it
    expect([result.code, result.stderr]).toEqual([exit.refused, expect.stringContaining('WOULD_FAIL')]);
    expect(await bench.json('ops list')).toEqual([]);
    await bench.node.freeze(bench.source, false);
    expect((await bench.run(line)).code).toBe(exit.ok);
  });

  test('a recipient that takes a transfer with a memo only is refused without one', async () => {
    const { node, to, mint, sends } = await open({ program: 'token-2022' });
    const account = await node.mint(mint, to, 5n);
    const memoIsNeeded = [8, 0, 1, 0, 1]; // the extension MemoTransfer of Token-2022
    node.edit(account, (data) => Uint8Array.from([...data, ...memoIsNeeded]));
    expect(await sends('USDX', '1', '--json', to)).toMatchObject(ends(exit.guarded, 'NEEDS_MEMO'));
    expect(node.sent).toEqual([]);
    expect(await sends('USDX', '1', '--memo 42', to)).toMatchObject({ code: exit.ok });
    expect(node.units(account)).toBe(1_000_005n);
  });
});

describe('the outcome', () => {
  type Bench = Awaited<ReturnType<typeof solanaProfile>>;
  const outcomes = async (bench: Bench) => (await bench.operations()).map(({ outcome }) => outcome);
  const signatures = (bench: Bench) => new Set(bench.node.sent).size;

  test('a transaction that never lands is not done when that is proven, and its reference is free then', async () => {
    const bench = await solanaProfile({ sending: 'drop' });
    const { to } = bench;
    const line = bench.sending('SOL', '1', to, '--client-ref may --max-wait 50ms');
    const isUnknown = async () => expect([(await bench.run(line)).code, signatures(bench)]).toEqual([exit.unknown, 1]);
    await isUnknown();
    await isUnknown();
    bench.node.advance(152); // beyond its last block, and not final yet
    expect([(await bench.run('ops check')).code, await outcomes(bench)]).toEqual([exit.unknown, ['unknown']]);
    await isUnknown();
    bench.node.advance(31);
    expect([(await bench.run('ops check')).code, await outcomes(bench)]).toEqual([exit.ok, ['not-done']]);
    bench.node.sending = 'land';
    const patient = line.replace('50ms', '10s');
    expect((await bench.run(patient)).code).toBe(exit.ok);
    expect([signatures(bench), bench.node.lamports(to)]).toEqual([2, 1_000_000_000n]);
    expect((await bench.run(patient)).code).toBe(exit.ok);
    expect(signatures(bench)).toBe(2);
  });

  const ways = ['land', 'drop'] as const;
  test.each(ways)('the end of one that was to %s stays known if the node forgets it', async (way) => {
    const bench = await solanaProfile({ sending: way });
    const { to } = bench;
    const line = bench.sending('SOL', '1', to, '--client-ref may');
    await bench.run(way === 'drop' ? `${line} --max-wait 50ms` : line);
    bench.node.advance(300);
    expect((await bench.run('ops check')).code).toBe(exit.ok);
    bench.node.advance(700);
    bench.node.firstBlock = bench.node.chain.tip - 50;
    bench.node.sending = 'land';
    expect(await bench.run(line)).toMatchObject({ code: exit.ok });
    expect(await outcomes(bench)).toEqual(way === 'land' ? ['done'] : ['mined', 'not-done']);
    expect([signatures(bench), bench.node.lamports(to)]).toEqual([way === 'land' ? 1 : 2, 1_000_000_000n]);
  });

  test('a lost answer is found on the chain, and paid once', async () => {
    const bench = await solanaProfile({ sending: 'lose' });
    const { to } = bench;
    const line = bench.sending('SOL', '1', to, '--client-ref may');
    expect([exit.ok, exit.unknown]).toContain((await bench.run(line)).code);
    bench.node.advance(40);
    expect((await bench.run(line)).code).toBe(exit.ok);
    expect([signatures(bench), bench.node.lamports(to)]).toEqual([1, 1_000_000_000n]);
  });

  test('what is held is sent again as the same bytes, and lands once', async () => {
    const bench = await solanaProfile({ sending: 'hold' });
    expect((await bench.sends('SOL', '1', '--max-wait 50ms', bench.to)).code).toBe(exit.unknown);
    const [{ id }] = (await bench.operations()) as [Operation];
    bench.node.sending = 'land';
    expect((await bench.run(`wallet tx resume ${id} --yes --interval 20ms`)).code).toBe(exit.ok);
    bench.node.release();
    expect((await bench.settle()).outcome).toBe('done');
    expect([signatures(bench), bench.node.lamports(bench.to)]).toEqual([1, 1_000_000_000n]);
  });

  test('a transaction that fails in a block is not done, and costs its fee', async () => {
    const { node, key, json, sends, addToken, settle } = await solanaProfile({ priorityFees: [0], sending: 'hold' });
    const { source } = await addToken();
    expect((await sends('USDX', '1', '--max-wait 50ms')).code).toBe(exit.unknown);
    await node.freeze(source);
    node.release();
    const { id, outcome } = await settle();
    expect([outcome, await json(`ops show ${id}`)]).toMatchObject(['not-done', { fee: '0.000005' }]);
    expect(node.lamports(key.address)).toBe(10_000_000_000n - fee);
  });

  test('funds on their way are reserved, and two sends do not replace each other', async () => {
    const bench = await solanaProfile({ sending: 'hold' });
    const [first, second] = [bench.to, solanaKey().address];
    expect((await bench.sends('SOL', '6', '--max-wait 50ms', first)).code).toBe(exit.unknown);
    const reserved = await bench.sends('SOL', '6', '--json --max-wait 50ms', second);
    expect(reserved).toMatchObject(ends(exit.refused, 'on their way'));
    expect((await bench.sends('SOL', '3', '--max-wait 50ms', second)).code).toBe(exit.unknown);
    bench.node.release();
    await bench.settle();
    expect([bench.node.lamports(first), bench.node.lamports(second)]).toEqual([6_000_000_000n, 3_000_000_000n]);
    expect(await outcomes(bench)).toEqual(['done', 'done']);
  });

  test('funds of one that no later block can have are not reserved, whatever became of it', async () => {
    const bench = await solanaProfile({ sending: 'drop' });
    await bench.sends('SOL', '6', '--max-wait 50ms');
    bench.node.advance(700);
    bench.node.firstBlock = bench.node.chain.tip - 50; // so that nothing proves that it was not done
    bench.node.sending = 'land';
    expect(await bench.sends('SOL', '6')).toMatchObject({ code: exit.ok });
    expect(await outcomes(bench)).toEqual(['mined', 'unknown']);
  });

  test('speed-up and cancel say that it expires by itself', async () => {
    const { run, json, sends, operations } = await solanaProfile({ sending: 'drop' });
    await sends('SOL', '1', '--max-wait 50ms');
    const [{ id }] = (await operations()) as [Operation];
    for (const kind of ['speed-up', 'cancel'])
      expect(await run(`wallet tx ${kind} ${id} --yes`)).toMatchObject(ends(exit.refused, 'expires by itself'));
    const shown = { operation: id, network: 'SOLANA', nonce: null, status: null };
    expect(await json('wallet tx list')).toMatchObject([shown]);
  });

  type Row = { readonly meta: { readonly postBalances: readonly unknown[] } };
  test.each<[string, (row: Row) => object]>([
    ['another fee', ({ meta }) => ({ meta: { ...meta, fee: 6_000_000 } })],
    ['false balances', ({ meta }) => ({ meta: { ...meta, postBalances: meta.postBalances.map(() => 5) } })],
    ['another transaction', () => ({ transaction: ['AQ==', 'base64'] })],
  ])('a node that shows %s is not believed', async (_, change) => {
    const { node, sends, settle } = await solanaProfile();
    node.rules.getTransaction = async (__, { forward }) => {
      const row = await forward();
      return row && { ...row, ...change(row) };
    };
    expect((await sends('SOL', '1', '--max-wait 20s')).code).toBe(exit.unknown);
    expect((await settle()).outcome).not.toMatch(/done/);
  });

  test('a last height that is too low frees no reference: nothing is signed with it', async () => {
    const bench = await solanaProfile({ sending: 'hold' });
    bench.node.rules.getLatestBlockhash = async ({ params }, { forward }) => {
      const { value, ...answer } = await forward();
      const lie = params[0].commitment === 'confirmed' ? 181 : 0;
      return { ...answer, value: { ...value, lastValidBlockHeight: Number(value.lastValidBlockHeight) - lie } };
    };
    const line = bench.sending('SOL', '1', bench.to, '--client-ref may --max-wait 50ms');
    for (const _ of [1, 2]) {
      expect(await bench.run(line)).toMatchObject(ends(exit.guarded, 'an older block than before'));
      bench.node.advance(3);
    }
    expect([bench.node.sent, bench.node.release()]).toEqual([[], []]);
  });
});
