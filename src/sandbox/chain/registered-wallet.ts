// Registered wallet addresses (platform 12.2, WalletResponseDto).

import { boolean, number, optional, text, word } from '../../services/catalogue/define.js';
import { Network } from '../../services/catalogue/words.js';
import {
  addRow,
  badRequest,
  callerId,
  type Draft,
  defineKind,
  type HandlerContext,
  iso,
  type Kind,
  pick,
  type Row,
  refuse,
  requireRow,
  rows,
  type Stored,
  saveRow,
} from '../core/index.js';
import type * as shapes from '../core/shapes/user.js';
import { findUser, joinedAt, seedUsers } from '../domains/people/user.js';
import { isAddress, madeAddress } from './addresses.js';

interface Wallet extends Stored<typeof shapes.WalletsV3> {
  readonly deleted: boolean;
}

const chains = ['ETHEREUM', 'BSC', 'XTZ', 'BITCOIN', 'SOLANA', 'TON'] as const satisfies readonly Network[];

export const wallet: Kind<Wallet> = defineKind({
  name: 'wallet',
  owned: true,
  show: ({ id, body }) => ({ id, ...pick(body, 'address', 'network', 'index', 'name') }),
  seed: (opening) => {
    for (const { handle, address, bare, verifiedWalletType = null } of seedUsers) {
      if (address === null || bare) continue;
      const owner = findUser(opening, handle)!.id;
      const at = joinedAt(opening.now, handle);
      for (const network of chains) {
        const made = madeAddress(network, handle) ?? address;
        const facts = { address: made, network, index: 0, name: 'Wallet 1', createdAt: iso(at), deleted: false };
        addRow(opening, wallet, { owner, at, body: { ...facts, verifiedWalletType, main: network === 'ETHEREUM' } });
      }
    }
  },
});

export const showWalletV3: Kind<Wallet>['show'] = (row, context) => {
  const { verifiedWalletType, main, createdAt } = row.body;
  return { ...(wallet.show(row, context) as object), verifiedWalletType, main, createdAt };
};

/** Without deleted wallets, of the requested network, by index. */
export const walletListing = {
  where: (row: Row<Wallet>, context: HandlerContext) =>
    !row.body.deleted && (context.query.network === undefined || context.query.network === row.body.network),
  sort: () => (a: Row<Wallet>, b: Row<Wallet>) => a.body.index - b.body.index || a.ordinal - b.ordinal,
};

/** RegisterWalletDto, for calls without it in the catalogue. */
export const newWallet = {
  network: word(Network),
  address: text(),
  index: optional(number()),
  name: optional(text()),
  main: optional(boolean()),
};

/** Refuses a registered address of the same network. */
export function makeWallet(context: HandlerContext): Draft<Wallet> {
  const owner = callerId(context);
  const wallets = rows(context, wallet, { owner }).filter((row) => !row.body.deleted);
  const { address, network, main = false } = context.body as { address: string; network: Network; main?: boolean };
  const isRegistered = wallets.some(
    ({ body }) => body.network === network && body.address.toLowerCase() === address.toLowerCase(),
  );
  if (isRegistered) refuse(409, `${address} is registered on ${network} already.`, 'ALREADY_EXIST');
  checkAddress(network, address);
  const { index = wallets.filter(({ body }) => body.network === network).length, name = `Wallet ${index + 1}` } =
    context.body as {
      index?: number;
      name?: string;
    };
  const body = {
    address,
    network,
    index,
    name,
    verifiedWalletType: null,
    main,
    createdAt: iso(context.now),
    deleted: false,
  };
  return { owner, body };
}

/** Registers a linked address as the external main wallet on ETHEREUM. */
export function registerMain(context: HandlerContext, owner: string, address: string): void {
  const wallets = rows(context, wallet, { owner }).filter(({ body }) => body.network === 'ETHEREUM' && !body.deleted);
  for (const row of wallets.filter(({ body }) => body.main))
    saveRow(context, wallet, row, { ...row.body, main: false });
  const existing = wallets.find(({ body }) => body.address.toLowerCase() === address.toLowerCase());
  const facts = { verifiedWalletType: 'PRIVY_EXTERNAL', main: true } as const;
  if (existing) saveRow(context, wallet, existing, { ...existing.body, ...facts });
  else
    addRow(context, wallet, {
      owner,
      body: { ...newFacts(context, address, wallets.length), ...facts },
    });
}
const newFacts = ({ now }: HandlerContext, address: string, index: number) =>
  ({ address, network: 'ETHEREUM', index, name: `Wallet ${index + 1}`, createdAt: iso(now), deleted: false }) as const;

function checkAddress(network: Network, address: string): void {
  if (!isAddress(network, address)) badRequest(`address is not an address of ${network}: ${address.slice(0, 100)}`);
}

/** Deletes a registered address, except the main wallet. */
export function deleteWallet(context: HandlerContext): void {
  const row = requireRow(context, wallet, context.body.id as string, callerId(context));
  if (row.body.deleted) refuse(404, 'There is no such wallet.', 'NOT_FOUND_WALLET');
  if (row.body.main) refuse(422, 'The main wallet cannot be removed.', 'NOT_CHANGEABLE');
  saveRow(context, wallet, row, { ...row.body, deleted: true });
}
