// Points, missions, rankings and earn events of the second back end: CONTRACT.md 2, 4 and 7.8; the points balance is invented.
import { now } from '../time.js';
import { created201, isAmount, ok200, pathSegment, stateMachine, valuesIn } from './course.js';
import { Refusal, type Routes, requiredText } from './http.js';
import type { Person, Sessions } from './sessions.js';

const app = '3d100001-ffff-4000-a000-000000000000';
const friend = { id: 'a1b2c3d4-0000-4000-8000-00000000beef', name: 'Phalla Chan', avatar: null };
const at = '2026-11-19T08:30:00.000Z';

interface Wallet {
  cents: number;
  readonly entries: { readonly moment: string; readonly change: number; readonly why: string }[];
}

export function pointRoutes({ signedIn }: Sessions): Routes {
  const wallets = new Map<Person, Wallet>();
  const walletOf = (person: Person) => {
    const wallet = wallets.get(person) ?? { cents: 12_050, entries: [{ moment: at, change: 120.5, why: 'Welcome' }] };
    wallets.set(person, wallet);
    return wallet;
  };
  const rankings = stateMachine<object>('ranking');
  const claimedRankings = new Set<string>();
  const claims = stateMachine<object>('claim');
  const claimedEvents = new Set<string>();
  const claimedMissions = new Set<string>();
  return {
    // not public
    'GET /user/v2/balance/mvp/current': signedIn(({ person }) => {
      const { cents } = walletOf(person);
      return ok200({ purse: { held: cents / 100, unit: 'MVP', asOf: at } });
    }),
    'GET /user/v2/balance/mvp/history': signedIn(({ person }) => ok200({ moves: walletOf(person).entries, next: null })),
    'GET /user/v2/balance/mvp/transfer/fee': signedIn(() => ok200({ keeps: 0.25, unit: 'MVP' })),
    'POST /user/v2/balance/mvp/transfer': signedIn(({ person }, { body }) => {
      const words = valuesIn(body);
      const sum = words.find(isAmount);
      if (!words.includes(friend.id) || sum === undefined) throw new Refusal(400, 'who gets how much?');
      const wallet = walletOf(person);
      const cents = Math.round(Number(sum) * 100) + 25;
      if (cents > wallet.cents) throw new Refusal(422, 'Not enough points', 'TOO_FEW');
      wallet.cents -= cents;
      wallet.entries.unshift({ moment: new Date().toISOString(), change: -cents / 100, why: `Sent to ${friend.name}` });
      return created201({ slip: `SL-${wallet.entries.length}`, left: wallet.cents / 100 });
    }),
    'GET /user/users/abstract/{userId}': signedIn((_, request) => {
      if (pathSegment(request, 3) !== friend.id) throw new Refusal(404, 'No such user');
      return ok200(friend);
    }),

    // CONTRACT.md 4
    'GET /activity/v3/missions': signedIn(() =>
      ok200([mission('m-1', 'Open the app', !claimedMissions.has('m-1')), mission('m-2', 'Ten rides', false)]),
    ),
    'POST /activity/v3/missions/{id}/claim': signedIn((_, request) => {
      const id = pathSegment(request, 3);
      if (id !== 'm-1' || claimedMissions.has(id)) throw new Refusal(400, 'Not claimable');
      claimedMissions.add(id);
      return created201({ missionPointTransactions: [{ id: 'mpt-1', points: 5 }] });
    }),
    'GET /activity/v1/mission-point': signedIn((_, { query }) =>
      ok200({ amount: query.get('missionPointId') === 'REFERRAL_POINT_ACTIVE' ? 3 : 8 }),
    ),
    'GET /activity/v1/ranking-mission/{missionGroupId}/rank': signedIn(() => ok200({ rank: 17 })),
    'POST /activity/v1/ranking-mission/{missionGroupId}/claim': signedIn((_, request) => {
      const group = pathSegment(request, 3);
      if (claimedRankings.has(group)) return created201({ verdict: 'DUPLICATED' });
      claimedRankings.add(group);
      const end = group.startsWith('lost') ? 'FAIL' : 'SUCCESS';
      rankings.start(group, {}, ['', 'REQUESTED', ...(group.startsWith('odd') ? ['AT_THE_BANK'] : []), 'PENDING', end]);
      return created201({ verdict: 'SUCCESS' });
    }),
    'GET /activity/v1/ranking-mission/{missionGroupId}/claim/status': signedIn((_, request) => {
      const group = pathSegment(request, 3);
      return ok200({ payout: { group, stage: claimedRankings.has(group) ? rankings.next(group).word : null } });
    }),

    // CONTRACT.md 2 and 7.8
    'POST /user/v1/earn-event/list': signedIn(() => created201([event()])),
    'POST /user/v1/earn-event/{id}': signedIn((_, request) => created201(known(pathSegment(request, 3)))),
    'POST /user/v1/earn-event/{id}/participation/current': signedIn((_, request) => {
      known(pathSegment(request, 3));
      return created201([{ amount: '42.5', key: 'k0', title: 'Kilometres', currency: 'KM' }]);
    }),
    'POST /user/v1/earn-event/{id}/claim/information': signedIn((_, request) => {
      known(pathSegment(request, 3));
      return created201({
        claimType: 'CONSTANT',
        currency: 'MVL',
        currencyIconUrl: 'https://icons.example/MVL',
        calcInfoPageUrl: 'https://help.example/claims',
        currentPoint: '42.5',
        lowerLimitPoint: '10',
        amount: '85',
        fee: '3',
        subCurrency: null,
        subCurrencyIconUrl: null,
        subCurrencyAmount: null,
        isClaimable: true,
      });
    }),
    'POST /user/v1/earn-event/{id}/claim/request': signedIn((_, request) => {
      const { id } = known(pathSegment(request, 3));
      requiredText(request.body, 'address');
      if (claimedEvents.has(id)) throw new Refusal(400, `Already Claimed Earn Event ${id} by user`);
      claimedEvents.add(id);
      claims.start(id, {}, ['', 'INCOMING', 'COMPLETED_TRANSFER', 'COMPLETED']);
      return created201({ status: 'ok' });
    }),
    'POST /user/v1/earn-event/{id}/claim/status': signedIn((_, request) => {
      const { id } = known(pathSegment(request, 3));
      return created201({ status: claimedEvents.has(id) ? claims.next(id).word : null });
    }),
    'GET /user/v1/third-party/{appId}/earn-event/{eventAlias}/participation': signedIn((_, request) => {
      if (!request.query.get('timestamp')) throw new Refusal(401, 'timestamp is empty!', 'EMPTY_TIMESTAMP');
      const list = [1, 2, 3].slice(2 * (Number(request.query.get('page')) - 1)).slice(0, 2);
      return ok200({ totalCount: 3, list: list.map(participation) });
    }),
  };
}

