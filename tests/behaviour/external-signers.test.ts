// An external signer through real commands: what it signs is sent only if it is exactly what was asked, whatever else it answers.
import type { ServerResponse } from 'node:http';
import { HDNodeWallet, Transaction, type TransactionLike, Wallet } from 'ethers';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { account, chainProfile, friend } from '../support/chain.js';
import { ends, exit } from '../support/exit.js';
import { externalSigner, type Misbehaviour } from '../support/external-signer.js';
import { inFakeTime } from '../support/fake-time.js';
import { until } from '../support/limit.js';

const phrase = 'test test test test test test test test test test test junk';
const own = new Wallet(HDNodeWallet.fromPhrase(phrase).privateKey);
const second = new Wallet(HDNodeWallet.fromPhrase(phrase, undefined, "m/44'/60'/0'/0/1").privateKey);
const stranger = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const send = (more = '', amount = '0.01') =>
  `wallet send --network BSC --token BNB --to ${friend} --amount ${amount} --new-recipient --yes --interval 10ms ${more}`;

let bench: Awaited<ReturnType<typeof chainProfile>>;
let clef: Awaited<ReturnType<typeof externalSigner>>;
let node: Awaited<ReturnType<typeof externalSigner>>;
beforeAll(async () => {
  bench = await chainProfile();
  clef = await externalSigner([own], { clef: true });
  node = await externalSigner([own]);
});
afterEach(() => {
  for (const signer of [clef, node]) {
    Object.assign(signer, { lie: undefined, misbehave: undefined, signsWith: undefined });
    signer.requests.length = 0;
  }
});
const use = (url: string) => bench.run(['profile', 'set', 'box', 'signer.BSC', url]);
const newestOperation = async () => (await bench.json('ops list'))[0] as { outcome: string };

