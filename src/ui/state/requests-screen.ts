// The screen that lists the requests of the application.
import { board, type ScreenSpec } from './screens.js';
import { type Application, topOf, withScreen } from './state.js';

/**
 * The specification: its data come from the process, not from a command. A row of a read has the command that repeats
 * it.
 */
export const requestsSpec: ScreenSpec = {
  name: 'Request log',
  command: 'requests',
  every: 1,
  note: 'The requests of this window only: no call lists what other windows or machines have sent.',
  shownAs: '',
  rowShownAs: 'repeat',
  copies: ['requestId', 'repeat', 'path'], // the number is known to this application alone
};

/** Opens it over the visible screen; once. */
export function requestsOpened(state: Application): Application {
  const top = topOf(state);
  if (top.kind === 'board' && top.spec === requestsSpec) return state;
  // otherwise the selection would stay on an old request
  const { [requestsSpec.command]: _, ...responses } = state.responses;
  return withScreen({ ...state, responses }, board(top.group, requestsSpec));
}
