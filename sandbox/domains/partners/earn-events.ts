// Third-party apps and their earn events: ThirdPartyApp, EarnEventDto (platform 12.2).
import type { EarnEventClaimType, ThirdPartyCurrency } from '../../../src/services/catalogue/words.js';
import {
  addRow,
  type Context,
  day,
  defineKind,
  findRow,
  type HandlerContext,
  iso,
  type Kind,
  pick,
  type Row,
  refuse,
  requireCaller,
  rowById,
  rows,
} from '../../core/index.js';
import { accounts, mint, toBase } from '../balances/currencies.js';
import { decimalsOf, moveValue } from '../balances/ledger.js';
import { identifier } from '../people/user.js';

export interface App {
  /** The app's public id, or one of the sandbox's own; not the id of the row. */
  readonly appId: string;
  readonly name: string;
  readonly connectionDeepLink: string | null;
  /** The app's own points. */
  readonly currency: (typeof ThirdPartyCurrency)[number];
}

const apps: readonly App[] = [
  {
    appId: '3d100001-ffff-4000-a000-000000000000',
    name: 'TADA',
    connectionDeepLink: 'tada-sandbox://connect',
    currency: 'TADAP',
  },
  { appId: '3d100002-ffff-4000-a000-000000000000', name: 'ONION', connectionDeepLink: null, currency: 'ONIONP' },
];
/** Of its own points and of MVP. */
const opening = '1000000';

export const app: Kind<App> = defineKind({
  name: 'app',
  table: 'third_party_app',
  key: 'appId',
  show: ({ body: { appId, name, connectionDeepLink } }) => ({ id: appId, name, connectionDeepLink }),
  seed: (context) => {
    for (const body of apps) {
      addRow(context, app, { body });
      for (const unit of [body.currency, 'MVP'])
        moveValue(context, mint(unit), accounts.app(body.appId), unit, toBase(opening, decimalsOf(unit)), 'opening');
    }
  },
});

/** As in the lists of version 2. */
export const listedApp = (row: Row<App>, context: Context): object => ({
  ...app.show(row, context),
  iconUrl: `https://icons.sandbox.invalid/${row.body.name}.png`,
  currency: row.body.currency,
});

/** The older calls, which a wallet key may sign, have no codes (platform 1.4). */
export const refuseAs = ({ call }: HandlerContext, status: number, message: string, code: string): never =>
  refuse(status, message, call.signed ? undefined : code);

/** @throws {Refusal} 404 NOT_FOUND_APP */
export function requireApp(context: HandlerContext, name = context.path.appId ?? ''): Row<App> {
  return (
    findRow(context, app, name) ?? refuseAs(context, 404, `Not Found App: by ${name.slice(0, 100)}`, 'NOT_FOUND_APP')
  );
}

/** Only an app's server may change balances of others: the sandbox's own rule. */
export function partnerOnly(context: HandlerContext): void {
  const identifierRow = rowById(context, identifier, requireCaller(context).identifierId);
  if (identifierRow?.body.type !== 'THIRDPARTY_S2S')
    refuse(403, 'Only an app itself may do this: sign in as partner.', 'NOT_A_PARTNER');
}

/** Server-to-server calls without a timestamp have their own error (platform 1.4). */
export const timestampErrors = {
  missingErrors: { timestamp: [401, 'EMPTY_TIMESTAMP', 'timestamp is empty!'] },
} as const;

/** Rewards are decimal texts in whole MVL. */
export interface EarnEvent {
  readonly alias: string;
  readonly appRow: string;
  readonly claimType: (typeof EarnEventClaimType)[number];
  readonly title: string;
  readonly eventStartAt: string;
  readonly eventEndAt: string;
  readonly claimStartAt: string;
  readonly claimEndAt: string;
  readonly isAllowParticipationInClaim: boolean;
  /** CONSTANT: the value of a point. */
  readonly rewardPerValue: string | null;
  /** RATIO_DIVISION: shared by all; CONSTANT: the total limit. */
  readonly maxReward: string;
  readonly maxParticipationUserCount: number | null;
  readonly maxParticipationSumPerDay: string | null;
}
/** In whole MVL. */
export const claimFee = '0.1';
export const lowerLimitReward = '0.2';
/** Each event counts one kind of point. */
export const point = { key: 'k0', currency: 'MVL', title: 'Points' } as const;

