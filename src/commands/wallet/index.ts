// Lists the commands of `tuk wallet`: wallets, balances, tokens, prices, histories, withdrawals, keys, stakings.
import type { Group } from '../../cli/command.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { allowances } from './allowance.js';
import { balance } from './balance.js';
import { contacts } from './contacts.js';
import { currencies } from './currencies.js';
import { histories } from './history.js';
import { keys } from './key.js';
import { link } from './link.js';
import { prices } from './price.js';
import { send } from './send.js';
import { messages } from './sign-message.js';
import { signedTransactions } from './signed-tx.js';
import { stakingAndMigration } from './staking-migration.js';
import { transactions } from './tx.js';
import { wallets } from './wallets.js';
import { withdrawals } from './withdraw.js';

export const group: Group = {
  commands: [
    ...wallets,
    link,
    balance,
    ...currencies,
    ...prices,
    ...histories,
    ...transactions,
    ...signedTransactions.map((command) => (command.name === 'tx list' ? repeatable(command) : command)),
    ...allowances,
    send,
    ...withdrawals,
    ...contacts,
    ...keys.map((command) => (command.name === 'key list' ? repeatable(command) : command)),
    ...messages,
    ...stakingAndMigration,
  ],
};
