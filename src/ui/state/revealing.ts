// Records each reveal of personal data before it is drawn: without a record they stay masked.

import { type AppEffect, type AppEvent, type Application, type Board, withNotice } from './core/state.js';
import { commandOf } from './keys/actions.js';

/**
 * Records that a screen shows personal data whole.
 * @param line the command of the screen
 * @returns why it cannot be recorded, in a sentence
 */
export type RecordReveal = (line: string) => string | undefined;
/**
 * Records each screen that shows personal data whole when it comes into view: the one that they were revealed on, and
 * every one after it until they are masked.
 * @returns the reason why it cannot be recorded; undefined if nothing more is revealed, or it was recorded
 */
export const refusedReveal = (
  before: Application,
  after: Application,
  record: RecordReveal | undefined,
): string | undefined =>
  after.reveal && !(before.reveal && commandOf(before) === commandOf(after)) ? record?.(commandOf(after)) : undefined;

/** The application with each reveal recorded. */
export const recordingReveals = (
  board: Board<Application, AppEvent, AppEffect>,
  record: RecordReveal | undefined,
): Board<Application, AppEvent, AppEffect> => ({
  ...board,
  update: (state, event, now) => {
    const next = board.update(state, event, now);
    const reason = refusedReveal(state, next[0], record);
    return reason === undefined ? next : [withNotice(state, reason, 'bad')];
  },
});
