// `tuk logout`: forgets the session here first, then tells the service.

import type { Command, Group } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { ask, callOf } from '../../engine/call.js';
import { Failure, LocalFailure } from '../../services/http/errors.js';
import { sendRequest } from '../../services/http/send.js';
import type { Session } from '../../session/store.js';
import { forget } from '../login/keep.js';

const logout: Command = {
  name: '',
  summary: 'Sign out: forget the session on this machine, then end it at the service',
  description: 'Only this session ends; with --every those on other machines end too, before this one.',
  options: [{ flags: '--every', summary: 'end every session of the signed-in user' }],
  examples: ['tuk logout', 'tuk logout --every', 'tuk logout --profile staging'],
  uses: ['user POST /auth/sign-out', 'user GET /auth/sessions', 'user DELETE /auth/sessions/{id}'],
  run: async ({ options }, context) => {
    if (context.onlyShows) {
      await ask(context, 'user', 'signOut');
      return 0;
    }
    const stored = await storedSession(context);
    const trouble = options.every && stored ? await endOthers(context, stored) : undefined;
    const token = options.every && stored ? ((await storedSession(context))?.accessToken ?? stored.accessToken) : stored?.accessToken;
    const had = await forget(context);
    const profile = context.settings.profile.value;
    if (!had) context.log(`Nobody was signed in with profile ${profile}.`);
    if (token !== undefined) await tellService(context, token);
    if (had) context.log(`✓ Signed out of profile ${profile}.`);
    if (context.world.env.TUK_TOKEN) context.log('  TUK_TOKEN is set and still signs you in.');
    if (trouble) throw trouble;
    return 0;
  },
};
export const group: Group = { commands: [logout] };

/** The stored session; one that cannot be used has nothing to end, and why is told. */
async function storedSession(context: Context): Promise<Session | undefined> {
  const { store, redact } = context;
  try {
    const session = await store.read();
    redact.add(session?.accessToken);
    redact.add(session?.refreshToken);
    return session;
  } catch (error) {
    if (error instanceof LocalFailure) context.log(`  ${error.message}`);
    return undefined;
  }
}

/** Ends the other sessions of the person. What goes wrong is told at the end: signing out here does not wait for it. */
async function endOthers(context: Context, stored: Session): Promise<Failure | undefined> {
  try {
    const all = JSON.parse(await asked(context, stored, 'listSessions')) as Listed[];
    const own = ownOf(all, stored);
    const others = all.filter((one) => one !== own);
    for (const { id } of others) await asked(context, stored, 'deleteSession', { id });
    context.log(`✓ Ended ${others.length} other ${others.length === 1 ? 'session' : 'sessions'}.`);
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return new Failure(
      error.kind,
      error.code,
      `Signed out here, but not every other session was ended: ${error.message}`,
      error.hint,
      error.where,
    );
  }
}

interface Listed {
  readonly id: string;
  readonly issuedAt?: string;
  readonly lastRefreshedAt?: string | null;
}

/** Which of the sessions is the one in use: the one its token names, else the one that was begun or renewed when it was stored. */
function ownOf(all: readonly Listed[], { accessToken, savedAt }: Session): Listed | undefined {
  const claims = new Set(Object.values(claimsOf(accessToken)));
  const distance = ({ issuedAt, lastRefreshedAt }: Listed) =>
    Math.abs(Date.parse(lastRefreshedAt ?? issuedAt ?? '') - Date.parse(savedAt)) || Number.POSITIVE_INFINITY;
  return all.find(({ id }) => claims.has(id)) ?? [...all].sort((a, b) => distance(a) - distance(b))[0];
}

function claimsOf(token: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  } catch {
    return {};
  }
}

/** An answer of the user service, asked with the stored session whatever the environment holds: it is the stored one that ends. @throws {Failure} */
async function asked(
  context: Context,
  { accessToken }: Session,
  name: string,
  values?: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { call, build } = await callOf('user', name, values);
  const reach = await context.requestContext();
  const given = context.world.env.TUK_TOKEN ? { access: async () => accessToken, renew: async () => undefined } : {};
  const own = { ...reach, credentials: { ...reach.credentials, ...given } };
  return (await sendRequest(call, await build(own), own)).text;
}

/** The session is gone here whatever the service says; what it says is only told. */
async function tellService(context: Context, token: string): Promise<void> {
  try {
    const { call, build } = await callOf('user', 'signOut');
    const reach = { ...(await context.requestContext()), credentials: { ...context.session.credentials, access: async () => token } };
    await sendRequest(call, await build(reach), reach);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind !== 'sign-in') context.log(`  The service was not told: ${error.message}`);
  }
}
