// `tuk points banners` and `games`: banners, the Democopter game, its leader board and its results.

import type { Command } from '../../cli/command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import type { Params } from '../../engine/request/params.js';
import { BannerType, Region } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import type { Column } from '../../text/column.js';
import { mission } from '../../things/mission.js';

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
const columnsWithMissions: readonly Column[] = [...gameColumns, ...mission.fields];

export const games: readonly Command[] = [
  listCommand('activity', {
    name: 'banners',
    summary: 'List the banners',
    options: [
      { flags: '--region <region>', effects: 'plain', summary: 'filter by region', words: Region },
      { flags: '--type <type>', effects: 'plain', summary: 'filter by type', words: BannerType },
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
    options: [
      { flags: '--active', effects: 'plain', summary: 'show the running game; the default' },
      { flags: '--past', effects: 'plain', summary: 'show the results of past games' },
      { flags: '--board', effects: 'plain', summary: 'show the leader board of a game' },
      { flags: '--missions', effects: 'plain', summary: 'show the missions of the game' },
    ],
    examples: [
      'tuk points games',
      'tuk points games 5',
      'tuk points games 5 --board',
      'tuk points games --past',
      'tuk points games --missions',
    ],
    endpoints: [
      { endpoint: 'getActiveDemocopter' },
      { endpoint: 'listPastDemocopterResults', requires: ['past'] },
      { service: 'activity', endpoint: 'listDemocopterMissions', requires: ['missions'] },
      { endpoint: 'getDemocopter', requires: ['id'] },
      { endpoint: 'getGame', requires: ['id'], when: 'missing' },
      { endpoint: 'listDemocopterLeaders', requires: ['id', 'board'] },
    ],
    columns: columnsWithMissions,
    singleRecord: true,
    empty: ['No results.', 'See the running game: tuk points games'],
    toParams: gameParams,
  }),
  showCommand('user', {
    name: 'games result',
    values: '<id>',
    summary: 'Show one game result',
    options: [{ flags: '--abstract', effects: 'plain', summary: 'show a short form' }],
    examples: ['tuk points games result 1', 'tuk points games result 1 --abstract --jq .position'],
    endpoints: [{ endpoint: 'getGameResult' }, { endpoint: 'getGameResultAbstract', requires: ['abstract'] }],
    columns: gameColumns,
  }),
];

function gameParams(params: Params): Params {
  const { id, active, past, board, missions } = params;
  const switches = [active, past, board, missions].filter((option) => option !== undefined).length;
  if (switches > 1) throw new BadInput('CONFLICT', 'Give one of --active, --past, --board and --missions.');
  if (board !== undefined && id === undefined)
    throw new BadInput('MISSING_VALUE', '--board needs the id of a game.', 'Look: tuk points games');
  if (board === undefined && switches === 1 && id !== undefined)
    throw new BadInput('CONFLICT', 'The id of a game works alone or with --board.', 'Like: tuk points games 5 --board');
  return params;
}
