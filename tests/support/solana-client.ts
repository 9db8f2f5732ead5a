// A client of a Solana node for tests: it builds, signs and sends transactions with kit, and derives the accounts of the published test phrase.
import { createHmac } from 'node:crypto';
import { mnemonicToSeedSync } from '@scure/bip39';
import {
  appendTransactionMessageInstructions,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  partiallySignTransactionMessageWithSigners,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { anvilPhrase } from './anvil.js';

// biome-ignore lint/suspicious/noExplicitAny: results of any method
type Any = any;
type Version = 0 | 'legacy';

/** The secret of a Solana account of the test phrase: m/44'/501'/n'/0' (SLIP-0010). */
export function phraseSecret(n: number): Uint8Array {
  const step = (key: Buffer, data: Buffer) => createHmac('sha512', key).update(data).digest();
  let node = step(Buffer.from('ed25519 seed'), Buffer.from(mnemonicToSeedSync(anvilPhrase)));
  for (const index of [44, 501, n, 0]) {
    const child = Buffer.alloc(4);
    child.writeUInt32BE(index + 0x80000000);
    node = step(node.subarray(32), Buffer.concat([Buffer.alloc(1), node.subarray(0, 32), child]));
  }
  return new Uint8Array(node.subarray(0, 32));
}
/** The signer of a Solana account of the test phrase. */
export const phraseSigner = (n: number): Promise<KeyPairSigner> =>
  createKeyPairSignerFromPrivateKeyBytes(phraseSecret(n));

/** A message of a payer that is valid for a lifetime. */
export const messageOf = (
  payer: KeyPairSigner,
  instructions: readonly Instruction[],
  lifetime: object,
  version: Version = 0,
) =>
  pipe(
    createTransactionMessage({ version }) as Any,
    (m) => setTransactionMessageFeePayerSigner(payer, m as Any),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime as Any, m as Any),
    (m) => appendTransactionMessageInstructions(instructions, m as Any),
  ) as Any;

/** Makes requests to a node. */
export function solanaClient(url: string) {
  const ask = async (method: string, ...params: unknown[]): Promise<Any> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
    return (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json();
  };
  const result = async (method: string, ...params: unknown[]): Promise<Any> => {
    const answer = await ask(method, ...params);
    if (answer.error) throw new Error(`${method}: ${JSON.stringify(answer.error)}`);
    return answer.result;
  };
  /** A signed wire transaction in base64, with the newest blockhash. Signatures of accounts without a key here stay empty. */
  const sign = async (payer: KeyPairSigner, instructions: readonly Instruction[], version?: Version) => {
    const { value } = await result('getLatestBlockhash', { commitment: 'processed' });
    const message = messageOf(payer, instructions, value, version);
    return getBase64EncodedWireTransaction((await partiallySignTransactionMessageWithSigners(message)) as Any);
  };
  const send = (wire: string, more = {}): Promise<Any> =>
    ask('sendTransaction', wire, { encoding: 'base64', preflightCommitment: 'processed', ...more });
  const status = async (signature: string): Promise<Any> =>
    (await result('getSignatureStatuses', [signature])).value[0];
  /** The lamports of an account as of the newest block. */
  const lamports = async (of: string): Promise<number> =>
    (await result('getBalance', of, { commitment: 'processed' })).value;
  /** The units of a token account as of the newest block; null if there is none. */
  const units = async (of: string): Promise<string | null> =>
    (await ask('getTokenAccountBalance', of, { commitment: 'processed' })).result?.value.amount ?? null;
  return { ask, result, sign, send, status, lamports, units };
}