describe.each(['clef', 'node'] as const)('a signer that speaks as %s', (kind) => {
  const signer = () => ({ clef, node })[kind];
  beforeAll(async () => {
    await use(signer().url);
  });

  test('signs a send, which takes effect exactly as the receipt says', async () => {
    const before = BigInt(await bench.ask('eth_getBalance', friend, 'latest'));
    const end = await bench.run(send());
    expect(end).toMatchObject(ends(exit.ok, `The signer ${new URL(signer().url).host} is asked`));
    expect(BigInt(await bench.ask('eth_getBalance', friend, 'latest')) - before).toBe(10n ** 16n);
    const decoded = Transaction.from(bench.broadcasts().at(-1)!);
    expect(JSON.parse(end.stdout)).toMatchObject({ status: 'SUCCESS', from: account, hash: decoded.hash });
    expect([decoded.from, decoded.to, decoded.chainId]).toEqual([account, friend, 97n]);
  });

  test('a token, and the fee of a legacy transaction, are asked for as they are decoded', async () => {
    expect(await bench.run(send().replace('--token BNB', '--token bMVL'))).toMatchObject({ code: exit.ok });
    expect(Transaction.from(bench.broadcasts().at(-1)!).data.slice(0, 10)).toBe('0xa9059cbb');
  });

  test('a dry run asks for no signature, and no key is asked for', async () => {
    expect((await bench.run(send('--dry-run'))).code).toBe(exit.ok);
    expect(signer().requests.filter(({ method }) => /sign/i.test(method))).toEqual([]);
  });

  test('with --wallet the accounts are not listed, and another account is not signed for', async () => {
    expect((await bench.run(send(`--wallet ${account}`))).code).toBe(exit.ok);
    expect(signer().requests.some(({ method }) => /account_list|eth_accounts/.test(method))).toBe(false);
    const other = await bench.run(send(`--wallet ${stranger}`));
    expect(other.code).toBeGreaterThan(0);
  });

  const lies: Readonly<Record<string, (asked: TransactionLike) => TransactionLike>> = {
    nonce: (asked) => ({ ...asked, nonce: Number(asked.nonce) + 1 }),
    recipient: (asked) => ({ ...asked, to: stranger }),
    value: (asked) => ({ ...asked, value: BigInt(asked.value!) + 1n }),
    data: (asked) => ({ ...asked, data: '0x00' }),
    chain: (asked) => ({ ...asked, chainId: 56n }),
    'gas limit': (asked) => ({ ...asked, gasLimit: BigInt(asked.gasLimit!) * 2n }),
    fee: (asked) =>
      'gasPrice' in asked
        ? { ...asked, gasPrice: BigInt(asked.gasPrice!) * 2n }
        : { ...asked, maxFeePerGas: BigInt(asked.maxFeePerGas!) * 2n },
    'type and fee': ({ maxFeePerGas, maxPriorityFeePerGas: _, gasPrice, type, ...asked }) =>
      type === 0
        ? { ...asked, type: 2, maxFeePerGas: gasPrice, maxPriorityFeePerGas: 1n }
        : { ...asked, type: 0, gasPrice: maxFeePerGas },
    'an access list': ({ maxFeePerGas, maxPriorityFeePerGas: _, gasPrice = maxFeePerGas, ...asked }) => {
      return { ...asked, type: 1, gasPrice, accessList: [{ address: stranger, storageKeys: [] }] };
    },
    'no recipient': (asked) => ({ ...asked, to: null, data: '0x00' }),
  };
  test.each(Object.keys(lies))('another %s is refused before the broadcast', async (name) => {
    signer().lie = lies[name];
    const said = name === 'recipient' ? /to be signed.*\(its recipient\)/ : /not the one that was to be signed/;
    await refused(exit.guarded, said);
  });

  test('the signature of another account is refused before the broadcast', async () => {
    signer().signsWith = second;
    await refused(exit.guarded, /\(its signature\)/);
  });

  const bytes = (change: (raw: string) => unknown): Misbehaviour => {
    return (request, response) => {
      if (!/sign/i.test(request.method)) return false;
      const raw = own.signingKey && change(`0x${'02f870'.padEnd(220, 'ab')}`);
      answer(response, 200, JSON.stringify({ jsonrpc: '2.0', id: 1, result: raw }));
      return true;
    };
  };
  const answer = (response: ServerResponse, status: number, text: string, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers }).end(text);
  const whenSigning =
    (status: number, text: string, headers = {}): Misbehaviour =>
    ({ method }, response) => {
      if (!/sign/i.test(method)) return false;
      answer(response, status, text, headers);
      return true;
    };
  const signedAsAsked = (asked: TransactionLike & Record<string, never>) => {
    const { from: _, gas, input, data = input, nonce, ...rest } = asked;
    const type = 'gasPrice' in rest ? 0 : 2;
    const transaction = Transaction.from({ ...rest, type, data, gasLimit: gas, nonce: Number(nonce) });
    transaction.signature = own.signingKey.sign(transaction.unsignedHash);
    return transaction.serialized;
  };
  test.each<[string, Misbehaviour]>([
    ['garbage', bytes(() => '0x1234')],
    ['bytes that decode to nothing', bytes((raw) => raw)],
    ['no text', bytes(() => 7)],
    ['nothing', bytes(() => null)],
    ['a text that is not hexadecimal', bytes(() => 'signed')],
    ['a page of HTML', whenSigning(200, '<html>sign in</html>', { 'content-type': 'text/html' })],
    ['a redirect', whenSigning(302, '', { location: 'https://example.com/' })],
    ['another id', whenSigning(200, '{"jsonrpc":"2.0","id":2,"result":"0x00"}')],
    ['an error of the server', whenSigning(500, 'oops')],
    ['a huge answer', whenSigning(200, `{"jsonrpc":"2.0","id":1,"result":"0x${'00'.repeat(400_000)}"}`)],
    [
      'a cut answer',
      ({ method }, response) => {
        if (!/sign/i.test(method)) return false;
        response.writeHead(200, { 'content-length': 1000 });
        response.write('{"jsonrpc"');
        response.socket?.end();
        return true;
      },
    ],
  ])('%s is refused before the broadcast', async (_, misbehave) => {
    signer().misbehave = misbehave;
    await refused(undefined, /nothing was broadcast|Nothing was sent|not followed/);
  });

  test.each<[string, (raw: string) => object]>([
    ['an error of a program', () => ({ error: { code: -32_000, message: 'nonce too low, transaction rejected' } })],
    ['an error that is a text', () => ({ error: 'no' })],
    ['an error beside the signed bytes', (raw) => ({ error: 'no', result: raw })],
  ])('%s is exit 7, and no person is said to have refused', async (_, reply) => {
    signer().misbehave = ({ method, params: [asked] }, response) => {
      if (!/sign/i.test(method)) return false;
      answer(response, 200, JSON.stringify({ jsonrpc: '2.0', id: 1, ...reply(signedAsAsked(asked)) }));
      return true;
    };
    await refused(exit.guarded, /The signer \S+ did not sign/);
  });

  test.each([
    ['request denied', -32_000],
    ['User rejected the request.', 4001],
    ['ledger: action cancelled by user', -32_000],
  ])('the refusal of a person (%s) is exit 7, and nothing is signed', async (message, code) => {
    signer().misbehave = whenSigning(200, JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message } }));
    await refused(exit.guarded, /person at the signer .* refused \(.*\)\. Nothing was sent/);
  });

  test('a person who does not answer: the deadline ends the wait, and the operation is not sent', async () => {
    signer().misbehave = ({ method }) => /sign/i.test(method);
    const result = await inFakeTime(async ({ finish }) => {
      const running = bench.run(send('--max-wait 10s'));
      await until(() => signer().requests.some(({ method }) => /sign/i.test(method)));
      return finish(running);
    });
    expect(result).toMatchObject(
      ends(exit.unreachable, /did not answer.*nothing was broadcast[\s\S]*may still sign/, ''),
    );
    expect(await newestOperation()).toMatchObject({ outcome: 'not-sent' });
  });

  test('ctrl-c ends the wait, and the operation is not sent', async () => {
    signer().misbehave = ({ method }) => /sign/i.test(method);
    const stop = new AbortController();
    const running = bench.run(send(), { signal: stop.signal });
    await until(() => signer().requests.some(({ method }) => /sign/i.test(method)));
    stop.abort();
    expect(await running).toMatchObject(ends(exit.interrupted, /Nothing was sent/));
    expect(await newestOperation()).toMatchObject({ outcome: 'not-sent' });
  });

  /** Runs a send that must fail without a broadcast, and leaves an operation that was not sent. */
  async function refused(code: number | undefined, says: RegExp, more = ''): Promise<void> {
    const count = bench.broadcasts().length;
    const result = await bench.run(send(more));
    expect([result.stdout, result.stderr]).toEqual(['', expect.stringMatching(says)]);
    if (code !== undefined) expect(result.code).toBe(code);
    expect(result.code).toBeGreaterThan(1);
    expect(result.stderr).not.toMatch(/\bat .*\.ts:|BUG/);
    expect(bench.broadcasts().length).toBe(count);
    expect(await newestOperation()).toMatchObject({ outcome: 'not-sent' });
  }
});

