// `tuk account state`: what the service keeps of a wallet key. The share itself goes to a file, and only where that is asked for.
import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Flag } from '../../cli/options.js';
import { ask } from '../../engine/call.js';
import { BadInput, Guarded, LocalFailure, ServerFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { makeFile } from '../../services/whole-file.js';
import { askedVersion, openFlags, rememberShare } from './fields.js';
import { identity, openVersionNote } from './sign-up.js';
import { versionFlag } from './versions.js';

const states = { v2: 'getAccountStateV2', 'v2.1': 'getAccountState' };
const own: readonly Flag[] = [...identity, { flags: '--polynomial-id <id>', summary: 'which sharing of the key, optional' }];

export const state: Command = {
  name: 'state',
  summary: "Show what the service keeps of an account's wallet key, without the key share",
  description: `The key share is written to a file with --reveal --out FILE, and shown nowhere.\n${openVersionNote}`,
  options: [...own, { flags: '--out <file>', summary: 'with --reveal: a new file for the key share' }, ...openFlags, versionFlag(states)],
  examples: [
    'tuk account state --type GOOGLE --token-stdin < token.txt',
    'tuk account state --type GOOGLE --token-stdin --reveal --out share.json < token.txt',
  ],
  uses: ['user GET /v2/accounts/ss', 'user GET /v2.1/accounts/ss'],
  run: async ({ options }, context) => {
    const file = await newFile(context, options);
    const reply = await ask(context, 'user', ...(await askedVersion(context, states, own, options)));
    if (reply) await showWithoutShare(context, reply, file);
    return 0;
  },
};

/** Where the key share is to be written, if it is. @throws {BadInput} unless --reveal and --out stand together and nothing stands there yet. */
async function newFile(context: Context, { out }: Arguments['options']): Promise<string | undefined> {
  const { reveal } = context.flags;
  if (out === undefined && !reveal) return undefined;
  if (out === undefined)
    throw new BadInput(
      'NEEDS_OUT',
      'The key share is revealed to a file only, never on a screen or in a pipe.',
      'Name a new file: --reveal --out FILE',
    );
  if (!reveal) throw new Guarded('NEEDS_REVEAL', '--out writes key material, which --reveal has to agree to.');
  if (out === '-' || out === '') throw new BadInput('NEEDS_OUT', 'The key share is revealed to a file only, never to standard output.');
  const file = resolve(context.world.cwd, String(out));
  if (
    await lstat(file).then(
      () => true,
      () => false,
    )
  )
    throw new BadInput('FILE_EXISTS', `There is something at ${String(out)} already, and it is not overwritten.`, 'Name a new file.');
  return file;
}

/** Prints the two fields that are no key material, whatever else the answer holds. */
async function showWithoutShare(context: Context, reply: Response, file: string | undefined): Promise<void> {
  const { jsonString, polynomialId, deviceShareIndex } = (reply.data ?? {}) as Record<string, unknown>;
  if (typeof jsonString === 'string') rememberShare(context, jsonString);
  if (file !== undefined) writeShare(file, jsonString);
  const shown = Object.entries({ polynomialId, deviceShareIndex }).filter(([, value]) => /^(string|number)$/.test(typeof value));
  await context.printReply({ ...reply, text: JSON.stringify(Object.fromEntries(shown)) }, { name: 'polynomialId' });
  if (file !== undefined) context.log(`✓ The key share is in ${file}, for your eyes only.`);
}

function writeShare(file: string, share: unknown): void {
  if (typeof share !== 'string')
    throw new ServerFailure('NO_SHARE', 'The answer of user holds no key share; nothing was written.', { service: 'user' });
  try {
    makeFile(file, Buffer.from(share), 0o600);
  } catch (error) {
    throw new LocalFailure('OUT_UNWRITABLE', `Cannot write ${file}: ${(error as Error).message}.`, undefined, error);
  }
}
