// `tuk points`: balance, missions, ranks, referrals, earn events, third-party apps, banners, games.

import type { Command, Group } from '../../cli/command/command.js';
import { plain } from '../../cli/settings/options.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import type { Params } from '../../engine/request/params.js';
import { BannerType, Region } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import type { Column } from '../../text/column.js';
import { rankingClaim } from '../../things/claim.js';
import { mission } from '../../things/mission.js';
import { invitee, referral as referralCode } from '../../things/user.js';
import { apps } from './apps.js';
import { balance } from './balance.js';
import { logUnclaimed, unclaimed } from './claim-status.js';
import { earn } from './earn.js';
import { missions } from './missions.js';

// `tuk points banners` and `games`: banners, the Democopter game, its leader board and its results.

const gameColumns: readonly Column[] = [
  { path: 'position', heading: 'rank' },
  { path: 'game.title', heading: 'game' },
  { path: 'title' },
  { path: 'username', heading: 'player' },
  { path: 'score', as: 'amount' },
  { path: 'ticket', heading: 'tickets' },
  { path: 'prize', as: 'amount' },
  { path: 'mine' },
  { path: 'winner' },
  { path: 'tried', heading: 'rounds' },
  { path: 'totalPrizeAmount', heading: 'prize', as: { amount: 'currencyId' } },
  { path: 'entryFeeAmount', heading: 'entry fee', as: { amount: 'entryFeeCurrencyId' } },
  { path: 'totalEntries', heading: 'entries', as: 'amount' },
  { path: 'totalTickets', heading: 'tickets', as: 'amount' },
  { path: 'paymentFulfilled', heading: 'paid' },
  { path: 'winnerSelected', heading: 'drawn' },
  { path: 'createdAt', heading: 'since', as: 'time' },
  { path: 'closedAt', heading: 'closed', as: 'time' },
  { path: 'nextGameStartsAt', heading: 'next game', as: 'time' },
  { path: 'gameDurationMs', heading: 'game duration', as: { lasts: 'milliseconds' } },
  { path: 'gamePauseMs', heading: 'game pause', as: { lasts: 'milliseconds' } },
];
const gameParts = ['past', 'board', 'missions', 'result'] as const;
const columnsWithMissions: readonly Column[] = [...gameColumns, ...mission.fields];

const games: readonly Command[] = [
  listCommand('activity', {
    name: 'banners',
    summary: 'List the banners',
    options: [
      plain('--region <region>', 'filter by region', { words: Region }),
      plain('--type <type>', 'filter by type', { words: BannerType }),
    ],
    examples: [
      'tuk points banners',
      'tuk points banners --region KH --type Clutch',
      'tuk points banners --fields title,link',
    ],
    endpoints: [
      { endpoint: 'listBanners' },
      { endpoint: 'listPublicBanners', when: 'signed-out' },
      { endpoint: 'listRegionBanners', requires: ['region'] },
    ],
    open: true,
    columns: [
      { path: 'title' },
      { path: 'type', room: 'yields' },
      { path: 'region' },
      { path: 'linkAction', heading: 'does', room: 'yields' },
      { path: 'link' },
      { path: 'endsAt', heading: 'ends', as: 'time' },
      { path: 'id', room: 'yields' },
    ],
    empty: ['No banners.', 'See the missions: tuk points missions list'],
  }),
  listCommand('user', {
    name: 'games',
    values: '[id]',
    summary: 'Show the running Democopter game, or a game by its id',
    description:
      'With past it shows the results of past games, with missions the missions of the running game; with an id and board the leaders of a game, with an id and result one of the results.',
    options: [plain('--show <part>', 'a part of it', { words: gameParts })],
    examples: [
      'tuk points games',
      'tuk points games 5',
      'tuk points games 5 --show board',
      'tuk points games 1 --show result',
      'tuk points games --show past',
      'tuk points games --show missions',
    ],
    endpoints: [
      { endpoint: 'getActiveDemocopter' },
      { endpoint: 'listPastDemocopterResults', requires: ['past'] },
      { service: 'activity', endpoint: 'listDemocopterMissions', requires: ['missions'] },
      { endpoint: 'getDemocopter', requires: ['id'] },
      { endpoint: 'getGame', requires: ['id'], when: 'missing' },
      { endpoint: 'listDemocopterLeaders', requires: ['id', 'board'] },
      { endpoint: 'getGameResult', requires: ['id', 'result'] },
    ],
    columns: columnsWithMissions,
    singleRecord: true,
    empty: ['No results.', 'See the running game: tuk points games'],
    toParams: gameParams,
  }),
];

