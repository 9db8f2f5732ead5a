// `tuk wallet send` on Solana, on real programs: what is sent, told, refused, and recorded.

import { describe, expect, test } from 'vitest';
import { tokenAccountOf } from '../../../src/money/solana/accounts.js';
import { exit } from '../../support/exit.js';
import { solanaKey, solanaProfile } from '../../support/solana.js';
import { extension } from '../../support/solana-node.js';

const rent = 2_039_280n;
const fee = 5000n;
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

describe('SOL', () => {
  test('arrives exactly, and output, ledger and chain agree', async () => {
    const bench = await solanaProfile();
    const { address: to } = solanaKey();
    bench.node.priorityFees = [0];
    bench.node.blocksPerLook = 2;
    const result = await bench.run(bench.sending('SOL', '1.5', to));
    expect([result.code, result.stderr]).toEqual([exit.ok, expect.stringContaining('1.5 SOL')]);
    expect(bench.node.lamports(to)).toBe(1_500_000_000n);
    expect(bench.node.lamports(bench.key.address)).toBe(10_000_000_000n - 1_500_000_000n - fee);
    bench.node.advance(40);
    expect((await bench.run('ops check')).code).toBe(exit.ok);
    const [operation] = JSON.parse((await bench.run('ops list --json')).stdout);
    const shown = JSON.parse((await bench.run(['ops', 'show', operation.id, '--json'])).stdout);
    expect(shown).toMatchObject({ outcome: 'done', amount: '1.5', token: 'SOL', fee: '0.000005', recipient: to });
    expect(shown).toMatchObject({ received: '1.5', spent: '1.5' });
  });

  test('its JSON has every amount and the signature', async () => {
    const bench = await solanaProfile();
    const { address: to } = solanaKey();
    bench.node.blocksPerLook = 40;
    const result = await bench.run(bench.sending('SOL', '0.25', to, '--json --fee priority=1000'));
    const row = JSON.parse(result.stdout);
    expect(row).toMatchObject({
      ...{ what: 'send', amount: '0.25', rawAmount: '250000000', token: 'SOL', to, from: bench.key.address },
      ...{ network: 'SOLANA', outcome: 'done', status: 'SUCCESS', received: '0.25', spent: '0.25', memo: null },
      kind: 'expiring',
    });
    expect(bench.node.chain.landed.has(row.hash)).toBe(true);
    expect(Number(row.fee)).toBeGreaterThan(0.000005);
    expect(Number(row.fee)).toBeLessThanOrEqual(0.000006);
  });

  test('max leaves nothing', async () => {
    const bench = await solanaProfile();
    const { address: to } = solanaKey();
    bench.node.priorityFees = [0];
    expect(await bench.run(bench.sending('SOL', 'max', to))).toMatchObject({ code: exit.ok });
    expect([bench.node.lamports(bench.key.address), bench.node.lamports(to)]).toEqual([0n, 10_000_000_000n - fee]);
  });

  test('more confirmations than a finalized block can have are not waited for', async () => {
    const bench = await solanaProfile();
    bench.node.blocksPerLook = 40;
    const result = await bench.run(
      bench.sending('SOL', '1', solanaKey().address, '--confirmations 100 --max-wait 20s'),
    );
    expect([result.code, JSON.parse(result.stdout)]).toEqual([exit.ok, expect.objectContaining({ outcome: 'done' })]);
  });

  test('a dry run shows the plan and sends nothing', async () => {
    const bench = await solanaProfile();
    const result = await bench.run(bench.sending('SOL', '1', solanaKey().address, '--dry-run --json'));
    expect(result.code).toBe(exit.ok);
    expect(JSON.parse(result.stdout)).toMatchObject({
      dryRun: true,
      title: 'Send SOL',
      amount: '1',
      maxFeeToken: 'SOL',
    });
    expect(bench.node.sent).toEqual([]);
  });

  test('a memo is on the chain, and stands escaped in the receipt', async () => {
    const bench = await solanaProfile();
    const { address: to } = solanaKey();
    const memo = 'Rent \u202eyaM ok';
    const line = bench.sending('SOL', '1', to).split(' ');
    const result = await bench.run([...line, '--memo', memo]);
    expect(result.code).toBe(exit.ok);
    expect(result.stderr).not.toContain('\u202e');
    expect(result.stderr).toContain('\\u{202e}');
    const [landed] = [...bench.node.chain.landed.values()];
    expect(landed!.wire.message.staticAccounts).toContain(memoProgram);
    expect(landed!.logs.join('\n')).toContain('Rent');
  });

  const broken = [
    ['leaves too little', '9.9999', exit.refused, 'LEAVES_TOO_LITTLE'],
    ['more than there is', '11', exit.refused, 'INSUFFICIENT_FUNDS'],
    ['too little for a new account', '0.0001', exit.usage, 'BELOW_RENT'],
    ['too many places', '1.0000000001', exit.usage, 'BAD_AMOUNT'],
  ] as const;
  test.each(broken)('%s: nothing is sent', async (_, amount, code, word) => {
    const bench = await solanaProfile();
    bench.node.priorityFees = [0];
    const result = await bench.run(bench.sending('SOL', amount, solanaKey().address, '--json'));
    expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(word)]);
    expect(bench.node.sent).toEqual([]);
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
    const bench = await solanaProfile();
    const { address: to } = solanaKey();
    const refused = await bench.run(bench.sending('SOL', '1', to, '--fee priority=5000000'));
    expect([refused.code, refused.stderr]).toEqual([exit.guarded, expect.stringContaining('0.005')]);
    const line = bench.sending('SOL', '1', to, '--fee priority=5000000').split(' ');
    expect((await bench.run([...line, '--accept-fee', '0.006 SOL'])).code).toBe(exit.ok);
    const paid = 10_000_000_000n - 1_000_000_000n - bench.node.lamports(bench.key.address);
    expect(paid).toBeLessThanOrEqual(5_005_000n);
    const beyond = bench.sending('SOL', '1', to, '--fee priority=999999999999999999').split(' ');
    expect((await bench.run([...beyond, '--accept-fee', '9999999999999 SOL'])).code).toBe(exit.guarded);
    bench.node.priorityFees = [50_000_000_000];
    expect((await bench.run(bench.sending('SOL', '1', to))).code).toBe(exit.guarded);
  });
});