interface Seed {
  readonly alias: string;
  readonly app: 'TADA' | 'ONION';
  readonly title: string;
  /** Days from the opening: start and end of the event, and of the claims. */
  readonly days: readonly [number, number, number, number];
  readonly perPoint?: string;
  readonly maxReward?: string;
  readonly users?: number;
  readonly aDay?: string;
}
const past = (n: number): Seed => ({
  alias: `onion-past-${n}`,
  app: 'ONION',
  title: `Onion harvest ${n}`,
  days: [-100 - n, -60, -60, -30],
  perPoint: '0.1',
});
const seeds: readonly Seed[] = [
  { alias: 'tada-mvp', app: 'TADA', title: 'Ride and earn', days: [-30, 60, -20, 90], perPoint: '0.04' },
  { alias: 'onion-launch', app: 'ONION', title: 'Onion launch', days: [14, 44, 44, 60], maxReward: '50000' },
  { alias: 'tada-spring', app: 'TADA', title: 'Spring rides', days: [-90, -10, -10, 30], maxReward: '1000' },
  { alias: 'tada-full', app: 'TADA', title: 'First rider', days: [-30, 60, -20, 90], perPoint: '0.04', users: 1 },
  {
    alias: 'tada-daily',
    app: 'TADA',
    title: 'Daily rides',
    days: [-5, 25, 25, 40],
    perPoint: '0.05',
    maxReward: '10',
    aDay: '100',
  },
  past(1),
  past(2),
  past(3),
  past(4),
];

export const earnEvent: Kind<EarnEvent> = defineKind({
  name: 'earn-event',
  noun: 'EVENT',
  key: 'alias',
  show: showEvent,
  seed: (opening) => {
    for (const { alias, app: name, title, days, perPoint, maxReward, users, aDay } of seeds) {
      const appRow = rows(opening, app).find(({ body }) => body.name === name)!.id;
      const [eventStartAt, eventEndAt, claimStartAt, claimEndAt] = days.map((at) => iso(opening.now + at * day)) as [
        string,
        string,
        string,
        string,
      ];
      const body: EarnEvent = {
        alias,
        appRow,
        title,
        eventStartAt,
        eventEndAt,
        claimStartAt,
        claimEndAt,
        claimType: perPoint === undefined ? 'RATIO_DIVISION' : 'CONSTANT',
        isAllowParticipationInClaim: alias === 'tada-mvp',
        rewardPerValue: perPoint ?? null,
        maxReward: maxReward ?? '1000000',
        maxParticipationUserCount: users ?? null,
        maxParticipationSumPerDay: aDay ?? null,
      };
      addRow(opening, earnEvent, { body });
    }
  },
});

const icon = (name: string) => `https://icons.sandbox.invalid/${name}.png`;
function showEvent({ id, body }: Row<EarnEvent>, context: Context) {
  const { alias } = body;
  const appRow = rowById(context, app, body.appRow);
  return {
    id,
    ...pick(body, 'alias', 'title', 'claimType', 'eventStartAt', 'eventEndAt', 'claimStartAt', 'claimEndAt'),
    isAllowParticipationInClaim: body.isAllowParticipationInClaim,
    iconUrl: icon(alias),
    subTitle: body.rewardPerValue === null ? `${body.maxReward} MVL for all` : `${body.rewardPerValue} MVL a point`,
    detailPageUrl: `https://events.sandbox.invalid/${alias}`,
    pointInfoArr: [point],
    pointIconUrl: icon('point'),
    eventActionButtonTitle: null,
    eventActionScheme: null,
    currency: 'MVL',
    currencyIconUrl: icon('MVL'),
    calcInfoPageUrl: `https://events.sandbox.invalid/${alias}/reward`,
    app: appRow ? app.show(appRow, context) : null,
    network: 'ETHEREUM',
  };
}

/** Without the end. */
export const isBetween = ({ now }: Pick<Context, 'now'>, from: string, to: string): boolean =>
  Date.parse(from) <= now && now < Date.parse(to);

/** The event in the path, by alias or id; the app's id means its first event. @throws {Refusal} 404 */
export function eventInPath(context: HandlerContext): Row<EarnEvent> {
  const appRow = requireApp(context);
  const { eventAlias = '' } = context.path;
  const events = rows(context, earnEvent).filter(({ body }) => body.appRow === appRow.id);
  const match = events.find(({ id, body }) => body.alias === eventAlias || id === eventAlias);
  const message = `Not Found Earn Event by app ${appRow.body.appId} and earn event alias ${eventAlias.slice(0, 100)}`;
  return match ?? (eventAlias === appRow.id ? events[0] : undefined) ?? refuse(404, message, 'NOT_FOUND_EVENT');
}

/** The sandbox's own. */
const pageSize = 20;
/** By `page`, a text from 1. */
export function pageOf<T>(context: HandlerContext, items: readonly T[]): readonly T[] {
  const pageNumber = Math.max(1, Math.min(1e6, Math.floor(Number(context.query.page)) || 1));
  return items.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
}

/** The events of an app. */
export function listAppEvents(context: HandlerContext) {
  const appRow = requireApp(context);
  const events = rows(context, earnEvent).filter(({ body }) => body.appRow === appRow.id);
  return pageOf(context, events).map((row) => showEvent(row, context));
}
