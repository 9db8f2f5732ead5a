// `tuk points banners` and `games`: banners, the Democopter game, its leader board and its results.

import type { Command } from '../../cli/command.js';
import { listCommand } from '../../engine/read/read-command.js';
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
const gameParts = ['past', 'board', 'missions', 'result'] as const;
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
    description:
      'With past it shows the results of past games, with missions the missions of the running game; with an id and board the leaders of a game, with an id and result one of the results.',
    options: [{ flags: '--show <part>', effects: 'plain', summary: 'a part of it', words: gameParts }],
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
