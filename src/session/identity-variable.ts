// The environment variables that choose an account: each is absent, valid or refused.
import { refusedVariable } from './refused-names.js';

/** The variables that choose the account, its profile, the home with both, the ledger, or the grant of a run. */
export type IdentityVariable =
  | 'TUK_GRANT'
  | 'TUK_HOME'
  | 'TUK_LEDGER'
  | 'TUK_PROFILE'
  | 'TUK_TOKEN'
  | 'TUK_BASIC_USER'
  | 'TUK_BASIC_PASSWORD';

/**
 * The value of a variable; undefined if it is not set. A variable that is set and empty is refused: a missing secret of a
 * CI system is one, and another account would be used without a word.
 * @throws {BadInput} EMPTY_VARIABLE for blanks alone; BAD_VARIABLE for a line break
 */
export function identityVariable(
  env: Readonly<Record<string, string | undefined>>,
  name: IdentityVariable,
): string | undefined {
  const value = env[name];
  if (value !== undefined && (value.trim() === '' || /[\r\n\0]/.test(value))) throw refusedVariable(name, value);
  return value;
}
