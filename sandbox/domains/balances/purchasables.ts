// Purchasables of the user service (platform 12.2, PurchasableEntity and PurchasableGroupDto). The list is the
// sandbox's own.

import type { PurchasablePayMethod, PurchasableType } from '../../../src/services/catalogue/words.js';
import { vehicleTokens } from '../../chain/contracts.js';
import {
  addRow,
  type Context,
  callerId,
  day,
  defineKind,
  type HandlerContext,
  iso,
  type Kind,
  type Row,
  rows,
} from '../../core/index.js';
import { shownBalance } from './ledger.js';

/** Amounts are decimal texts in whole tokens of `currencyId`. */
interface Purchasable {
  readonly type: (typeof PurchasableType)[number];
  readonly payMethod: (typeof PurchasablePayMethod)[number];
  readonly title: string;
  readonly price: string;
  readonly currencyId: string;
  readonly groupId: string | null;
  readonly salesStartAt: string;
}
interface Group {
  readonly slug: string;
  readonly title: string;
  readonly currencyId: string;
}

const seeds: readonly (readonly [
  string,
  Purchasable['type'],
  Purchasable['payMethod'],
  price: string,
  currencyId: string,
  first: boolean,
])[] = [
  ['Founder badge', 'MINT_ITEM', 'BY_BALANCE_TRANSACTION', '50', 'MVP', true],
  ['Pack of points', 'MINT_BALANCE', 'BY_BALANCE_DEPOSIT_REQUEST', '100', 'MVL', true],
  ['Vehicle upgrade', 'NFT_UPGRADE', 'BY_HYBRID_BALANCE_TRANSACTION', '200', 'MVP', true],
  ['Place in a game', 'MINT_ITEM', 'BY_BALANCE_TRANSACTION', '5', 'MVP', false],
];

export const purchasableGroup: Kind<Group> = defineKind({
  name: 'purchasable-group',
  key: 'slug',
  show: ({ id, body: { slug } }) => ({
    id,
    slug,
    unitIcon: null,
    unit: null,
    unitStep: 1,
    paymentCount: 0,
    maxPaymentCount: null,
  }),
  seed: (opening) => {
    addRow(opening, purchasableGroup, {
      body: { slug: 'first', title: 'First sale', currencyId: 'MVP' },
    });
  },
});

export const purchasable: Kind<Purchasable> = defineKind({
  name: 'purchasable',
  show: ({ id, ordinal, at, body }) => ({
    id,
    ...body,
    minimumBuyQuantity: '1',
    maximumBuyQuantity: '10',
    order: ordinal,
    quantityIsInteger: true,
    createdAt: iso(at),
    updatedAt: iso(at),
    salesEndAt: null,
    data: {},
    sellerBalanceAccountId: null,
    paymentCount: 0,
    maxPaymentCount: null,
    itemCount: 0,
    maxItemCount: null,
    supportedUserIdentifierTypes: null,
    uniquePerUser: false,
    nftInfo:
      body.type === 'NFT_UPGRADE' ? [{ contractAddress: vehicleTokens.address, network: vehicleTokens.network }] : null,
  }),
  seed: (opening) => {
    const [group] = rows(opening, purchasableGroup);
    for (const [title, type, payMethod, price, currencyId, first] of seeds) {
      const at = opening.now - day;
      const facts = { title, type, payMethod, price, currencyId, salesStartAt: iso(at) };
      addRow(opening, purchasable, { at, body: { ...facts, groupId: first ? group!.id : null } });
    }
  },
});

export const gameEntry = (context: Context): Row<Purchasable> =>
  rows(context, purchasable).find(({ body }) => body.groupId === null)!;

/** Game entries have no group. */
export const inFirstSale = ({ body }: Row<Purchasable>): boolean => body.groupId !== null;

/** The token has no effect here. */
export function showGroup(row: Row<Group>, context: HandlerContext) {
  const { title, currencyId } = row.body;
  const offers = rows(context, purchasable).filter(({ body }) => body.groupId === row.id);
  return {
    ...purchasableGroup.show(row, context),
    currentBalance: shownBalance(context, callerId(context), currencyId),
    purchasables: offers.map((row) => purchasable.show(row, context)),
    pageSettings: {
      showPurchasableSummary: true,
      purchasableImageUrl: null,
      purchasableName: title,
      title,
      titleTag: title,
      buyAmountMessage: 'How many?',
      currentBalanceMessage: 'Your balance',
      newBalanceMessage: 'Your balance after',
      targetWalletAddressTitle: 'To the wallet',
    },
  };
}
