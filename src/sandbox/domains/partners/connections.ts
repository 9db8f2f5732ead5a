// Who is connected to which app: CONTRACT.md 8.2 ThirdPartyUserEntity. The connect token is the sandbox's own: `partner:IDENTIFIER:APPID`.
import type { IntegrationStatus } from '../../../services/catalogue/words.js';
import { day, iso } from '../../core/clock.js';
import { addRow, type Kind, type Row, rows, saveRow } from '../../core/rows.js';
import { caller, type Moment, type World } from '../../core/world.js';
import { findUser } from '../people/user.js';
import { app, listedApp, refuseAs, theApp } from './apps.js';
import { adopt } from './participations.js';

/** Its owner is the user. */
export interface Connection {
  readonly status: (typeof IntegrationStatus)[number];
  readonly appId: string;
  /** What the app calls the user. */
  readonly identifier: string;
  readonly displayName: string | null;
  readonly createdAt: string;
  /** When it came into its state. */
  readonly updatedAt: string;
}

const seeds: readonly (readonly [handle: string, app: string, status: Connection['status']])[] = [
  ['mina', 'TADA', 'DISCONNECTED'],
  ['mina', 'ONION', 'CONNECTED'],
  ['dara', 'TADA', 'CONNECTED'],
  ['dara', 'ONION', 'DISCONNECTED'],
  ['kenji', 'TADA', 'CONNECTED'],
];

const connection: Kind<Connection> = {
  name: 'connection',
  table: 'third_party_user',
  noun: 'CONNECTION_INFO',
  owned: true,
  show: ({ id, owner, body }) => ({ id, userId: owner, ...body }),
  seed: (opening) => {
    const at = iso(opening.now - 10 * day);
    for (const [handle, name, status] of seeds) {
      const owner = findUser(opening, handle)!;
      const { appId } = rows(opening, app).find(({ body }) => body.name === name)!.body;
      const body = { status, appId, identifier: handle, displayName: owner.body.name, createdAt: at, updatedAt: at };
      addRow(opening, connection, { owner: owner.id, at: opening.now, body });
    }
  },
};

const ofApp = (moment: Moment, appId: string): Row<Connection>[] => rows(moment, connection).filter(({ body }) => body.appId === appId);
/** Whose identifier it is at an app, if they are connected. */
export const connectedAs = (moment: Moment, appId: string, identifier: string): Row<Connection> | undefined =>
  ofApp(moment, appId).find(({ body }) => body.identifier === identifier && body.status === 'CONNECTED');
const ownOf = (world: World, appId: string): Row<Connection> | undefined =>
  ofApp(world, appId).find(({ owner }) => owner === caller(world).userId);

/** Whom a connect token stands for. @throws {Refusal} 400 for one of another app, or that is somebody else's */
function tokenIn(world: World, appId: string): string {
  const token = world.body.token as string;
  const [, identifier = '', of = ''] = /^partner:([\w.@+-]{1,100}):([\w-]+)$/.exec(token) ?? [];
  if (identifier === '' || of !== appId)
    refuseAs(
      world,
      400,
      `Invalied JWT token: "${token.slice(0, 100)}" for ${appId}. Here it is partner:IDENTIFIER:${appId}.`,
      'INVALID_JWT_TOKEN',
    ); // Invalied: sic
  const holder = ofApp(world, appId).find(({ body }) => body.identifier === identifier);
  const { userId } = caller(world);
  const message = `Not Matched UserId: ${userId} and identifier: ${identifier} In Third Party App: ${appId}`;
  return holder && holder.owner !== userId ? refuseAs(world, 400, message, 'NOT_MATCHED_USER') : identifier;
}

/** POST .../connect. */
export function connect(world: World): void {
  const { appId } = theApp(world).body;
  const identifier = tokenIn(world, appId);
  const own = ownOf(world, appId);
  if (own?.body.status === 'CONNECTED')
    refuseAs(world, 400, `Already connected to ${appId} by identifier ${own.body.identifier}`, 'ALREADY_CONNECTED');
  const { userId } = caller(world);
  const at = iso(world.now);
  const name = findUser(world, userId)!.body.name;
  const body: Connection = {
    status: 'CONNECTED',
    appId,
    identifier,
    displayName: name,
    createdAt: own?.body.createdAt ?? at,
    updatedAt: at,
  };
  if (own) saveRow(world, connection, own, body);
  else addRow(world, connection, { owner: userId, at: world.now, body });
  adopt(world, appId, identifier, userId);
}

/** POST .../connect/check: whether the caller is connected as the one whom the token stands for. */
export function checkConnect(world: World): unknown {
  const { appId } = theApp(world).body;
  const known = connectedAs(world, appId, tokenIn(world, appId));
  return { exists: known !== undefined, displayName: known?.body.displayName ?? null };
}

/** POST .../disconnect. */
export function disconnect(world: World): void {
  const { appId } = theApp(world).body;
  const own = ownOf(world, appId);
  if (own?.body.status !== 'CONNECTED') refuseAs(world, 404, `Not Found connection info by appId: ${appId}`, 'NOT_FOUND_CONNECTION_INFO');
  else saveRow(world, connection, own, { ...own.body, status: 'DISCONNECTED', updatedAt: iso(world.now) });
}

/** GET /v1/third-party/{appId}/connection/status, which an app asks. */
export function showConnection(world: World): unknown {
  const found = connectedAs(world, theApp(world).body.appId, world.query.identifier as string);
  return { isConnected: found !== undefined, connectedAt: found?.body.updatedAt ?? null };
}

/** GET /v2/third-party/apps: each with how the caller stands to it; GET /v2/public/third-party/apps: without. */
export function listApps(world: World): unknown {
  return rows(world, app).map((row) => {
    const own = world.who && ownOf(world, row.body.appId)?.body;
    const { status = null, displayName = null } = own ?? {};
    return { ...listedApp(row, world), status, connectedAt: own && status === 'CONNECTED' ? own.updatedAt : null, displayName };
  });
}
