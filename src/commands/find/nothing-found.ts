// The failure of a search without a result. Its kind depends on the calls that have responded.

import { isExplained } from '../../cli/explanations.js';
import { counted } from '../../services/counted.js';
import { Failure, Refused, SignInNeeded } from '../../services/http/errors.js';
import type { Dossier } from './dossier.js';
import type { MissingResponse } from './results.js';
import { kindNames } from './scrap.js';

/**
 * The failure of an empty dossier: exit 4 if a session may help, the first failure if a call failed, since it could
 * have known the text, else 5.
 */
export function nothingFound(
  { text, mayBe, asked, unknowable }: Dossier,
  missing: readonly MissingResponse[],
): Failure {
  const failed = missing.filter(({ wasAsked }) => wasAsked);
  const unsigned = missing.filter(({ kind, wasAsked }) => kind === 'sign-in' && !wasAsked).length;
  const sentence = `Nothing is known of ${JSON.stringify(text)}, which may be ${mayBe.join(' or ')}.`;
  const explained = isExplained(text) ? `As a word of the services or of tuk: tuk explain ${text}` : undefined;
  if (failed.length > 0 && failed.length >= asked)
    return new Failure(
      failed[0]!.kind,
      'NOT_ASKED',
      `No call has answered: ${failed[0]!.why}`,
      'Look at the services: tuk doctor',
    );
  if (failed.length > 0 && unsigned === 0)
    return new Failure(
      failed[0]!.kind,
      'NOT_ALL_ANSWERED',
      `Nothing is known of ${JSON.stringify(text)} by the calls that have answered. ${counted(failed.length, 'call')} failed: ${failed[0]!.why}`,
      explained ?? 'Look at the services: tuk doctor',
    );
  if (unsigned > 0)
    return new SignInNeeded(
      'NOTHING_FOUND_SIGNED_OUT',
      `${sentence} ${counted(unsigned, 'call')} ${unsigned === 1 ? 'was not asked: it needs' : 'were not asked: they need'} a session.`,
      explained ?? 'Sign in, and find what is your own: tuk login',
    );
  const unsent = missing.length;
  const rest = unsent === 0 ? '' : ` ${counted(unsent, 'call')} ${unsent === 1 ? 'was' : 'were'} not asked.`;
  const compared = unknowable.length === 0 ? '' : ` ${unknowable.join(' ')}`;
  return new Refused('not-found', 'NOTHING_FOUND', `${sentence}${rest}${compared}`, explained ?? hintFor(mayBe));
}

const hintFor = (mayBe: readonly string[]) =>
  mayBe.includes(kindNames.email) || mayBe.includes(kindNames.phone)
    ? 'Ask the person for an id, a hash or an address.'
    : mayBe.includes(kindNames.part)
      ? 'Use the whole id: a beginning is found only on a list of the account or in the ledger of this machine.'
      : 'Check the text: ids, hashes and addresses are compared as a whole.';