describe('a recipient that cannot use what it gets', () => {
  test('a token account, a mint, a program, an address without a key and an account: nothing is sent', async () => {
    const bench = await solanaProfile();
    const mint = await bench.node.createMint();
    const { address: owner } = solanaKey();
    const account = await bench.node.mint(mint, owner, 5n);
    const offCurve = await tokenAccountOf(solanaKey().address, mint, tokenProgram); // no account is there
    const cases = [
      [account, 'TOKEN_ACCOUNT_RECIPIENT'],
      [mint, 'MINT_RECIPIENT'],
      [memoProgram, 'PROGRAM_RECIPIENT'],
      ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 'SYSTEM_ADDRESS'],
      ['11111111111111111111111111111111', 'BURN_ADDRESS'],
      [offCurve, 'NO_KEY_RECIPIENT'],
    ] as const;
    for (const [to, word] of cases) {
      const result = await bench.run(bench.sending('SOL', '1', to, '--json'));
      expect([to, result.code, result.stderr]).toEqual([to, exit.guarded, expect.stringContaining(word)]);
    }
    expect(bench.node.sent).toEqual([]);
  });
});

describe('a token', () => {
  const open = async (options: Parameters<Awaited<ReturnType<typeof solanaProfile>>['node']['createMint']>[0] = {}) => {
    const bench = await solanaProfile();
    const mint = await bench.node.createMint(options);
    bench.tokens.push({ symbol: 'USDX', contractAddress: mint, decimals: options.decimals ?? 6 });
    const source = await bench.node.mint(mint, bench.key.address, 1_000_000_000n);
    bench.node.priorityFees = [0];
    return { ...bench, mint, source };
  };
  const accountOf = (bench: Awaited<ReturnType<typeof open>>, place = 0) =>
    [...bench.node.chain.landed.values()][place]!.wire.message;

  test('arrives exactly in a new account, whose rent the receipt names; the second time there is none', async () => {
    const bench = await open();
    const { address: to } = solanaKey();
    const first = await bench.run(bench.sending('USDX', '12.5', to));
    expect([first.code, first.stderr]).toEqual([
      exit.ok,
      expect.stringContaining('0.00203928 SOL for the token account'),
    ]);
    expect(bench.node.lamports(bench.key.address)).toBe(10_000_000_000n - rent - fee);
    const second = await bench.run(bench.sending('USDX', '1', to, '--json'));
    expect([second.code, JSON.parse(second.stdout)]).toEqual([exit.ok, expect.objectContaining({ rent: '0' })]);
    const destination = JSON.parse(second.stdout).tokenAccount;
    expect(bench.node.units(destination)).toBe(13_500_000n);
    expect(bench.node.units(bench.source)).toBe(1_000_000_000n - 13_500_000n);
    expect(bench.node.lamports(bench.key.address)).toBe(10_000_000_000n - rent - 2n * fee);
    expect(accountOf(bench).version).toBe('legacy');
  });

  test('lamports that wait in the new account lower its rent, and are no reason to call the transfer bad', async () => {
    const bench = await open();
    const { address: to } = solanaKey();
    const dry = await bench.json(bench.sending('USDX', '1', to, '--dry-run --json'));
    bench.node.fund(dry.tokenAccount, 900_000n);
    const result = await bench.run(bench.sending('USDX', '1', to, '--json'));
    expect([result.code, JSON.parse(result.stdout)]).toEqual([
      exit.ok,
      expect.objectContaining({ rent: '0.00113928' }),
    ]);
    expect(bench.node.lamports(bench.key.address)).toBe(10_000_000_000n - (rent - 900_000n) - fee);
  });

  test('the rent counts in the limit of a day, before the block and after it', async () => {
    for (const sending of ['drop', 'land'] as const) {
      const bench = await open();
      bench.node.sending = sending;
      await bench.run(['profile', 'set', 'box', 'limits.day', '0.003 SOL,100 USDX']);
      const wait = sending === 'drop' ? '--max-wait 50ms' : '';
      const first = await bench.run(bench.sending('USDX', '1', solanaKey().address, wait));
      expect(first.code).toBe(sending === 'land' ? exit.ok : exit.unknown);
      const second = await bench.run(bench.sending('USDX', '1', solanaKey().address, '--json'));
      expect([second.code, second.stderr]).toEqual([exit.guarded, expect.stringContaining('limits.day')]);
      expect(new Set(bench.node.sent).size).toBe(1);
    }
  });

  test('max sends all of it', async () => {
    const bench = await open();
    expect((await bench.run(bench.sending('USDX', 'max', solanaKey().address))).code).toBe(exit.ok);
    expect(bench.node.units(bench.source)).toBe(0n);
  });

  test('the rent counts in the funds', async () => {
    const bench = await open();
    const { address: to } = solanaKey();
    await bench.run(bench.sending('SOL', '9.999', to));
    const result = await bench.run(bench.sending('USDX', '1', solanaKey().address, '--json'));
    expect([result.code, result.stderr]).toEqual([exit.refused, expect.stringContaining('INSUFFICIENT_FUNDS')]);
    expect(bench.node.sent.length).toBe(1);
  });

  test('more than the account has is refused', async () => {
    const bench = await open();
    const result = await bench.run(bench.sending('USDX', '1000.000001', solanaKey().address, '--json'));
    expect([result.code, result.stderr]).toEqual([exit.refused, expect.stringContaining('INSUFFICIENT_FUNDS')]);
  });

  test('an unlisted mint needs its decimals; a list with others is refused', async () => {
    const bench = await open();
    const { address: to } = solanaKey();
    bench.tokens.length = 1;
    const refused = await bench.run(bench.sending(bench.mint, '1', to, '--json'));
    expect([refused.code, refused.stderr]).toEqual([exit.guarded, expect.stringContaining('DECIMALS_UNCONFIRMED')]);
    const wrong = await bench.run(bench.sending(bench.mint, '1', to, '--json --decimals 9'));
    expect([wrong.code, wrong.stderr]).toEqual([exit.guarded, expect.stringContaining('DECIMALS_DISAGREE')]);
    const right = await bench.run(bench.sending(bench.mint, '1', to, '--decimals 6'));
    expect([right.code, right.stderr]).toEqual([exit.ok, expect.stringContaining('does not list')]);
  });

  test('a fee of the token is refused, and told and accepted with --accept-less', async () => {
    const bench = await open({ program: 'token-2022', extensions: [extension.transferFee(100, 10n ** 18n)] });
    const { address: to } = solanaKey();
    const refused = await bench.run(bench.sending('USDX', '10', to, '--json'));
    expect([refused.code, refused.stderr]).toEqual([exit.guarded, expect.stringContaining('ARRIVES_LESS')]);
    expect(bench.node.sent).toEqual([]);
    const result = await bench.run(bench.sending('USDX', '10', to, '--accept-less 0.98 --json'));
    expect(result.code).toBe(exit.ok);
    const row = JSON.parse(result.stdout);
    expect(row).toMatchObject({ received: '9.9', spent: '10' });
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
    const bench = await solanaProfile();
    const mint = await bench.node.createMint({ program: 'token-2022', extensions: [one] });
    bench.tokens.push({ symbol: 'USDX', contractAddress: mint, decimals: 6 });
    const result = await bench.run(bench.sending('USDX', '1', solanaKey().address));
    expect([result.code, result.stderr]).toEqual([exit.guarded, expect.stringContaining(words)]);
    expect(bench.node.sent).toEqual([]);
  });

  test('an account that is frozen while the receipt is read: nothing is signed', async () => {
    const bench = await open();
    let count = 0;
    bench.node.rules.getLatestBlockhash = async (_, { forward }) => {
      if (++count === 2) await bench.node.freeze(bench.source);
      return forward();
    };
    const line = bench.sending('USDX', '1', solanaKey().address, '--json --client-ref may');
    const result = await bench.run(line);
    expect([result.code, result.stderr]).toEqual([exit.refused, expect.stringContaining('WOULD_FAIL')]);
    expect(await bench.json('ops list')).toEqual([]);
    await bench.node.freeze(bench.source, false);
    expect((await bench.run(line)).code).toBe(exit.ok);
  });

  test('a recipient that takes a transfer with a memo only is refused without one', async () => {
    const bench = await open({ program: 'token-2022' });
    const { address: to } = solanaKey();
    const account = await bench.node.mint(bench.mint, to, 5n);
    const memoIsNeeded = [8, 0, 1, 0, 1]; // the extension MemoTransfer of Token-2022
    bench.node.edit(account, (data) => Uint8Array.from([...data, ...memoIsNeeded]));
    const result = await bench.run(bench.sending('USDX', '1', to, '--json'));
    expect([result.code, result.stderr]).toEqual([exit.guarded, expect.stringContaining('NEEDS_MEMO')]);
    expect(bench.node.sent).toEqual([]);
    expect(await bench.run(bench.sending('USDX', '1', to, '--memo 42'))).toMatchObject({ code: exit.ok });
    expect(bench.node.units(account)).toBe(1_000_005n);
  });

  test('nothing is signed with a node that has no history: the outcome could not be known', async () => {
    const bench = await open();
    bench.node.rules.getSignatureStatuses = (_, { refuse }) =>
      refuse('Transaction history is not available from this node', -32_011);
    const result = await bench.run(bench.sending('USDX', '1', solanaKey().address, '--json'));
    expect([result.code, result.stderr]).toEqual([exit.guarded, expect.stringContaining('NO_HISTORY')]);
    expect(bench.node.sent).toEqual([]);
  });

  test('a frozen account is refused', async () => {
    const bench = await open();
    await bench.node.freeze(bench.source);
    const result = await bench.run(bench.sending('USDX', '1', solanaKey().address, '--json'));
    expect([result.code, result.stderr]).toEqual([exit.guarded, expect.stringContaining('FROZEN_ACCOUNT')]);
  });
});

