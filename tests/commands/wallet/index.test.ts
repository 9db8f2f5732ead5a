// The wallet group: balances across networks, prices, paged histories, transactions, withdrawals, linked addresses.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { respond, respondByPath, respondJson, type Script } from '../../support/scripted-server.js';
import { jsonLines } from '../../support/streams.js';
import { signedIn, stubUser } from '../../support/users.js';

const mine = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const daras = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const whaleAddress = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const phrase = 'test test test test test test test test test test test junk';

const withdraw = (amount: string, to = mine, currency = 'MVL') =>
  `wallet withdraw create --currency ${currency} --amount ${amount} --to ${to} --new-recipient`;

describe('the user mina on the sandbox', async () => {
  const mina = await signedIn();

  test('balances of every wallet in whole tokens and base units, in any currency', async () => {
    const all = await mina.json('wallet balance');
    expect(new Set(all.map(({ network }: { network: string }) => network)).size).toBe(6);
    const mvl = all.find((row: { asset: { ticker: string } }) => row.asset.ticker === 'MVL');
    const amount = `100000${'0'.repeat(18)}`;
    expect(mvl).toMatchObject({ network: 'ETHEREUM', address: mine, amount, decimals: 18, wholeAmount: '100000' });
    const [ether] = await mina.json('wallet balance --network ETHEREUM --currency SGD');
    const [{ price }] = await mina.json('wallet price ethereum --currency SGD');
    expect(ether.valuatedCurrency).toBe('SGD');
    expect(Number(ether.valuatedAmount) / (5 * price)).toBeCloseTo(1, 2);
    const same = await mina.json(`wallet balance ${mine.toLowerCase()} --network BSC`);
    expect((await mina.json(`wallet balance ${mine} --network BSC`))[0].amount).toBe(same[0].amount);
    const { stdout } = await mina.table('wallet balance');
    expect(stdout).toMatch(/^TOKEN +AMOUNT +WORTH +IN +NETWORK +NAME +ADDRESS\nETH +5 +[\d,.]+ +USD/);
    expect((await mina.table('wallet balance --network XTZ -o table')).stdout).toContain('84.25');
  });

  test('wallets, the main one, one added to the list and removed again', async () => {
    const before = await mina.json('wallet list');
    expect(await mina.json('wallet list --network BSC')).toHaveLength(1);
    expect((await mina.json('wallet main')).address).toBe(mine);
    const added = await mina.json(`wallet add --network BASE --address ${daras} --index 1 --name Savings --yes`);
    expect(added).toMatchObject({ network: 'BASE', name: 'Savings', index: 1 });
    const left = await mina.json(`wallet remove ${added.id} --yes`);
    expect(left).toEqual(before);
  });

  test('prices by id and currency; a missing price is reported; the history is a chart', async () => {
    const rows = await mina.run('wallet price ethereum mass-vehicle-ledger nope --currency SGD --currency USD');
    const [price, change24h, updatedAt] = [expect.any(Number), expect.any(Number), expect.any(String)];
    expect(JSON.parse(rows.stdout)).toMatchObject([
      { id: 'ethereum', currency: 'SGD', price, change24h, updatedAt },
      { id: 'ethereum', currency: 'USD', price },
      { id: 'mass-vehicle-ledger', currency: 'SGD', price },
      { id: 'mass-vehicle-ledger', currency: 'USD', price },
    ]);
    expect([rows.code, rows.stderr]).toEqual([exit.notFound, expect.stringContaining('no price for nope')]);
    const history = await mina.json('wallet price-history --currency SGD -f days=7');
    expect(history.at(-1)).toMatchObject({ currency: 'SGD', price });
    expect((await mina.table('wallet price-history')).stdout).toMatch(/\d+ bars [\s\S]*█/);
  });

  test('a history in whole tokens, its rows and transactions', async () => {
    const rows = await mina.json(`wallet history --network ETHEREUM --address ${mine}`);
    const value = `1500${'0'.repeat(18)}`;
    expect(rows).toContainEqual(expect.objectContaining({ ticker: 'MVL', value, decimals: 18, wholeValue: '1500' }));
    expect(rows).toContainEqual(expect.objectContaining({ ticker: 'USDC', value: '125000000', wholeValue: '125' }));
    const sent = await mina.json(`wallet history --network BSC --address ${mine} --filter SEND --token bMVL`);
    expect(sent.every(({ from }: { from: string }) => from === mine)).toBe(true);
    const [{ hash, id }] = rows;
    expect(await mina.json(`wallet tx show ${id}`)).toMatchObject({ hash, wholeValue: '0.02' });
    expect(await mina.json(`wallet tx show ${hash} --network ETHEREUM`)).toMatchObject({ hash, wholeValue: '0.02' });
    expect(await mina.json(`wallet tx refresh ${hash} --network ETHEREUM`)).toMatchObject({ hash });
    const two = await mina.run(`wallet tx refresh ${hash} 0x01 ${rows[2].hash} --network ETHEREUM`);
    expect([two.code, JSON.parse(two.stdout).length]).toEqual([exit.notFound, 2]);
    expect(two.stderr).toContain('There is no transaction "0x01"');
  });

  test('stakings, a migration, a transfer by link', async () => {
    const active = await mina.json('wallet stakings --status ACTIVE --type SINGLE');
    const staking = { status: 'ACTIVE', symbol: 'MVL', wholeStakedAmount: '2000' };
    expect(active).toContainEqual(expect.objectContaining(staking));
    const started = await mina.run(`wallet migration start ${mine} -f network=BSC --new-recipient --yes`);
    expect(started).toMatchObject({ code: exit.ok });
    expect(started.stderr).toMatch(/network +BSC[\s\S]*Next: tuk wallet migration show 0xf39F/);
    expect((await mina.json(`wallet migration show ${mine}`)).status).toBe('PENDING');
  });

  test('a withdrawal from its receipt to its end; one that is cancelled; the same command line twice makes one', async () => {
    const line = `${withdraw('25')} --client-ref march --yes`;
    const created = await mina.run(line);
    const arrives =
      /You have +5,000 MVL\n[\s\S]*Arrives +24 MVL; less if the fee is higher\n *Fee +1 MVL\n[\s\S]*In the/;
    expect(created).toMatchObject(ends(exit.ok, arrives));
    expect((await mina.run(line)).stdout).toBe(created.stdout);
    const next = /Next: tuk (.*)/.exec(created.stderr)![1]!;
    expect((await mina.json(next)).request).toMatchObject({ status: 'INCOMING', amount: '25' });
    const second = await mina.json(`${withdraw('1', daras, 'USDC')} --yes`);
    expect(await mina.json('wallet withdraw active --currency USDC')).toHaveLength(1);
    const cancel = `wallet withdraw cancel ${second.request.id} --yes`;
    expect((await mina.json(cancel)).request.status).toBe('CANCELED');
    expect(await mina.run(cancel)).toMatchObject({ code: exit.refused, stdout: '' });
    await mina.run('sandbox advance 5m');
    expect((await mina.json(next)).request.status).toBe('COMPLETED');
    expect((await mina.table(next)).stdout).toMatch(/✓ COMPLETED\n\n {2}Amount +25 MVL\n/);
  });

  test.each([
    [`${withdraw('25', mine.slice(0, 41))} --yes`, exit.usage, 'The recipient is not an address'],
    [`${withdraw('25', mine.replace('F', 'f'))} --yes`, exit.guarded, 'do not match its checksum'],
    [`${withdraw('25', `0x${'0'.repeat(40)}`)} --yes`, exit.guarded, 'without a key'],
    [`${withdraw('1e3')} --yes`, exit.usage, '--amount is not a valid amount'],
    [`${withdraw('1.1234567', mine, 'USDC')} --yes`, exit.usage, 'more than 6 places'],
    [`${withdraw('1')} --yes`, exit.usage, 'is not less than the amount'],
    [`${withdraw('10', mine, 'TADAP')} --yes`, exit.refused, 'cannot be withdrawn'],
    [withdraw('25'), exit.guarded, 'Add --yes to confirm'],
    ['wallet withdraw create --yes', exit.usage, '--currency and --to are needed, and --amount or --raw-amount is'],
    [`wallet balance ${whaleAddress}`, exit.usage, '--network is needed'],
    [`wallet tx show 0x${'a'.repeat(64)}`, exit.usage, '--network is needed'],
    ['wait tx:0x1', exit.usage, 'has no network'],
    ['wallet history --network MVL', exit.usage, '--address is needed: none of your wallets is on MVL'],
    ['wallet history --network ETHEREUM --dry-run', exit.usage, '--address is needed: a dry run'],
    ['wallet send', exit.usage, 'are needed'],
    ['wallet tokens MVL', exit.usage, '--network is needed'],
    [`wallet link ${mine} --yes`, exit.usage, 'needs a key'],
  ])('%s is refused in one sentence, and nothing is sent', async (line, code, output) => {
    const operations = await mina.json('ops list');
    expect(await mina.run(line)).toMatchObject(ends(code, output, ''));
    expect(await mina.json('ops list')).toEqual(operations);
  });

  test('an address is linked only with its own key; its message is checked', async () => {
    writeFileSync(path.join(mina.home, 'phrase.txt'), phrase);
    const foreign = await mina.run(`wallet link ${daras} --key-file phrase.txt --yes`);
    expect(foreign).toMatchObject(ends(exit.guarded, `The key belongs to ${mine}`, ''));
    const linked = await mina.run(`wallet link ${mine.toLowerCase()} --key-stdin --yes`, { stdin: phrase });
    expect([linked.code, JSON.parse(linked.stdout)]).toMatchObject([exit.ok, { address: mine, verified: true }]);
    expect(`${linked.stdout}${linked.stderr}`).not.toMatch(/eyJ|test test/);
    expect((await mina.json(`wallet link ${mine} --key-file phrase.txt --dry-run`)).call).toBe('linkWallet');
  });
});

