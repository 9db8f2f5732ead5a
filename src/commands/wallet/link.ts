// `tuk wallet link`: makes an address the main wallet of the signed-in user, with a signature of its key.

import type { Command } from '../../cli/command.js';
import { isDryRun } from '../../cli/settings.js';
import { callEndpoint, readEndpoint } from '../../engine/request/call.js';
import { signInKeyFlags } from '../../engine/sign-in/key-flags.js';
import { type KeyOptions, withKey } from '../../engine/sign-in/selected-key.js';
import { signInCall } from '../../engine/sign-in/sign-in.js';
import { signMessage } from '../../engine/sign-in/sign-message.js';
import { requireAddress } from '../../money/address.js';
import { Guarded, ServerFailure } from '../../services/http/errors.js';
import { isRecord, valueAt } from '../../services/json-value.js';

export const link: Command = {
  name: 'link',
  values: '<address>',
  summary: 'Link an address as your main wallet, with a signature of its key',
  description: `Signs a message of the service with the key of the address. The message is checked, and the key is given, as for tuk login web3. The
response also contains a session, which is not stored.`,
  options: signInKeyFlags,
  examples: ['tuk wallet link 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --key-file wallet.json --yes'],
  uses: { user: ['linkWallet', 'verifyWallet'] },
  run: async ({ positionals: [address = ''], options }, context) => {
    requireAddress(address, 'The address', 'ETHEREUM');
    if (isDryRun(context.flags)) {
      await callEndpoint(context, 'user', 'linkWallet', { address });
      return;
    }
    const data = await withKey(context, options as KeyOptions, async (key) => {
      if (key.address.toLowerCase() !== address.toLowerCase())
        throw new Guarded('OTHER_KEY', `The key belongs to ${key.address}, not to ${address}; nothing was sent.`);
      const challenge = await callEndpoint(context, 'user', 'linkWallet', { address: key.address });
      const { msg, nonce } = isRecord(challenge?.data) ? challenge.data : {};
      if (typeof msg !== 'string' || typeof nonce !== 'string')
        throw new ServerFailure('BAD_ANSWER', 'The response of user to the link request has no message to sign.', {
          service: 'user',
        });
      const signature = await signMessage(context, { msg, nonce }, key, options.acceptPlainMessage === true);
      return signInCall(context, 'user', 'verifyWallet', { signature });
    });
    const wallet = valueAt(data, 'user.wallet');
    const json = isRecord(wallet)
      ? JSON.stringify(wallet)
      : (await readEndpoint(context, 'user', 'getMainWallet')).text;
    await context.out.print(json, { columns: ['address', 'verified'] });
  },
};
