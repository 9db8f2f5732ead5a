// `tuk auth`: the session as a person sees it.

import type { Command, Group } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { exitCode } from '../../cli/exit-codes.js';
import { ask } from '../../engine/call.js';
import { BadInput, Failure, SignInNeeded } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { endOf } from '../../session/store.js';

/** What `auth status` says; `usable` is the service's word, not ours. */
interface Status {
  profile: string;
  usable: boolean;
  source: string;
  client: string;
  user?: string;
  type?: string;
  endsAt?: string;
  savedAt?: string;
  refreshable: boolean;
  refusedBy?: string;
}

const status: Command = {
  name: 'status',
  summary: 'Show the session: where it comes from, when it ends, what refused it',
  description: 'The exit code is 4 when the session cannot be used, with -o json too.',
  examples: ['tuk auth status', 'tuk auth status -o json'],
  uses: ['user GET /users/current'],
  run: async (_, context) => {
    const { source, session, accessToken } = await context.session.token();
    const endsAt = accessToken === undefined ? undefined : endOf(accessToken);
    const { profile, clientId } = context.settings;
    const found: Status = {
      profile: profile.value,
      usable: false,
      source: source === 'environment' ? 'TUK_TOKEN' : source === 'stored' ? context.sessionFile : 'none',
      client: clientId.value,
      ...(endsAt === undefined ? {} : { endsAt: new Date(endsAt).toISOString() }),
      ...(session ? { savedAt: session.savedAt } : {}),
      refreshable: session?.refreshToken !== undefined,
    };
    const failure = accessToken === undefined ? new SignInNeeded('NOT_SIGNED_IN', 'Not signed in.') : await verify(context, found);
    await context.print(JSON.stringify(found));
    if (failure) context.log(`✗ ${failure.message}${failure.hint ? `\n  ${failure.hint}` : ''}`);
    return failure ? exitCode(failure.kind) : 0;
  },
};

/** Asks the service who this is, since only it knows. */
async function verify(context: Context, found: Status): Promise<Failure | undefined> {
  try {
    const { data } = await (await context.client('user')).getCurrent();
    Object.assign(found, { usable: true, user: data.user?.name, type: data.type });
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    found.refusedBy = error.code;
    return error;
  }
}

const token: Command = {
  name: 'token',
  summary: 'Print the access token, alone on stdout; it is never renewed for this',
  examples: ['tuk auth token', 'curl -H "Authorization: Bearer $(tuk auth token)" ...'],
  run: async (_, context) => {
    const { accessToken } = await context.session.token();
    if (accessToken === undefined) throw new SignInNeeded('NOT_SIGNED_IN', `Not signed in with profile ${context.settings.profile.value}.`);
    await context.printText(`${accessToken}\n`);
    return 0;
  },
};

const refresh: Command = {
  name: 'refresh',
  summary: 'Renew the session now',
  description: 'A session is renewed by itself when a call finds it ended; this is for before that.',
  examples: ['tuk auth refresh', 'tuk auth refresh -o json'],
  uses: ['user POST /v2/accounts/sessions/refresh', 'user POST /v2/accounts/sessions/refresh/confirm'],
  run: async (_, context) => {
    const { source, accessToken, session } = await context.session.token();
    const profile = context.settings.profile.value;
    if (accessToken === undefined) throw new SignInNeeded('NOT_SIGNED_IN', `Not signed in with profile ${profile}.`);
    if (source === 'environment') throw new BadInput('NOT_OURS', 'The token comes from TUK_TOKEN, which is not ours to renew.');
    if (session?.refreshToken === undefined) throw new SignInNeeded('MISSING_REFRESH_TOKEN', 'missing refreshToken');
    if (context.onlyShows) {
      await ask(context, 'user', 'refreshSession');
      return 0;
    }
    const renewed = (await context.session.renew(accessToken)) ?? accessToken;
    const endsAt = endOf(renewed);
    await context.print(
      JSON.stringify({
        profile,
        renewed: renewed !== accessToken,
        ...(endsAt === undefined ? {} : { endsAt: new Date(endsAt).toISOString() }),
      }),
    );
    return 0;
  },
};

const columns = ['id', 'authClient.name', 'country', 'issuedIpAddress', 'issuedAt', 'lastRefreshedAt', 'validUntil', 'tokenRefreshable'];

const sessions: Command = {
  name: 'sessions',
  summary: 'List the sessions of the signed-in user',
  examples: ['tuk auth sessions', 'tuk auth sessions -o name'],
  uses: ['user GET /auth/sessions'],
  run: async (_, context) => {
    const reply = await ask(context, 'user', 'listSessions');
    if (reply) await context.print(reply.text, { columns });
    return 0;
  },
};

const revoke: Command = {
  name: 'sessions revoke',
  values: '<id...>',
  summary: 'End sessions for good, and list those that are left',
  examples: ['tuk auth sessions revoke <id> --yes'],
  uses: ['user DELETE /auth/sessions/{id}'],
  run: async ({ positionals }, context) => {
    let left: Response | undefined;
    for (const id of positionals) left = await ask(context, 'user', 'deleteSession', { id });
    if (left) await context.print(left.text, { columns });
    return 0;
  },
};

const code: Command = {
  name: 'code',
  summary: 'Make a one-time code that signs another client in',
  description: 'Whoever has the code can sign in as you, once. It is printed on stdout and kept nowhere.',
  examples: ['tuk auth code --yes', 'tuk auth code --yes | tuk login --deferred -p staging'],
  uses: ['user POST /auth/deferred'],
  run: async (_, context) => {
    const reply = await ask(context, 'user', 'createDeferredCode');
    if (reply) await context.print(reply.text, { columns: ['type', 'code'] });
    return 0;
  },
};

export const group: Group = { commands: [status, token, refresh, sessions, revoke, code] };
