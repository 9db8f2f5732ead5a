// The owner of the application's data: profile, services and session. Another owner drops all data of the previous one.

import { firstOf } from './boards/navigation.js';
import { opened, type Screen } from './core/screens.js';
import type { Application, OwnerUpdate } from './core/state.js';

/**
 * The state for an owner. Another owner gets nothing of the previous one: its group and screen are opened again, and
 * personal data are masked again.
 */
export function ownedBy(state: Application, { owner, head, signedIn }: OwnerUpdate): Application {
  if (owner === undefined || owner === state.owner) return state;
  return {
    ...state,
    owner,
    head,
    signedIn,
    stack: [reopened(state)],
    stacksByGroup: {},
    past: [],
    future: [],
    responses: {},
    recent: undefined,
    typedLines: undefined,
    commands: undefined,
    tableSettings: state.preferences.boards ?? {},
    chooser: undefined,
    palette: undefined,
    notice: undefined,
    pinned: undefined,
    play: undefined,
    stories: undefined,
    isPaused: undefined,
    help: false,
    reveal: false,
  };
}

function reopened(state: Application): Screen {
  const first = state.stack[0]!;
  if (first.kind === 'home' || first.kind === 'welcome') return first;
  if (first.kind !== 'board' && first.kind !== 'form') return firstOf(state, first.group);
  const spec = state.groups
    .find(({ name }) => name === first.group)
    ?.screens.find(({ name }) => name === first.spec.name);
  return spec ? opened(first.group, spec) : firstOf(state, first.group);
}

/** The notice of a change of owner: it stays until the next key, because nobody may be looking. */
export const ownerNotice = (
  before: Pick<Application, 'head'>,
  after: OwnerUpdate,
): NonNullable<Application['notice']> => ({
  text: ownerChangeText(before, after),
  class: after.signedIn ? 'pending' : 'needs-you',
  until: Number.POSITIVE_INFINITY,
});
/** The message after a change of owner. @param login what to type to sign in */
export function ownerChangeText(
  before: Pick<Application, 'head'>,
  { head, signedIn }: OwnerUpdate,
  login = ':login',
): string {
  const isSame = head.profile === before.head.profile;
  if (isSame && head.other !== before.head.other)
    return head.other === undefined
      ? `Only profile ${head.profile} is shown.`
      : `Lists show the rows of profile ${head.other}, too.`;
  const profile = isSame ? '' : `Profile ${head.profile} is in use now. `;
  if (!signedIn) return `${profile}Nobody is signed in: type ${login} to sign in.`;
  return `${profile || 'Another session is in use now. '}All data are reloaded.`;
}
