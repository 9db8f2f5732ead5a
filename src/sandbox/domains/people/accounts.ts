// Accounts of the wallet application in all versions: made, asked for, deleted and restored by a Google or Apple identity.
import { optional, secret, text, word } from '../../../services/catalogue/define.js';
import { refuse } from '../../core/refusal.js';
import type { Later } from '../../core/reply.js';
import { type Row, rows } from '../../core/rows.js';
import { caller, type World } from '../../core/world.js';
import { keyShareOf, readShare, saveShare, showShare } from './key-share.js';
import { beginSession, checkClient, withTokens } from './session.js';
import { comeBack, leave, signUp } from './sign-up.js';
import { type Identifier, identifier, identifierNamed, liveUser, theUser, type User } from './user.js';
import { walletOf } from './wallet-entity.js';
import { addWalletKey } from './wallet-key.js';

const token = secret(text());
const share = secret(text());
/** What version 2.1 takes: its names are not public, those of version 2 are (SnsAuthDto, SignupV2Dto, RestoreAccountV2Dto). */
export const ofAccount = { type: word(['GOOGLE', 'APPLE']), identifier: optional(text()), token };
export const newAccount = { ...ofAccount, share };
export const restoredAccount = { ...newAccount, walletAddress0: text() };
export const newShare = { share };
export const askedShare = { ...ofAccount, polynomialId: optional(text()) };

/** The names under which the versions send what proves an identity. */
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
  readonly known: string;
}

/** Whose token was sent. Tokens are the sandbox's own, `sns:TYPE:IDENTIFIER`: those of Google and Apple are nobody's to make here. */
function identityOf(world: World): Identity {
  const sent: Proof = { ...world.query, ...world.body };
  const type = (sent.type ?? sent.provider)!;
  const proof = sent.token ?? sent.idtoken ?? sent.accessToken;
  if (proof === undefined) return refuse(400, 'idtoken (text) or accessToken (text) is missing.', 'INVALID_REQUEST');
  const [, of, known] = /^sns:([A-Z]+):(.+)$/.exec(proof) ?? [];
  if (known !== undefined && of === type && (sent.identifier ?? known) === known) return { type, known };
  return refuse(
    401,
    `The token is none of this sandbox, which takes sns:${type}:IDENTIFIER, of the identifier sent if any.`,
    'INVALID_TOKEN',
  );
}

/** POST .../accounts/check. A deleted account exists too: it is to be restored, not made again. */
export function checkAccount(world: World): unknown {
  const { type, known } = identityOf(world);
  return { exists: Boolean(identifierNamed(world, type, known)?.owner) };
}

/** POST .../accounts: makes a user, and begins a session. Version 1 lets the wallet key in as well. */
export function createAccount(world: World): Later {
  checkClient(world);
  const { type, known } = identityOf(world);
  const found = identifierNamed(world, type, known);
  if (found?.owner) refuse(409, 'already existing user!', 'ALREADY_EXIST');
  if (found) refuse(422, 'User must be signed up!', 'MUST_BE_SIGNED_UP');
  const way = signUp(world, { type, known, name: known.split('@')[0] || known, ...(known.includes('@') && { email: known }) });
  const { owner } = way as Row<Identifier> & { readonly owner: string };
  keep(world, owner);
  const row = beginSession(world, way);
  return withTokens(world, row, row.body.hidden.generation, (pair) => ({ id: owner, ...pair }));
}

/** Keeps the share that came, and the key where version 1 sends one. */
function keep(world: World, owner: string): void {
  const { share: sent, pubKey } = world.body as { share: string; pubKey?: string };
  saveShare(world, owner, readShare(sent));
  if (pubKey !== undefined) addWalletKey(world, owner, pubKey);
}

const noUser = (names: string): never => refuse(404, `There is no user: ${names}`, 'NOT_FOUND_USER');

/**
 * POST .../accounts/restore: brings a deleted account back, and keeps the new share of one that is there.
 * Who has a linked wallet must name its address.
 */
export function restoreAccount(world: World): void {
  const { type, known } = identityOf(world);
  const owner = identifierNamed(world, type, known)?.owner;
  const found = owner ? theUser(world, owner) : noUser('type, userId, email');
  const linked = walletOf(world, found) as { address: string; verified: boolean } | undefined;
  const { walletAddress0 } = world.body as { walletAddress0: string };
  if (linked?.verified && linked.address.toLowerCase() !== walletAddress0.toLowerCase()) noUser('type, userId, email');
  keep(world, comeBack(world, found).id);
}

/** DELETE /users/me and POST .../accounts/delete. */
export const deleteAccount = (world: World): void => leave(world, callingUser(world));

/** GET .../accounts/ss, by the identity. */
export function showStateOf(world: World): unknown {
  const { type, known } = identityOf(world);
  const { polynomialId } = world.query as Proof;
  const owner = liveUser(world, identifierNamed(world, type, known)?.owner ?? '');
  const kept = owner && keyShareOf(world, owner.id);
  if (!kept || (polynomialId ?? kept.body.polynomialId) !== kept.body.polynomialId) return noUser('provider, userId, email');
  return showShare(kept);
}

/** PUT .../accounts/ss, by who is signed in. */
export const replaceState = (world: World): unknown =>
  showShare(saveShare(world, caller(world).userId, readShare(world.body.share as string)));

const callingUser = (world: World): Row<User> => theUser(world, caller(world).userId);

/** GET .../accounts: the sandbox's own names. */
export function showAccount(world: World): unknown {
  const { id, body } = callingUser(world);
  const ways = rows(world, identifier, { owner: id }).map((row) => identifier.show(row, world));
  return { id, email: body.email, name: body.name, identifiers: ways, createdAt: body.createdAt, deletedAt: body.deletedAt };
}

/** GET /v2/accounts/uid: the id of the user. */
export const showUid = (world: World): unknown => ({ uid: caller(world).userId });
/** POST /v2/accounts/uid/{uid}/check: whether it is somebody's who is there. */
export const checkUid = (world: World): unknown => ({ exists: liveUser(world, world.path.uid ?? '') !== undefined });