describe('the outcome', () => {
  const operations = async (bench: Awaited<ReturnType<typeof solanaProfile>>) =>
    JSON.parse((await bench.run('ops list --json')).stdout);
  const signatures = (bench: Awaited<ReturnType<typeof solanaProfile>>) => new Set(bench.node.sent).size;

  test('a transaction that never lands is not done when that is proven, and its reference is free then', async () => {
    const bench = await solanaProfile();
    const { address: to } = solanaKey();
    bench.node.sending = 'drop';
    const line = bench.sending('SOL', '1', to, '--client-ref may --max-wait 50ms');
    expect((await bench.run(line)).code).toBe(exit.unknown);
    expect((await bench.run(line)).code).toBe(exit.unknown);
    expect(signatures(bench)).toBe(1);
    bench.node.advance(152); // beyond its last block, and not final yet
    const early = await bench.run('ops check');
    expect([early.code, (await operations(bench))[0].outcome]).toEqual([exit.unknown, 'unknown']);
    expect((await bench.run(line)).code).toBe(exit.unknown);
    expect(signatures(bench)).toBe(1);
    bench.node.advance(31);
    expect((await bench.run('ops check')).code).toBe(exit.ok);
    const [operation] = await operations(bench);
    expect(operation.outcome).toBe('not-done');
    bench.node.sending = 'land';
    const patient = line.replace('50ms', '10s');
    expect((await bench.run(patient)).code).toBe(exit.ok);
    expect([signatures(bench), bench.node.lamports(to)]).toEqual([2, 1_000_000_000n]);
    expect((await bench.run(patient)).code).toBe(exit.ok);
    expect(signatures(bench)).toBe(2);
  });

  test.each(['land', 'drop'] as const)(
    'the end of one that was to %s stays known if the node forgets it',
    async (way) => {
      const bench = await solanaProfile();
      const { address: to } = solanaKey();
      bench.node.sending = way;
      const line = bench.sending('SOL', '1', to, '--client-ref may');
      await bench.run(way === 'drop' ? `${line} --max-wait 50ms` : line);
      bench.node.advance(300);
      expect((await bench.run('ops check')).code).toBe(exit.ok);
      bench.node.advance(700);
      bench.node.firstBlock = bench.node.chain.tip - 50;
      bench.node.sending = 'land';
      expect(await bench.run(line)).toMatchObject({ code: exit.ok });
      const outcomes = (await operations(bench)).map(({ outcome }: { outcome: string }) => outcome);
      expect(outcomes).toEqual(way === 'land' ? ['done'] : ['mined', 'not-done']);
      expect([signatures(bench), bench.node.lamports(to)]).toEqual([way === 'land' ? 1 : 2, 1_000_000_000n]);
    },
  );

  test('a lost answer is found on the chain, and paid once', async () => {
    const bench = await solanaProfile();
    const { address: to } = solanaKey();
    bench.node.sending = 'lose';
    const line = bench.sending('SOL', '1', to, '--client-ref may');
    const result = await bench.run(line);
    expect([exit.ok, exit.unknown]).toContain(result.code);
    bench.node.advance(40);
    expect((await bench.run(line)).code).toBe(exit.ok);
    expect([signatures(bench), bench.node.lamports(to)]).toEqual([1, 1_000_000_000n]);
  });

  test('what is held is sent again as the same bytes, and lands once', async () => {
    const bench = await solanaProfile();
    const { address: to } = solanaKey();
    bench.node.sending = 'hold';
    expect((await bench.run(bench.sending('SOL', '1', to, '--max-wait 50ms'))).code).toBe(exit.unknown);
    const [{ id }] = await operations(bench);
    bench.node.sending = 'land';
    const resumed = await bench.run(['wallet', 'tx', 'resume', id, '--yes', '--interval', '20ms']);
    expect(resumed.code).toBe(exit.ok);
    bench.node.release();
    bench.node.advance(40);
    expect((await bench.run('ops check')).code).toBe(exit.ok);
    expect([signatures(bench), bench.node.lamports(to)]).toEqual([1, 1_000_000_000n]);
    expect((await operations(bench))[0].outcome).toBe('done');
  });

  test.each([
    ['the node lags behind', { behind: 40 }],
    ['the node has forgotten that time', { firstBlock: 590 }],
  ])('%s: a landed transaction never counts as not done', async (_, state) => {
    const bench = await solanaProfile();
    bench.node.sending = 'hold';
    expect((await bench.run(bench.sending('SOL', '1', solanaKey().address, '--max-wait 50ms'))).code).toBe(
      exit.unknown,
    );
    bench.node.advance(100);
    bench.node.release();
    bench.node.advance(100);
    Object.assign(bench.node, state);
    bench.node.rules.getSignatureStatuses = async ({ params }, { forward }) => {
      const answer = await forward();
      return params[0][0].startsWith('1111') ? answer : { ...answer, value: [null] };
    };
    await bench.run('ops check');
    const [operation] = await operations(bench);
    expect(operation.outcome).not.toBe('not-done');
  });

  test('a transaction that fails in a block is not done, and costs its fee', async () => {
    const bench = await solanaProfile();
    const mint = await bench.node.createMint();
    bench.tokens.push({ symbol: 'USDX', contractAddress: mint, decimals: 6 });
    const source = await bench.node.mint(mint, bench.key.address, 5_000_000n);
    bench.node.priorityFees = [0];
    bench.node.sending = 'hold';
    const { address: to } = solanaKey();
    expect((await bench.run(bench.sending('USDX', '1', to, '--max-wait 50ms'))).code).toBe(exit.unknown);
    await bench.node.freeze(source);
    bench.node.release();
    bench.node.advance(40);
    await bench.run('ops check');
    const [operation] = await operations(bench);
    expect(operation.outcome).toBe('not-done');
    const shown = JSON.parse((await bench.run(['ops', 'show', operation.id, '--json'])).stdout);
    expect(shown).toMatchObject({ fee: '0.000005' });
    expect(bench.node.lamports(bench.key.address)).toBe(10_000_000_000n - fee);
  });

  test('funds on their way are reserved, and two sends do not replace each other', async () => {
    const bench = await solanaProfile();
    const [first, second] = [solanaKey().address, solanaKey().address];
    bench.node.sending = 'hold';
    expect((await bench.run(bench.sending('SOL', '6', first, '--max-wait 50ms'))).code).toBe(exit.unknown);
    const refused = await bench.run(bench.sending('SOL', '6', second, '--json --max-wait 50ms'));
    expect([refused.code, refused.stderr]).toEqual([exit.refused, expect.stringContaining('on their way')]);
    expect((await bench.run(bench.sending('SOL', '3', second, '--max-wait 50ms'))).code).toBe(exit.unknown);
    bench.node.release();
    bench.node.advance(40);
    await bench.run('ops check');
    expect([bench.node.lamports(first), bench.node.lamports(second)]).toEqual([6_000_000_000n, 3_000_000_000n]);
    expect((await operations(bench)).map(({ outcome }: { outcome: string }) => outcome)).toEqual(['done', 'done']);
  });

  test('funds of one that no later block can have are not reserved, whatever became of it', async () => {
    const bench = await solanaProfile();
    bench.node.sending = 'drop';
    await bench.run(bench.sending('SOL', '6', solanaKey().address, '--max-wait 50ms'));
    bench.node.advance(700);
    bench.node.firstBlock = bench.node.chain.tip - 50; // so that nothing proves that it was not done
    bench.node.sending = 'land';
    expect(await bench.run(bench.sending('SOL', '6', solanaKey().address))).toMatchObject({ code: exit.ok });
    expect((await operations(bench)).map(({ outcome }: { outcome: string }) => outcome)).toEqual(['mined', 'unknown']);
  });

  test('speed-up and cancel say that it expires by itself', async () => {
    const bench = await solanaProfile();
    bench.node.sending = 'drop';
    await bench.run(bench.sending('SOL', '1', solanaKey().address, '--max-wait 50ms'));
    const [{ id }] = await operations(bench);
    for (const kind of ['speed-up', 'cancel']) {
      const result = await bench.run(['wallet', 'tx', kind, id, '--yes']);
      expect([result.code, result.stderr]).toEqual([exit.refused, expect.stringContaining('expires by itself')]);
    }
    const list = JSON.parse((await bench.run('wallet tx list --json')).stdout);
    expect(list).toMatchObject([{ operation: id, network: 'SOLANA', nonce: null, status: null }]);
  });

  test.each([
    ['another fee', (row: { meta: { fee: unknown } }) => ({ ...row, meta: { ...row.meta, fee: 6_000_000 } })],
    [
      'balances that do not add up',
      (row: { meta: { postBalances: readonly unknown[] } }) => ({
        ...row,
        meta: { ...row.meta, postBalances: row.meta.postBalances.map(() => 5) },
      }),
    ],
    ['another transaction', (row: object) => ({ ...row, transaction: ['AQ==', 'base64'] })],
  ])('a node that shows %s is not believed', async (_, change) => {
    const bench = await solanaProfile();
    bench.node.rules.getTransaction = async (__, { forward }) => {
      const row = await forward();
      return row === null ? null : change(row);
    };
    const result = await bench.run(bench.sending('SOL', '1', solanaKey().address, '--max-wait 20s'));
    expect(result.code).toBe(exit.unknown);
    bench.node.advance(40);
    await bench.run('ops check');
    expect((await operations(bench))[0].outcome).not.toMatch(/done/);
  });

  test('a last height that is too low frees no reference: nothing is signed with it', async () => {
    const bench = await solanaProfile();
    const { address: to } = solanaKey();
    bench.node.sending = 'hold';
    bench.node.rules.getLatestBlockhash = async ({ params }, { forward }) => {
      const { value, ...answer } = await forward();
      const lie = params[0].commitment === 'confirmed' ? 181 : 0;
      return { ...answer, value: { ...value, lastValidBlockHeight: Number(value.lastValidBlockHeight) - lie } };
    };
    const line = bench.sending('SOL', '1', to, '--client-ref may --max-wait 50ms');
    for (const _ of [1, 2]) {
      const { code, stderr } = await bench.run(line);
      expect([code, stderr]).toEqual([exit.guarded, expect.stringContaining('an older block than before')]);
      bench.node.advance(3);
    }
    expect([bench.node.sent, bench.node.release()]).toEqual([[], []]);
  });

  test('a status that is forged as absent never frees the reference while the bytes could land', async () => {
    const bench = await solanaProfile();
    const { address: to } = solanaKey();
    bench.node.rules.getSignatureStatuses = async (_, { forward }) => ({ ...(await forward()), value: [null] });
    const line = bench.sending('SOL', '1', to, '--client-ref may --max-wait 50ms');
    expect((await bench.run(line)).code).toBe(exit.unknown);
    expect((await bench.run(line)).code).not.toBe(exit.ok);
    expect([signatures(bench), bench.node.lamports(to)]).toEqual([1, 1_000_000_000n]);
  });
});
