// Points, withdrawals and purchasables of the user service, answered. Loaded when one of these calls is asked.
import { createDeposit, pointsDeposit, pointsPrecheck, precheckDeposit } from '../../../domains/balances/deposit.js';
import {
  balanceTransaction,
  pointsQuote,
  pointsQuoteV2,
  pointsTransfer,
  quotePoints,
  quotePointsV2,
  showTransferFee,
  transferPoints,
} from '../../../domains/balances/points.js';
import { newestFirst, pointsChange } from '../../../domains/balances/points-history.js';
import { inFirstSale, purchasable, purchasableGroup, showGroup } from '../../../domains/balances/purchasables.js';
import {
  createWithdrawal,
  decideCancel,
  listActive,
  pointsWithdrawal,
  refuseForeign,
  withdrawPoints,
} from '../../../domains/balances/withdraw.js';
import { withdrawal } from '../../../domains/balances/withdrawals.js';
import { act, create, get, type Line, list, move, paging, view } from '../../handlers.js';

const cancelling = move(withdrawal, decideCancel);
const own = {
  cancelWithdrawal: {
    ...cancelling,
    answer: (world) => {
      refuseForeign(world);
      return cancelling.answer(world);
    },
  },
  getWithdrawal: get(withdrawal),
  listActiveWithdrawals: view(listActive),
  createWithdrawal: view(createWithdrawal),
  listPointsHistory: list(pointsChange, { sort: newestFirst }, { query: paging }),
  quotePointsV2: view(quotePointsV2, { query: pointsQuoteV2 }),
  quotePoints: view(quotePoints, { query: pointsQuote }),
  getPointsTransferFee: view(showTransferFee),
  transferPoints: create(balanceTransaction, transferPoints, { body: pointsTransfer }),
  precheckPointsDepositV2: view(precheckDeposit, { body: pointsPrecheck }),
  depositPointsV2: view(createDeposit, { body: pointsDeposit }),
  withdrawPoints: view(withdrawPoints, { body: pointsWithdrawal }),
  listFirstSale: list(purchasable, { where: inFirstSale }),
  getPurchasableGroup: act(purchasableGroup, showGroup),
} as const satisfies Readonly<Record<string, Line>>;

export const lines = {
  ...own,
  depositPoints: own.depositPointsV2,
  precheckPointsDeposit: own.precheckPointsDepositV2,
};
