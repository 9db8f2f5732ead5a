// Connections of users to apps (platform 12.2, ThirdPartyUserEntity), and the balances of both in app points.

import { number, text, word } from '../../../src/services/catalogue/define.js';
import { type IntegrationStatus, ThirdPartyCurrency } from '../../../src/services/catalogue/words.js';
import {
  addRow,
  badRequest,
  type Context,
  callerId,
  day,
  defineKind,
  emit,
  type HandlerContext,
  iso,
  type Kind,
  type ResponseOf,
  type Row,
  refuse,
  rows,
  saveOrAdd,
  saveRow,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/user.js';
import { accounts, toBase, toDecimal } from '../balances/currencies.js';
import { accountBalance, balanceOf, credit, debit, decimalsOf } from '../balances/ledger.js';
import { findUser } from '../people/user.js';
import { app, listedApp, partnerOnly, refuseAs, requireApp, timestampErrors } from './earn-events.js';
import { adopt } from './participations.js';

/** The owner is the user. */
interface Connection {
  readonly status: (typeof IntegrationStatus)[number];
  readonly appId: string;
  /** The app's identifier of the user. */
  readonly identifier: string;
  readonly displayName: string | null;
  readonly createdAt: string;
  /** The beginning of its state. */
  readonly updatedAt: string;
}

const seeds: readonly (readonly [handle: string, app: string, status: Connection['status']])[] = [
  ['mina', 'TADA', 'DISCONNECTED'],
  ['mina', 'ONION', 'CONNECTED'],
  ['dara', 'TADA', 'CONNECTED'],
  ['dara', 'ONION', 'DISCONNECTED'],
  ['kenji', 'TADA', 'CONNECTED'],
];

const connection: Kind<Connection> = defineKind({
  name: 'connection',
  table: 'third_party_user',
  owned: true,
  show: ({ id, owner, body }) => ({ id, userId: owner, ...body }),
  seed: (opening) => {
    const at = opening.now - 200 * day; // before the first participations
    const leftAt = opening.now - 10 * day;
    for (const [handle, name, status] of seeds) {
      const owner = findUser(opening, handle)!;
      const { appId } = rows(opening, app).find(({ body }) => body.name === name)!.body;
      const body = { status, appId, identifier: handle, displayName: owner.body.name, createdAt: iso(at) };
      const updatedAt = iso(status === 'DISCONNECTED' ? leftAt : at);
      addRow(opening, connection, { owner: owner.id, at, body: { ...body, updatedAt } });
    }
  },
});

const ofApp = (context: Context, appId: string): Row<Connection>[] =>
  rows(context, connection).filter(({ body }) => body.appId === appId);
/** The connection of an identifier at an app, if connected. */
export const connectedAs = (context: Context, appId: string, identifier: string): Row<Connection> | undefined =>
  ofApp(context, appId).find(({ body }) => body.identifier === identifier && body.status === 'CONNECTED');
const ownOf = (context: HandlerContext, appId: string): Row<Connection> | undefined =>
  ofApp(context, appId).find(({ owner }) => owner === callerId(context));

/** The identifier of a connect token. @throws {Refusal} 400 for another app's token or another user's identifier */
function tokenIn(context: HandlerContext, appId: string): string {
  const token = context.body.token as string;
  const [, identifier = '', tokenAppId = ''] = /^partner:([\w.@+-]{1,100}):([\w-]+)$/.exec(token) ?? [];
  if (identifier === '' || tokenAppId !== appId)
    refuseAs(
      context,
      400,
      `Invalied JWT token: "${token.slice(0, 100)}" for ${appId}. Here it is partner:IDENTIFIER:${appId}.`,
      'INVALID_JWT_TOKEN',
    ); // Invalied: sic
  const holder = ofApp(context, appId).find(({ body }) => body.identifier === identifier);
  const userId = callerId(context);
  const message = `Not Matched UserId: ${userId} and identifier: ${identifier} In Third Party App: ${appId}`;
  return holder && holder.owner !== userId ? refuseAs(context, 400, message, 'NOT_MATCHED_USER') : identifier;
}

/** Connects the caller to an app. */
export function connect(context: HandlerContext): void {
  const { appId, name: appName } = requireApp(context).body;
  const identifier = tokenIn(context, appId);
  const existing = ownOf(context, appId);
  if (existing?.body.status === 'CONNECTED')
    refuseAs(
      context,
      400,
      `Already connected to ${appId} by identifier ${existing.body.identifier}`,
      'ALREADY_CONNECTED',
    );
  const userId = callerId(context);
  const at = iso(context.now);
  const name = findUser(context, userId)!.body.name;
  const body: Connection = {
    status: 'CONNECTED',
    appId,
    identifier,
    displayName: name,
    createdAt: existing?.body.createdAt ?? at,
    updatedAt: at,
  };
  saveOrAdd(context, connection, existing, { owner: userId, body });
  adopt(context, appId, identifier, userId);
  if (appName === 'TADA') emit(context, 'activity done', { userId, typeId: 'connect_tada' });
}

/** Whether the caller is connected under the token's identifier. */
export function checkConnect(context: HandlerContext) {
  const { appId } = requireApp(context).body;
  const existing = connectedAs(context, appId, tokenIn(context, appId));
  return { exists: existing !== undefined, displayName: existing?.body.displayName ?? null };
}

/** Ends the connection of the caller. */
export function disconnect(context: HandlerContext): void {
  const { appId } = requireApp(context).body;
  const existing = ownOf(context, appId);
  if (existing?.body.status !== 'CONNECTED')
    refuseAs(context, 404, `Not Found connection info by appId: ${appId}`, 'NOT_FOUND_CONNECTION_INFO');
  else
    saveRow(context, connection, existing, { ...existing.body, status: 'DISCONNECTED', updatedAt: iso(context.now) });
}

/** The connection of an identifier, for apps. */
export function showConnection(context: HandlerContext) {
  const existing = connectedAs(context, requireApp(context).body.appId, context.query.identifier as string);
  return { isConnected: existing !== undefined, connectedAt: existing?.body.updatedAt ?? null };
}

/** The apps, with the caller's connection. */
export function listApps(context: HandlerContext) {
  return rows(context, app).map((row) => {
    const link = context.caller && ownOf(context, row.body.appId)?.body;
    const { status = null, displayName = null } = link ?? {};
    return {
      ...listedApp(row, context),
      status,
      connectedAt: link && status === 'CONNECTED' ? link.updatedAt : null,
      displayName,
    };
  });
}

type Currency = (typeof ThirdPartyCurrency)[number];
export const appBalanceBody = { appId: text(), currency: word(ThirdPartyCurrency), timestamp: text() };
const userBalanceBody = { ...appBalanceBody, identifier: text() };
/** The amount goes to the user, a negative one to the app. */
const appTransferBody = { ...userBalanceBody, amount: number(), requestId: text() };

const asNumber = (amount: bigint, currency: Currency) => ({ amount: Number(toDecimal(amount, decimalsOf(currency))) });

/** The app's balance. */
export function showAppBalance(context: HandlerContext): ResponseOf<typeof shapes.AppBalance> {
  const { currency, appId } = { ...context.query, ...context.body } as { currency: Currency; appId?: string };
  return asNumber(accountBalance(context, accounts.app(requireApp(context, appId).body.appId), currency), currency);
}

/** The caller's balance of the app's points. */
export function showOwnBalance(context: HandlerContext): ResponseOf<typeof shapes.AppBalance> {
  const { currency } = requireApp(context).body;
  return asNumber(balanceOf(context, callerId(context), currency), currency);
}

function connectedUser(context: HandlerContext): { appId: string; currency: Currency; userId: string } {
  const { appId, currency, identifier } = context.body as { appId: string; currency: Currency; identifier: string };
  const rowAppId = requireApp(context, appId).body.appId;
  const link: { owner: string | null; body: Connection } | undefined = connectedAs(context, rowAppId, identifier);
  // identifer: sic
  const message = `Not Found connection info by appId: ${rowAppId} and identifer: ${identifier.slice(0, 100)}`;
  if (!link) return refuse(404, message, 'NOT_FOUND_CONNECTION_INFO');
  return { appId: rowAppId, currency, userId: link.owner! };
}

/** The balance of a connected user. */
export const showUserBalance = view(
  (context): ResponseOf<typeof shapes.AppBalance> => {
    partnerOnly(context);
    const { currency, userId } = connectedUser(context);
    return asNumber(balanceOf(context, userId, currency), currency);
  },
  { body: userBalanceBody, ...timestampErrors },
);

/** A request id makes one transfer. The owner is the user. */
interface AppTransfer {
  readonly appId: string;
  readonly requestId: string;
  readonly currency: Currency;
  readonly amount: string;
  readonly createdAt: string;
}
const transfer: Kind<AppTransfer> = defineKind({
  name: 'app-transfer',
  owned: true,
});
const madeBefore = (context: Context, appId: string, requestId: string): boolean =>
  rows(context, transfer).some(({ body }) => body.appId === appId && body.requestId === requestId);

/** Once for a request id. Returns the user's new balance. */
export const transferAppBalance = view(
  (context): ResponseOf<typeof shapes.AppBalance> => {
    partnerOnly(context);
    const { appId, currency, userId } = connectedUser(context);
    const { amount, requestId } = context.body;
    if (!madeBefore(context, appId, requestId)) {
      const raw = rawOf(amount, currency);
      const transferRow = addRow(context, transfer, {
        owner: userId,
        body: { appId, requestId, currency, amount: toDecimal(raw, decimalsOf(currency)), createdAt: iso(context.now) },
      });
      const { name } = requireApp(context, appId).body;
      const change = { userId, currencyId: currency, cause: `app transfer ${transferRow.id}` };
      if (raw > 0n) credit(context, { ...change, amount: raw, description: `From ${name}` }, accounts.app(appId));
      else debit(context, { ...change, amount: -raw, description: `To ${name}` }, accounts.app(appId));
    }
    return asNumber(balanceOf(context, userId, currency), currency);
  },
  { body: appTransferBody, ...timestampErrors },
);

function rawOf(amount: number, currency: Currency): bigint {
  const text = String(amount);
  const raw = /^-?\d{1,20}(\.\d+)?$/.test(text) ? toBase(text, decimalsOf(currency)) : 0n;
  return raw === 0n ? badRequest(`amount must be a number of ${currency} that is not 0, not ${text}.`) : raw;
}
