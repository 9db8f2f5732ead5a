// The addresses that people have registered: CONTRACT.md 8.2 WalletResponseDto, and what version 3 adds.
import { boolean, number, optional, text, word } from '../../services/catalogue/define.js';
import { Network, type VerifiedWalletType } from '../../services/catalogue/words.js';
import { iso } from '../core/clock.js';
import { refuse } from '../core/refusal.js';
import { addRow, type Draft, type Kind, type Row, rows, saveRow, theRow } from '../core/rows.js';
import { caller, type World } from '../core/world.js';
import { cast } from '../domains/people/seed-users.js';
import { findUser } from '../domains/people/user.js';
import { madeAddress } from './addresses.js';

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
    for (const { handle, address, bare, verifiedWalletType = null } of cast) {
      if (address === null || bare) continue;
      const owner = findUser(opening, handle)!.id;
      for (const network of chains) {
        const own = madeAddress(network, handle) ?? address;
        const facts = { address: own, network, index: 0, name: 'Wallet 1', createdAt: iso(opening.now), deleted: false };
        addRow(opening, wallet, { owner, at: opening.now, body: { ...facts, verifiedWalletType, main: network === 'ETHEREUM' } });
      }
    }
  },
};

/** As version 3 answers it. */
export const showWalletV3: Kind<Wallet>['show'] = (row, moment) => {
  const { verifiedWalletType, main, createdAt } = row.body;
  return { ...(wallet.show(row, moment) as object), verifiedWalletType, main, createdAt };
};

/** Wallets that are still there, of the network asked for, in the order of their index. */
export const walletListing = {
  where: (row: Row<Wallet>, world: World) =>
    !row.body.deleted && (world.query.network === undefined || world.query.network === row.body.network),
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

/** Registers an address; the same one on the same network twice is refused. */
export function makeWallet(world: World): Draft<Wallet> {
  const owner = caller(world).userId;
  const own = rows(world, wallet, { owner }).filter((row) => !row.body.deleted);
  const { address, network, main = false } = world.body as { address: string; network: NetworkWord; main?: boolean };
  const known = own.some(({ body }) => body.network === network && body.address.toLowerCase() === address.toLowerCase());
  if (known) refuse(409, `${address} is registered on ${network} already.`, 'ALREADY_EXIST');
  checkAddress(network, address);
  const { index = own.filter(({ body }) => body.network === network).length, name = `Wallet ${index + 1}` } = world.body as {
    index?: number;
    name?: string;
  };
  const body = { address, network, index, name, verifiedWalletType: null, main, createdAt: iso(world.now), deleted: false };
  return { owner, at: world.now, body };
}

/** Puts a linked address among its owner's wallets on ETHEREUM, as the main one: one of their own, outside of the app. */
export function registerMain(world: World, owner: string, address: string): void {
  const own = rows(world, wallet, { owner }).filter(({ body }) => body.network === 'ETHEREUM' && !body.deleted);
  for (const row of own.filter(({ body }) => body.main)) saveRow(world, wallet, row, { ...row.body, main: false });
  const known = own.find(({ body }) => body.address.toLowerCase() === address.toLowerCase());
  const facts = { verifiedWalletType: 'PRIVY_EXTERNAL', main: true } as const;
  if (known) saveRow(world, wallet, known, { ...known.body, ...facts });
  else addRow(world, wallet, { owner, at: world.now, body: { ...newFacts(world, address, own.length), ...facts } });
}
const newFacts = ({ now }: World, address: string, index: number) =>
  ({ address, network: 'ETHEREUM', index, name: `Wallet ${index + 1}`, createdAt: iso(now), deleted: false }) as const;

const evm = /^(ETHEREUM|BSC|BASE|POLYGON|KLAYTN|ARBITRUM|OP_)/;
function checkAddress(network: NetworkWord, address: string): void {
  const fits = evm.test(network) ? /^0x[0-9a-fA-F]{40}$/.test(address) : /^[\w-]{20,120}$/.test(address);
  if (!fits) refuse(400, `address is no address of ${network}: ${address.slice(0, 100)}`, 'INVALID_REQUEST');
}

/** Takes a registered address off the list; the main wallet stays. */
export function deleteWallet(world: World): void {
  const row = theRow(world, wallet, world.body.id as string, caller(world).userId);
  if (row.body.deleted) refuse(404, 'There is no such wallet.', 'NOT_FOUND_WALLET');
  if (row.body.main) refuse(422, 'The main wallet cannot be removed.', 'NOT_CHANGEABLE');
  saveRow(world, wallet, row, { ...row.body, deleted: true });
}
