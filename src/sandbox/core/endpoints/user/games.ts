// Games, forms, the waiting list and web input of the user service, answered. Loaded when one of these calls is asked.
import { form, listInventory, submitForm } from '../../../domains/games/forms.js';
import { game, showActive } from '../../../domains/games/game.js';
import { payGame } from '../../../domains/games/payments.js';
import {
  foundShare,
  foundTweet,
  newThumbnail,
  setThumbnail,
  showAbstract,
  showDemocopter,
  showLeaders,
  startRound,
  submitOwnResult,
  submitResult,
} from '../../../domains/games/play.js';
import { gameResult, pastWinners, shownPast } from '../../../domains/games/results.js';
import { joinWaitingList, putWebInput, signBid, webInputBody } from '../../../domains/games/waiting-list.js';
import { act, get, type Line, page, paging, view } from '../../handlers.js';
import { type Kind, theRow } from '../../rows.js';
import type { World } from '../../world.js';

const theForm = (world: World) => theRow(world, form, world.path.id ?? '');
/** A line whose path names a row of a kind that it looks up by itself. */
const of = <Body>(kind: Kind<Body>, line: Line): Line => ({ ...line, kind: kind as Kind<never> });
export const lines = {
  signBid: view(signBid),
  getGame: get(game),
  getActiveDemocopter: view(showActive),
  getDemocopter: act(game, showDemocopter),
  listDemocopterLeaders: act(game, showLeaders),
  listPastDemocopterResults: view((world) => page(world, pastWinners(world)).map((row) => shownPast(row, world)), { query: paging }),
  startDemocopter: act(game, startRound),
  payGame: act(game, payGame, { body: {} }),
  validateRetweet: view(foundTweet),
  validateShare: act(gameResult, foundShare),
  getGameResult: get(gameResult),
  getGameResultAbstract: of(gameResult, view(showAbstract)),
  setGameResultThumbnail: act(gameResult, setThumbnail, { body: newThumbnail }),
  submitGameResult: view(submitResult),
  submitUserGameResult: view(submitOwnResult),
  getForm: get(form),
  submitForm: of(
    form,
    view((world) => submitForm(theForm(world), world)),
  ),
  listFormInventory: of(
    form,
    view((world) => listInventory(theForm(world), world)),
  ),
  joinWaitingList: view(joinWaitingList),
  submitWebInput: view(putWebInput, { body: webInputBody }),
} as const satisfies Readonly<Record<string, Line>>;
