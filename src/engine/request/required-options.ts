// Options that a read needs, although its endpoint would take a request without them.

import { kebab } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import type { Params } from './params.js';

/**
 * Checks that options are typed.
 * @param hint where their values are listed
 * @throws {BadInput} MISSING_OPTION with those that are missing
 */
export function requireOptions(params: Params, options: readonly string[], hint: string): void {
  const missing = options.filter((name) => params[name] === undefined).map((name) => `--${kebab(name)}`);
  if (missing.length === 0) return;
  const names = missing.length === 1 ? missing[0]! : `${missing.slice(0, -1).join(', ')} and ${missing.at(-1)}`;
  throw new BadInput(
    'MISSING_OPTION',
    `${names} ${missing.length === 1 ? 'is' : 'are'} needed; nothing was sent.`,
    hint,
  );
}
