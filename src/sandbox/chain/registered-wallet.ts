// Registered wallet addresses (platform 12.2, WalletResponseDto), and the fields that version 3 adds.
import { boolean, number, optional, text, word } from '../../services/catalogue/define.js';
import { Network, type VerifiedWalletType } from '../../services/catalogue/words.js';
import { iso } from '../core/clock.js';
import { type HandlerContext, requireCaller } from '../core/context.js';
import { refuse } from '../core/refusal.js';
import { addRow, type Draft, type Kind, type Row, requireRow, rows, saveRow } from '../core/rows.js';
import { joinedAt, seedUsers } from '../domains/people/seed-users.js';
import { findUser } from '../domains/people/user.js';
import { isAddress, madeAddress } from './addresses.js';

type NetworkWord = (typeof Network)[number];
export interface Wallet {
  readonly address: string;
  readonly network: NetworkWord;
  readonly index: number;
  readonly name: string;
  readonly verifiedWalletType: (typeof VerifiedWalletType)[number] | null;
  readonly main: boolean;
  readonly createdAt: string;
  readonly deleted: boolean;
}

const chains = ['ETHEREUM', 'BSC', 'XTZ', 'BITCOIN', 'SOLANA', 'TON'] as const satisfies readonly NetworkWord[];

export const wallet: Kind<Wallet> = {
  name: 'wallet',
  table: 'wallet',
  noun: 'WALLET',
  owned: true,
  show: ({ id, body: { address, network, index, name } }) => ({ id, address, network, index, name }),
  seed: (opening) => {
    for (const { handle, address, bare, verifiedWalletType = null } of seedUsers) {
      if (address === null || bare) continue;
      const owner = findUser(opening, handle)!.id;
      const at = joinedAt(opening.now, handle);
      for (const network of chains) {
        const own = madeAddress(network, handle) ?? address;
        const facts = { address: own, network, index: 0, name: 'Wallet 1', createdAt: iso(at), deleted: false };
        addRow(opening, wallet, { owner, at, body: { ...facts, verifiedWalletType, main: network === 'ETHEREUM' } });
      }
    }
  },
};

/** The response of version 3. */
export const showWalletV3: Kind<Wallet>['show'] = (row, context) => {
  const { verifiedWalletType, main, createdAt } = row.body;
  return { ...(wallet.show(row, context) as object), verifiedWalletType, main, createdAt };
};

/** Wallets that are not deleted, of the requested network, in the order of their index. */
export const walletListing = {
  where: (row: Row<Wallet>, context: HandlerContext) =>
    !row.body.deleted && (context.query.network === undefined || context.query.network === row.body.network),
  sort: () => (a: Row<Wallet>, b: Row<Wallet>) => a.body.index - b.body.index || a.ordinal - b.ordinal,
};

/** RegisterWalletDto, where the catalogue does not have it. */
export const newWallet = {
  network: word(Network),
  address: text(),
  index: optional(number()),
  name: optional(text()),
  main: optional(boolean()),
};

/** Registers an address; refuses one that is registered on the same network. */
export function makeWallet(context: HandlerContext): Draft<Wallet> {
  const owner = requireCaller(context).userId;
  const own = rows(context, wallet, { owner }).filter((row) => !row.body.deleted);
  const { address, network, main = false } = context.body as { address: string; network: NetworkWord; main?: boolean };
  const known = own.some(({ body }) => body.network === network && body.address.toLowerCase() === address.toLowerCase());
  if (known) refuse(409, `${address} is registered on ${network} already.`, 'ALREADY_EXIST');
  checkAddress(network, address);
  const { index = own.filter(({ body }) => body.network === network).length, name = `Wallet ${index + 1}` } = context.body as {
    index?: number;
    name?: string;
  };
  const body = { address, network, index, name, verifiedWalletType: null, main, createdAt: iso(context.now), deleted: false };
  return { owner, at: context.now, body };
}

/** Registers a linked address as its owner's main wallet on ETHEREUM, an external one. */
export function registerMain(context: HandlerContext, owner: string, address: string): void {
  const own = rows(context, wallet, { owner }).filter(({ body }) => body.network === 'ETHEREUM' && !body.deleted);
  for (const row of own.filter(({ body }) => body.main)) saveRow(context, wallet, row, { ...row.body, main: false });
  const known = own.find(({ body }) => body.address.toLowerCase() === address.toLowerCase());
  const facts = { verifiedWalletType: 'PRIVY_EXTERNAL', main: true } as const;
  if (known) saveRow(context, wallet, known, { ...known.body, ...facts });
  else addRow(context, wallet, { owner, at: context.now, body: { ...newFacts(context, address, own.length), ...facts } });
}
const newFacts = ({ now }: HandlerContext, address: string, index: number) =>
  ({ address, network: 'ETHEREUM', index, name: `Wallet ${index + 1}`, createdAt: iso(now), deleted: false }) as const;

function checkAddress(network: NetworkWord, address: string): void {
  if (!isAddress(network, address)) refuse(400, `address is not an address of ${network}: ${address.slice(0, 100)}`, 'INVALID_REQUEST');
}

/** Deletes a registered address; the main wallet stays. */
export function deleteWallet(context: HandlerContext): void {
  const row = requireRow(context, wallet, context.body.id as string, requireCaller(context).userId);
  if (row.body.deleted) refuse(404, 'There is no such wallet.', 'NOT_FOUND_WALLET');
  if (row.body.main) refuse(422, 'The main wallet cannot be removed.', 'NOT_CHANGEABLE');
  saveRow(context, wallet, row, { ...row.body, deleted: true });
}
