// Which ledger is set: nothing of it is opened or parsed here.

import { identityVariable } from '../../session/identity-variable.js';
import { paths } from '../../session/paths.js';
import { readConfig } from '../../session/profile.js';
import type { Context } from './command.js';

/** The address of the shared ledger, and what names it; nothing without one. @throws {LocalFailure} {BadInput} */
export function statedLedger({
  world,
}: Pick<Context, 'world'>): { readonly text: string; readonly origin: string } | undefined {
  const variable = identityVariable(world.env, 'TUK_LEDGER');
  if (variable !== undefined) return { text: variable, origin: 'TUK_LEDGER' };
  const { config } = paths(world);
  const { ledger } = readConfig(config);
  return typeof ledger === 'string' ? { text: ledger, origin: config } : undefined;
}
