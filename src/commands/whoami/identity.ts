// The identity of the signed-in user, for `tuk whoami` on a terminal.

import type { Context } from '../../cli/command/command.js';
import type { Response } from '../../services/http/send.js';
import { isNothing, valueAt } from '../../services/json-value.js';
import { expiryOf } from '../../session/stored-session.js';
import type { Column } from '../../text/column.js';

const columns: readonly Column[] = [
  ...['email', 'signedInBy', 'wallet', 'country', 'userId', 'profile'].map((path) => ({ path })),
  { path: 'sessionEnds', as: 'moment' },
];

/**
 * The identity of the user as JSON text, and its columns. Undefined if the person chose an output, or the response has
 * no user.
 */
export async function identityOf(
  { data }: Response,
  context: Context,
): Promise<{ readonly json: string; readonly columns: readonly Column[] } | undefined> {
  const { format = 'table', fields, columns: chosen, jq } = context.out.options;
  if (format !== 'table' || fields !== undefined || chosen !== undefined || jq !== undefined) return undefined;
  const first = (...paths: readonly string[]) =>
    paths.map((path) => valueAt(data, path)).find((value) => !isNothing(value) && value !== '');
  const identifier = first('identifier');
  const user = {
    name: first('user.name', 'name'),
    email: first('user.email', 'email'),
    signedInBy: first('type'),
    identifier: identifier === first('user.wallet.address') ? undefined : identifier,
    wallet: first('user.wallet.address', 'wallet.address'),
    country: first('user.country', 'country'),
    userId: first('user.id', 'userId', 'id'),
  };
  if (Object.values(user).every((value) => value === undefined)) return undefined;
  const identity = { ...user, profile: context.settings().profile.value, sessionEnds: await endOfSession(context) };
  return { json: JSON.stringify(identity), columns };
}

async function endOfSession(context: Context) {
  const { accessToken } = await context.session().token();
  const endsAt = accessToken === undefined ? undefined : expiryOf(accessToken);
  return endsAt === undefined ? undefined : new Date(endsAt).toISOString();
}
