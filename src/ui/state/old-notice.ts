// Ends the message below a screen with what it speaks of.
import { commandOf } from './actions.js';
import { type Application, type Next, topOf } from './state.js';

/**
 * Removes the message when another screen is shown, or the same one with another command line: what it spoke of is over. While one types in a field, what was
 * said of that field stays.
 */
export function withoutOldNotice(before: Application, [state, ...effects]: Next): Next {
  if (!state.notice || state.notice !== before.notice || isStillTrue(before, state)) return [state, ...effects];
  const { notice: _, ...rest } = state;
  return [rest, ...effects];
}
function isStillTrue(before: Application, state: Application): boolean {
  const was = topOf(before);
  const isTyping = was.kind === 'form' && was.typing;
  return placeOf(before) === placeOf(state) && (isTyping || subjectOf(before) === subjectOf(state));
}
/** What the message of a screen speaks of: its command line, the text that is searched in JSON, a field that is typed in. */
function subjectOf(state: Application): string {
  const top = topOf(state);
  if (top.kind === 'json') return top.query;
  return top.kind === 'form' && top.typing ? 'a field' : commandOf(state);
}
function placeOf(state: Application): string {
  const top = topOf(state);
  const own = top.kind === 'board' || top.kind === 'form' ? top.spec.name : '';
  return [state.stack.length, top.kind, top.group, own].join('\0');
}
