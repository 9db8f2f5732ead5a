// The sandbox's own calls under `/_sandbox`: looking at it, moving its time, signing its people in and out.
import type { Fields } from '../services/define.js';
import { optional, text } from '../services/define.js';
import { advance, iso, rateNumber, rateOfClock, setClock, spanMs, worldTime } from './clock.js';
import type { Running } from './dispatch.js';
import { takeFields } from './input.js';
import { dueRows } from './machine.js';
import { cast, unsigned } from './people/cast.js';
import { beginSession, endSession, expireSession, liveSessions, type Session, session, withTokens } from './people/session.js';
import { makeKeys } from './people/tokens.js';
import { client as authClient, findUser, identifier, identifierNamed, identifierOf, type User, user } from './people/user.js';
import { atPresent } from './present.js';
import { notFound, refuse } from './refuse.js';
import { Later } from './reply.js';
import { findRow, type Row, rows, theRow } from './rows.js';
import { rowCounts } from './vitals.js';
import { type Ask, json, type Reply } from './wire.js';
import type { Reception } from './world.js';

interface Given {
  readonly running: Running;
  readonly reception: Reception;
  readonly values: Readonly<Record<string, string>>;
}
interface Control {
  readonly takes: Fields;
  readonly does: (given: Given) => unknown;
}

const ofUser = { user: text() };
const controls: Readonly<Record<string, Control>> = {
  status: { takes: {}, does: status },
  reset: { takes: {}, does: reset },
  advance: { takes: { by: text() }, does: moveTime },
  clock: { takes: { rate: text() }, does: changeRate },
  token: { takes: { ...ofUser, client: optional(text()) }, does: signIn },
  'session/list': { takes: { user: optional(text()) }, does: ({ reception, values }) => sessionsOf(reception, values.user) },
  'session/expire': { takes: ofUser, does: ({ reception, values }) => eachSession(reception, values.user!, expireSession) },
  'session/revoke': { takes: ofUser, does: ({ reception, values }) => eachSession(reception, values.user!, endSession) },
  ids: { takes: { user: optional(text()) }, does: listIds },
};

/** Answers a control call. @throws {Refusal} */
export async function control(running: Running, ask: Ask): Promise<Reply> {
  if (ask.method !== 'GET' && ask.method !== 'POST') refuse(405, 'Control calls are GET or POST.', 'METHOD_NOT_ALLOWED');
  const name = ask.path.slice('/_sandbox/'.length).replace(/\/$/, '');
  if (name.startsWith('shapes/')) return json(200, await shapesOf(name));
  const found = Object.hasOwn(controls, name) ? controls[name] : undefined;
  if (!found)
    return refuse(
      404,
      `There is no control ${JSON.stringify(name.slice(0, 50))}: there are ${Object.keys(controls).join(', ')}, shapes.`,
      'NOT_FOUND_ROUTE',
    );
  const values = takeFields(found.takes, { ...Object.fromEntries(ask.query), ...bodyOf(ask) }, 'body').values as Given['values'];
  const { state, seed, settings } = running;
  const answer = await atPresent(running, true, (now, wall) => {
    const reception = { state, seed, now, wall, settings, client: { id: undefined, version: undefined } };
    return found.does({ running, reception, values });
  });
  return json(200, answer instanceof Later ? await answer.make() : await answer, {
    'x-sandbox-now': iso(worldTime(state, settings.wall())),
  });
}

function bodyOf(ask: Ask): Readonly<Record<string, unknown>> {
  if (!ask.bytes || ask.bytes.length === 0) return {};
  try {
    const value: unknown = JSON.parse(Buffer.from(ask.bytes).toString());
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // said below
  }
  return refuse(400, 'The body must be a JSON object.', 'INVALID_JSON');
}

function status({ running, reception }: Given): unknown {
  const { state, now, seed } = reception;
  return {
    now: iso(now),
    rate: rateOfClock(state),
    seed,
    rotation: running.settings.rotation,
    due: dueRows(state),
    counts: rowCounts(reception),
  };
}

/** Back to the seed: everything that was made is forgotten, tokens included. */
function reset(given: Given): unknown {
  const { state, wall } = given.reception;
  const kinds = state.all<{ value: string }>("SELECT value FROM meta WHERE name LIKE 'kind:%' AND value <> ''");
  for (const { value: table } of kinds) state.run(`DELETE FROM ${table}`);
  for (const table of ['due', 'posting', 'holding']) state.run(`DELETE FROM ${table}`);
  state.run("DELETE FROM meta WHERE name LIKE 'kind:%'");
  setClock(state, Number(state.meta('seededAt')), wall, rateOfClock(state));
  makeKeys(state);
  return status({ ...given, reception: { ...given.reception, now: worldTime(state, wall) } });
}

function moveTime(given: Given): unknown {
  const { state, wall } = given.reception;
  advance(state, spanMs(given.values.by!));
  return { now: iso(worldTime(state, wall)) };
}

function changeRate({ reception: { state, now, wall }, values }: Given): unknown {
  setClock(state, now, wall, rateNumber(values.rate!));
  return { now: iso(now), rate: rateOfClock(state) };
}

/** The user of a handle or an id, or 404 with the handles that there are. */
function personOf(reception: Reception, name: string): Row<User> {
  const handles = [...cast.map((person) => person.handle), unsigned.handle].join(', ');
  return (
    findUser(reception, name) ??
    refuse(404, `There is no user ${JSON.stringify(name.slice(0, 50))}: there are ${handles}.`, 'NOT_FOUND_USER')
  );
}

function signIn({ reception, values }: Given): Later {
  const { user: name = '', client } = values;
  if (name === unsigned.handle) return signInUnsigned(reception, client);
  const person = personOf(reception, name);
  if (client !== undefined && !findRow(reception, authClient, client))
    refuse(404, `There is no auth client ${JSON.stringify(client.slice(0, 50))}.`, 'NOT_FOUND_AUTH_CLIENT');
  const way = identifierOf(reception, person.id) ?? notFound('IDENTIFIER', name);
  const row = beginSession(reception, way, client);
  const user = { handle: person.body.handle, name: person.body.name, id: person.id };
  return withTokens(reception, row, row.body.hidden.generation, (pair) => ({ ...pair, user }));
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

async function listIds({ running, reception, values }: Given): Promise<unknown> {
  const { idsOf } = await import('./ids-of.js');
  return idsOf(running, personOf(reception, values.user ?? 'mina').id);
}

async function shapesOf(name: string): Promise<unknown> {
  const { describeShape } = await import('./shapes/describe.js');
  const [, service = '', call = ''] = name.split('/');
  return describeShape(service, call);
}
