// A profile whose Solana network is a node over real programs; for tests of transfers that are signed here.
import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { getBase58Decoder } from '@solana/kit';
import type { Operation } from '../../src/money/ledger/operation.js';
import { exit } from './exit.js';
import { respondJson, scripted } from './scripted-server.js';
import { type MintOptions, type SolanaNode, solanaNode } from './solana-node.js';
import { newUser } from './tuk.js';

/** A new key pair of Solana: its address, and its file as `solana-keygen` writes it. */
export function solanaKey() {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { d, x } = privateKey.export({ format: 'jwk' });
  const [secret, point] = [d!, x!].map((text) => Buffer.from(text, 'base64url')) as [Buffer, Buffer];
  return { address: getBase58Decoder().decode(point), file: JSON.stringify([...secret, ...point]) };
}

/** A row of the platform's token list. */
interface ListedToken {
  readonly symbol: string;
  readonly contractAddress: string | null;
  readonly decimals: number;
}

type Controls = Partial<Pick<SolanaNode, 'sending' | 'priorityFees' | 'blocksPerLook'>>;

/** A user with the profile `box`: a platform that lists `tokens`, SOLANA at a node, a key with 10 SOL, and a recipient `to`. */
export async function solanaProfile(controls: Controls = {}) {
  const node: SolanaNode = await solanaNode();
  const tokens: ListedToken[] = [{ symbol: 'SOL', contractAddress: null, decimals: 9 }];
  const platform = await scripted((socket, request) =>
    respondJson(/\/token/.test(request.path) ? tokens : {})(socket, request),
  );
  const user = newUser();
  const key = solanaKey();
  const keyFile = path.join(user.home, 'id.json');
  writeFileSync(keyFile, key.file, { mode: 0o600 });
  node.fund(key.address, 10_000_000_000n);
  Object.assign(node, { blocksPerLook: 1, ...controls });
  for (const line of [
    ['profile', 'add', 'box', '--base', `${platform.url}/{service}`],
    ['profile', 'use', 'box'],
    ['profile', 'set', 'box', 'rpc.SOLANA', node.url],
  ]) {
    const { code, stderr } = await user.run(line);
    if (code !== exit.ok) throw new Error(`${line.join(' ')}: ${stderr}`);
  }
  const sending = (token: string, amount: string, to: string, more = '') =>
    `wallet send --network SOLANA --token ${token} --to ${to} --amount ${amount} --key-file ${keyFile} --new-recipient --yes --interval 20ms ${more}`.trimEnd();
  const sends = (token: string, amount: string, more = '', to = solanaKey().address) =>
    user.run(sending(token, amount, to, more));
  /** Lists a new mint as USDX, and mints units of it to the key. */
  const addToken = async (options: MintOptions = {}, units = 1_000_000_000n) => {
    const mint = await node.createMint(options);
    tokens.push({ symbol: 'USDX', contractAddress: mint, decimals: options.decimals ?? 6 });
    return { mint, source: await node.mint(mint, key.address, units) };
  };
  const operations = (): Promise<Operation[]> => user.json('ops list');
  /** Lets what has landed become final, and checks it. @returns the newest operation */
  const settle = async () => {
    node.advance(40);
    await user.run('ops check');
    return (await operations())[0]!;
  };
  const own = { node, tokens, key, keyFile, to: solanaKey().address, sending, sends, addToken, operations, settle };
  return { ...user, type: user.run, ...own };
}
