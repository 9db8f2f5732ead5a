// Signing people in and out: tokens for anybody, what proves who they are elsewhere, and their sessions.
import { optional, text } from '../../services/catalogue/define.js';
import { notFound, refuse } from '../core/refusal.js';
import type { Later } from '../core/reply.js';
import { findRow, type Row, rows, theRow } from '../core/rows.js';
import type { Reception } from '../core/world.js';
import { cast, unsigned } from '../domains/people/seed-users.js';
import { beginSession, endSession, expireSession, liveSessions, type Session, session, withTokens } from '../domains/people/session.js';
import { client as authClient, findUser, identifier, identifierNamed, identifierOf, type User, user } from '../domains/people/user.js';
import { type Controls, control, type Given } from './subject.js';

/** The user of a handle or an id, or 404 with the handles that there are. */
export function personOf(reception: Reception, name: string): Row<User> {
  const handles = [...cast.map((person) => person.handle), unsigned.handle].join(', ');
  return (
    findUser(reception, name) ??
    refuse(404, `There is no user ${JSON.stringify(name.slice(0, 50))}: there are ${handles}.`, 'NOT_FOUND_USER')
  );
}

function signIn({ reception, values }: Given): unknown {
  const { user: name, client, proof } = values as { user: string; client?: string; proof?: string };
  if (proof !== undefined) return { token: proofOf(reception, proof, name) };
  if (name === unsigned.handle) return signInUnsigned(reception, client);
  const person = personOf(reception, name);
  if (client !== undefined && !findRow(reception, authClient, client))
    refuse(404, `There is no auth client ${JSON.stringify(client.slice(0, 50))}.`, 'NOT_FOUND_AUTH_CLIENT');
  const way = identifierOf(reception, person.id) ?? notFound('IDENTIFIER', name);
  const row = beginSession(reception, way, client);
  const shown = { handle: person.body.handle, name: person.body.name, id: person.id };
  return withTokens(reception, row, row.body.hidden.generation, (pair) => ({ ...pair, user: shown }));
}

/** A session of a way in that has no user: its calls are refused until somebody signs up. */
function signInUnsigned(reception: Reception, client: string | undefined): Later {
  const way = identifierNamed(reception, unsigned.type, unsigned.identifier) ?? theRow(reception, identifier, unsigned.identifier);
  const row = beginSession(reception, way, client);
  return withTokens(reception, row, row.body.hidden.generation, (pair) => ({
    ...pair,
    user: { handle: unsigned.handle, name: null, id: null },
  }));
}

/** The third-party app TADA (CONTRACT.md). */
const tada = '3d100001-ffff-4000-a000-000000000000';

/** What stands for the token of another house that somebody would sign in with (docs/sandbox.md). */
const proofs: Readonly<Record<string, (reception: Reception, name: string) => string>> = {
  privy: (reception, name) => `privy:${knownAs(reception, name, 'PRIVY')}`,
  google: (reception, name) => `sns:GOOGLE:${knownAs(reception, name, 'GOOGLE')}`,
  apple: (reception, name) => `sns:APPLE:${knownAs(reception, name, 'APPLE')}`,
  partner: (reception, name) => `partner:${personOf(reception, name).body.handle ?? personOf(reception, name).id}:${tada}`,
};

function proofOf(reception: Reception, proof: string, name: string): string {
  const make = Object.hasOwn(proofs, proof) ? proofs[proof] : undefined;
  return make
    ? make(reception, name)
    : refuse(
        400,
        `There is no proof ${JSON.stringify(proof.slice(0, 50))}: there are ${Object.keys(proofs).join(', ')}.`,
        'INVALID_REQUEST',
      );
}

/** What a way in of a type knows somebody by. */
function knownAs(reception: Reception, name: string, type: string): string {
  if (name === unsigned.handle && type === unsigned.type) return unsigned.identifier;
  const person = personOf(reception, name);
  const way = rows(reception, identifier, { owner: person.id }).find(({ body }) => body.type === type);
  return way?.body.identifier ?? refuse(422, `${name.slice(0, 50)} has no way in of the type ${type}.`, 'NOT_FOUND_IDENTIFIER');
}

/** The sessions of a person, or of everybody. */
function sessionsOf(reception: Reception, name: string | undefined): unknown {
  const owners = name === undefined ? rows(reception, user) : [personOf(reception, name)];
  return owners.flatMap(({ id }) => liveSessions(reception, id)).map((row) => session.show(row, reception));
}

function eachSession(reception: Reception, name: string, work: (reception: Reception, row: Row<Session>) => unknown): unknown {
  const own = liveSessions(reception, personOf(reception, name).id);
  for (const row of own) work(reception, row);
  return { sessions: own.length };
}

const ofUser = { user: text() };
export const people: Controls = {
  token: control({ takes: { ...ofUser, client: optional(text()), proof: optional(text()) }, does: signIn }),
  'session/list': control({
    takes: { user: optional(text()) },
    does: ({ reception, values }) => sessionsOf(reception, values.user as string | undefined),
  }),
  'session/expire': control({
    takes: ofUser,
    does: ({ reception, values }) => eachSession(reception, values.user as string, expireSession),
  }),
  'session/revoke': control({ takes: ofUser, does: ({ reception, values }) => eachSession(reception, values.user as string, endSession) }),
};
