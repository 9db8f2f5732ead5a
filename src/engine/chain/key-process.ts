// The key process, the only one that holds private keys: reads keys, unlocks them, signs, and locks new ones. It
// handles requests on the pipe of the program that started it, one line of JSON each, and ends with that pipe. No reply
// has a private key or a phrase.
import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { base58 } from '@scure/base';
import { eip191Signer } from 'micro-eth-signer';
import { sign } from 'micro-eth-signer/utils.js';
import { readInput, readStdin } from '../../cli/files/input-file.js';
import type { World } from '../../cli/settings/world.js';
import { signTransaction } from '../../money/evm/transaction.js';
import { signEd25519 } from '../../money/keys/ed25519.js';
import { type ExtendedKey, publicExtendedKey } from '../../money/keys/extended-key.js';
import { isKeyFile, lockedKeyFile, parseKeyFile } from '../../money/keys/key-file.js';
import { readStoredKey, requireKeyFile } from '../../money/keys/key-store.js';
import { type Key, type KeyMaterial, randomKey, readKey, wipe } from '../../money/keys/keys.js';
import { otherFamily, type ToSign } from '../../money/keys/signer.js';
import { BadInput, Failure, Guarded } from '../../services/http/errors.js';
import { type KeyReply, type KeyRequest, type KeyService, type KeySource, onLines } from './key-channel.js';

// Signs messages of Solana transactions that need one signature: of the account that pays the fee. The code of the
// chain decodes the effect of a message; here it has to be a whole message of the key's account.

/** The parts of a message that say who signs it. */
interface MessageSigners {
  readonly signatures: number;
  /** The accounts in base58; the first pays the fee, and the first `signatures` of them sign. */
  readonly accounts: readonly string[];
}

/** The most bytes of a whole transaction. */
const longestTransaction = 1232;

/**
 * Parses bytes as a whole message of a transaction, of the legacy form or version 0.
 * @returns undefined for anything else, such as a text
 */
export function solanaMessageSigners(bytes: Uint8Array): MessageSigners | undefined {
  try {
    return parse(bytes);
  } catch {
    return undefined;
  }
}

function parse(bytes: Uint8Array): MessageSigners | undefined {
  if (bytes.length > longestTransaction) return undefined;
  let at = 0;
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RangeError('too short');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const byte = () => take(1)[0]!;
  /** A length of one to three bytes, seven bits in each. */
  const length = () => {
    let value = 0;
    for (const shift of [0, 7, 14]) {
      const part = byte();
      value += (part & 0x7f) << shift;
      if ((part & 0x80) === 0) return value;
    }
    throw new RangeError('no length');
  };
  const times = <Item>(count: number, read: () => Item): Item[] => Array.from({ length: count }, read);
  const first = byte();
  const isVersioned = (first & 0x80) !== 0;
  if (isVersioned && first !== 0x80) return undefined;
  const signatures = isVersioned ? byte() : first;
  take(2); // how many accounts are read only
  const accounts = times(length(), () => base58.encode(take(32)));
  take(32); // the recent blockhash
  times(length(), () => {
    take(1);
    take(length());
    take(length());
  });
  if (isVersioned)
    times(length(), () => {
      take(32);
      take(length());
      take(length());
    });
  const isWhole = at === bytes.length && signatures >= 1 && signatures <= accounts.length;
  return isWhole ? { signatures, accounts } : undefined;
}

/**
 * Signs the message of a transaction that needs the signature of the key alone.
 * @param unsigned the message, 0x hex
 * @returns the whole transaction as it is broadcast, 0x hex: one signature and the message
 * @throws {Guarded} BAD_TRANSACTION for bytes that are not a message, and for other or more signatures
 */
