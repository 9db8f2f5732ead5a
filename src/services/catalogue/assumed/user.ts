// The assumed names of the user service, as the sandbox has them.
import type { AssumedNames } from '../define.js';

export default {
  listWallets: { network: 'network' },
  createWallet: { network: 'network', address: 'address', index: 'index', name: 'name' },
  deleteWallet: { id: 'id' },
  getBalance: { network: 'network', address: 'address' },
  quotePoints: { amount: 'amount', type: 'type' },
  transferPoints: { to: 'toUserId', amount: 'amount' },
  precheckPointsDeposit: { amount: 'amount' },
  precheckPointsDepositV2: { amount: 'amount' },
  depositPoints: { amount: 'amount', currency: 'currencyId' },
  depositPointsV2: { amount: 'amount', currency: 'currencyId' },
  withdrawPoints: { amount: 'amount', currency: 'currencyId', to: 'address' },
  transferAppBalance: { app: 'appId', to: 'identifier', amount: 'amount', currency: 'currency' },
  getAppBalances: { currency: 'currency', timestamp: 'timestamp' },
  getAppUserBalances: { currency: 'currency', timestamp: 'timestamp' },
} satisfies AssumedNames;
