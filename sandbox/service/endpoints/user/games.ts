// The handlers of games, forms, the waiting list and web input of the user service. Loaded on the first of these calls.

import {
  action,
  forKind,
  get,
  type Handler,
  type HandlerContext,
  page,
  paging,
  requireRow,
  view,
} from '../../../core/index.js';
import { form, listInventory, submitForm } from '../../../domains/games/forms.js';
import { game, showActiveGame } from '../../../domains/games/game.js';
import { payGame } from '../../../domains/games/game-payments.js';
import { gameResult } from '../../../domains/games/game-results.js';
import * as play from '../../../domains/games/play.js';
import { joinWaitingList, putWebInput, signBid } from '../../../domains/games/waiting-list.js';

const theForm = (context: HandlerContext) => requireRow(context, form, context.path.id ?? '');
export const handlers = {
  signBid: view(signBid),
  getGame: get(game),
  getActiveDemocopter: view(showActiveGame),
  getDemocopter: action(game, play.showDemocopter),
  listDemocopterLeaders: action(game, play.showLeaders),
  listPastDemocopterResults: view(
    (context) => page(context, play.pastWinners(context), (row) => play.shownPast(row, context)),
    {
      query: paging,
    },
  ),
  startDemocopter: action(game, play.startRound),
  payGame: action(game, payGame, { body: {} }),
  validateRetweet: view(play.validateRetweet),
  validateShare: action(gameResult, play.validateShare),
  getGameResult: get(gameResult),
  getGameResultAbstract: forKind(gameResult, view(play.showAbstract)),
  setGameResultThumbnail: action(gameResult, play.setThumbnail, { body: play.newThumbnail }),
  submitGameResult: view(play.submitResult),
  submitUserGameResult: view(play.submitOwnResult),
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
  submitWebInput: putWebInput,
} as const satisfies Readonly<Record<string, Handler>>;
