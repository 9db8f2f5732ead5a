// Ways in: one-time codes, sign-in redirects, Privy's and Telegram's data.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { minute } from '../../core/clock.js';
import { Refusal, refuse } from '../../core/refusal.js';
import { type Later, Redirect } from '../../core/reply.js';
import { addRow, findRow, type Kind, type Row, rowById, rows, saveRow } from '../../core/rows.js';
import { caller, type World } from '../../core/world.js';
import { beginSession, checkVersion, type Pair, shownWithClient, withTokens } from './session.js';
import { signUp } from './sign-up.js';
import { signedIdentifier } from './signed.js';
import { sealed } from './tokens.js';
import { client, findUser, type Identifier, identifier, identifierNamed, identifierOf, liveUser } from './user.js';

/** A one-time code: five minutes of the wall clock, one use. Its text is made from its id, never stored. */
interface DeferredCode {
  readonly type: Identifier['type'];
  readonly identifierId: string;
  readonly validUntil: number;
  readonly used: boolean;
}
const deferredCode: Kind<DeferredCode> = {
  name: 'deferred-code',
  table: 'deferred_code',
  noun: 'CODE',
  owned: false,
  show: ({ id }) => ({ id }),
};
const codeMs = 5 * minute;
const codeOf = (world: World, id: string): string => sealed(world.state, `code|${id}`);

/** A one-time code for a way in. */
function makeCode(world: World, way: Row<Identifier>, type = way.body.type): { type: string; code: string } {
  const body = { type, identifierId: way.id, validUntil: world.wall + codeMs, used: false };
  const made = addRow(world, deferredCode, { owner: way.owner, at: world.wall, body });
  return { type, code: codeOf(world, made.id) };
}

/** POST /auth/deferred: a code that signs another client in. */
export function createCode(world: World): unknown {
  if (world.client.id === undefined) refuse(400, 'The header X-Auth-Client-Id is missing.', 'INVALID_REQUEST');
  return makeCode(world, rowById(world, identifier, caller(world).identifierId)!);
}
/** The account calls make the same code, and ask for no header. */
export const createAccountCode = (world: World): unknown => makeCode(world, rowById(world, identifier, caller(world).identifierId)!);

/** POST /auth/deferred/validate: signs in with such a code. Its errors have no code (CONTRACT.md section 2). */
export function validateCode(world: World): Later {
  const { id, version } = world.client;
  if (id === undefined || version === undefined) throw new Refusal(426, 'Client not given or version out-dated');
  const used = findRow(world, client, id);
  if (!used) throw new Refusal(404, 'Unknown auth client');
  checkVersion(world, used.body);
  const { type, code } = world.body as { type: string; code: string };
  const found = rows(world, deferredCode).find((row) => row.body.type === type && codeOf(world, row.id) === code);
  if (!found || found.body.used || found.body.validUntil <= world.wall) throw new Refusal(401, 'Invalid auth code, or expired');
  saveRow(world, deferredCode, found, { ...found.body, used: true });
  return signedInAnswer(world, rowById(world, identifier, found.body.identifierId)!);
}

/** POST /auth/privy/signin. The token is the sandbox's own, `privy:IDENTIFIER`: what Privy's look like is nobody's to make here. */
export function signInWithPrivy(world: World): Later {
  const [, known] = /^privy:(.+)$/.exec(world.body.token as string) ?? [];
  if (known === undefined) return refuse(401, 'The token is none of this sandbox, which takes privy:IDENTIFIER.', 'INVALID_TOKEN');
  return signedInAnswer(world, identifierNamed(world, 'PRIVY', known) ?? refuse(422, 'User not signed up'));
}

/** Begins a session, and answers who has signed in, with the tokens. */
export function signedInAnswer(world: World, way: Row<Identifier>): Later {
  if (!way.owner || !liveUser(world, way.owner)) throw new Refusal(422, 'User not signed up');
  const row = beginSession(world, way);
  const who = signedIdentifier(world, way);
  return withTokens(world, row, row.body.hidden.generation, ({ accessToken, refreshToken }) => ({
    ...who,
    accessToken,
    authSession: shownWithClient(world, row, refreshToken),
  }));
}

/** GET /auth/{google|...}: back to where the browser came from, with a code in the query. `as` says who signs in. */
export const redirectWith =
  (type: Identifier['type']) =>
  (world: World): Redirect => {
    const to = loopback(world.query.redirectUrl as string);
    const person =
      findUser(world, (world.query.as as string | undefined) ?? 'mina') ?? refuse(404, 'There is no such user.', 'NOT_FOUND_USER');
    const way = identifierOf(world, person.id, type) ?? refuse(422, 'User not signed up');
    const { code } = makeCode(world, way, type);
    to.searchParams.set('type', type);
    to.searchParams.set('code', code);
    return new Redirect(to.href);
  };

function loopback(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && /^https?:$/.test(url.protocol) && /^(127\.0\.0\.1|localhost|\[::1\])$/.test(url.hostname)) return url;
  return refuse(400, 'redirectUrl must be an address of this machine, such as http://127.0.0.1:5000/done.', 'INVALID_REQUEST');
}

/** The bot whose sign-in data the sandbox believes: a made-up one. */
const botToken = '1000000000:sandbox-bot-token-worth-nothing';

/** POST /v1/auth/login of ride-hailing: checks mini-app data by Telegram's published rule; someone new becomes a user. */
export function loginWithTelegram(world: World): Later {
  const data = new URLSearchParams(world.body.initData as string);
  const person = telegramUser(data);
  if (!person || !signedByBot(data)) return refuse(401, 'The data is not signed by the bot of this sandbox.', 'INVALID_SIGNATURE');
  const way =
    identifierNamed(world, 'TELEGRAM_MINIAPP', person.id) ??
    signUp(world, { type: 'TELEGRAM_MINIAPP', known: person.id, name: person.name });
  if (!way.owner || !liveUser(world, way.owner)) refuse(404, 'UserIdentifier not exists!');
  const row = beginSession(world, way);
  return withTokens(world, row, row.body.hidden.generation, (pair: Pair) => pair);
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
  const own = createHmac('sha256', key).update(lines.sort().join('\n')).digest();
  const given = Buffer.from(data.get('hash') ?? '', 'hex');
  return given.length === own.length && timingSafeEqual(given, own);
}
