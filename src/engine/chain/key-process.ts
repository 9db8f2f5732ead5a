// The key process, the only one that holds private keys: reads keys, unlocks them, signs, and locks new ones. It
// handles requests on the pipe of the program that started it, one line of JSON each, and ends with that pipe. No reply
// has a private key or a phrase.

import type { Duplex } from 'node:stream';
import { readInput, readStdin } from '../../cli/input-file.js';
import type { World } from '../../cli/world.js';
import { signTransaction } from '../../money/evm/transaction.js';
import { isKeyFile, lockedKeyFile, parseKeyFile } from '../../money/key-file.js';
import { readStoredKey, requireKeyFile } from '../../money/key-store.js';
import { type Key, type KeyMaterial, randomKey, readKey, wipe } from '../../money/keys.js';
import { signText, walletKeyHeader } from '../../money/sign.js';
import { signSolanaMessage } from '../../money/sign-solana.js';
import { otherFamily, type ToSign } from '../../money/signer.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { onLines } from './key-channel.js';
import type { KeyReply, KeyRequest, KeyService, KeySource } from './key-messages.js';

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
  'The process that uses the key has failed; nothing was signed.',
  'Run it again.',
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
function signed(described: ToSign, key: Key): string {
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
