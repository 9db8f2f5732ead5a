// The failure of a search that has found nothing: what that says depends on who was asked.

import { isExplained } from '../../cli/explanations.js';
import { counted } from '../../services/counted.js';
import { Failure, Refused, SignInNeeded } from '../../services/http/errors.js';
import type { Dossier } from './dossier.js';
import type { Unanswered } from './found.js';
import { kindNames } from './scrap.js';

/** The failure by which a command ends that has found nothing: exit 4 where a session might have found it, the kind of the failure where no call has answered, else exit 5. */
export async function nothingFound(dossier: Dossier, unanswered: readonly Unanswered[]): Promise<Failure> {
  const failed = unanswered.filter(({ wasAsked }) => wasAsked);
  const unsigned = unanswered.filter(({ kind, wasAsked }) => kind === 'sign-in' && !wasAsked).length;
  const sentence = `Nothing is known of ${JSON.stringify(dossier.text)}, which may be ${dossier.mayBe.join(' or ')}.`;
  const explained = await explanation(dossier.text);
  if (failed.length > 0 && failed.length >= dossier.asked)
    return new Failure(failed[0]!.kind, 'NOT_ASKED', `No call has answered: ${failed[0]!.why}`, 'Look at the services: tuk doctor');
  if (unsigned > 0)
    return new SignInNeeded(
      'NOTHING_FOUND_SIGNED_OUT',
      `${sentence} ${counted(unsigned, 'call')} ${unsigned === 1 ? 'was not asked: it needs' : 'were not asked: they need'} a session, and there is none.`,
      explained ?? 'Sign in, and find what is your own: tuk login',
    );
  const left = unanswered.length - failed.length;
  const rest = [
    ...(left === 0 ? [] : [` ${counted(left, 'call')} ${left === 1 ? 'was' : 'were'} not asked.`]),
    ...(failed.length === 0 ? [] : [` ${counted(failed.length, 'call')} failed.`]),
  ];
  return new Refused('not-found', 'NOTHING_FOUND', `${sentence}${rest.join('')}`, explained ?? hintFor(dossier));
}

async function explanation(text: string): Promise<string | undefined> {
  return isExplained(text) ? `As a word of the services or of tuk: tuk explain ${text}` : undefined;
}
const hintFor = ({ mayBe }: Dossier): string =>
  mayBe.some((kind) => kind === kindNames.email || kind === kindNames.phone)
    ? 'Ask the person for an id, a hash or an address.'
    : mayBe.includes(kindNames.part)
      ? 'Take the whole id: a beginning is known only of what is on a list of the account, or in the ledger of this machine.'
      : 'Check the text: ids, hashes and addresses are compared as a whole.';
