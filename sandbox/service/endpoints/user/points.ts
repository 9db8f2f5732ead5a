// The handlers of points, withdrawals and purchasables of the user service. Loaded on the first of these calls.

import { action, create, forKind, get, type Handler, list, transition, view } from '../../../core/index.js';
import { createDeposit, precheckDeposit } from '../../../domains/balances/deposits.js';
import * as transfers from '../../../domains/balances/points.js';
import { listHistory, pointsChange } from '../../../domains/balances/points-history.js';
import { inFirstSale, purchasable, purchasableGroup, showGroup } from '../../../domains/balances/purchasables.js';
import * as withdrawals from '../../../domains/balances/withdrawals.js';
import { withdrawal } from '../../../domains/balances/withdrawals.js';

const cancelling = transition(withdrawal, withdrawals.decideWithdrawalCancel);
export const handlers = {
  cancelWithdrawal: {
    ...cancelling,
    handle: (context) => {
      withdrawals.refuseOtherUser(context);
      return cancelling.handle(context);
    },
  },
  getWithdrawal: get(withdrawal),
  listActiveWithdrawals: view(withdrawals.listActive),
  createWithdrawal: view(withdrawals.createWithdrawal),
  listPointsHistory: forKind(pointsChange, listHistory),
  quotePointsV2: view(transfers.quotePointsV2, { query: transfers.pointsQuoteV2 }),
  quotePoints: view(transfers.quotePoints, { query: transfers.pointsQuote }),
  getPointsTransferFee: view(transfers.showTransferFee),
  transferPoints: create(transfers.balanceTransaction, transfers.transferPoints, { body: transfers.pointsTransfer }),
  precheckPointsDepositV2: precheckDeposit,
  depositPointsV2: createDeposit,
  withdrawPoints: withdrawals.withdrawPoints,
  listFirstSale: list(purchasable, { where: inFirstSale }),
  getPurchasableGroup: action(purchasableGroup, showGroup),
} as const satisfies Readonly<Record<string, Handler>>;