export function signSolanaMessage(
  unsigned: string,
  { address, privateKey }: { readonly address: string; readonly privateKey: Uint8Array },
): string {
  const message = Buffer.from(unsigned.replace(/^0x/, ''), 'hex');
  const isHex = `0x${message.toString('hex')}` === unsigned.toLowerCase();
  const signers = isHex ? solanaMessageSigners(message) : undefined;
  if (!signers) throw new Guarded('BAD_TRANSACTION', 'The transaction cannot be signed: its bytes cannot be read.');
  if (signers.signatures !== 1 || signers.accounts[0] !== address)
    throw new Guarded('BAD_TRANSACTION', 'The transaction cannot be signed: it needs signatures of other accounts.');
  return `0x${Buffer.concat([Buffer.of(1), signEd25519(message, privateKey), message]).toString('hex')}`;
}

// Signs for authentication: texts (EIP-191, or ed25519 on Solana), and the header of wallet-key calls. Nothing here
// signs a transaction.

/**
 * Signs a text so that the signed bytes can never be a transaction: with the EIP-191 prefix, on Solana its UTF-8 bytes
 * unless they are a message of a transaction.
 * @returns 0x hex: 65 bytes, on Solana 64
 * @throws {Guarded} BAD_MESSAGE for a text of Solana that is a transaction
 */
export function signText(text: string, { family, privateKey }: Pick<Key, 'family' | 'privateKey'>): string {
  if (family === 'evm') return eip191Signer.sign(text, privateKey, false);
  const bytes = Buffer.from(text);
  if (solanaMessageSigners(bytes)) throw new Guarded('BAD_MESSAGE', 'The text is the message of a Solana transaction.');
  return `0x${Buffer.from(signEd25519(bytes, privateKey)).toString('hex')}`;
}

/**
 * The value of `x-hmac-sig` for a call signed with the key of an account (platform 2.3): `xpub:timestamp:signature`,
 * over the body text (`{}` without one), a bar and the time, as a Bitcoin signed message of a compressed key.
 * @param now epoch milliseconds
 */
