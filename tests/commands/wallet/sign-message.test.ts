// `tuk wallet sign-message` and `verify`: which texts are signed, that other libraries verify them, and what is refused.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { base58 } from '@scure/base';
import { HDNodeWallet, hashMessage, Interface, verifyMessage, Wallet } from 'ethers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signText } from '../../../src/engine/chain/key-process.js';
import { isEd25519Signature, solanaAddressOf } from '../../../src/money/keys/ed25519.js';
import { isSignatureOf } from '../../../src/money/keys/message-signature.js';
import { chainProfile } from '../../support/chain.js';
import { ends, exit } from '../../support/exit.js';
import { externalSigner } from '../../support/external-signer.js';
import { first, phrase, setup } from '../../support/key-files.js';
import { property } from '../../support/runs.js';
import { newUser } from '../../support/tuk.js';

const second = new Wallet(HDNodeWallet.fromPhrase(phrase, undefined, "m/44'/60'/0'/0/1").privateKey);
const seed = Buffer.alloc(32, 7);
const solAddress = solanaAddressOf(seed);
const stranger = solanaAddressOf(Buffer.alloc(32, 8));
const now = Date.parse('2030-01-01T00:00:00Z');

function signer() {
  const user = setup({ 'phrase.txt': phrase, 'id.json': JSON.stringify([...seed, ...base58.decode(solAddress)]) });
  const sign = (text: string, options: string) =>
    user.run(['wallet', 'sign-message', text, ...options.split(' ')], { now });
  return { ...user, sign };
}
const evm = '--network ETHEREUM --key-file phrase.txt --yes';
const sol = '--network SOLANA --key-file id.json --yes';
const times = 'Issued At: 2030-01-01T00:00:00Z\nExpiration Time: 2030-01-01T00:10:00Z';
const signIn =
  (chainName: string, own: { readonly address: string; readonly chain: string }) =>
  ({ domain = 'app.example.com', address = own.address, chain = own.chain, time = times } = {}) =>
    `${domain} wants you to sign in with your ${chainName} account:\n${address}\n\nSign in.\n\nURI: https://${domain}/login\nVersion: 1\nChain ID: ${chain}\nNonce: abcdefgh12\n${time}`;
const siwe = signIn('Ethereum', { address: first, chain: '1' });
const siws = signIn('Solana', { address: solAddress, chain: 'mainnet' });

