// `tuk auth`: shows, renews and revokes sessions, prints the token, creates one-time codes.

import { type Command, type Context, type Group, resultOf, textResult } from '../../cli/command/command.js';
import { subjectOf } from '../../cli/prompts/confirmation.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { isDryRun } from '../../cli/settings/options.js';
import { listedItem } from '../../engine/change/listed-item.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { callEndpoint, sendNow } from '../../engine/request/call.js';
import { BadInput, Failure, SignInNeeded } from '../../services/http/errors.js';
import { notSignedIn } from '../../services/http/security.js';
import type { Response } from '../../services/http/send.js';
import { expiryOf } from '../../session/stored-session.js';
import { columnsNamed } from '../../text/columns-named.js';
import { session } from '../../things/session.js';

/** The output of `auth status`. `usable`: the service accepts the session. */
interface Status {
  profile: string;
  usable: boolean | null;
  source: string;
  client: string;
  user?: string;
  type?: string;
  endsAt?: string;
  savedAt?: string;
  refreshable: boolean;
  confirmRenewal: boolean;
  refusedBy?: string;
  /** The code of the failure because of which nobody knows whether the session is usable. */
  notVerified?: string;
}

const status: Command = {
  name: 'status',
  dryRun: 'none',
  summary: 'Show the session: its source, its expiry, and whether the service accepts it',
  description: 'Exits with 4 when the session cannot be used, with -o json too.',
  examples: ['tuk auth status'],
  uses: { user: ['getCurrent'] },
  run: async (_, context) => {
    const { source, session, accessToken } = await context.session().token();
    const { profile, clientId } = context.settings();
    const result: Status = {
      profile: profile.value,
      usable: false,
      source: source === 'environment' ? 'TUK_TOKEN' : source === 'stored' ? context.session().store.file : 'none',
      client: clientId.value,
      endsAt: endOf(accessToken),
      savedAt: session?.savedAt,
      refreshable: session?.refreshToken !== undefined,
      confirmRenewal: context.session().confirmsRenewal,
    };
    const failure =
      accessToken === undefined ? notSignedIn(await context.session().endOfSession()) : await verify(context, result);
    if (!result.confirmRenewal)
      context.note({
        is: 'fact',
        text: 'A renewed session is not confirmed at the service: the profile sets confirmRenewal to false.',
      });
    if (failure) context.note({ is: 'failed', text: failure.message });
    if (failure?.hint) context.note({ is: 'fact', text: failure.hint });
    return resultOf(JSON.stringify(result), {}, { exit: failure ? exitCode(failure.kind) : 0 });
  },
};

/** The end of a token, ISO 8601. */
function endOf(token: string | undefined): string | undefined {
  const endsAt = token === undefined ? undefined : expiryOf(token);
  return endsAt === undefined ? undefined : new Date(endsAt).toISOString();
}

/** Verifies the session with the service, and adds the user to the status. */
async function verify(context: Context, result: Status): Promise<Failure | undefined> {
  try {
    const { data } = await sendNow(context, 'user', 'getCurrent');
    Object.assign(result, { usable: true, user: data.user?.name, type: data.type });
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.kind === 'sign-in') result.refusedBy = error.code;
    else Object.assign(result, { usable: null, notVerified: error.code }); // nobody has refused it
    return error;
  }
}

const token: Command = {
  name: 'token',
  effects: ['secret'],
  prints: 'text',
  summary: 'Print the access token to stdout, without renewing it',
  examples: ['tuk auth token', 'curl -H "Authorization: Bearer $(tuk auth token)" ...'],
  run: async (_, context) => {
    const { accessToken } = await context.session().token();
    if (accessToken === undefined)
      throw new SignInNeeded('NOT_SIGNED_IN', `Not signed in with profile ${context.settings().profile.value}.`);
    return textResult(`${accessToken}\n`);
  },
};

const refresh: Command = {
  name: 'refresh',
  summary: 'Renew the session now',
  description: 'You rarely need this: if a session has expired, the next call renews it.',
  examples: ['tuk auth refresh'],
  uses: { user: ['refreshSession', 'confirmSession'] },
  run: async (_, context) => {
    const { source, accessToken, session } = await context.session().token();
    const profile = context.settings().profile.value;
    if (accessToken === undefined) throw new SignInNeeded('NOT_SIGNED_IN', `Not signed in with profile ${profile}.`);
    if (source === 'environment')
      throw new BadInput('NOT_OURS', 'The token comes from TUK_TOKEN, and tuk does not renew it.');
    if (session?.refreshToken === undefined) throw new SignInNeeded('MISSING_REFRESH_TOKEN', 'missing refreshToken');
    if (isDryRun(context.flags)) {
      await callEndpoint(context, 'user', 'refreshSession');
      return undefined;
    }
    const renewed = (await context.session().renew(accessToken)) ?? accessToken;
    return resultOf(JSON.stringify({ profile, renewed: renewed !== accessToken, endsAt: endOf(renewed) }));
  },
};

const columns = session.fields;
const of = () => ({ nouns: [session.name] });

const sessions = repeatable({
  name: 'sessions',
  summary: 'List the sessions of the signed-in user',
  examples: ['tuk auth sessions', 'tuk auth sessions -w --count 1'],
  uses: { user: ['listSessions'] },
  run: async (_, context) => {
    const response = await callEndpoint(context, 'user', 'listSessions');
    return resultOf(response?.text, { columns, of });
  },
});

const revoke: Command = {
  name: 'sessions revoke',
  values: '<id...>',
  summary: 'Revoke sessions, and list the remaining ones',
  examples: ['tuk auth sessions revoke <id> --yes'],
  uses: { user: ['listSessions', 'deleteSession'] },
  run: async ({ positionals }, context) => {
    let remaining: Response | undefined;
    for (const id of positionals) {
      const lines = isDryRun(context.flags) ? [] : await listedItem(context, ['user', 'listSessions'], id, columns);
      const asked = { subject: subjectOf(lines, ['Session', id]) };
      remaining = await callEndpoint(context, 'user', 'deleteSession', { id }, { asked });
    }
    return resultOf(remaining?.text, { columns, of });
  },
};

const code: Command = {
  name: 'code',
  summary: 'Create a one-time code that signs in another client',
  description: 'Anyone who has the code can sign in as you, once. It goes to stdout and is not stored.',
  examples: ['tuk auth code --yes', 'tuk auth code --yes | tuk login code -p staging'],
  uses: { user: ['createDeferredCode'] },
  run: async (_, context) => {
    const response = await callEndpoint(context, 'user', 'createDeferredCode');
    return resultOf(response?.text, { columns: columnsNamed('type code') });
  },
};

export const group: Group = { commands: [status, token, refresh, sessions, revoke, code] };
