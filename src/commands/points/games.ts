// `tuk points games`: the Democopter game, its leader board and results, and the steps of playing it.

import type { Arguments, Command, Context } from '../../cli/command/command.js';
import { plain } from '../../cli/settings/options.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listCommand } from '../../engine/read/read-command.js';
import { readFact } from '../../engine/request/call.js';
import type { Params } from '../../engine/request/params.js';
import { BadInput } from '../../services/http/errors.js';
import type { Row } from '../../services/json-value.js';
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
const gameSteps = ['pay', 'start', 'score', 'guest', 'picture', 'share', 'repost'] as const;
const gameParts = ['past', 'board', 'missions', 'result'] as const;
const columnsWithMissions: readonly Column[] = [...gameColumns, ...mission.fields];

export const games: readonly Command[] = [
  listCommand('user', {
    name: 'games',
    values: '[id]',
    summary: 'Show the running Democopter game, or a game by its id',
    description: `Add --show past for past results, or --show missions for the missions of the running game.
With an id, add --show board for the leaders of a game, or --show result for one of its results.`,
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
  changeCommand('user', {
    name: 'games play',
    values: '[id]',
    summary: 'Play a game: pay its entry fee, start a round, send the score',
    description: `Each step is a command of its own, in this order: pay, start, score. Without an id it is the running game.

  pay, start, score   of a game; a round takes one --score, and the best one counts
  guest               send a --score without your name; it takes no part in the draw
  picture             set the picture of a result of yours, by its id: -f image=TEXT
  share               check that you have shared a result of yours, by its id
  repost              check a repost, by the slug of its mission`,
    options: [
      plain('--step <step>', 'what to do', { words: gameSteps, required: true }),
      plain('--score <points>', 'the score of the round'),
    ],
    examples: [
      'tuk points games play --step pay --yes',
      'tuk points games play --step guest --score 120 --yes',
      'tuk points games play retweet --step repost --yes',
    ],
    endpoints: [
      { endpoint: 'startDemocopter' },
      { endpoint: 'payGame', requires: ['pay'] },
      { endpoint: 'submitUserGameResult', requires: ['score'] },
      { endpoint: 'submitGameResult', requires: ['guest'] },
      { endpoint: 'setGameResultThumbnail', requires: ['picture'] },
      { endpoint: 'validateShare', requires: ['share'] },
      { endpoint: 'validateRetweet', requires: ['repost'] },
    ],
    alsoUses: { user: ['getActiveDemocopter', 'getGame'] },
    money: true,
    open: true,
    toParams: playParams,
    next: ({ pay, start, gameId, slug }) => {
      if (slug !== undefined) return `tuk points missions show ${slug}`;
      if (pay === true) return 'tuk points games play --step start';
      return start === true
        ? 'tuk points games play --step score --score <points>'
        : gameId === undefined
          ? undefined
          : 'tuk points games';
    },
  }),
];

/** The parameters of a step. @throws {BadInput} for a value that it needs, or does not take; {Failure} without a game */
async function playParams(
  { id: typed, step, score, ...more }: Params,
  _: Arguments,
  context: Context,
): Promise<Params> {
  const word = String(step);
  const sends = word === 'score' || word === 'guest';
  if (sends !== (score !== undefined))
    throw new BadInput(
      sends ? 'MISSING_VALUE' : 'CONFLICT',
      sends ? `--step ${word} needs --score.` : `--step ${word} takes no --score.`,
    );
  const isOfGame = sends || word === 'pay' || word === 'start';
  if (typed === undefined && !isOfGame)
    throw new BadInput(
      'MISSING_VALUE',
      `--step ${word} needs an id.`,
      'See your results: tuk points games ID --show board',
    );
  const id = typed ?? ((await readFact(context, 'user', 'getActiveDemocopter')).data as Row).id;
  return {
    ...more,
    [word]: true,
    ...(sends ? { gameId: id, data: score } : word === 'repost' ? { slug: id } : { id }),
  };
}

function gameParams({ id, show }: Params): Params {
  const part = show === undefined ? undefined : String(show);
  const ofGame = part === 'board' || part === 'result';
  if (ofGame && id === undefined)
    throw new BadInput('MISSING_VALUE', `--show ${part} needs an id.`, 'Look: tuk points games --show past');
  if (!ofGame && part !== undefined && id !== undefined)
    throw new BadInput('CONFLICT', `--show ${part} takes no id.`, 'Like: tuk points games 5 --show board');
  return { id, ...(part === undefined ? {} : { [part]: true }) };
}
