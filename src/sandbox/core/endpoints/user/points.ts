// The handlers of points, withdrawals and purchasables of the user service. Loaded on the first of these calls.
import { createDeposit, pointsDeposit, pointsPrecheck, precheckDeposit } from '../../../domains/balances/create-deposit.js';
import {
  createWithdrawal,
  decideWithdrawalCancel,
  listActive,
  pointsWithdrawal,
  refuseOtherUser,
  withdrawPoints,
} from '../../../domains/balances/create-withdrawal.js';
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
import { listHistory, pointsChange } from '../../../domains/balances/points-history.js';
import { inFirstSale, purchasable, purchasableGroup, showGroup } from '../../../domains/balances/purchasables.js';
import { withdrawal } from '../../../domains/balances/withdrawals.js';
import { action, create, forKind, get, type Handler, list, paging, transition, view } from '../../handlers.js';

const cancelling = transition(withdrawal, decideWithdrawalCancel);
const baseHandlers = {
  cancelWithdrawal: {
    ...cancelling,
    handle: (context) => {
      refuseOtherUser(context);
      return cancelling.handle(context);
    },
  },
  getWithdrawal: get(withdrawal),
  listActiveWithdrawals: view(listActive),
  createWithdrawal: view(createWithdrawal),
  listPointsHistory: forKind(pointsChange, view(listHistory, { query: paging })),
  quotePointsV2: view(quotePointsV2, { query: pointsQuoteV2 }),
  quotePoints: view(quotePoints, { query: pointsQuote }),
  getPointsTransferFee: view(showTransferFee),
  transferPoints: create(balanceTransaction, transferPoints, { body: pointsTransfer }),
  precheckPointsDepositV2: view(precheckDeposit, { body: pointsPrecheck }),
  depositPointsV2: view(createDeposit, { body: pointsDeposit }),
  withdrawPoints: view(withdrawPoints, { body: pointsWithdrawal }),
  listFirstSale: list(purchasable, { where: inFirstSale }),
  getPurchasableGroup: action(purchasableGroup, showGroup),
} as const satisfies Readonly<Record<string, Handler>>;

export const handlers = {
  ...baseHandlers,
  depositPoints: baseHandlers.depositPointsV2,
  precheckPointsDeposit: baseHandlers.precheckPointsDepositV2,
};