test('the history of a network is that of your only address there, and several are named', async () => {
  const mina = await signedIn();
  const only = await mina.run('wallet history --network BSC -o name');
  expect(only).toMatchObject(ends(exit.ok, `Your address on BSC: ${mine}`));
  expect(only.stdout).toBe((await mina.run(`wallet history --network BSC --address ${mine} -o name`)).stdout);
  const wallets = [mine, whaleAddress].map((address, id) => ({ network: 'BSC', address, id: String(id) }));
  const { run, server } = await stubUser(respondByPath({ '/wallets': wallets }));
  expect(await run('wallet history --network BSC')).toMatchObject(ends(exit.usage, 'you have 2 on BSC'));
  expect(server.requests.filter(({ path }) => path.includes('history'))).toEqual([]);
});

describe('pages', () => {
  test('a long history is read to its end or to a count, as a list and as lines', async () => {
    const whale = await signedIn('whale');
    const line = `wallet history --network ETHEREUM --address ${(await whale.json('wallet main')).address}`;
    expect(await whale.json(line)).toHaveLength(20);
    const some = await whale.json(`${line} --all --limit 45`);
    expect(some).toHaveLength(45);
    expect(new Set(some.map(({ id }: { id: string }) => id)).size).toBe(45);
    const lines = jsonLines((await whale.run(`${line} --all --limit 45 -o ndjson`)).stdout);
    expect(lines).toEqual(some);
  });

  const row = (blockNumber: number) => ({
    ...{ hash: `0x${blockNumber}`, type: 'SEND_ETH', value: '1', blockNumber, logIndex: 0 },
  });
  const line = `wallet history --network BASE --address ${mine} --all --retry 0`;
  const pages =
    (page: (place: URLSearchParams) => Script, other = respondJson([])): Script =>
    (socket, request) => {
      const { pathname, searchParams } = new URL(request.path, 'http://x');
      return (pathname.includes('/history') ? page(searchParams) : other)(socket, request);
    };

  test('a failing token list is requested once and reported once, however many pages there are', async () => {
    const history = pages(
      (place) => {
        const next = { ...row(Number(place.get('blockNumber') ?? 10) - 1), type: 'SEND_ERC20', ticker: 'USDC' };
        return respondJson(place.get('blockNumber') === '7' ? [] : [next]);
      },
      respond(500, ''),
    );
    const one = await stubUser(history);
    const { stdout, stderr } = await one.run(line);
    expect(stdout.match(/SEND_ERC20/g)!.length).toBeGreaterThan(2);
    expect(stderr.match(/The tokens of BASE cannot be read/g)).toHaveLength(1);
    expect(one.server.requests.filter(({ path: requestPath }) => requestPath.includes('/token/'))).toHaveLength(1);
  });

  const [nine, broken] = [respondJson([row(9)]), respond(500, '{"message":"x"}')];
  test.each<[string, (place: URLSearchParams) => Script, string]>([
    ['comes again and again', () => nine, 'answers pages again'],
    ['does not say where the next begins', () => respondJson([{ hash: '0x9' }]), 'do not say where the next page'],
    ['is answered 500', (place) => (place.has('blockNumber') ? broken : nine), '500'],
  ])('earlier pages are printed if one %s', async (_, page, output) => {
    const { run } = await stubUser(pages(page));
    const result = await run(line);
    expect(result).toMatchObject(ends(exit.server, output));
    expect(JSON.parse(result.stdout)).toHaveLength(1);
  });
});

