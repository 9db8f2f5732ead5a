// `tuk wallet`: wallets, balances, tokens, prices, histories, withdrawals.
import type { Group } from '../../cli/command.js';
import { balance } from './balance.js';
import { currencies } from './currencies.js';
import { entries } from './entries.js';
import { histories } from './history.js';
import { link } from './link.js';
import { moves } from './moves.js';
import { prices } from './price.js';
import { transactions } from './tx.js';
import { withdrawals } from './withdraw.js';

export const group: Group = {
  commands: [...entries, link, balance, ...currencies, ...prices, ...histories, ...transactions, ...withdrawals, ...moves],
};
