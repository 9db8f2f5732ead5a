// `tuk account check`, `create` and `restore`: an account by its Google or Apple identity, proved by a token that is piped in.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Flag } from '../../cli/options.js';
import { ask } from '../../engine/call.js';
import { ServerFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import type { Tokens } from '../../session/store.js';
import { entered } from '../login/entered.js';
import { keep } from '../login/keep.js';
import { askedVersion, openFlags, printCleaned } from './fields.js';
import { versionFlag } from './versions.js';

/** Whose account it is, and the proof. */
export const identity: readonly Flag[] = [
  { flags: '--type <type>', summary: 'GOOGLE or APPLE' },
  { flags: '--identifier <id>', summary: 'the identifier there, optional' },
  { flags: '--token-stdin', summary: 'take the token of Google or Apple from standard input' },
];
const share: Flag = { flags: '--share-file <file>', summary: "the service's share of the wallet key, from a file" };
const restoring: readonly Flag[] = [
  ...identity,
  share,
  { flags: '--wallet-address-0 <address>', summary: "the account's first wallet address" },
];

/** Said of every command with an open version. */
export const openVersionNote =
  'The fields of v2.1 are not publicly known: give them with -f, -F or --input instead, secrets with --input only.';
const needsYes = 'Where standard input gives the token it cannot be asked on: add --yes to agree.';

const checks = { v2: 'checkAccountV2', 'v2.1': 'checkAccount' };
export const check: Command = {
  name: 'check',
  summary: 'Ask whether an account exists',
  description: openVersionNote,
  options: [...identity, ...openFlags, versionFlag(checks)],
  examples: ['tuk account check --type GOOGLE --token-stdin < token.txt'],
  uses: ['user POST /v2/accounts/check', 'user POST /v2.1/accounts/check'],
  run: async ({ options }, context) => {
    await printCleaned(context, await ask(context, 'user', ...(await askedVersion(context, checks, identity, options))), ['exists']);
    return 0;
  },
};

const creations = { v2: 'createAccountV2', 'v2.1': 'createAccount' };
export const create: Command = {
  name: 'create',
  summary: 'Create an account and keep its session; its tokens are never shown',
  description: `${needsYes}\n${openVersionNote}`,
  options: [...identity, share, ...openFlags, versionFlag(creations)],
  examples: ['tuk account create --type GOOGLE --share-file share.json --token-stdin --yes < token.txt'],
  uses: ['user POST /v2/accounts', 'user POST /v2.1/accounts'],
  run: async ({ options }, context) => {
    const asked = await askedVersion(context, creations, [...identity, share], options);
    if (!context.onlyShows) await context.store.proveWritable(); // tokens that cannot be kept would be lost, the account made
    const reply = await ask(context, 'user', ...asked);
    if (reply) await keepAndShow(context, reply);
    return 0;
  },
};

/** Keeps the new account's tokens; its id is shown even where they cannot be kept. */
async function keepAndShow(context: Context, reply: Response): Promise<void> {
  const { id } = (reply.data ?? {}) as { id?: unknown };
  try {
    await keep(context, tokensOf(reply));
    context.log(`✓ Created the account and signed in, profile ${context.settings.profile.value}.`);
  } finally {
    await context.printReply({ ...reply, text: JSON.stringify(typeof id === 'string' ? { id } : {}) });
  }
}

function tokensOf({ data, status }: Response): Tokens {
  try {
    return entered(data, 'user').tokens;
  } catch {
    const sentence = 'The account was created, but there are no tokens in the answer that could be kept.';
    throw new ServerFailure('NO_TOKENS', sentence, { service: 'user', status }, 'Sign in: tuk login');
  }
}

const restorations = { v2: 'restoreAccountV2', 'v2.1': 'restoreAccount' };
export const restore: Command = {
  name: 'restore',
  summary: 'Restore a deleted account; this cannot be undone',
  description: `${needsYes}\n${openVersionNote}`,
  options: [...restoring, ...openFlags, versionFlag(restorations)],
  examples: [
    'tuk account restore --type GOOGLE --share-file share.json --wallet-address-0 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --token-stdin --yes < token.txt',
  ],
  uses: ['user POST /v2/accounts/restore', 'user POST /v2.1/accounts/restore'],
  run: async ({ options }, context) => {
    if (options.walletAddress0 !== undefined)
      (await import('../../money/address.js')).requireAddress(String(options.walletAddress0), '--wallet-address-0');
    const reply = await ask(context, 'user', ...(await askedVersion(context, restorations, restoring, options)));
    await printCleaned(context, reply, ['status']);
    return 0;
  },
};
