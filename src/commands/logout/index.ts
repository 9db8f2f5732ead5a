// `tuk logout`: removes the session on this machine first, then ends it at the service.

import type { Command, Context, Group } from '../../cli/command/command.js';
import { isDryRun, plain } from '../../cli/settings/options.js';

import { type AnyValues, callEndpoint, sendNow } from '../../engine/request/call.js';
import { forgetSession } from '../../engine/sign-in/store-session.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { Failure, LocalFailure } from '../../services/http/errors.js';
import type { Session } from '../../session/stored-session.js';

const logout: Command = {
  name: '',
  prints: 'nothing',
  summary: 'Sign out: remove the session from this machine, then end it at the service',
  description: 'Ends only this session; --every first ends the sessions on other machines.',
  options: [plain('--every', 'end every session of the signed-in user')],
  examples: ['tuk logout', 'tuk logout --every', 'tuk logout --profile staging'],
  uses: { user: ['signOut', 'listSessions', 'deleteSession'] },
  run: async ({ options }, context) => {
    if (isDryRun(context.flags)) {
      await callEndpoint(context, 'user', 'signOut');
      return;
    }
    const stored = await storedSession(context);
    const failure = options.every && stored ? await endOthers(context, stored) : undefined;
    // the requests may have renewed it
    const last = options.every && stored ? ((await storedSession(context)) ?? stored) : stored;
    const hadSession = await forgetSession(context);
    const profile = context.settings().profile.value;
    if (!hadSession) context.log(`Nobody was signed in with profile ${profile}.`);
    if (last) await endAtService(context, last);
    if (hadSession) context.log(`✓ Signed out of profile ${profile}.`);
    if (context.world.env.TUK_TOKEN) context.log('  TUK_TOKEN is set and still signs you in.');
    if (failure) throw failure;
  },
};
export const group: Group = { commands: [logout] };

/** The stored session, if it can be read; the reason is logged otherwise. */
async function storedSession(context: Context): Promise<Session | undefined> {
  const { store } = context.session();
  try {
    const session = await store.read();
    for (const secret of [session?.accessToken, session?.refreshToken]) context.out.redact.add(secret);
    return session;
  } catch (error) {
    if (error instanceof LocalFailure) context.log(`  ${error.message}`);
    return undefined;
  }
}

/** Ends the other sessions of the user. @returns the failure to throw after the sign-out here */
async function endOthers(context: Context, stored: Session): Promise<Failure | undefined> {
  try {
    const sessions = JSON.parse(await requestWithSession(context, stored, 'listSessions')) as ListedSession[];
    const current = currentSessionOf(sessions, stored);
    const others = sessions.filter((session) => session !== current);
    for (const { id } of others) await requestWithSession(context, stored, 'deleteSession', { id });
    context.log(`✓ Ended ${others.length} other ${others.length === 1 ? 'session' : 'sessions'}.`);
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { kind, code, hint, where } = error;
    return new Failure(
      kind,
      code,
      `Signed out here, but not every other session was ended: ${error.message}`,
      hint,
      where,
    );
  }
}

interface ListedSession {
  readonly id: string;
  readonly issuedAt?: string;
  readonly lastRefreshedAt?: string | null;
}

/** Finds the session in use: the session that its token names, else the session with a time nearest to its storage. */
function currentSessionOf(
  sessions: readonly ListedSession[],
  { accessToken, savedAt }: Session,
): ListedSession | undefined {
  const claims = new Set(Object.values(claimsOf(accessToken)));
  const distance = ({ issuedAt, lastRefreshedAt }: ListedSession) =>
    Math.abs(Date.parse(lastRefreshedAt ?? issuedAt ?? '') - Date.parse(savedAt)) || Number.POSITIVE_INFINITY;
  return sessions.find(({ id }) => claims.has(id)) ?? [...sessions].sort((a, b) => distance(a) - distance(b))[0];
}

function claimsOf(token: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  } catch {
    return {};
  }
}

/** Calls the user service with the stored session, even if TUK_TOKEN is set. @throws {Failure} */
async function requestWithSession(
  context: Context,
  stored: Session,
  name: EndpointName<'user'>,
  values?: Readonly<Record<string, unknown>>,
): Promise<string> {
  const credentials = context.world.env.TUK_TOKEN === undefined ? undefined : context.session().credentialsOf(stored);
  return (await sendNow(context, 'user', name, values as AnyValues, { credentials })).text;
}

/** Ends the session at the service. It is already removed here: a failure is only noted. */
async function endAtService(context: Context, removed: Session) {
  try {
    await sendNow(context, 'user', 'signOut', {}, { credentials: context.session().credentialsOf(removed) });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind !== 'sign-in' || error.code === 'OTHER_ORIGIN')
      context.note({ is: 'left-out', part: 'The session was not ended at the service', failure: error });
  }
}
