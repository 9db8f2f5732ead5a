// The options that select a key: --key, --key-file, --wallet, --password-file.

import type { Arguments } from '../../cli/command.js';

/** The selection of the key, as it was typed. */
export const selectionOf = ({ key, keyFile, wallet, passwordFile }: Arguments['options']) => ({
  ...(typeof key === 'string' ? { key } : {}),
  ...(typeof keyFile === 'string' ? { keyFile } : {}),
  ...(typeof wallet === 'string' ? { wallet } : {}),
  ...(typeof passwordFile === 'string' ? { passwordFile } : {}),
});
