// Records that a screen begins to show personal data whole, before it does: what cannot be recorded stays masked.

import { commandOf } from './actions.js';
import type { AppEvent } from './app-events.js';
import type { Board } from './board.js';
import { type AppEffect, type Application, withNotice } from './state.js';

/** Records that a screen shows personal data whole. @param line the command of the screen @returns why it cannot be recorded, in a sentence */
export type RecordReveal = (line: string) => string | undefined;
/** Why what is shown whole in the second state and was masked in the first cannot be recorded; undefined where nothing has to be, or it was. */
export const refusedReveal = (before: Application, after: Application, record: RecordReveal | undefined): string | undefined =>
  !before.reveal && after.reveal ? record?.(commandOf(after)) : undefined;

/** The application with each reveal recorded. */
export const recordingReveals = (
  board: Board<Application, AppEvent, AppEffect>,
  record: RecordReveal | undefined,
): Board<Application, AppEvent, AppEffect> => ({
  ...board,
  update: (state, event, now) => {
    const next = board.update(state, event, now);
    const reason = refusedReveal(state, next[0], record);
    return reason === undefined ? next : [withNotice(state, reason, 'bad', now)];
  },
});
