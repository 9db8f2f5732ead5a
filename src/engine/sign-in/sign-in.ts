// The result of a sign-in, and the calls of every sign-in method.

import type { Context } from '../../cli/command/command.js';
import type { Flag } from '../../cli/settings/options.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { BadInput, ServerFailure } from '../../services/http/errors.js';
import type { SendOptions } from '../../services/http/send.js';
import { expiryOf, isToken, type SessionTokens } from '../../session/stored-session.js';
import type { KeyHandle, KeyInProcess } from '../chain/key-handle.js';
import { keyPassword, readKeyFile, readKeyOfStore, requireOneStdin } from '../chain/key-input.js';
import { type AnyValues, sendNow } from '../request/call.js';

/** A completed sign-in: the tokens, and the identity in the response. */
export interface SignedIn {
  readonly tokens: SessionTokens;
  readonly identity?: Identity;
}
/** The identity that signed in, without tokens; times are ISO. */
export interface Identity {
  readonly user?: string;
  readonly type?: string;
  readonly client?: string;
  readonly endsAt?: string;
}

/**
 * Calls an endpoint of a sign-in without confirmation: `tuk login` itself confirms it.
 * @returns the parsed response.
 * @throws {Failure}
 */
export async function signInCall<S extends ServiceName>(
  context: Context,
  service: S,
  name: EndpointName<S>,
  params: Readonly<Record<string, unknown>>,
  sendOptions?: SendOptions,
): Promise<unknown> {
  return (await sendNow(context, service, name, params as AnyValues, sendOptions)).data;
}

interface SignInResponse {
  readonly accessToken?: unknown;
  readonly refreshToken?: unknown;
  readonly type?: unknown;
  readonly user?: { readonly name?: unknown };
  readonly authSession?: {
    readonly refreshToken?: unknown;
    readonly validUntil?: unknown;
    readonly authClient?: { readonly name?: unknown } | null;
  } | null;
}

/**
 * Parses the response of a sign-in: a pair of tokens (AuthJWTResponseDto), or a signed-in identifier with the refresh
 * token in its session (SignedUserIdentifierWithAccessTokenDto, platform 2.2 and 12.2).
 * @throws {ServerFailure} without a usable access token
 */
export function parseSignIn(data: unknown, service: string): SignedIn {
  const response = (typeof data === 'object' ? data : null) as SignInResponse | null;
  const { accessToken, authSession } = response ?? {};
  const refreshToken = response?.refreshToken ?? authSession?.refreshToken ?? undefined;
  if (!isToken(accessToken) || (refreshToken !== undefined && !isToken(refreshToken)))
    throw new ServerFailure('NO_TOKENS', `The sign-in response of ${service} has no usable tokens.`, { service });
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const end = text(authSession?.validUntil) ?? isoEnd(accessToken);
  const identity = {
    user: text(response?.user?.name),
    type: text(response?.type),
    client: text(authSession?.authClient?.name),
    endsAt: end,
  };
  return {
    tokens: { accessToken, refreshToken },
    identity: Object.fromEntries(Object.entries(identity).filter(([, value]) => value !== undefined)),
  };
}

function isoEnd(accessToken: string): string | undefined {
  const end = expiryOf(accessToken);
  return end === undefined ? undefined : new Date(end).toISOString();
}

// The options of a sign-in that name its key. Only data.

/** The key of a sign-in, and what it may sign: a `KeyOptions` of `engine/sign-in/selected-key`. */
export const signInKeyFlags: readonly Flag[] = [
  {
    flags: '--key <name>',
    effects: ['secret'],
    summary: 'the name of a key in the key folder',
    from: 'wallet key list {name}',
  },
  {
    flags: '--key-file <file>',
    effects: ['file', 'secret'],
    summary: 'a key file: V3 key store, hex, phrase or extended key',
  },
  { flags: '--key-stdin', effects: ['secret'], summary: 'read the key from standard input' },
  {
    flags: '--accept-plain-message',
    effects: ['widens'],
    summary: 'sign a message that is not an EIP-4361 message, after printing it',
  },
];

// The key of a sign-in: from the key folder, a file or standard input, used in its own process.

/** The source of the key: exactly one of three. */
export interface KeyOptions {
  readonly key?: string;
  readonly keyFile?: string;
  readonly keyStdin?: boolean;
}

/** Unlocks the selected key, and ends its process after `use`. @throws {BadInput}, and the errors of `use` */
export async function withKey<Result>(
  context: Context,
  options: KeyOptions,
  use: (key: KeyHandle) => Result | Promise<Result>,
): Promise<Result> {
  const key = await readKey(context, options);
  try {
    return await use(await key.unlock(() => keyPassword(context, undefined, 'Password of the key')));
  } finally {
    key.release();
  }
}

async function readKey(context: Context, { key, keyFile, keyStdin }: KeyOptions): Promise<KeyInProcess> {
  const sources = [key, keyFile, keyStdin || undefined].filter((source) => source !== undefined);
  if (sources.length !== 1)
    throw new BadInput(
      'WHICH_KEY',
      sources.length === 0 ? 'This sign-in method needs a key.' : 'Give one of --key, --key-file and --key-stdin.',
      'Name it: --key NAME, --key-file FILE, or pipe it in with --key-stdin',
    );
  requireOneStdin(context, keyStdin === true || keyFile === '-', undefined);
  if (key !== undefined) return readKeyOfStore(context, key, 'evm', true);
  return readKeyFile(context, keyStdin ? '-' : keyFile!, 'evm');
}
