// The controls of sessions: issue tokens, list, expire and revoke sessions, and make tokens of other identity
// providers.

import { optional, text } from '../../src/services/catalogue/define.js';
import {
  type AfterCommit,
  badRequest,
  findRow,
  notFound,
  type Row,
  refuse,
  requireRow,
  rows,
  type SessionContext,
} from '../core/index.js';
import {
  beginSession,
  endSession,
  expireSession,
  liveSessions,
  type Session,
  session,
  withTokens,
} from '../domains/people/session.js';
import {
  client as authClient,
  findUser,
  identifier,
  identifierNamed,
  identifierOf,
  seedUsers,
  type User,
  unsignedIdentifier,
  user,
} from '../domains/people/user.js';
import { type ControlInput, type Controls, defineControl } from './control.js';

/** By handle or id; 404 lists the handles. */
export function userNamed(context: SessionContext, name: string): Row<User> {
  const handles = [...seedUsers.map((person) => person.handle), unsignedIdentifier.handle].join(', ');
  return (
    findUser(context, name) ??
    refuse(404, `There is no user ${JSON.stringify(name.slice(0, 50))}: there are ${handles}.`, 'NOT_FOUND_USER')
  );
}

const signInFields = { user: text(), client: optional(text()), proof: optional(text()) };
function signIn({ context, values: { user: name, client, proof } }: ControlInput<typeof signInFields>) {
  if (proof !== undefined) return { token: proofOf(context, proof, name) };
  if (name === unsignedIdentifier.handle) return signInUnsigned(context, client);
  const person = userNamed(context, name);
  if (client !== undefined && !findRow(context, authClient, client))
    refuse(404, `There is no auth client ${JSON.stringify(client.slice(0, 50))}.`, 'NOT_FOUND_AUTH_CLIENT');
  const identifierRow = identifierOf(context, person.id) ?? notFound('IDENTIFIER', name);
  const row = beginSession(context, identifierRow, client);
  const user = { handle: person.body.handle, name: person.body.name, id: person.id };
  return withTokens(context, row, (pair) => ({ ...pair, user }));
}

/** Its calls are refused until sign-up. */
function signInUnsigned(context: SessionContext, client: string | undefined): AfterCommit {
  const identifierRow =
    identifierNamed(context, unsignedIdentifier.type, unsignedIdentifier.identifier) ??
    requireRow(context, identifier, unsignedIdentifier.identifier);
  const row = beginSession(context, identifierRow, client);
  return withTokens(context, row, (pair) => ({
    ...pair,
    user: { handle: unsignedIdentifier.handle, name: null, id: null },
  }));
}

/** The app TADA; its id is public (platform 4.4). */
const tada = '3d100001-ffff-4000-a000-000000000000';

/** Stand-ins for tokens of other identity providers (docs/sandbox/2-sign-in.md). */
const proofs: Readonly<Record<string, (context: SessionContext, name: string) => string>> = {
  privy: (context, name) => `privy:${identifierNameOf(context, name, 'PRIVY')}`,
  google: (context, name) => `sns:GOOGLE:${identifierNameOf(context, name, 'GOOGLE')}`,
  apple: (context, name) => `sns:APPLE:${identifierNameOf(context, name, 'APPLE')}`,
  partner: (context, name) => `partner:${userNamed(context, name).body.handle ?? userNamed(context, name).id}:${tada}`,
};

function proofOf(context: SessionContext, proof: string, name: string): string {
  const make = Object.hasOwn(proofs, proof) ? proofs[proof] : undefined;
  return make
    ? make(context, name)
    : badRequest(
        `There is no proof ${JSON.stringify(proof.slice(0, 50))}: there are ${Object.keys(proofs).join(', ')}.`,
      );
}

function identifierNameOf(context: SessionContext, name: string, type: string): string {
  if (name === unsignedIdentifier.handle && type === unsignedIdentifier.type) return unsignedIdentifier.identifier;
  const person = userNamed(context, name);
  const identifierRow = rows(context, identifier, { owner: person.id }).find(({ body }) => body.type === type);
  return (
    identifierRow?.body.identifier ??
    refuse(422, `${name.slice(0, 50)} has no identifier of the type ${type}.`, 'NOT_FOUND_IDENTIFIER')
  );
}

/** Sessions of a user or of all users, with the user's name. */
function sessionsOf(context: SessionContext, name: string | undefined) {
  const owners = name === undefined ? rows(context, user) : [userNamed(context, name)];
  return owners.flatMap(({ id, body: { handle, name: fullName } }) =>
    liveSessions(context, id).map((row) => ({
      user: handle,
      name: fullName,
      ...session.show(row, context),
    })),
  );
}

function forEachSession(
  context: SessionContext,
  name: string,
  work: (context: SessionContext, row: Row<Session>) => unknown,
) {
  const sessions = liveSessions(context, userNamed(context, name).id);
  for (const row of sessions) work(context, row);
  return { sessions: sessions.length };
}

const userField = { user: text() };
export const sessionControls: Controls = {
  token: defineControl({
    fields: signInFields,
    mayGet: true,
    handle: signIn,
  }),
  'session/list': defineControl({
    fields: { user: optional(text()) },
    handle: ({ context, values }) => sessionsOf(context, values.user),
  }),
  'session/expire': defineControl({
    fields: userField,
    handle: ({ context, values }) => forEachSession(context, values.user, expireSession),
  }),
  'session/revoke': defineControl({
    fields: userField,
    handle: ({ context, values }) => forEachSession(context, values.user, endSession),
  }),
};
