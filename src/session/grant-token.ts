// The token of a grant (`tuk grant new`): its form, its hash, and where a run has it from: TUK_GRANT.

import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { Guarded } from '../services/http/errors.js';
import { identityVariable } from './identity-variable.js';
import { readPlainFile } from './plain-file.js';

type Surroundings = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string | undefined;
};

/** Makes a token, which nobody can guess. */
export const newToken = (): string => `tukg_${randomBytes(32).toString('base64url')}`;
/** The hash by which the ledger knows a token: 32 random bytes need no salt. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
const form = /^tukg_[\w-]{43}$/;

/**
 * The token of a run; undefined if it is under no grant. TUK_GRANT is a token, or a file with one.
 * @throws {BadInput} EMPTY_VARIABLE, BAD_VARIABLE; {Guarded} GRANT_UNKNOWN for a text that is neither
 */
export function grantToken({ env, cwd = '.' }: Surroundings): string | undefined {
  const value = identityVariable(env, 'TUK_GRANT')?.trim();
  if (value === undefined || form.test(value)) return value;
  try {
    const text = readPlainFile(path.resolve(cwd, value), { links: true, most: 1000 }).trim();
    if (form.test(text)) return text;
  } catch {
    // the same failure: the value may be a part of a token, and is not repeated
  }
  throw new Guarded('GRANT_UNKNOWN', 'TUK_GRANT is neither the token of a grant nor a file with one.', askForOne);
}
/** The hint for a grant that is not usable. */
export const askForOne = 'A person makes one: tuk grant new';
