// `tuk account delete`: ends the account of the signed-in user, and with it the session on this machine.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { callEndpoint } from '../../engine/request/call.js';
import { openFlags } from '../../engine/request/shared-options.js';
import { forgetSession } from '../../engine/sign-in/store-session.js';
import { versionFlag } from './api-versions.js';
import { refuseOptions, versionedRequest } from './request-fields.js';
import { openVersionNote } from './sign-up.js';

const deletions = { v2: 'deleteAccountV2', 'v2.1': 'deleteAccount' } as const;
const commonFlags = [...openFlags, versionFlag(deletions)];

export const remove: Command = {
  name: 'delete',
  summary: 'Delete the account of the signed-in user; this cannot be undone',
  description: `${openVersionNote}\nAlso removes the session stored on this machine.`,
  options: [
    { flags: '--user', effects: 'plain', summary: 'delete the user record itself (DELETE /users/me)' },
    ...commonFlags,
  ],
  examples: ['tuk account delete --dry-run', 'tuk account delete --user --dry-run'],
  uses: { user: ['deleteAccountV2', 'deleteAccount', 'deleteUser'] },
  run: async ({ options }, context) => {
    if (options.user)
      refuseOptions(
        commonFlags,
        options,
        (flag) => `--user calls another endpoint, which takes no fields: leave out ${flag}.`,
      );
    const request = options.user ? (['deleteUser'] as const) : await versionedRequest(context, deletions, [], options);
    const profile = context.settings().profile.value;
    const asked = { subject: [['Account', `signed in to the profile ${profile}`]] } as const;
    const [endpoint, values] = request;
    const response = await callEndpoint(context, 'user', endpoint, values, { asked });
    if (!response) return;
    try {
      await forgetDeletedSession(context);
    } finally {
      await context.out.printResponse(response, { columns: ['status'] });
    }
  },
};

/** Removes the stored session. The token is read after the call: a renewal during it may have replaced the token. */
async function forgetDeletedSession(context: Context) {
  const { source, accessToken } = await context.session().token();
  if (accessToken === undefined) return;
  if (await forgetSession(context, accessToken))
    context.log(`✓ Removed the session of profile ${context.settings().profile.value}.`);
  if (source === 'environment') context.log('  TUK_TOKEN is set, to a token of the account that was deleted.');
}