function gameParams({ id, show }: Params): Params {
  const part = show === undefined ? undefined : String(show);
  const ofGame = part === 'board' || part === 'result';
  if (ofGame && id === undefined)
    throw new BadInput('MISSING_VALUE', `--show ${part} needs an id.`, 'Look: tuk points games --show past');
  if (!ofGame && part !== undefined && id !== undefined)
    throw new BadInput('CONFLICT', `--show ${part} takes no id.`, 'Like: tuk points games 5 --show board');
  return { id, ...(part === undefined ? {} : { [part]: true }) };
}

// `tuk points rank`: the user's rank, the leader board, and the claim of the reward.

const values = '<mission-group-id>';

const rank: readonly Command[] = [
  showCommand('activity', {
    name: 'rank show',
    values,
    summary: 'Show your rank in a ranking',
    examples: ['tuk points rank show season-ranking', 'tuk points rank show season-ranking --jq .rank'],
    endpoint: 'getRank',
    columns: [
      { path: 'rank' },
      { path: 'score', assumed: true },
      { path: 'accomplishmentStatus', heading: 'claim', assumed: true },
    ],
  }),
  listCommand('activity', {
    name: 'rank board',
    values,
    summary: 'List the leaders of a ranking',
    examples: [
      'tuk points rank board season-ranking',
      'tuk points rank board season-ranking --fields rank,name,score -o csv',
    ],
    endpoint: 'listRankingLeaders',
    columns: [{ path: 'rank' }, { path: 'name' }, { path: 'score', as: 'amount' }, { path: 'userId', heading: 'user' }],
    id: 'userId',
    empty: ['The board is empty.', 'See the rankings: tuk points missions groups'],
  }),
  changeCommand('activity', {
    name: 'rank claim',
    values,
    summary: 'Claim the reward of a ranking',
    description: 'The reward is paid on a chain, once. The fields of its body are not public: give them with -f.',
    examples: [
      'tuk points rank claim season-ranking -f network=TON_TEST -f address=EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N --new-recipient --yes',
    ],
    endpoint: 'claimRanking',
    open: true,
    alsoUses: { user: ['listWalletsV2'], wallet: ['listTokens'] },
    money: 'to recipient',
    about: [
      {
        endpoint: 'getRankingClaim',
        paramsFrom: { missionGroupId: 'missionGroupId' },
        columns: [{ path: 'status', heading: 'Claimed so far', as: { status: 'RankingAccomplishmentStatus' } }],
      },
    ],
    columns: [{ path: 'result', as: { status: 'RankingClaimResult' } }],
    next: ({ missionGroupId }) => `tuk points rank status ${missionGroupId}`,
  }),
  showCommand('activity', {
    name: 'rank status',
    values,
    summary: 'Show the status of the claim of a ranking',
    examples: ['tuk points rank status season-ranking', 'tuk points rank status season-ranking --jq .status'],
    endpoint: 'getRankingClaim',
    columns: rankingClaim.fields,
    empty: [unclaimed, 'See the leaders: tuk points rank board'],
    transform: logUnclaimed,
  }),
];

// `tuk points referral`: the user's referral code, the inviter's code, and the invitees.

const referral: readonly Command[] = [
  showCommand('activity', {
    name: 'referral code',
    summary: 'Show your referral code',
    examples: ['tuk points referral code', 'tuk points referral code --jq .code'],
    endpoint: 'getReferralCode',
    columns: referralCode.fields,
  }),
  changeCommand('activity', {
    name: 'referral register',
    values: '<code>',
    summary: 'Register the referral code of your inviter',
    examples: ['tuk points referral register KENJI --yes'],
    endpoint: 'registerReferralCode',
    open: true,
  }),
  listCommand('user', {
    name: 'referral invitees',
    summary: 'List your invitees',
    examples: ['tuk points referral invitees', "tuk points referral invitees --jq '.data[].name'"],
    endpoint: 'listInvitees',
    columns: invitee.fields,
    empty: ['No invitees yet.', 'Share your code: tuk points referral code'],
  }),
];

export const group: Group = { commands: [...balance, ...missions, ...rank, ...referral, ...earn, ...apps, ...games] };
