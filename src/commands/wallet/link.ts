// `tuk wallet link`: an address becomes the main wallet of who is signed in, once its key has signed what the service wrote.

import type { Command } from '../../cli/command.js';
import { ask } from '../../engine/call.js';
import { readOnce } from '../../engine/read-command.js';
import { BadInput, ServerFailure } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { signInCall } from '../login/entered.js';
import { type KeyOptions, keyMaterial } from '../login/key.js';
import { signed } from '../login/web3.js';

export const link: Command = {
  name: 'link',
  values: '<address>',
  summary: 'Prove that an address is yours: it becomes your main wallet',
  description: `The service writes a message, the key of the address signs it. The message is checked as at tuk login --web3, and so the key is given. What is
answered opens a session besides; it is not kept.`,
  options: [
    { flags: '--key <name>', summary: 'a key of the key folder' },
    { flags: '--key-file <file>', summary: 'a key file: V3 key store, hex, phrase or extended key' },
    { flags: '--key-stdin', summary: 'the key is piped in' },
    { flags: '--accept-plain-message', summary: 'sign a message that is no EIP-4361 message, after it was shown' },
  ],
  examples: ['tuk wallet link 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --key-file wallet.json --yes'],
  uses: ['user POST /users/current/wallet', 'user POST /users/current/wallet/sign'],
  run: async ({ positionals: [address = ''], options }, context) => {
    (await import('../../money/address.js')).requireAddress(address, 'The address', 'ETHEREUM');
    if (context.onlyShows) {
      await ask(context, 'user', 'linkWallet', { address });
      return 0;
    }
    const { key } = await keyMaterial(context, options as KeyOptions);
    if (key.address.toLowerCase() !== address.toLowerCase())
      throw new BadInput('OTHER_KEY', `The key is that of ${key.address}, not of ${address}; nothing was sent.`);
    const asked = await ask(context, 'user', 'linkWallet', { address: key.address });
    const { msg, nonce } = isRecord(asked?.data) ? asked.data : {};
    if (typeof msg !== 'string' || typeof nonce !== 'string')
      throw new ServerFailure('BAD_ANSWER', 'The answer of user to the wish to link holds no message to sign.', { service: 'user' });
    const signature = await signed(context, { msg, nonce }, key, options.acceptPlainMessage === true);
    const data = await signInCall(context, 'user', 'verifyWallet', { signature });
    const user = isRecord(data) ? data.user : undefined;
    const wallet =
      isRecord(user) && isRecord(user.wallet) ? JSON.stringify(user.wallet) : (await readOnce(context, 'user', 'getMainWallet')).text;
    await context.print(wallet, { columns: ['address', 'verified'] });
    return 0;
  },
};