describe('sign-message', () => {
  test('signs a plain text that was agreed to, which it shows whole, and other libraries verify', async () => {
    const user = signer();
    const text = 'I own this address.\nEuropean price: 5 €';
    const onEvm = await user.sign(text, `${evm} --accept-plain-message`);
    expect([onEvm.code, onEvm.stderr]).toEqual([exit.ok, expect.stringContaining('│ European price: 5 €')]);
    expect(verifyMessage(text, JSON.parse(onEvm.stdout).signature)).toBe(first);
    const onSolana = JSON.parse((await user.sign(text, `${sol} --accept-plain-message`)).stdout);
    expect(onSolana).toMatchObject({ address: solAddress, network: 'SOLANA', message: text });
    expect(isEd25519Signature(Buffer.from(text), base58.decode(onSolana.signature), solAddress)).toBe(true);
  });

  test('signs a sign-in message for this account, network and domain', async () => {
    const user = signer();
    const onEvm = await user.sign(siwe(), `${evm} --domain app.example.com`);
    expect(verifyMessage(siwe(), JSON.parse(onEvm.stdout).signature)).toBe(first);
    for (const chain of ['mainnet', 'solana:mainnet', 'mainnet-beta'])
      expect((await user.sign(siws({ chain }), `${sol} --domain app.example.com`)).code).toBe(exit.ok);
  });

  test.each<[string, string, string]>([
    ['a plain text without agreement', 'Hello', evm],
    ['a sign-in to another domain', siwe({ domain: 'evil.example' }), `${evm} --domain app.example.com`],
    ['a sign-in to another domain than the user service', siwe(), evm],
    ['a sign-in of another account', siwe({ address: second.address }), `${evm} --domain app.example.com`],
    ['a sign-in on another chain', siwe({ chain: '56' }), `${evm} --domain app.example.com`],
    ['a sign-in of Solana for an EVM key', siws(), `${evm} --domain app.example.com --accept-plain-message`],
    ['a sign-in of an EVM account for a Solana key', siwe(), `${sol} --domain app.example.com --accept-plain-message`],
    ['a sign-in of another Solana account', siws({ address: stranger }), `${sol} --domain app.example.com`],
    ['a sign-in on another cluster', siws({ chain: 'devnet' }), `${sol} --domain app.example.com`],
    ['hidden characters', 'Pay \u202e0', `${evm} --accept-plain-message`],
    ['a control character', 'a\u001b[2Jb', `${sol} --accept-plain-message`],
    ['a bare hash', `0x${'ab'.repeat(20)}`, `${evm} --accept-plain-message`],
    ['JSON', '{"types":{}}', `${evm} --accept-plain-message`],
  ])('%s is exit 7, and nothing is signed', async (_, text, options) => {
    const stderr = expect.not.stringContaining('\u001b');
    expect(await signer().sign(text, options)).toEqual({ code: exit.guarded, stdout: '', stderr });
  });

  test('a person confirms it: without --yes and without a terminal nothing is signed, nor in a dry run', async () => {
    const user = signer();
    const asked = await user.sign('Hello', `${evm.replace(' --yes', '')} --accept-plain-message`);
    expect([asked.code, asked.stdout]).toEqual([exit.guarded, '']);
    const dry = await user.sign('Hello', `${evm} --accept-plain-message --dry-run`);
    expect([dry.code, dry.stdout, dry.stderr]).toEqual([exit.ok, '', expect.stringContaining('│ Hello')]);
  });

  test.each([
    ['no text', ['wallet', 'sign-message', ...evm.split(' ')]],
    ['a text and a file', ['wallet', 'sign-message', 'Hello', '--file', 'phrase.txt', ...evm.split(' ')]],
    ['a network without signatures', ['wallet', 'sign-message', 'Hello', '--network', 'TON', '--yes']],
    ['no network', ['wallet', 'sign-message', 'Hello', '--yes']],
    ['a domain that is none', ['wallet', 'sign-message', 'Hello', ...evm.split(' '), '--domain', 'https://a.b/c']],
  ])('%s is exit 2', async (_, argv) => {
    expect(await signer().run(argv, { now })).toMatchObject({ code: exit.usage, stdout: '' });
  });

  test('standard input and a file are signed byte for byte', async () => {
    const user = signer();
    const ended = (stdin: string, ...from: string[]) => {
      writeFileSync(path.join(user.home, 'text.txt'), stdin);
      const argv = ['wallet', 'sign-message', ...from, ...evm.split(' '), '--accept-plain-message'];
      return user.run(argv, { now, stdin });
    };
    for (const from of [['--file', 'text.txt'], ['--file', '-'], ['-']]) {
      const { message, signature } = JSON.parse((await ended('Hello\n', ...from)).stdout);
      expect([message, verifyMessage('Hello\n', signature)]).toEqual(['Hello\n', first]);
      const marked = await ended('\ufeffHello', ...from); // a byte order mark is a hidden character
      expect(marked).toMatchObject({ code: exit.guarded, stdout: '' });
    }
  });

  test('an external signer signs it, and a signature of another account is not shown', async () => {
    const user = signer();
    await user.run('profile add box --base https://user.example.com/{service}');
    for (const clef of [true, false]) {
      const signer = await externalSigner([new Wallet(HDNodeWallet.fromPhrase(phrase).privateKey)], { clef });
      await user.run(['profile', 'set', 'box', 'signer.ETHEREUM', signer.url]);
      const line = '--network ETHEREUM --accept-plain-message --yes --profile box';
      expect(verifyMessage('Hello', JSON.parse((await user.sign('Hello', line)).stdout).signature)).toBe(first);
      signer.signsWith = second;
      const lie = await user.sign('Hello', line);
      expect([lie.code, lie.stdout]).toEqual([exit.guarded, '']);
    }
  });
});

