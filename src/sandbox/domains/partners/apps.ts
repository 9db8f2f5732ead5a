// Third-party apps: CONTRACT.md 8.2 ThirdPartyApp, and what the lists of version 2 add. The id of TADA is public, the rest ours.
import type { ThirdPartyCurrency } from '../../../services/catalogue/words.js';
import { refuse } from '../../core/refusal.js';
import { addRow, findRow, type Kind, type Row, rowById } from '../../core/rows.js';
import { caller, type Moment, type World } from '../../core/world.js';
import { accounts, mint } from '../balances/accounts.js';
import { toBase } from '../balances/amounts.js';
import { decimalsOf } from '../balances/balance-changes.js';
import { move } from '../balances/ledger.js';
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
/** What an app has of its own points and of MVP when the world begins. */
const opening = '1000000';

export const app: Kind<App> = {
  name: 'app',
  table: 'third_party_app',
  noun: 'APP',
  owned: false,
  key: 'appId',
  show: ({ body: { appId, name, connectionDeepLink } }) => ({ id: appId, name, connectionDeepLink }),
  seed: (moment) => {
    for (const body of apps) {
      addRow(moment, app, { owner: null, at: moment.now, body });
      for (const unit of [body.currency, 'MVP'])
        move(moment, mint(unit), accounts.app(body.appId), unit, toBase(opening, decimalsOf(unit)), 'opening');
    }
  },
};

/** An app as the lists of version 2 have it. */
export const listedApp = (row: Row<App>, moment: Moment): object => ({
  ...(app.show(row, moment) as object),
  iconUrl: `https://icons.sandbox.invalid/${row.body.name}.png`,
  currency: row.body.currency,
});

/** Refuses as the call's version does: the older calls, which a wallet key may sign, give no code (CONTRACT.md 1.4). */
export const refuseAs = ({ call }: World, status: number, message: string, code: string): never =>
  refuse(status, message, call.signed ? undefined : code);

/** The app that a path or a body names. @throws {Refusal} 404 NOT_FOUND_APP */
export function theApp(world: World, name = world.path.appId ?? ''): Row<App> {
  return findRow(world, app, name) ?? refuseAs(world, 404, `Not Found App: by ${name.slice(0, 100)}`, 'NOT_FOUND_APP');
}

/** Lets only an app's own server through, where it changes what is somebody else's: the sandbox's own rule. */
export function partnerOnly(world: World): void {
  const way = rowById(world, identifier, caller(world).identifierId);
  if (way?.body.type !== 'THIRDPARTY_S2S') refuse(403, 'Only an app itself may do this: sign in as partner.', 'NOT_A_PARTNER');
}
