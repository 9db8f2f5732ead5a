// The options that select a key: --key, --key-file, --wallet, --password-file.

import type { Arguments } from '../../cli/command.js';

export const selectionOf = ({ key, keyFile, wallet, passwordFile }: Arguments['options']) => ({
  key: typeof key === 'string' ? key : undefined,
  keyFile: typeof keyFile === 'string' ? keyFile : undefined,
  wallet: typeof wallet === 'string' ? wallet : undefined,
  passwordFile: typeof passwordFile === 'string' ? passwordFile : undefined,
});
