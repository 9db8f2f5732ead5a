// The wallet that is linked to a user: CONTRACT.md 8.2 WalletEntity.
import { iso } from '../clock.js';
import { addRow, type Kind, type Row, rows } from '../rows.js';
import type { Moment } from '../world.js';
import { cast } from './cast.js';
import { findUser, type User } from './user.js';

/** The main wallet of a user, as stored. */
export interface MainWallet {
  readonly address: string;
  readonly verified: boolean;
  readonly createdAt: string;
}

export const mainWallet: Kind<MainWallet> = {
  name: 'main-wallet',
  table: 'main_wallet',
  noun: 'WALLET',
  owned: true,
  show: ({ id, owner, body: { createdAt, ...body } }) => ({
    id,
    userId: owner,
    ...body,
    authNonce: null,
    lastSignatureMade: null,
    data: null,
    createdAt,
    updatedAt: createdAt,
  }),
  seed: (opening) => {
    for (const { handle, address } of cast) {
      if (address === null) continue;
      const owner = findUser(opening, handle)!.id;
      addRow(opening, mainWallet, { owner, at: opening.now, body: { address, verified: true, createdAt: iso(opening.now) } });
    }
  },
};

/** The linked wallet of a user; not everyone has one. */
export function walletOf(moment: Moment, owner: Row<User>): unknown {
  const [own] = rows(moment, mainWallet, { owner: owner.id });
  return own && mainWallet.show(own, moment);
}
