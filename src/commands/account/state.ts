// `tuk account state`: what the service stores of a wallet key. The key share goes only to a file (--reveal --out).
import { lstat } from 'node:fs/promises';
import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Flag } from '../../cli/options.js';
import { inWorkingFolder } from '../../cli/working-folder.js';
import { callEndpoint } from '../../engine/request/call.js';
import { openFlags } from '../../engine/request/shared-options.js';
import { BadInput, Guarded, LocalFailure, ServerFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { makeFile } from '../../services/whole-file.js';
import { versionFlag } from './api-versions.js';
import { redactShare, versionedRequest } from './request-fields.js';
import { identity, openVersionNote } from './sign-up.js';

const states = { v2: 'getAccountStateV2', 'v2.1': 'getAccountState' } as const;
const flags: readonly Flag[] = [
  ...identity,
  {
    flags: '--polynomial-id <id>',
    effects: 'plain',
    summary: 'the id of the polynomial that shares the key, optional',
  },
];

export const state: Command = {
  name: 'state',
  summary: "Show what the service stores of an account's wallet key, without the key share",
  description: `--reveal --out FILE writes the key share to a new file; it is never printed.\n${openVersionNote}`,
  options: [
    ...flags,
    { flags: '--out <file>', effects: ['file'], summary: 'with --reveal: a new file for the key share' },
    ...openFlags,
    versionFlag(states),
  ],
  examples: [
    'tuk account state --type GOOGLE --token-stdin < token.txt',
    'tuk account state --type GOOGLE --token-stdin --reveal --out share.json < token.txt',
  ],
  uses: { user: ['getAccountStateV2', 'getAccountState'] },
  run: async ({ options }, context) => {
    const file = await newFile(context, options);
    const response = await callEndpoint(context, 'user', ...(await versionedRequest(context, states, flags, options)));
    if (response) await showWithoutShare(context, response, file);
  },
};

/** The path for the key share, if one is requested. @throws {BadInput} {Guarded} */
async function newFile(context: Context, { out }: Arguments['options']): Promise<string | undefined> {
  const { reveal } = context.flags;
  if (out === undefined && !reveal) return undefined;
  if (out === undefined)
    throw new BadInput(
      'NEEDS_OUT',
      'The key share is written to a file only, never to a screen or a pipe.',
      'Name a new file: --reveal --out FILE',
    );
  if (!reveal) throw new Guarded('NEEDS_REVEAL', '--out writes key material and needs --reveal.');
  if (out === '-' || out === '')
    throw new BadInput('NEEDS_OUT', 'The key share is written to a file only, never to standard output.');
  const file = inWorkingFolder(context.world, String(out));
  if (await lstat(file).catch(() => undefined))
    throw new BadInput('FILE_EXISTS', `${String(out)} exists and is not overwritten.`, 'Name a new file.');
  return file;
}

async function showWithoutShare(context: Context, response: Response, file: string | undefined) {
  const { jsonString, polynomialId, deviceShareIndex } = (response.data ?? {}) as Record<string, unknown>;
  if (typeof jsonString === 'string') redactShare(context, jsonString);
  if (file !== undefined) writeShare(file, jsonString);
  const fields = Object.entries({ polynomialId, deviceShareIndex }).filter(([, value]) =>
    /^(string|number)$/.test(typeof value),
  );
  await context.out.printResponse(
    { ...response, text: JSON.stringify(Object.fromEntries(fields)) },
    { idPath: 'polynomialId' },
  );
  if (file !== undefined) context.log(`✓ The key share is in ${file}, readable by you only.`);
}

function writeShare(file: string, share: unknown) {
  if (typeof share !== 'string')
    throw new ServerFailure('NO_SHARE', 'The response of user has no key share; nothing was written.', {
      service: 'user',
    });
  try {
    makeFile(file, Buffer.from(share), 0o600);
  } catch (error) {
    throw new LocalFailure('OUT_UNWRITABLE', `Cannot write ${file}: ${(error as Error).message}.`, undefined, error);
  }
}
