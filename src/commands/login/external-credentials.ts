// Signs in with credentials of another program: Telegram data, a Privy token, a one-time code, a pair of tokens.

import type { Context } from '../../cli/context.js';
import { parseInput, readInput, readStdin } from '../../cli/input-file.js';
import { parseSignIn, type SignedIn, signInCall } from '../../engine/sign-in/sign-in.js';
import { BadInput } from '../../services/http/errors.js';
import { isToken, type SessionTokens } from '../../session/stored-session.js';

/** Signs in to ride-hailing with the data of a Telegram mini app, from a file or `-`. @throws {BadInput} {Failure} */
export async function signInToRideHailing(context: Context, file: string): Promise<SignedIn> {
  const initData = (await readInput(context.world, file)).trim();
  if (initData === '') throw new BadInput('EMPTY_INPUT', 'The sign-in data is empty.');
  context.out.redact.add(initData);
  return parseSignIn(await signInCall(context, 'ride-hailing', 'login', { initData }), 'ride-hailing');
}

/** The assumed field of the Privy token: no public source names it. --field replaces it. */
export const assumedPrivyField = 'token';

/** Signs in with a Privy token from stdin. @throws {BadInput} {Failure} */
export async function signInWithPrivy(context: Context, field = assumedPrivyField): Promise<SignedIn> {
  return exchangePrivyToken(context, (await readStdin(context.world, 'the token')).trim(), field);
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
  const text = file === '-' ? await readStdin(context.world, 'the code') : await readInput(context.world, file);
  const parsed = parseInput(text, 'The one-time code') as Partial<OneTimeCode> | null;
  if (typeof parsed?.type !== 'string' || typeof parsed.code !== 'string' || parsed.code === '')
    throw new BadInput(
      'BAD_CODE',
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