/** A MissionDto with the `activityTypes` of today (CONTRACT.md 4, 8.2). */
const mission = (id: string, name: string, claimable: boolean) => ({
  id,
  slug: null,
  type: 'USER_ACTIVITY',
  name,
  activityTypes: ['open_app'],
  accomplishable: true,
  claimable,
  userClaimedCount: 0,
  rewardType: 'MISSION_POINT',
  rewardAmount: '5',
  startsAt: at,
  endsAt: null,
});

const day = 86_400_000;
/** An EarnEventDto in its claim phase. */
function event() {
  const from = (days: number) => new Date(now + days * day).toISOString();
  return {
    claimType: 'CONSTANT',
    id: 'ev-1',
    eventStartAt: from(-30),
    eventEndAt: from(-2),
    claimStartAt: from(-1),
    claimEndAt: from(30),
    iconUrl: 'https://icons.example/event',
    title: 'Drive in the rain',
    subTitle: 'Every kilometre counts',
    detailPageUrl: 'https://help.example/rain',
    pointInfoArr: [{ key: 'k0', currency: 'KM', title: 'Kilometres' }],
    pointIconUrl: 'https://icons.example/km',
    eventActionButtonTitle: null,
    eventActionScheme: null,
    currency: 'MVL',
    currencyIconUrl: 'https://icons.example/MVL',
    calcInfoPageUrl: 'https://help.example/claims',
    app: { id: app, name: 'Rain app', connectionDeepLink: null },
    alias: 'rain',
    isAllowParticipationInClaim: false,
    network: 'ETHEREUM',
  };
}
function known(id: string) {
  if (id !== 'ev-1') throw new Refusal(404, `Not Found Earn Event by ${id}`);
  return event();
}
/** A ThirdPartyEarnEventParticipationResponseDto. */
const participation = (no: number) => ({
  status: no === 3 ? 'CLAIMED' : 'COMPLETED',
  id: `pa-${no}`,
  key: 'k0',
  value: `${no}.25`,
  earnEventId: 'ev-1',
  userId: null,
  description: null,
  requestId: `req-${no}`,
  createdAt: at,
  updatedAt: at,
});