describe('verify', () => {
  const privateKey = Buffer.from(HDNodeWallet.fromPhrase(phrase).privateKey.slice(2), 'hex');
  const key = { family: 'evm', privateKey } as const;
  const signature = signText('Hello', key);
  const solHex = signText('Hello', { family: 'solana', privateKey: seed }).slice(2);
  const solSignature = base58.encode(Buffer.from(solHex, 'hex'));
  const verified = (text: string, network: string, address: string, typed: string) =>
    signer().run(['wallet', 'verify', text, '--network', network, '--address', address, '--signature', typed]);

  test('exit 0 for the signature of the address, exit 1 for another text, address or signature', async () => {
    for (const [text, network, address, typed, code] of [
      ['Hello', 'ETHEREUM', first, signature, 0],
      ['Hello', 'BSC', first.toLowerCase(), signature.slice(2).toUpperCase(), 0],
      ['Hello', 'SOLANA', solAddress, solSignature, 0],
      ['Hello.', 'ETHEREUM', first, signature, 1],
      ['Hello', 'ETHEREUM', second.address, signature, 1],
      ['Hello', 'ETHEREUM', first, `0x${'11'.repeat(65)}`, 1],
      ['Hello.', 'SOLANA', solAddress, solSignature, 1],
      ['Hello', 'SOLANA', stranger, solSignature, 1],
    ] as const) {
      const result = await verified(text, network, address, typed);
      expect([result.code, JSON.parse(result.stdout).valid]).toEqual([code, code === 0]);
    }
  });

  test.each([
    ['ETHEREUM', first, '0x12'],
    ['ETHEREUM', first, solSignature],
    ['ETHEREUM', first, `${signature}00`],
    ['ETHEREUM', '0x12', signature],
    ['SOLANA', solAddress, signature],
    ['SOLANA', solAddress, solSignature.slice(2)],
    ['SOLANA', first, solSignature],
    ['TON', first, signature],
  ])('%s %s %s is malformed: exit 2', async (network, address, typed) => {
    expect(await verified('Hello', network, address, typed)).toMatchObject({ code: exit.usage, stdout: '' });
  });

  test('a key of small order, for which anyone can sign, has signed nothing', async () => {
    const typed = base58.encode(Uint8Array.from([1, ...new Uint8Array(63)]));
    for (const bytes of [Buffer.alloc(31, 0).fill(1, 0, 1), Buffer.alloc(31, 255).fill(238, 0, 1)]) {
      const address = base58.encode(Uint8Array.from([...bytes, bytes[0] === 1 ? 128 : 127]));
      const result = await verified('Any text', 'SOLANA', address, typed);
      expect([result.code, JSON.parse(result.stdout).valid]).toEqual([1, false]);
    }
  });

  test('a signature with one changed bit is not valid', () => {
    property(40, fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(511), (text, bit) => {
      for (const family of ['evm', 'solana'] as const) {
        const [own, address] = family === 'evm' ? [key, first] : [{ family, privateKey: seed }, solAddress];
        const bytes = Buffer.from(signText(text, own).slice(2), 'hex');
        expect(isSignatureOf(family, text, `0x${bytes.toString('hex')}`, address)).toBe(true);
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        expect(isSignatureOf(family, text, `0x${bytes.toString('hex')}`, address)).toBe(false);
      }
    });
  });
});

describe('verify --on-chain', () => {
  const contract = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
  const accepted = `0x1626ba7e${'0'.repeat(56)}`;
  const [revert, limit] = ['a revert', 'a limit of the node'];
  async function verifiedOnChain(code: unknown, output: string, more = '') {
    const { type, node } = await chainProfile();
    node.rules.eth_getCode = () => code;
    node.rules.eth_call = (_, { refuse }) => {
      if (output === revert) return refuse('execution reverted', 3);
      return output === limit ? refuse('gas required exceeds allowance (500000)') : output;
    };
    const line = `wallet verify Hello --network BSC --address ${contract} --signature 0x0badc0de --on-chain`;
    const result = await type([...line.split(' '), ...more.split(' ').filter(Boolean)]);
    return { ...result, row: result.stdout && JSON.parse(result.stdout), requests: node.requests };
  }

  test('a contract decides what it accepts: the hash of the text, and bytes of any length', async () => {
    const { code, row, requests } = await verifiedOnChain('0x6001', accepted);
    expect([code, row]).toEqual([exit.ok, { valid: true, address: contract, network: 'BSC', by: 'contract' }]);
    const { params } = requests.find(({ method }) => method === 'eth_call')!;
    const abi = new Interface(['function isValidSignature(bytes32 hash, bytes signature)']);
    const { hash, signature } = abi.decodeFunctionData('isValidSignature', params[0].data);
    expect([params[0].to, hash, signature]).toEqual([contract, hashMessage('Hello'), '0x0badc0de']);
  });

  test.each([
    ['another value', '0x6001', `0x${'f'.repeat(8)}${'0'.repeat(56)}`],
    ['true in its place', '0x6001', `0x${'0'.repeat(63)}1`],
    ['nothing', '0x6001', '0x'],
    ['a revert', '0x6001', revert],
    ['no contract', '0x', accepted],
  ])('exit 1 for %s', async (_, bytes, output) => {
    const { code, row } = await verifiedOnChain(bytes, output);
    expect([code, row.valid, row.by]).toEqual([exit.failed, false, null]);
  });

  test('a node that fails is an error, and not a signature that is wrong', async () => {
    expect(await verifiedOnChain('0x6001', limit)).toMatchObject({ code: exit.refused, stdout: '' });
    expect(await verifiedOnChain('0x6001', 'garbage')).toMatchObject({ code: exit.server, stdout: '' });
    const dry = await verifiedOnChain('0x6001', accepted, '--dry-run');
    expect([dry.code, dry.requests]).toEqual([exit.usage, []]);
  });

  test('without --on-chain no node is asked, and the way to ask is named', async () => {
    const line = `wallet verify Hello --network BSC --address ${contract} --signature 0x${'11'.repeat(65)}`;
    expect(await newUser().run(line)).toMatchObject(ends(exit.failed, '--on-chain'));
  });
});
