// Removes the message below a screen once its subject has changed.
import { commandOf } from './actions.js';
import { type Application, topOf } from './state.js';

/**
 * Removes the message when another screen or another command line is shown. A message about a field stays while the
 * field is typed in.
 */
export const withoutOldNotice = (before: Application, state: Application): Application =>
  state.notice && state.notice === before.notice && !isStillTrue(before, state)
    ? { ...state, notice: undefined }
    : state;
function isStillTrue(before: Application, state: Application): boolean {
  const top = topOf(before);
  const isTyping = top.kind === 'form' && top.typing;
  return placeOf(before) === placeOf(state) && (isTyping || subjectOf(before) === subjectOf(state));
}
/** The subject of a message: the command line, the searched text of JSON, or a field. */
function subjectOf(state: Application): string {
  const top = topOf(state);
  if (top.kind === 'json') return top.query;
  return top.kind === 'form' && top.typing ? 'a field' : commandOf(state);
}
function placeOf(state: Application): string {
  const top = topOf(state);
  return [state.stack.length, top.kind, top.group, 'spec' in top ? top.spec.name : ''].join('\0');
}
