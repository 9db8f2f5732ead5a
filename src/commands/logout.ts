// `tuk logout`: forgets the session here first, then tells the service.
import { Failure } from '../services/http/failure.js';
import { ask, callOf } from './call.js';
import type { Command, Group } from './command.js';
import type { Context } from './context.js';

const logout: Command = {
  name: '',
  is: 'Sign out: forget the session on this machine, then end it at the service',
  examples: ['tuk logout', 'tuk logout --profile staging'],
  beneath: ['user POST /auth/sign-out'],
  run: async (_, context) => {
    if (context.onlyShows) {
      await ask(context, 'user', 'signOut');
      return 0;
    }
    const [{ clearSession }, { besideRenewals }] = [await import('../session/write.js'), await import('../session/lock.js')];
    const token = storedToken(context);
    const now = () => context.world.clock.now();
    // Under the lock, so that no renewal under way brings back what is cleared.
    const { value: had, unlocked } = await besideRenewals(context.lockFile, now, () => clearSession(context.sessionFile));
    if (unlocked) context.say(`  ${unlocked.message} It was signed out all the same.`);
    const profile = context.settings.profile.value;
    if (!had) context.say(`Nobody was signed in with profile ${profile}.`);
    if (token !== undefined) await tellService(context, token);
    if (had) context.say(`✓ Signed out of profile ${profile}.`);
    if (context.world.env.TUK_TOKEN) context.say('  TUK_TOKEN is set and still signs you in.');
    return 0;
  },
};
export const group: Group = { commands: [logout] };

/** The stored access token; a session file that cannot be used has none to end. */
function storedToken(context: Context): string | undefined {
  try {
    const { source, accessToken } = context.session.token();
    return source === 'stored' ? accessToken : undefined;
  } catch {
    return undefined;
  }
}

/** The session is gone here whatever the service says; what it says is only told. */
async function tellService(context: Context, token: string): Promise<void> {
  try {
    const { call, build } = await callOf('user', 'signOut');
    const reach = { ...(await context.reach()), credentials: { ...context.session.credentials, access: async () => token } };
    const { exchangeCall } = await import('../services/http/send.js');
    await exchangeCall(call, await build(reach), reach);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind !== 'sign-in') context.say(`  The service was not told: ${error.message}`);
  }
}