describe('with a scripted server', () => {
  const wallet = { index: 0, name: 'One', address: mine };
  const wallets = ['ETHEREUM', 'BSC'].map((network) => ({ ...wallet, id: network, network }));
  const worth = { valuatedAmount: '1.50', valuatedCurrency: 'USD' };
  const holds = () => [{ asset: { ticker: 'USDC', name: 'USD Coin' }, amount: '1500000', ...worth }];
  const usdc = [{ symbol: 'USDC', name: 'USD Coin', decimals: 6, priceId: 'usd-coin' }];
  const balances =
    ({ bsc = respondJson(holds()), tokens = respondJson(usdc) }: { bsc?: Script; tokens?: Script }): Script =>
    (socket, request) => {
      const { path: at } = request;
      const list = at.includes('token') ? tokens : respondJson(wallets);
      const ofBalance = at.includes('BSC') ? bsc : respondJson(holds());
      (at.includes('/balance') ? ofBalance : list)(socket, request);
    };

  test('a network that fails is reported, and the others are shown', async () => {
    const { run } = await stubUser(balances({ bsc: respond(503, '{"message":"asleep"}') }));
    const result = await run('wallet balance --retry 0');
    expect(result.code).toBe(exit.server);
    const shown: Record<string, string>[] = JSON.parse(result.stdout);
    expect(shown.map(({ network, wholeAmount }) => `${network} ${wholeAmount}`)).toEqual(['ETHEREUM 1.5']);
    expect(result.stderr).toContain(`✗ BSC, ${mine}: `);
  });

  test.each([
    ['no list', respond(500, '{"message":"x"}')],
    ['a list without it', respondJson([])],
    ['two of that name and of different decimals', respondJson([...usdc, { ...usdc[0], decimals: 18 }])],
    ['decimals that are none', respondJson([{ ...usdc[0], decimals: 'six' }])],
  ])('with %s an amount stays in base units', async (_, tokens) => {
    const { json, table } = await stubUser(balances({ tokens }));
    const [row] = await json(`wallet balance ${mine} --network BSC --retry 0`);
    expect(row).toMatchObject({ amount: '1500000' });
    expect(row).not.toHaveProperty('wholeAmount');
    expect((await table(`wallet balance ${mine} --network BSC --retry 0`)).stdout).toContain('1500000 base units');
  });

  test.each([
    ['a message for somebody else', 'Hello', 'PLAIN_MESSAGE', exit.guarded],
    ['no message', undefined, 'BAD_ANSWER', exit.server],
  ])('%s is not signed', async (_, msg, code, exit) => {
    const { run, server } = await stubUser(respondJson({ wallet: {}, nonce: 'n', msg }));
    const linked = await run(`wallet link ${mine} --key-stdin --yes --json`, { stdin: phrase });
    expect(linked).toMatchObject(ends(exit, code));
    expect(server.requests).toHaveLength(1);
  });

  test('an unknown chain id is reported', async () => {
    const { run } = await stubUser(respondJson([{ network: 'BSC', chainId: 57 }]));
    expect((await run('wallet chains')).stderr).toContain('BSC: the service has chain id 57, tuk 56');
  });
});

test('a wallet without a network or an address is left out, and a list of such wallets cannot be used: nothing is asked of either', async () => {
  const odd = { id: 'w-1', name: 'Odd' };
  const asked = async (...wallets: readonly object[]) => {
    const { run, server } = await stubUser(respondByPath({ '/wallets': wallets }, respondJson([])));
    const ended = await run('wallet balance');
    return [ended, server.requests.flatMap(({ path: one }) => (one.includes('/balance') ? [one] : []))];
  };
  const none = ends(exit.server, 'has no wallet with a network and an address');
  expect(await asked(odd)).toMatchObject([none, []]);
  const left = { stderr: expect.stringContaining('Left out: 1 wallet without a network or an address.') };
  const both = await asked(odd, { id: 'w-2', network: 'BSC', address: mine, name: 'Good' });
  expect(both).toMatchObject([left, [expect.stringContaining(`address=${mine}`)]]);
});
