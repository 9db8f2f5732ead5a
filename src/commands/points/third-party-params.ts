// The common parameters of calls by third-party apps: a timestamp and required options.

import type { Context } from '../../cli/context.js';
import type { Params } from '../../engine/request/params.js';
import { kebab } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';

/** The timestamp of calls between servers, as text. Its unit is not public (platform 1.5); tuk sends milliseconds. */
export const timestamp = ({ world }: Context) => ({ timestamp: String(world.clock.now()) });

/**
 * Checks required options.
 * @param fields their field names, if they differ.
 * @throws {BadInput} with the missing options
 */
export function requireOptions(
  params: Params,
  options: readonly string[],
  fields: Readonly<Record<string, string>> = {},
): void {
  const missing = options
    .filter((name) => params[fields[name] ?? name] === undefined)
    .map((name) => `--${kebab(name)}`);
  if (missing.length === 0) return;
  const names = missing.length === 1 ? missing[0]! : `${missing.slice(0, -1).join(', ')} and ${missing.at(-1)}`;
  throw new BadInput(
    'MISSING_OPTION',
    `${names} ${missing.length === 1 ? 'is' : 'are'} needed; nothing was sent.`,
    'See the apps: tuk points apps list',
  );
}
