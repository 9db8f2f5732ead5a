// Balances of apps and of their users in app points, and transfers between them. Amounts are JSON numbers, unlike all others.

import { number, text, word } from '../../../services/catalogue/define.js';
import { ThirdPartyCurrency } from '../../../services/catalogue/words.js';
import { iso } from '../../core/clock.js';
import { type HandlerContext, requireCaller, type SandboxContext } from '../../core/context.js';
import { refuse } from '../../core/refusal.js';
import { addRow, type Kind, rows } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/user.js';
import type { Answer } from '../../core/stored.js';
import { toBase, toDecimal } from '../balances/amounts.js';
import { balanceOf, credit, debit, decimalsOf } from '../balances/balance-changes.js';
import { accountBalance } from '../balances/ledger.js';
import { accounts } from '../balances/ledger-accounts.js';
import { partnerOnly, requireApp } from './apps.js';
import { type Connection, connectedAs } from './connections.js';

type Currency = (typeof ThirdPartyCurrency)[number];
/** The bodies of version 3: the sandbox's own names. */
export const appBalanceBody = { appId: text(), currency: word(ThirdPartyCurrency), timestamp: text() };
export const userBalanceBody = { ...appBalanceBody, identifier: text() };
/** The amount goes to the user; a negative one to the app. */
export const appTransferBody = { ...userBalanceBody, amount: number(), requestId: text() };

const asNumber = (amount: bigint, currency: Currency) => ({ amount: Number(toDecimal(amount, decimalsOf(currency))) });

/** GET /v1/third-party/{appId}/balance/current and POST /v3/third-party/balance/current: the app's own. */
export function showAppBalance(context: HandlerContext): Answer<typeof shapes.AppBalance> {
  const { currency, appId } = { ...context.query, ...context.body } as { currency: Currency; appId?: string };
  return asNumber(accountBalance(context, accounts.app(requireApp(context, appId).body.appId), currency), currency);
}

/** GET /v2/third-party/{appId}/balance/current: what the caller has of the app's points. */
export function showOwnBalance(context: HandlerContext): Answer<typeof shapes.AppBalance> {
  const { currency } = requireApp(context).body;
  return asNumber(balanceOf(context, requireCaller(context).userId, currency), currency);
}

function connectedUser(context: HandlerContext): { appId: string; currency: Currency; userId: string } {
  const { appId, currency, identifier } = context.body as { appId: string; currency: Currency; identifier: string };
  const rowAppId = requireApp(context, appId).body.appId;
  const found: { owner: string | null; body: Connection } | undefined = connectedAs(context, rowAppId, identifier);
  const message = `Not Found connection info by appId: ${rowAppId} and identifer: ${identifier.slice(0, 100)}`; // identifer: sic
  if (!found) return refuse(404, message, 'NOT_FOUND_CONNECTION_INFO');
  return { appId: rowAppId, currency, userId: found.owner! };
}

/** POST /v3/third-party/users/balance/current. */
export function showUserBalance(context: HandlerContext): Answer<typeof shapes.AppBalance> {
  partnerOnly(context);
  const { currency, userId } = connectedUser(context);
  return asNumber(balanceOf(context, userId, currency), currency);
}

/** A transfer that has been made, so that its request id makes no second one. Its owner is the user. */
interface AppTransfer {
  readonly appId: string;
  readonly requestId: string;
  readonly currency: Currency;
  readonly amount: string;
  readonly createdAt: string;
}
const transfer: Kind<AppTransfer> = {
  name: 'app-transfer',
  table: 'app_transfer',
  noun: 'TRANSFER',
  owned: true,
  show: ({ id, body }) => ({ id, ...body }),
};
const madeBefore = (context: SandboxContext, appId: string, requestId: string): boolean =>
  rows(context, transfer).some(({ body }) => body.appId === appId && body.requestId === requestId);

/** POST /v3/third-party/users/balance/transfer, once for a request id; returns the new balance of the user. */
export function transferAppBalance(context: HandlerContext): Answer<typeof shapes.AppBalance> {
  partnerOnly(context);
  const { appId, currency, userId } = connectedUser(context);
  const { amount, requestId } = context.body as { amount: number; requestId: string };
  if (!madeBefore(context, appId, requestId)) {
    const raw = rawOf(amount, currency);
    const made = addRow(context, transfer, {
      owner: userId,
      at: context.now,
      body: { appId, requestId, currency, amount: toDecimal(raw, decimalsOf(currency)), createdAt: iso(context.now) },
    });
    const { name } = requireApp(context, appId).body;
    const change = { userId, currencyId: currency, cause: `app transfer ${made.id}` };
    if (raw > 0n) credit(context, { ...change, amount: raw, description: `From ${name}` }, accounts.app(appId));
    else debit(context, { ...change, amount: -raw, description: `To ${name}` }, accounts.app(appId));
  }
  return asNumber(balanceOf(context, userId, currency), currency);
}

function rawOf(amount: number, currency: Currency): bigint {
  const text = String(amount);
  const raw = /^-?\d{1,20}(\.\d+)?$/.test(text) ? toBase(text, decimalsOf(currency)) : 0n;
  return raw === 0n ? refuse(400, `amount must be a number of ${currency} that is not 0, not ${text}.`, 'INVALID_REQUEST') : raw;
}
