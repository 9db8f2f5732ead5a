// The handlers of games, forms, the waiting list and web input of the user service. Loaded on the first of these calls.
import { form, listInventory, submitForm } from '../../../domains/games/forms.js';
import { game, showActiveGame } from '../../../domains/games/game.js';
import { payGame } from '../../../domains/games/game-payments.js';
import { gameResult } from '../../../domains/games/game-results.js';
import {
  newThumbnail,
  pastWinners,
  setThumbnail,
  showAbstract,
  showDemocopter,
  showLeaders,
  shownPast,
  startRound,
  submitOwnResult,
  submitResult,
  validateRetweet,
  validateShare,
} from '../../../domains/games/play.js';
import { joinWaitingList, putWebInput, signBid, webInputBody } from '../../../domains/games/waiting-list.js';
import type { HandlerContext } from '../../context.js';
import { action, forKind, get, type Handler, page, paging, view } from '../../handlers.js';
import { requireRow } from '../../rows.js';

const theForm = (context: HandlerContext) => requireRow(context, form, context.path.id ?? '');
export const handlers = {
  signBid: view(signBid),
  getGame: get(game),
  getActiveDemocopter: view(showActiveGame),
  getDemocopter: action(game, showDemocopter),
  listDemocopterLeaders: action(game, showLeaders),
  listPastDemocopterResults: view((context) => page(context, pastWinners(context)).map((row) => shownPast(row, context)), {
    query: paging,
  }),
  startDemocopter: action(game, startRound),
  payGame: action(game, payGame, { body: {} }),
  validateRetweet: view(validateRetweet),
  validateShare: action(gameResult, validateShare),
  getGameResult: get(gameResult),
  getGameResultAbstract: forKind(gameResult, view(showAbstract)),
  setGameResultThumbnail: action(gameResult, setThumbnail, { body: newThumbnail }),
  submitGameResult: view(submitResult),
  submitUserGameResult: view(submitOwnResult),
  getForm: get(form),
  submitForm: forKind(
    form,
    view((context) => submitForm(theForm(context), context)),
  ),
  listFormInventory: forKind(
    form,
    view((context) => listInventory(theForm(context), context)),
  ),
  joinWaitingList: view(joinWaitingList),
  submitWebInput: view(putWebInput, { body: webInputBody }),
} as const satisfies Readonly<Record<string, Handler>>;
