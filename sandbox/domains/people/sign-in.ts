// Signs users in: by one-time code, redirect, Privy token or Telegram data.
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type AfterCommit,
  addRow,
  badRequest,
  defineKind,
  findRow,
  type HandlerContext,
  type Kind,
  minute,
  Redirect,
  Refusal,
  type Row,
  refuse,
  requireCaller,
  rowById,
  rows,
  saveRow,
} from '../../core/index.js';
import { deriveSecret } from './auth-tokens.js';
import { signedIdentifier } from './main-wallet.js';
import { beginSession, checkVersion, sessionWithClient, withTokens } from './session.js';
import { signUp } from './sign-up.js';
import { client, findUser, type Identifier, identifier, identifierNamed, identifierOf, liveUser } from './user.js';

/** A one-time code lasts five minutes of the wall clock. Its text is derived from its id, never stored. */
interface DeferredCode {
  readonly type: Identifier['type'];
  readonly identifierId: string;
  readonly validUntil: number;
  readonly used: boolean;
}
const deferredCode: Kind<DeferredCode> = defineKind({
  name: 'deferred-code',
});
const codeMs = 5 * minute;
const codeOf = (context: HandlerContext, id: string): string => deriveSecret(context.state, `code|${id}`);

function createCodeFor(
  context: HandlerContext,
  identifierRow: Row<Identifier>,
  type = identifierRow.body.type,
): { type: string; code: string } {
  const body = { type, identifierId: identifierRow.id, validUntil: context.wall + codeMs, used: false };
  const created = addRow(context, deferredCode, { owner: identifierRow.owner, at: context.wall, body });
  return { type, code: codeOf(context, created.id) };
}

/** A code that signs another client in. */
export function createCode(context: HandlerContext) {
  if (context.client.id === undefined) badRequest('The header X-Auth-Client-Id is missing.');
  return createCodeFor(context, rowById(context, identifier, requireCaller(context).identifierId)!);
}
/** The account calls do not require the header. */
export const createAccountCode = (context: HandlerContext) =>
  createCodeFor(context, rowById(context, identifier, requireCaller(context).identifierId)!);

/** Signs in with a code. Its errors have no code (platform 2.4). */
export function validateCode(context: HandlerContext): AfterCommit {
  const { id, version } = context.client;
  if (id === undefined || version === undefined) throw new Refusal(426, 'Client not given or version out-dated');
  const used = findRow(context, client, id);
  if (!used) throw new Refusal(404, 'Unknown auth client');
  checkVersion(context, used.body);
  const { type, code } = context.body;
  const match = rows(context, deferredCode).find((row) => row.body.type === type && codeOf(context, row.id) === code);
  if (!match || match.body.used || match.body.validUntil <= context.wall)
    throw new Refusal(401, 'Invalid auth code, or expired');
  saveRow(context, deferredCode, match, { ...match.body, used: true });
  return signedInResponse(context, rowById(context, identifier, match.body.identifierId)!);
}

/** `privy:IDENTIFIER` stands for a token of Privy. */
export function signInWithPrivy(context: HandlerContext): AfterCommit {
  const [, externalId] = /^privy:(.+)$/.exec(context.body.token as string) ?? [];
  if (externalId === undefined)
    return refuse(401, 'The token is not from this sandbox, which takes privy:IDENTIFIER.', 'INVALID_TOKEN');
  return signedInResponse(context, identifierNamed(context, 'PRIVY', externalId) ?? refuse(422, 'User not signed up'));
}

/** Begins a session. Returns the user with the tokens. */
export function signedInResponse(context: HandlerContext, identifierRow: Row<Identifier>): AfterCommit {
  if (!identifierRow.owner || !liveUser(context, identifierRow.owner)) throw new Refusal(422, 'User not signed up');
  const row = beginSession(context, identifierRow);
  const who = signedIdentifier(context, identifierRow);
  return withTokens(context, row, ({ accessToken, refreshToken }) => ({
    ...who,
    accessToken,
    authSession: sessionWithClient(context, row, refreshToken),
  }));
}

/** Redirects to the browser's page with a code. `as` names the user. */
export const redirectWith =
  (type: Identifier['type']) =>
  (context: HandlerContext): Redirect => {
    const to = loopback(context.query.redirectUrl as string);
    const person =
      findUser(context, (context.query.as as string | undefined) ?? 'mina') ??
      refuse(404, 'There is no such user.', 'NOT_FOUND_USER');
    const identifierRow = identifierOf(context, person.id, type) ?? refuse(422, 'User not signed up');
    const { code } = createCodeFor(context, identifierRow, type);
    to.searchParams.set('type', type);
    to.searchParams.set('code', code);
    return new Redirect(to.href);
  };

function loopback(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && /^https?:$/.test(url.protocol) && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname)) return url;
  return badRequest('redirectUrl must be an address of this machine, such as http://127.0.0.1:5000/done.');
}

/** A made-up bot. */
const botToken = '1000000000:sandbox-bot-token-worth-nothing';

/**
 * POST /v1/auth/login of ride-hailing: verifies mini-app data by Telegram's published rule. A new person becomes a
 * user.
 */
export function loginWithTelegram(context: HandlerContext): AfterCommit {
  const data = new URLSearchParams(context.body.initData as string);
  const person = telegramUser(data);
  if (!person || !signedByBot(data))
    return refuse(401, 'The data is not signed by the bot of this sandbox.', 'INVALID_SIGNATURE');
  const identifierRow =
    identifierNamed(context, 'TELEGRAM_MINIAPP', person.id) ??
    signUp(context, { type: 'TELEGRAM_MINIAPP', externalId: person.id, name: person.name });
  if (!identifierRow.owner || !liveUser(context, identifierRow.owner)) refuse(404, 'UserIdentifier not exists!');
  const row = beginSession(context, identifierRow);
  return withTokens(context, row);
}

interface TelegramUser {
  readonly id: string;
  readonly name: string;
}
function telegramUser(data: URLSearchParams): TelegramUser | undefined {
  try {
    const { id, first_name: first, last_name: last } = JSON.parse(data.get('user') ?? '') as Record<string, unknown>;
    const name = [first, last].filter((part) => typeof part === 'string').join(' ');
    return Number.isSafeInteger(id) ? { id: String(id), name: name || `Telegram ${id}` } : undefined;
  } catch {
    return undefined;
  }
}

function signedByBot(data: URLSearchParams): boolean {
  const lines = [...data].filter(([name]) => name !== 'hash').map(([name, value]) => `${name}=${value}`);
  const key = createHmac('sha256', 'WebAppData').update(botToken).digest();
  const expected = createHmac('sha256', key).update(lines.sort().join('\n')).digest();
  const sent = Buffer.from(data.get('hash') ?? '', 'hex');
  return sent.length === expected.length && timingSafeEqual(sent, expected);
}
