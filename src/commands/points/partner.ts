// What the calls that third-party apps make have in common: a time, and options that they cannot do without.

import type { Context } from '../../cli/context.js';
import type { Params } from '../../engine/params.js';
import { kebab } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';

/** Calls from server to server carry a time as text; its unit is not public (CONTRACT.md 1.5), milliseconds here. */
export const timestamp = ({ world }: Context) => ({ timestamp: String(world.clock.now()) });

/** @throws {BadInput} naming those of these options that were not typed; `fields` are the names of their fields, where those differ. */
export function needs(given: Params, options: readonly string[], fields: Readonly<Record<string, string>> = {}): void {
  const missing = options.filter((name) => given[fields[name] ?? name] === undefined).map((name) => `--${kebab(name)}`);
  if (missing.length === 0) return;
  const all = missing.length === 1 ? missing[0]! : `${missing.slice(0, -1).join(', ')} and ${missing.at(-1)}`;
  throw new BadInput(
    'MISSING_OPTION',
    `${all} ${missing.length === 1 ? 'is' : 'are'} needed; nothing was sent.`,
    'See the apps: tuk points apps list',
  );
}
