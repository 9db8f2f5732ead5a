// A game, its result, and a form of the platform (platform 5.4, 5.5).

import { anyId, byId, thing } from './thing.js';

export const game = thing({
  name: 'game',
  reads: [{ call: 'user getGame', params: byId, finds: anyId, namedBy: /^gameId$/i }],
});

export const gameResult = thing({
  name: 'game result',
  reads: [{ call: 'user getGameResult', params: byId, finds: anyId, namedBy: /^gameResultId$/i }],
});

export const form = thing({
  name: 'form',
  reads: [{ call: 'user getForm', params: byId, finds: anyId, namedBy: /^formId$/i }],
  fields: [
    { path: 'title' },
    { path: 'description' },
    { path: 'submissionClosedAt', heading: 'closes', as: 'time' },
    { path: 'id' },
  ],
});
