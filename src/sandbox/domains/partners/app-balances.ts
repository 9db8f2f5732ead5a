// What apps and their users have of the points of apps, and how it moves between them. JSON numbers, unlike all other amounts.
import { number, text, word } from '../../../services/catalogue/define.js';
import { ThirdPartyCurrency } from '../../../services/catalogue/words.js';
import { iso } from '../../core/clock.js';
import { refuse } from '../../core/refusal.js';
import { addRow, type Kind, rows } from '../../core/rows.js';
import { caller, type Moment, type World } from '../../core/world.js';
import { accounts } from '../balances/accounts.js';
import { toBase, toDecimal } from '../balances/amounts.js';
import { balanceOf, credit, debit, decimalsOf } from '../balances/balance-changes.js';
import { holding } from '../balances/ledger.js';
import { partnerOnly, theApp } from './apps.js';
import { type Connection, connectedAs } from './connections.js';

type Currency = (typeof ThirdPartyCurrency)[number];
/** What the calls of version 3 take: the sandbox's own names. */
export const ofAppBalance = { appId: text(), currency: word(ThirdPartyCurrency), timestamp: text() };
export const ofUserBalance = { ...ofAppBalance, identifier: text() };
/** The amount goes to the user; below 0 it comes from them. */
export const appTransfer = { ...ofUserBalance, amount: number(), requestId: text() };

const asNumber = (amount: bigint, currency: Currency) => ({ amount: Number(toDecimal(amount, decimalsOf(currency))) });

/** GET /v1/third-party/{appId}/balance/current and POST /v3/third-party/balance/current: the app's own. */
export function showAppBalance(world: World): unknown {
  const { currency, appId } = { ...world.query, ...world.body } as { currency: Currency; appId?: string };
  return asNumber(holding(world, accounts.app(theApp(world, appId).body.appId), currency), currency);
}

/** GET /v2/third-party/{appId}/balance/current: what the caller has of the app's points. */
export function showOwnBalance(world: World): unknown {
  const { currency } = theApp(world).body;
  return asNumber(balanceOf(world, caller(world).userId, currency), currency);
}

function connectedUser(world: World): { appId: string; currency: Currency; userId: string } {
  const { appId, currency, identifier } = world.body as { appId: string; currency: Currency; identifier: string };
  const known = theApp(world, appId).body.appId;
  const found: { owner: string | null; body: Connection } | undefined = connectedAs(world, known, identifier);
  const message = `Not Found connection info by appId: ${known} and identifer: ${identifier.slice(0, 100)}`; // identifer: sic
  if (!found) return refuse(404, message, 'NOT_FOUND_CONNECTION_INFO');
  return { appId: known, currency, userId: found.owner! };
}

/** POST /v3/third-party/users/balance/current. */
export function showUserBalance(world: World): unknown {
  partnerOnly(world);
  const { currency, userId } = connectedUser(world);
  return asNumber(balanceOf(world, userId, currency), currency);
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
const madeBefore = (moment: Moment, appId: string, requestId: string): boolean =>
  rows(moment, transfer).some(({ body }) => body.appId === appId && body.requestId === requestId);

/** POST /v3/third-party/users/balance/transfer, once for a request id; answers what the user has then. */
export function transferAppBalance(world: World): unknown {
  partnerOnly(world);
  const { appId, currency, userId } = connectedUser(world);
  const { amount, requestId } = world.body as { amount: number; requestId: string };
  if (!madeBefore(world, appId, requestId)) {
    const raw = rawOf(amount, currency);
    const made = addRow(world, transfer, {
      owner: userId,
      at: world.now,
      body: { appId, requestId, currency, amount: toDecimal(raw, decimalsOf(currency)), createdAt: iso(world.now) },
    });
    const { name } = theApp(world, appId).body;
    const change = { userId, currencyId: currency, cause: `app transfer ${made.id}` };
    if (raw > 0n) credit(world, { ...change, amount: raw, description: `From ${name}` }, accounts.app(appId));
    else debit(world, { ...change, amount: -raw, description: `To ${name}` }, accounts.app(appId));
  }
  return asNumber(balanceOf(world, userId, currency), currency);
}

function rawOf(amount: number, currency: Currency): bigint {
  const given = String(amount);
  const raw = /^-?\d{1,20}(\.\d+)?$/.test(given) ? toBase(given, decimalsOf(currency)) : 0n;
  return raw === 0n ? refuse(400, `amount must be a number of ${currency} that is not 0, not ${given}.`, 'INVALID_REQUEST') : raw;
}