describe('which signer', () => {
  test('a typed key comes before the signer of the profile', async () => {
    await use(node.url);
    expect((await bench.run(send('--key-file phrase.txt'))).code).toBe(exit.ok);
    expect(node.requests).toEqual([]);
  });

  test('of several accounts one must be chosen', async () => {
    const several = await externalSigner([own, second]);
    await use(several.url);
    expect(await bench.run(send('--dry-run'))).toMatchObject(ends(exit.usage, second.address));
    expect((await bench.run(send(`--wallet ${account.toLowerCase()} --dry-run`))).code).toBe(exit.ok);
  });

  test('a signer that is not there is exit 6, before anything is recorded', async () => {
    await use('http://127.0.0.1:1/');
    expect(await bench.run(send())).toMatchObject(ends(exit.unreachable, /Cannot reach the signer/));
  });

  test.each([
    ['http://signer.example.com/', 'BSC'],
    ['https://me:secret@signer.example.com/', 'BSC'],
    ['clef', 'BSC'],
    ['https://signer.example.com/', 'SOLANA'],
    ['https://signer.example.com/', 'NOWHERE'],
  ])('%s for %s is refused as a setting', async (url, network) => {
    const { code, stderr } = await bench.run(['profile', 'set', 'box', `signer.${network}`, url]);
    expect(code).toBe(exit.usage);
    expect(stderr).not.toContain('secret');
  });

  test('doctor names it without asking it', async () => {
    await use(node.url);
    expect((await bench.run('doctor')).stdout).toContain(`BSC: ${new URL(node.url).host} signs`);
    expect(node.requests).toEqual([]);
  });

  test('the path of its address is shown nowhere, since it may hold a key', async () => {
    const url = `${node.url}v1/0123456789abcdef0123`;
    await use(url);
    const shown = [await bench.run('profile show box --json'), await bench.run(send('-vv', '0.011'))];
    expect(shown.map(({ code }) => code)).toEqual([exit.ok, exit.ok]);
    for (const { stdout, stderr } of shown) expect(stdout + stderr).not.toContain('0123456789abcdef');
  });
});
