// `tuk account check`, `create` and `restore`: accounts of Google or Apple identities, with a token from standard
// input.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Flag } from '../../cli/options.js';
import { isDryRun } from '../../cli/settings.js';
import { callEndpoint } from '../../engine/request/call.js';
import { openFlags } from '../../engine/request/shared-options.js';
import { parseSignIn } from '../../engine/sign-in/sign-in.js';
import { storeSession } from '../../engine/sign-in/store-session.js';
import { requireAddress } from '../../money/address.js';
import { ServerFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import type { SessionTokens } from '../../session/stored-session.js';
import { versionFlag } from './api-versions.js';
import { printRedacted, versionedRequest } from './request-fields.js';

/** The options that identify an account and prove the identity. */
export const identity: readonly Flag[] = [
  { flags: '--type <type>', effects: 'plain', summary: 'GOOGLE or APPLE', offers: () => ['GOOGLE', 'APPLE'] },
  { flags: '--identifier <id>', effects: 'plain', summary: 'the identifier at Google or Apple, optional' },
  { flags: '--token-stdin', effects: ['secret'], summary: 'read the Google or Apple token from standard input' },
];
const shareFlag: Flag = {
  flags: '--share-file <file>',
  effects: ['file', 'secret'],
  summary: "the service's share of the wallet key, from a file",
};
const restoreFlags: readonly Flag[] = [
  ...identity,
  shareFlag,
  { flags: '--wallet-address-0 <address>', effects: 'plain', summary: "the account's first wallet address" },
];

/** The note in the help of each command with the API version v2.1. */
export const openVersionNote =
  'The fields of v2.1 are not public: give them with -f, -F or --input, secrets with --input only.';
const yesNote = 'With the token on standard input tuk cannot prompt: add --yes.';

const checks = { v2: 'checkAccountV2', 'v2.1': 'checkAccount' } as const;
export const check: Command = {
  name: 'check',
  summary: 'Check whether an account exists',
  description: openVersionNote,
  options: [...identity, ...openFlags, versionFlag(checks)],
  examples: ['tuk account check --type GOOGLE --token-stdin < token.txt'],
  uses: { user: ['checkAccountV2', 'checkAccount'] },
  run: async ({ options }, context) =>
    printRedacted(context, await versionedRequest(context, checks, identity, options), ['exists']),
};

const creations = { v2: 'createAccountV2', 'v2.1': 'createAccount' } as const;
export const create: Command = {
  name: 'create',
  summary: 'Create an account and store its session; its tokens are never printed',
  description: `${yesNote}\n${openVersionNote}`,
  options: [...identity, shareFlag, ...openFlags, versionFlag(creations)],
  examples: ['tuk account create --type GOOGLE --share-file share.json --token-stdin --yes < token.txt'],
  uses: { user: ['createAccountV2', 'createAccount'] },
  run: async ({ options }, context) => {
    const request = await versionedRequest(context, creations, [...identity, shareFlag], options);
    // Without its tokens the new account would be lost.
    if (!isDryRun(context.flags)) await context.session().store.proveWritable();
    const response = await callEndpoint(context, 'user', ...request);
    if (response) await storeAndShow(context, response);
  },
};

/** Stores the tokens of the new account. Its id is printed even if that fails. */
async function storeAndShow(context: Context, response: Response) {
  const { id } = (response.data ?? {}) as { id?: unknown };
  try {
    await storeSession(context, tokensOf(response));
    context.log(`✓ Created the account and signed in, profile ${context.settings().profile.value}.`);
  } finally {
    await context.out.printResponse({
      ...response,
      text: JSON.stringify({ id: typeof id === 'string' ? id : undefined }),
    });
  }
}

function tokensOf({ data, status }: Response): SessionTokens {
  try {
    return parseSignIn(data, 'user').tokens;
  } catch {
    const sentence = 'The account was created, but the response has no usable tokens.';
    throw new ServerFailure('NO_TOKENS', sentence, { service: 'user', status }, 'Sign in: tuk login');
  }
}

const restorations = { v2: 'restoreAccountV2', 'v2.1': 'restoreAccount' } as const;
export const restore: Command = {
  name: 'restore',
  summary: 'Restore a deleted account; this cannot be undone',
  description: `${yesNote}\n${openVersionNote}`,
  options: [...restoreFlags, ...openFlags, versionFlag(restorations)],
  examples: [
    'tuk account restore --type GOOGLE --share-file share.json --wallet-address-0 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --token-stdin --yes < token.txt',
  ],
  uses: { user: ['restoreAccountV2', 'restoreAccount'] },
  run: async ({ options }, context) => {
    if (options.walletAddress0 !== undefined) requireAddress(String(options.walletAddress0), '--wallet-address-0');
    return printRedacted(context, await versionedRequest(context, restorations, restoreFlags, options), ['status']);
  },
};