export function walletKeyHeader(account: ExtendedKey, body: string | undefined, now: number): string {
  const signature = sign(bitcoinHash(`${body ?? '{}'}|${now}`), account.privateKey, false);
  const compressed = 27 + 4 + signature.recovery!;
  const text = Buffer.concat([Buffer.of(compressed), signature.toBytes('compact')]).toString('base64');
  return `${publicExtendedKey(account)}:${now}:${text}`;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

function bitcoinHash(text: string): Uint8Array {
  const message = Buffer.from(text);
  return sha256(sha256(Buffer.concat([Buffer.from('\x18Bitcoin Signed Message:\n'), varint(message.length), message])));
}

/** A length as Bitcoin writes it; messages here are below 4 GiB. */
function varint(length: number): Uint8Array {
  if (length < 0xfd) return Buffer.of(length);
  const wide = length > 0xffff;
  const bytes = Buffer.alloc(wide ? 5 : 3, wide ? 0xfe : 0xfd);
  if (wide) bytes.writeUInt32LE(length, 1);
  else bytes.writeUInt16LE(length, 1);
  return bytes;
}

interface OpenKey {
  readonly text: string;
  material?: KeyMaterial;
}

/** @param world standard input, and the working directory */
export function keyService(world: Pick<World, 'stdin' | 'cwd'>): KeyService {
  const keys = new Map<number, OpenKey>();
  return {
    async reply(request) {
      const warnings: string[] = [];
      try {
        const reply = await replyTo(request, keys, world, (line) => warnings.push(line));
        return warnings.length === 0 ? reply : { ...reply, warnings };
      } catch (error) {
        // messages of other errors may contain a part of a key
        const { kind, code, message, hint } = error instanceof Failure ? error : failed;
        return { failure: { kind, code, message, hint }, warnings };
      }
    },
    close() {
      for (const { material } of keys.values()) if (material) wipe(material);
      keys.clear();
    },
  };
}
const failed = new Failure(
  'local',
  'KEY_PROCESS_FAILED',
  'The process that uses the key has failed.',
  'Run it again.',
  { unsent: true },
);

async function replyTo(
  request: KeyRequest,
  keys: Map<number, OpenKey>,
  world: Pick<World, 'stdin' | 'cwd'>,
  warn: (line: string) => void,
): Promise<KeyReply> {
  if (request.do === 'open') {
    const key = await opened(request.source, world, warn);
    const { family, address } = key.material?.key ?? parseKeyFile(key.text);
    const { family: needed = family } = request.source;
    if (family !== needed) throw otherFamily('The key', family, needed);
    keys.set(request.key, key);
    return { isLocked: key.material === undefined, family, address };
  }
  const open = keys.get(request.key);
  if (!open) throw failed;
  if (request.do === 'unlock') {
    open.material ??= await readKey(open.text, async () => request.password);
    return { address: open.material.key.address, hasAccount: open.material.account !== undefined };
  }
  if (!open.material) throw failed;
  const { key, account } = open.material;
  switch (request.do) {
    case 'sign':
      return { text: signed(request.described, key) };
    case 'lock':
      return { text: await lockedKeyFile(key, request.password) };
    case 'account-header':
      if (account) return { text: walletKeyHeader(account, undefined, request.now) };
      throw new BadInput(
        'NEEDS_ACCOUNT_KEY',
        'This sign-in needs an account key, not a single private key.',
        'Give the recovery phrase or the extended key (xprv).',
      );
  }
}

/** Signs with a key of the same family. @throws {Guarded} BAD_TRANSACTION, WRONG_KEY */
function signed(described: ToSign, key: Key) {
  if (described.kind === 'text') return signText(described.text, key);
  if (described.family !== key.family) throw otherFamily('The key', key.family, described.family);
  return key.family === 'solana'
    ? signSolanaMessage(described.unsigned, key)
    : signTransaction(described.unsigned, key).raw;
}

/**
 * Reads a key. An unlocked key is parsed at once, a locked one checked.
 * @throws as `readKey`, `readStoredKey` and `readInput`
 */
async function opened(
  source: KeySource,
  world: Pick<World, 'stdin' | 'cwd'>,
  warn: (line: string) => void,
): Promise<OpenKey> {
  const { family } = source;
  if (source.from === 'random') return { text: '', material: { key: randomKey(family) } };
  const text = await textOf(source, world, warn);
  return isKeyFile(text) ? { text } : { text: '', material: await readKey(text, async () => undefined, family) };
}

async function textOf(
  source: Exclude<KeySource, { readonly from: 'random' }>,
  world: Pick<World, 'stdin' | 'cwd'>,
  warn: (line: string) => void,
) {
  switch (source.from) {
    case 'text':
      return source.text;
    case 'stdin':
      return readStdin(world, 'the key');
    case 'file':
      return readInput(world, source.file, undefined, 'named by --key-file');
    case 'store': {
      const text = readStoredKey(source.folder, source.name, warn);
      return source.anyForm ? text : requireKeyFile(text, source.name);
    }
  }
}

/** The private key 1, which everybody knows. */
const numberOne = { family: 'evm', privateKey: Uint8Array.from({ length: 32 }, (_, at) => Number(at === 31)) } as const;

/** Handles the requests of a pipe in order until it ends, then zeroes the keys. */
export function serveKeys(pipe: Duplex, world: Pick<World, 'stdin' | 'cwd'>): Promise<void> {
  const service = keyService(world);
  let queue = Promise.resolve();
  onLines(pipe, (line) => {
    queue = queue.then(async () => {
      const request = JSON.parse(line) as KeyRequest;
      const reply = await service.reply(request);
      pipe.write(`${JSON.stringify(reply)}\n`);
      // The first signature makes a table, which takes 30 ms: it is made while the program asks the chain.
      if (request.do === 'open' && reply.family === 'evm') setImmediate(() => signText('', numberOne));
    });
  });
  return new Promise((ended) => {
    const end = () => {
      service.close();
      ended();
    };
    pipe.on('error', end).on('end', end).on('close', end);
  });
}
