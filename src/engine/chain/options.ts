// The options of commands that sign, and their columns: what help and completion need of them without the code that
// signs.

import type { Arguments } from '../../cli/command/command.js';
import type { Flag } from '../../cli/settings/options.js';
import type { Column } from '../../text/column.js';
import type { Option } from '../request/params.js';
import { clientRefFlag, despiteFlag, planOutFlag } from '../request/shared-options.js';

/** The options of a command that signs. Their values are a `KeySelection`. */
export const keyOptions: readonly Flag[] = [
  {
    flags: '--key <name>',
    effects: ['secret'],
    summary:
      'the stored key that signs (tuk wallet key list); default: signer.NETWORK of the profile, else the only key',
    from: 'wallet key list {name}',
  },
  {
    flags: '--key-file <file>',
    effects: ['file', 'secret'],
    summary: 'a key file instead: V3 key store, hex, phrase, extended key or Solana key pair; - for standard input',
    inForm: 'folded',
  },
  {
    flags: '--wallet <address>',
    effects: 'plain',
    summary: 'the address that the key must have; of an external signer the account',
    inForm: 'folded',
    from: 'wallet key list {address}',
  },
  {
    flags: '--password-file <file>',
    effects: ['file', 'secret'],
    summary: 'the file with the password of the key (TUK_KEY_PASSWORD_FILE)',
    inForm: 'folded',
  },
];

/** The options of every command that signs a transaction. */
export const feeOptions = [
  {
    flags: '--fee <fee>',
    effects: 'plain',
    summary: 'the speed, by default medium; or gwei per unit of gas: max=30,tip=2',
    offers: () => ['low', 'medium', 'high'],
    param: false,
  },
  {
    flags: '--gas-limit <n>',
    effects: 'plain',
    summary: 'the gas limit; default: what the node estimates, and a fifth',
    param: false,
    inForm: 'folded',
  },
  {
    flags: '--accept-fee <amount>',
    effects: ['widens'],
    summary: "accept a fee above the bounds of the network, up to this amount in all: '0.1 BNB'",
    param: false,
    inForm: 'folded',
  },
] as const satisfies readonly Option[];
/** The options for waiting for the blocks of a transaction. */
export const confirmationOptions = [
  {
    flags: '--confirmations <n>',
    effects: 'plain',
    summary: 'the number of blocks to wait for; 0 returns when a node has the transaction; default: 1',
    param: false,
    inForm: 'folded',
  },
  {
    flags: '--interval <duration>',
    effects: 'plain',
    summary: 'the pause between two looks; default: 2s',
    param: false,
    inForm: 'folded',
  },
] as const satisfies readonly Option[];

/** The options of a command that signs a transfer of value. */
export const signedTransferOptions: readonly Option[] = [
  ...feeOptions,
  ...confirmationOptions,
  ...keyOptions,
  {
    flags: '--new-recipient',
    effects: ['widens'],
    summary: 'confirm a recipient without a finished transfer in the ledger of this machine',
    param: false,
  },
  { ...clientRefFlag, param: false },
  { ...despiteFlag, param: false },
  { ...planOutFlag, param: false },
];

/** The columns of signed transactions. */
export const transactionColumns: readonly Column[] = [
  { path: 'operation', heading: 'op' },
  { path: 'network' },
  { path: 'what' },
  { path: 'amount', as: { amount: 'token' } },
  { path: 'to' },
  { path: 'status', as: { status: 'WalletTransactionStatus' } },
  { path: 'hash' },
  { path: 'nonce' },
  { path: 'at', heading: 'age', as: 'time' },
];

/** The typed key, its password file, and the address that it must have; undefined for each that was not typed. */
export const selectionOf = ({ key, keyFile, wallet, passwordFile }: Arguments['options']) => ({
  key: typeof key === 'string' ? key : undefined,
  keyFile: typeof keyFile === 'string' ? keyFile : undefined,
  wallet: typeof wallet === 'string' ? wallet : undefined,
  passwordFile: typeof passwordFile === 'string' ? passwordFile : undefined,
});
