// Signs in with credentials of another program: Telegram data, a Privy token, a one-time code, a pair of tokens.

import type { Context } from '../../cli/command/command.js';
import { parseInput, readInput, readStdin } from '../../cli/files/input-file.js';
import { parseSignIn, type SignedIn, signInCall } from '../../engine/sign-in/sign-in.js';
import { BadInput } from '../../services/http/errors.js';
import { isToken, type SessionTokens } from '../../session/stored-session.js';

/** Reads a credential from a file, or from standard input. @throws {BadInput} EMPTY_INPUT */
async function readCredential(context: Context, file: string, what: string): Promise<string> {
  const text = await (file === '-' ? readStdin(context.world, what) : readInput(context.world, file));
  if (text.trim() === '') throw new BadInput('EMPTY_INPUT', `${what[0]!.toUpperCase()}${what.slice(1)} is empty.`);
  return text.trim();
}

/** Signs in to ride-hailing with the data of a Telegram mini app. @throws {BadInput} {Failure} */
export async function signInToRideHailing(context: Context, file = '-'): Promise<SignedIn> {
  const initData = await readCredential(context, file, 'the sign-in data');
  context.out.redact.add(initData);
  return parseSignIn(await signInCall(context, 'ride-hailing', 'login', { initData }), 'ride-hailing');
}

/** The assumed field of the Privy token: no public source names it. --field replaces it. */
export const assumedPrivyField = 'token';

/** Signs in with a Privy token. @throws {BadInput} {Failure} */
export async function signInWithPrivy(context: Context, file = '-', field = assumedPrivyField): Promise<SignedIn> {
  return exchangePrivyToken(context, await readCredential(context, file, 'the token'), field);
}

/** Exchanges a Privy token for a session. @throws {BadInput} for an empty token; {Failure} */
export async function exchangePrivyToken(
  context: Context,
  token: string,
  field = assumedPrivyField,
): Promise<SignedIn> {
  if (token === '') throw new BadInput('EMPTY_INPUT', 'The token is empty.');
  context.out.redact.add(token);
  return parseSignIn(await signInCall(context, 'user', 'signInWithPrivy', { body: { [field]: token } }), 'user');
}

/** A one-time code: `{"type":"...","code":"..."}` (platform 2.4). */
export interface OneTimeCode {
  readonly type: string;
  readonly code: string;
}

/** Signs in with a one-time code from a file or stdin. @throws {BadInput} {Failure} */
export async function signInWithCode(context: Context, file = '-'): Promise<SignedIn> {
  const parsed = parseInput(
    await readCredential(context, file, 'the code'),
    'The one-time code',
  ) as Partial<OneTimeCode> | null;
  if (typeof parsed?.type !== 'string' || typeof parsed.code !== 'string' || parsed.code === '')
    throw new BadInput(
      'BAD_VALUE',
      'The one-time code is not of the form {"type":"...","code":"..."}.',
      'Make one: tuk auth code',
    );
  return exchangeCode(context, { type: parsed.type, code: parsed.code });
}

/** Exchanges a one-time code for a session. @throws {Failure} */
export async function exchangeCode(context: Context, { type, code }: OneTimeCode): Promise<SignedIn> {
  context.out.redact.add(code);
  return parseSignIn(await signInCall(context, 'user', 'validateDeferredCode', { type, code }), 'user');
}

/** Reads a pair of tokens from stdin; sends nothing. @throws {BadInput} */
export async function readTokens(context: Context): Promise<SignedIn> {
  return { tokens: parseTokens(parseInput(await readStdin(context.world, 'the tokens'), 'Standard input')) };
}

/** Parses a pair of tokens; the refresh token is optional. @throws {BadInput} for a token that a header cannot hold */
export function parseTokens(value: unknown): SessionTokens {
  const { accessToken, refreshToken } = (value ?? {}) as Partial<SessionTokens>;
  const hint = 'Pipe in {"accessToken":"...","refreshToken":"..."}.';
  if (!isToken(accessToken)) throw new BadInput('BAD_TOKENS', 'Standard input has no usable accessToken.', hint);
  if (refreshToken === undefined || refreshToken === null) return { accessToken };
  if (!isToken(refreshToken))
    throw new BadInput('BAD_TOKENS', 'The refreshToken on standard input is not usable.', hint);
  return { accessToken, refreshToken };
}
