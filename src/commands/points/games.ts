// `tuk points banners`, `games`: what is shown to people, the game of the week, its board and its results.

import type { Command } from '../../cli/command.js';
import type { Params } from '../../engine/params.js';
import { readCommand } from '../../engine/read-command.js';
import { BannerType, Region } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import type { Column } from '../../ui/format/column.js';
import { missionColumns } from './missions.js';

/** A result, a row of the board, a past winner, a game: what an answer does not have is left out. */
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

export const games: readonly Command[] = [
  readCommand({
    name: 'banners',
    summary: 'List the banners',
    options: [
      { flags: '--region <region>', summary: 'those of a region', words: Region },
      { flags: '--type <type>', summary: 'only those of a type', words: BannerType },
    ],
    examples: ['tuk points banners', 'tuk points banners --region KH --type Clutch', 'tuk points banners --fields title,link'],
    service: 'activity',
    endpoints: [
      { call: 'listBanners' },
      { call: 'listPublicBanners', when: 'signed-out' },
      { call: 'listRegionBanners', needs: ['region'] },
    ],
    uses: ['activity GET /v1/banners', 'activity GET /v1/banners/{region}', 'activity GET /v1/public/banners'],
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
  readCommand({
    name: 'games',
    values: '[id]',
    summary: 'Show the Democopter game that is running, or another one by its id',
    options: [
      { flags: '--active', summary: 'the game that is running, as without anything' },
      { flags: '--past', summary: 'the results of games that are over' },
      { flags: '--board', summary: 'the leaders of the game of this id' },
      { flags: '--missions', summary: 'the missions of the game' },
    ],
    examples: [
      'tuk points games',
      'tuk points games 5',
      'tuk points games 5 --board',
      'tuk points games --past',
      'tuk points games --missions',
    ],
    service: 'user',
    endpoints: [
      { call: 'getActiveDemocopter' },
      { call: 'listPastDemocopterResults', needs: ['past'] },
      { service: 'activity', call: 'listDemocopterMissions', needs: ['missions'] },
      { call: 'getDemocopter', needs: ['id'] },
      { call: 'getGame', needs: ['id'], when: 'missing' },
      { call: 'listDemocopterLeaders', needs: ['id', 'board'] },
    ],
    uses: [
      'user GET /games/democopter/active',
      'user GET /games/democopter/{id}',
      'user GET /games/{id}',
      'user GET /games/democopter/{id}/leaderboard',
      'user GET /games/democopter/pastResults',
      'activity GET /missions/democopter',
    ],
    columns: [...gameColumns, ...missionColumns],
    one: true,
    empty: ['No results.', 'See the game that is running: tuk points games'],
    toParams: gameAsked,
  }),
  readCommand({
    name: 'games result',
    values: '<id>',
    summary: 'Show one game result',
    options: [{ flags: '--abstract', summary: 'in short' }],
    examples: ['tuk points games result 1', 'tuk points games result 1 --abstract --jq .position'],
    service: 'user',
    endpoints: [{ call: 'getGameResult' }, { call: 'getGameResultAbstract', needs: ['abstract'] }],
    uses: ['user GET /games/gameResults/{id}', 'user GET /games/gameResults/{id}/abstract'],
    columns: gameColumns,
  }),
];

/** @throws {BadInput} for what does not go together */
function gameAsked(given: Params): Params {
  const { id, active, past, board, missions } = given;
  const switches = [active, past, board, missions].filter((one) => one !== undefined).length;
  if (switches > 1) throw new BadInput('CONFLICT', 'Give one of --active, --past, --board and --missions.');
  if (board !== undefined && id === undefined)
    throw new BadInput('MISSING_VALUE', 'Whose board? Give the id of a game.', 'Look: tuk points games');
  if (board === undefined && switches === 1 && id !== undefined)
    throw new BadInput('CONFLICT', 'The id of a game goes alone or with --board.', 'Like: tuk points games 5 --board');
  return given;
}
