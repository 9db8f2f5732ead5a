// Signing in with what another program handed over: Telegram's sign-in data, a Privy token, a one-time code, a pair of tokens.

import type { Context } from '../../cli/context.js';
import { parseInput, readInput, readStdin } from '../../cli/input-file.js';
import { BadInput } from '../../services/http/errors.js';
import { isToken, type Tokens } from '../../session/store.js';
import { type Entered, entered, signInCall } from './entered.js';

/** Ride-hailing's sign-in with the data of a Telegram mini app, in a file or on stdin (`-`). @throws {BadInput} {Failure} */
export async function ride(context: Context, file: string): Promise<Entered> {
  const initData = (await readInput(context.world, file)).trim();
  if (initData === '') throw new BadInput('EMPTY_INPUT', 'The sign-in data is empty.');
  context.redact.add(initData);
  return entered(await signInCall(context, 'ride-hailing', 'login', { initData }), 'ride-hailing');
}

/** The name that a Privy token is sent under. Nothing public says it, so it is assumed, and can be named. */
export const assumedPrivyField = 'token';

/** Sign-in with a Privy token on stdin. @throws {BadInput} {Failure} */
export async function privy(context: Context, field = assumedPrivyField): Promise<Entered> {
  return withPrivyToken(context, (await readStdin(context.world, 'the token')).trim(), field);
}

/** Turns a Privy token into a session. @throws {BadInput} for an empty one; {Failure} */
export async function withPrivyToken(context: Context, token: string, field = assumedPrivyField): Promise<Entered> {
  if (token === '') throw new BadInput('EMPTY_INPUT', 'The token is empty.');
  context.redact.add(token);
  return entered(await signInCall(context, 'user', 'signInWithPrivy', { body: { [field]: token } }), 'user');
}

/** A one-time code as it is handed over: `{"type":"...","code":"..."}` (CONTRACT.md 7.5). */
export interface OneTimeCode {
  readonly type: string;
  readonly code: string;
}

/** Sign-in with a one-time code, in a file or on stdin. @throws {BadInput} {Failure} */
export async function deferred(context: Context, file = '-'): Promise<Entered> {
  const text = file === '-' ? await readStdin(context.world, 'the code') : await readInput(context.world, file);
  const given = parseInput(text, 'The one-time code') as Partial<OneTimeCode> | null;
  if (typeof given?.type !== 'string' || typeof given.code !== 'string' || given.code === '')
    throw new BadInput('BAD_CODE', 'The one-time code is not of the form {"type":"...","code":"..."}.', 'Make one: tuk auth code');
  return withCode(context, { type: given.type, code: given.code });
}

/** Turns a one-time code into a session. @throws {Failure} */
export async function withCode(context: Context, { type, code }: OneTimeCode): Promise<Entered> {
  context.redact.add(code);
  return entered(await signInCall(context, 'user', 'validateDeferredCode', { type, code }), 'user');
}

/** A pair of tokens that is piped in; nothing is sent. @throws {BadInput} */
export async function piped(context: Context): Promise<Entered> {
  return { tokens: tokensFrom(parseInput(await readStdin(context.world, 'the tokens'), 'What was piped in')) };
}

/** @throws {BadInput} unless it is an object with an access token, and a refresh token if any is given, fit for a header. */
export function tokensFrom(value: unknown): Tokens {
  const { accessToken, refreshToken } = (value ?? {}) as Partial<Tokens>;
  const want = 'Pipe in {"accessToken":"...","refreshToken":"..."}.';
  if (!isToken(accessToken)) throw new BadInput('BAD_TOKENS', 'There is no usable accessToken in what was piped in.', want);
  if (refreshToken === undefined || refreshToken === null) return { accessToken };
  if (!isToken(refreshToken)) throw new BadInput('BAD_TOKENS', 'The refreshToken in what was piped in cannot be used.', want);
  return { accessToken, refreshToken };
}
