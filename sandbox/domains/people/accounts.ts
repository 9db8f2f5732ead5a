// Accounts of the wallet application, by a Google or Apple identity, and the server's share of their key (platform
// 2.6).

import { optional, secret, text, word } from '../../../src/services/catalogue/define.js';
import {
  type AfterCommit,
  addRow,
  badRequest,
  type Context,
  callerId,
  defineKind,
  type HandlerContext,
  type Kind,
  type ResponseOf,
  type Row,
  refuse,
  rows,
  saveRow,
  sha256,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/user.js';
import { addWalletKey } from './credentials.js';
import { walletOf } from './main-wallet.js';
import { beginSession, checkClient, withTokens } from './session.js';
import { deleteUser, restoreUser, signUp } from './sign-up.js';
import {
  findUser,
  type Identifier,
  identifier,
  identifierNamed,
  liveUser,
  requireUser,
  seedUsers,
  type User,
} from './user.js';

interface KeyShare {
  /** The received text, unchanged. */
  readonly jsonString: string;
  readonly polynomialId: string;
  readonly deviceShareIndex?: string;
}

const keyShare: Kind<KeyShare> = defineKind({
  name: 'key-share',
  owned: true,
  seed: (opening) => {
    for (const { handle, identifiers } of seedUsers) {
      if (!identifiers.some(([type]) => type === 'GOOGLE' || type === 'APPLE')) continue;
      addRow(opening, keyShare, {
        owner: findUser(opening, handle)!.id,
        body: readShare(madeShare(handle)),
      });
    }
  },
});

/** A hash in the form of a share. */
function madeShare(handle: string): string {
  const hex = (purpose: string) => sha256(`tuk-sandbox:share:${handle}:${purpose}`);
  return JSON.stringify({ share: { share: hex('share'), shareIndex: hex('index') }, polynomialID: hex('polynomial') });
}

/**
 * Parses a share: JSON `{share: {share, shareIndex}, polynomialID, deviceShareIndex?}` (platform 2.6). @throws
 * {Refusal} for other text
 */
function readShare(text: string): KeyShare {
  const { share, polynomialID, deviceShareIndex } = objectIn(text);
  const { share: secret, shareIndex } = isObject(share) ? share : {};
  const indexed = deviceShareIndex === undefined || typeof deviceShareIndex === 'string';
  if (typeof secret !== 'string' || typeof shareIndex !== 'string' || typeof polynomialID !== 'string' || !indexed)
    return badRequest('share must be JSON text of {share: {share, shareIndex}, polynomialID, deviceShareIndex?}.');
  return { jsonString: text, polynomialId: polynomialID, deviceShareIndex };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

const keyShareOf = (context: Context, userId: string): Row<KeyShare> | undefined =>
  rows(context, keyShare, { owner: userId })[0];

/** Stores or replaces a share. */
function saveShare(context: HandlerContext, userId: string, body: KeyShare): Row<KeyShare> {
  const existing = keyShareOf(context, userId);
  return existing ? saveRow(context, keyShare, existing, body) : addRow(context, keyShare, { owner: userId, body });
}

const token = secret(text());
const share = secret(text());
/** Only version 2 has public names (SnsAuthDto, SignupV2Dto, RestoreAccountV2Dto), not version 2.1. */
export const accountBody = { type: word(['GOOGLE', 'APPLE']), identifier: optional(text()), token };
export const newAccountBody = { ...accountBody, share };
export const restoreAccountBody = { ...newAccountBody, walletAddress0: text() };
export const newShareBody = { share };
export const shareQuery = { ...accountBody, polynomialId: optional(text()) };

/** The names of the identity proof in each version. */
interface Proof {
  readonly type?: 'GOOGLE' | 'APPLE';
  readonly provider?: 'GOOGLE' | 'APPLE';
  readonly identifier?: string;
  readonly token?: string;
  readonly idtoken?: string;
  readonly accessToken?: string;
  readonly polynomialId?: string;
}
interface Identity {
  readonly type: 'GOOGLE' | 'APPLE';
  readonly externalId: string;
}

/** The identity of the token `sns:TYPE:IDENTIFIER`, which stands for tokens of Google and Apple. */
function identityOf(context: HandlerContext): Identity {
  const sent: Proof = { ...context.query, ...context.body };
  const type = (sent.type ?? sent.provider)!;
  const proof = sent.token ?? sent.idtoken ?? sent.accessToken;
  if (proof === undefined) return badRequest('idtoken (text) or accessToken (text) is missing.');
  const [, tokenType, externalId] = /^sns:([A-Z]+):(.+)$/.exec(proof) ?? [];
  if (externalId !== undefined && tokenType === type && (sent.identifier ?? externalId) === externalId)
    return { type, externalId };
  return refuse(
    401,
    `The token is not from this sandbox, which takes sns:${type}:IDENTIFIER, of the identifier sent if any.`,
    'INVALID_TOKEN',
  );
}

/** A deleted account exists too: it can be restored. */
export function checkAccount(context: HandlerContext) {
  const { type, externalId } = identityOf(context);
  return { exists: Boolean(identifierNamed(context, type, externalId)?.owner) };
}

/** Makes a user and begins a session. Version 1 also adds the wallet key. */
export function createAccount(context: HandlerContext): AfterCommit {
  checkClient(context);
  const { type, externalId } = identityOf(context);
  const existing = identifierNamed(context, type, externalId);
  if (existing?.owner) refuse(409, 'already existing user!', 'ALREADY_EXIST');
  if (existing) refuse(422, 'User must be signed up!', 'MUST_BE_SIGNED_UP');
  const identifierRow = signUp(context, {
    type,
    externalId,
    name: externalId.split('@')[0] || externalId,
    email: externalId.includes('@') ? externalId : undefined,
  });
  const { owner } = identifierRow as Row<Identifier> & { readonly owner: string };
  saveKeys(context, owner);
  const row = beginSession(context, identifierRow);
  return withTokens(context, row, (pair) => ({ id: owner, ...pair }));
}

/** Stores the share, and the key of version 1. */
function saveKeys(context: HandlerContext, owner: string): void {
  const { share: sent, pubKey } = context.body as { share: string; pubKey?: string };
  saveShare(context, owner, readShare(sent));
  if (pubKey !== undefined) addWalletKey(context, owner, pubKey);
}

const noUser = (names: string): never => refuse(404, `There is no user: ${names}`, 'NOT_FOUND_USER');

/**
 * Restores a deleted account or replaces the share. A linked wallet's address is required.
 */
export function restoreAccount(context: HandlerContext): void {
  const { type, externalId } = identityOf(context);
  const owner = identifierNamed(context, type, externalId)?.owner;
  const account = owner ? requireUser(context, owner) : noUser('type, userId, email');
  const linked = walletOf(context, account) as { address: string; verified: boolean } | undefined;
  const { walletAddress0 } = context.body as { walletAddress0: string };
  if (linked?.verified && linked.address.toLowerCase() !== walletAddress0.toLowerCase()) noUser('type, userId, email');
  saveKeys(context, restoreUser(context, account).id);
}

/** Deletes the caller. */
export const deleteAccount = (context: HandlerContext): void => deleteUser(context, currentUser(context));

/** The share by the identity. */
export function showStateOf(context: HandlerContext) {
  const { type, externalId } = identityOf(context);
  const { polynomialId } = context.query;
  const owner = liveUser(context, identifierNamed(context, type, externalId)?.owner ?? '');
  const keyShare = owner && keyShareOf(context, owner.id);
  if (!keyShare || (polynomialId ?? keyShare.body.polynomialId) !== keyShare.body.polynomialId)
    return noUser('provider, userId, email');
  return keyShare.body;
}

/** Replaces the share, by the session. */
export const replaceState = (context: HandlerContext) =>
  saveShare(context, callerId(context), readShare(context.body.share as string)).body;

const currentUser = (context: HandlerContext): Row<User> => requireUser(context, callerId(context));

/** The caller's account, with names of the sandbox's own. */
export function showAccount(context: HandlerContext): ResponseOf<typeof shapes.Account> {
  const { id, body } = currentUser(context);
  const identifiers = rows(context, identifier, { owner: id }).map((row) => identifier.show(row, context));
  return { id, email: body.email, name: body.name, identifiers, createdAt: body.createdAt, deletedAt: body.deletedAt };
}

/** The caller's id. */
export const showUid = (context: HandlerContext): ResponseOf<typeof shapes.Uid> => ({ uid: callerId(context) });
/** Whether an id has a live user. */
export const checkUid = (context: HandlerContext): ResponseOf<typeof shapes.UidCheck> => ({
  exists: liveUser(context, context.path.uid ?? '') !== undefined,
});
