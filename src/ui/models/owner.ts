// Whose answers the application holds: the profile, its services and the session in it. When one of them changes, nothing of the owner before stays.
import type { OwnerFound } from './app-events.js';
import { firstOf } from './going.js';
import { opened, type Screen } from './screens.js';
import type { Application } from './state.js';

/**
 * The state for an owner: as it is for the same one; for another one without any answer, row, mark, filter, typed text, history or detail of the
 * one before. The group and its screen stay, opened anew; what names people is masked again.
 */
export function ownedBy(state: Application, { owner, head, signedIn }: OwnerFound): Application {
  if (owner === undefined || owner === state.owner) return state;
  const { chooser, palette, told, ...kept } = state;
  return {
    ...kept,
    ...{ owner, head, signedIn, stack: [reopened(state)], kept: {}, past: [], future: [], answers: {} },
    ...{ help: false, reveal: false },
  };
}

/** The first screen of the stack as if it had just been opened. */
function reopened(state: Application): Screen {
  const first = state.stack[0]!;
  if (first.kind === 'home' || first.kind === 'welcome') return first;
  if (first.kind !== 'board' && first.kind !== 'form') return firstOf(state, first.group);
  const spec = state.groups.find(({ name }) => name === first.group)?.screens.find(({ name }) => name === first.spec.name);
  return spec ? opened(first.group, spec) : firstOf(state, first.group);
}

/** What a person is told where another owner's answers are shown from now on. */
export function ownerSaid(before: Pick<Application, 'head'>, { head, signedIn }: OwnerFound): string {
  const where = head.profile === before.head.profile ? '' : `Profile ${head.profile} is in use now. `;
  if (!signedIn) return `${where}Nobody is signed in: type :login to sign in.`;
  return `${where}${where === '' ? 'Another session is in use now. ' : ''}All is asked for anew.`;
}
