// The linked wallet of a user: WalletEntity (platform 12.2).

import { registerMain } from '../../chain/registered-wallet.js';
import {
  addRow,
  type Context,
  defineKind,
  type HandlerContext,
  iso,
  type Kind,
  type ResponseOf,
  type Row,
  rows,
  saveOrAdd,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/user.js';
import { findUser, type Identifier, identifier, joinedAt, liveUser, seedUsers, type User, user } from './user.js';

export interface MainWallet {
  /** With its checksum. */
  readonly address: string;
  /** Its key has signed for the user. Until then the link is only requested. */
  readonly verified: boolean;
  readonly createdAt: string;
  readonly updatedAt?: string;
  /** Undefined once the message is signed. */
  readonly authNonce?: string | null;
  readonly lastSignatureMade?: string | null;
}

export const mainWallet: Kind<MainWallet, ResponseOf<typeof shapes.MainWallet>> = defineKind({
  name: 'main-wallet',
  noun: 'WALLET',
  owned: true,
  show: ({
    id,
    owner,
    body: { address, verified, createdAt, updatedAt = createdAt, authNonce = null, lastSignatureMade = null },
  }) => ({
    id,
    userId: owner!,
    address,
    verified,
    authNonce,
    lastSignatureMade,
    data: null,
    createdAt,
    updatedAt,
  }),
  seed: (opening) => {
    for (const { handle, address } of seedUsers) {
      if (address === null) continue;
      const owner = findUser(opening, handle)!.id;
      const at = joinedAt(opening.now, handle);
      addRow(opening, mainWallet, { owner, at, body: { address, verified: true, createdAt: iso(at) } });
    }
  },
});

const mainOf = (context: Context, userId: string): Row<MainWallet> | undefined =>
  rows(context, mainWallet, { owner: userId })[0];

/** Undefined without a main wallet. */
export function walletOf(context: Context, owner: Row<User>) {
  const wallet = mainOf(context, owner.id);
  return wallet && mainWallet.show(wallet, context);
}

/** The linked, verified address of a user. */
export const linkedAddress = (context: Context, userId: string): string | undefined =>
  rows(context, mainWallet, { owner: userId }).find(({ body }) => body.verified)?.body.address;

/** The user of a linked address. */
export const holderOf = (context: Context, address: string): string | undefined =>
  rows(context, mainWallet).find(({ body }) => body.verified && body.address === address)?.owner ?? undefined;

/** The wallet while it waits for its signature. A linked wallet stays until then. */
export function prepareLink(context: HandlerContext, userId: string, address: string, authNonce: string) {
  const current = mainOf(context, userId);
  const at = iso(context.now);
  const body = { address, verified: false, createdAt: current?.body.createdAt ?? at, updatedAt: at, authNonce };
  if (current?.body.verified) return mainWallet.show({ ...current, body }, context);
  return mainWallet.show(saveOrAdd(context, mainWallet, current, { owner: userId, body }), context);
}

/** Links an address that has signed. It becomes the main wallet and a registered one. */
export function linkAddress(context: HandlerContext, userId: string, address: string): void {
  const current = mainOf(context, userId);
  const at = iso(context.now);
  const body = {
    address,
    verified: true,
    createdAt: current?.body.createdAt ?? at,
    updatedAt: at,
    lastSignatureMade: iso(context.wall),
  };
  saveOrAdd(context, mainWallet, current, { owner: userId, body });
  registerMain(context, userId, address);
}

/** SignedUserIdentifierDto (platform 12.2). */
export function signedIdentifier(context: HandlerContext, identifierRow: Row<Identifier>): object {
  const owner = liveUser(context, identifierRow.owner ?? '')!;
  return {
    ...identifier.show(identifierRow, context),
    user: { ...user.show(owner, context), wallet: walletOf(context, owner) ?? null },
  };
}
