// What a way to sign in gives, and the calls that all of them make.

import type { Context } from '../../cli/context.js';
import { callOf } from '../../engine/call.js';
import type { ServiceName } from '../../services/catalogue/index.js';
import { ServerFailure } from '../../services/http/errors.js';
import { type SendOptions, sendRequest } from '../../services/http/send.js';
import { endOf, isToken, type Tokens } from '../../session/store.js';

/** Somebody who is signed in: the tokens, and who it is as far as the answer says. */
export interface Entered {
  readonly tokens: Tokens;
  readonly who?: Who;
}
/** Who has signed in, without a token; times are ISO. */
export interface Who {
  readonly user?: string;
  readonly type?: string;
  readonly client?: string;
  readonly endsAt?: string;
}

/** Makes a call of a sign-in, which is not asked about: typing `login` was the agreement. @returns the answer, read. @throws {Failure} */
export async function signInCall(
  context: Context,
  service: ServiceName,
  name: string,
  values: Readonly<Record<string, unknown>>,
  wants?: SendOptions,
): Promise<unknown> {
  const { call, build } = await callOf(service, name, values, wants);
  const reach = await context.requestContext();
  return (await sendRequest(call, await build(reach), reach)).data;
}

interface Answer {
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
 * Reads who has signed in out of an answer: a pair of tokens (AuthJWTResponseDto), or a signed-in identifier whose refresh token stands
 * in its session (SignedUserIdentifierWithAccessTokenDto, CONTRACT.md 7.4 and 8.2).
 * @throws {ServerFailure} where no access token is in it that could be sent
 */
export function entered(data: unknown, service: string): Entered {
  const answer = (typeof data === 'object' ? data : null) as Answer | null;
  const { accessToken, authSession } = answer ?? {};
  const refreshToken = answer?.refreshToken ?? authSession?.refreshToken ?? undefined;
  if (!isToken(accessToken) || (refreshToken !== undefined && !isToken(refreshToken)))
    throw new ServerFailure('NO_TOKENS', `The answer of ${service} to the sign-in holds no tokens that can be used.`, { service });
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const end = text(authSession?.validUntil) ?? isoEnd(accessToken);
  const who = { user: text(answer?.user?.name), type: text(answer?.type), client: text(authSession?.authClient?.name), endsAt: end };
  return {
    tokens: { accessToken, ...(refreshToken === undefined ? {} : { refreshToken }) },
    who: Object.fromEntries(Object.entries(who).filter(([, value]) => value !== undefined)),
  };
}

function isoEnd(accessToken: string): string | undefined {
  const end = endOf(accessToken);
  return end === undefined ? undefined : new Date(end).toISOString();
}
