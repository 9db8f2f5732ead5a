// Third-party apps (platform 12.2, ThirdPartyApp), and the fields that the lists of version 2 add. The id of TADA is public.
import type { ThirdPartyCurrency } from '../../../services/catalogue/words.js';
import { type HandlerContext, requireCaller, type SandboxContext } from '../../core/context.js';
import { refuse } from '../../core/refusal.js';
import { addRow, findRow, type Kind, type Row, rowById } from '../../core/rows.js';
import { toBase } from '../balances/amounts.js';
import { decimalsOf } from '../balances/balance-changes.js';
import { moveValue } from '../balances/ledger.js';
import { accounts, mint } from '../balances/ledger-accounts.js';
import { identifier } from '../people/user.js';

export interface App {
  /** As it is publicly known, or made up; not the id of the row. */
  readonly appId: string;
  readonly name: string;
  readonly connectionDeepLink: string | null;
  /** The points that are the app's own. */
  readonly currency: (typeof ThirdPartyCurrency)[number];
}

const apps: readonly App[] = [
  { appId: '3d100001-ffff-4000-a000-000000000000', name: 'TADA', connectionDeepLink: 'tada-sandbox://connect', currency: 'TADAP' },
  { appId: '3d100002-ffff-4000-a000-000000000000', name: 'ONION', connectionDeepLink: null, currency: 'ONIONP' },
];
/** An app's opening balance of its own points and of MVP. */
const opening = '1000000';

export const app: Kind<App> = {
  name: 'app',
  table: 'third_party_app',
  noun: 'APP',
  owned: false,
  key: 'appId',
  show: ({ body: { appId, name, connectionDeepLink } }) => ({ id: appId, name, connectionDeepLink }),
  seed: (context) => {
    for (const body of apps) {
      addRow(context, app, { owner: null, at: context.now, body });
      for (const unit of [body.currency, 'MVP'])
        moveValue(context, mint(unit), accounts.app(body.appId), unit, toBase(opening, decimalsOf(unit)), 'opening');
    }
  },
};

/** An app as the lists of version 2 have it. */
export const listedApp = (row: Row<App>, context: SandboxContext): object => ({
  ...(app.show(row, context) as object),
  iconUrl: `https://icons.sandbox.invalid/${row.body.name}.png`,
  currency: row.body.currency,
});

/** Refuses without a code in the older calls, which a wallet key may sign (platform 1.4). */
export const refuseAs = ({ call }: HandlerContext, status: number, message: string, code: string): never =>
  refuse(status, message, call.signed ? undefined : code);

/** The app that a path or a body names. @throws {Refusal} 404 NOT_FOUND_APP */
export function requireApp(context: HandlerContext, name = context.path.appId ?? ''): Row<App> {
  return findRow(context, app, name) ?? refuseAs(context, 404, `Not Found App: by ${name.slice(0, 100)}`, 'NOT_FOUND_APP');
}

/** Requires an app's own server, for calls that change balances of others: the sandbox's own rule. */
export function partnerOnly(context: HandlerContext): void {
  const identifierRow = rowById(context, identifier, requireCaller(context).identifierId);
  if (identifierRow?.body.type !== 'THIRDPARTY_S2S') refuse(403, 'Only an app itself may do this: sign in as partner.', 'NOT_A_PARTNER');
}
