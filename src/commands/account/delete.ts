// `tuk account delete`: ends the account of the signed-in user, and with it the session on this machine.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { ask } from '../../engine/call.js';
import { forget } from '../login/keep.js';
import { askedVersion, openFlags, refuse } from './fields.js';
import { openVersionNote } from './sign-up.js';
import { versionFlag } from './versions.js';

const deletions = { v2: 'deleteAccountV2', 'v2.1': 'deleteAccount' };
const others = [...openFlags, versionFlag(deletions)];

export const remove: Command = {
  name: 'delete',
  summary: 'Delete the account of the signed-in user; this cannot be undone',
  description: `${openVersionNote}\nThe session on this machine is forgotten with the account.`,
  options: [{ flags: '--user', summary: 'delete the user beneath the account, DELETE /users/me' }, ...others],
  examples: ['tuk account delete --dry-run', 'tuk account delete --user --dry-run'],
  uses: ['user POST /v2/accounts/delete', 'user POST /v2.1/accounts/delete', 'user DELETE /users/me'],
  run: async ({ options }, context) => {
    if (options.user) refuse(others, options, (flag) => `--user is a call of its own and takes nothing: leave out ${flag}.`);
    const reply = options.user
      ? await ask(context, 'user', 'deleteUser')
      : await ask(context, 'user', ...(await askedVersion(context, deletions, [], options)));
    if (!reply) return 0;
    try {
      await forgetSession(context);
    } finally {
      await context.printReply(reply, { columns: ['status'] });
    }
    return 0;
  },
};

/** Which session it was is asked only now: a renewal on the way may have put a newer token in the place of the first. */
async function forgetSession(context: Context): Promise<void> {
  const { source, accessToken } = await context.session.token();
  if (accessToken === undefined) return;
  if (await forget(context, accessToken)) context.log(`✓ The session of profile ${context.settings.profile.value} is forgotten.`);
  if (source === 'environment') context.log('  TUK_TOKEN is set, to a token of the account that was deleted.');
}
