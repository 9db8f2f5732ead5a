// Ends the message below a screen with what it speaks of.
import { commandOf } from './actions.js';
import { type Application, topOf } from './state.js';

/**
 * Removes the message when another screen is shown, or the same one with another command line. While a person types in a field, the message about that
 * field stays.
 */
export const withoutOldNotice = (before: Application, state: Application): Application =>
  state.notice && state.notice === before.notice && !isStillTrue(before, state) ? { ...state, notice: undefined } : state;
function isStillTrue(before: Application, state: Application): boolean {
  const top = topOf(before);
  const isTyping = top.kind === 'form' && top.typing;
  return placeOf(before) === placeOf(state) && (isTyping || subjectOf(before) === subjectOf(state));
}
/** The subject of a screen's message: its command line, the text that is searched in JSON, a field that is typed in. */
function subjectOf(state: Application): string {
  const top = topOf(state);
  if (top.kind === 'json') return top.query;
  return top.kind === 'form' && top.typing ? 'a field' : commandOf(state);
}
function placeOf(state: Application): string {
  const top = topOf(state);
  return [state.stack.length, top.kind, top.group, 'spec' in top ? top.spec.name : ''].join('\0');
}
