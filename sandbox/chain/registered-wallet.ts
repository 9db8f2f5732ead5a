// Registered wallet addresses (platform 12.2, WalletResponseDto), and the token balances of an address
// (BalanceResponseDto).

import { boolean, number, optional, text, word } from '../../src/services/catalogue/define.js';
import { Network } from '../../src/services/catalogue/words.js';
import {
  addRow,
  badRequest,
  type Context,
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
import { accounts } from '../domains/balances/currencies.js';
import { accountBalance } from '../domains/balances/ledger.js';
import { priceOf } from '../domains/balances/prices.js';
import { findUser, joinedAt, seedUsers } from '../domains/people/user.js';
import { isAddress, madeAddress } from './addresses.js';
import { type Token, tokensOf, unitOf } from './networks.js';

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
  return { ...wallet.show(row, context), verifiedWalletType, main, createdAt };
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

/** In base units. */
const onChain = (context: Context, token: Token, address: string): bigint =>
  accountBalance(context, accounts.chain(token.network, address), unitOf(token));

function balanceFields(context: Context, token: Token, amount: bigint) {
  const { symbol, name, tokenType, decimals, priceId } = token;
  const asset = { ticker: symbol, name, iconUrl: `https://icons.sandbox.invalid/${symbol}.png`, tokenType };
  return {
    asset,
    amount: amount.toString(),
    valuatedAmount: valueInUsd(amount, decimals, priceOf(context, priceId) ?? 0),
    valuatedCurrency: 'USD',
  };
}

const priceDigits = 12;
/** To two decimals, with every digit: a double would give `3.3e+56`. */
function valueInUsd(amount: bigint, decimals: number, price: number): string {
  const unit = 10n ** BigInt(decimals + priceDigits - 2);
  const cents = (amount * BigInt(Math.round(price * 10 ** priceDigits)) + unit / 2n) / unit;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

const ofAddress = (
  context: Context,
  network: Network,
  address: string,
  which: (token: Token) => boolean = () => true,
) =>
  tokensOf(network)
    .filter(which)
    .map((token) => balanceFields(context, token, onChain(context, token, address)));

const addressInQuery = (context: HandlerContext) => context.query as { network: Network; address: string };

/** Also balances of 0. */
export const balances = (context: HandlerContext) =>
  ofAddress(context, addressInQuery(context).network, addressInQuery(context).address);

/** Version 1.1 has the coin and MVL (platform 3.2). */
export const twoBalances = (context: HandlerContext) =>
  ofAddress(
    context,
    addressInQuery(context).network,
    addressInQuery(context).address,
    ({ tokenType, symbol }) => tokenType === 'COIN' || /^b?MVL$/.test(symbol),
  );

/** The query of version 3 is not public: one address on one network, or all registered wallets. */
export function balancesV3(context: HandlerContext) {
  const { network, address } = context.query;
  if (network !== undefined && address !== undefined) return balances(context);
  const wallets = rows(context, wallet, { owner: callerId(context) }).filter(
    ({ body }) => !body.deleted && (network ?? body.network) === body.network,
  );
  return wallets.flatMap(({ body }) =>
    ofAddress(context, body.network, body.address).map((row) => ({
      ...(row as object),
      network: body.network,
      address: body.address,
    })),
  );
}
