// The names of request fields: public ones, else those of the profile, else assumed ones; and the guard of assumed
// ones.

import type { Context } from '../../cli/command/command.js';
import { isDryRun, isEmbedded } from '../../cli/settings/options.js';
import { assumedFields } from '../../services/catalogue/assumed-fields.js';
import { type Call, kebab } from '../../services/catalogue/define.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { publicFields } from '../../services/http/params.js';
import { checkFirst } from './deferred-checks.js';

/** The names of a profile: field names by `service call option`, and `confirmed` by `service call`. */
export type ProfileNames = Readonly<Record<string, string>>;

const keyOf = ({ service, name }: Call, option: string) => `${service} ${name} ${option}`;

/** All names that the field of a parameter may have: its public one; else the assumed one and the profile's. */
export async function possibleNames(call: Call, option: string, names: ProfileNames): Promise<readonly string[]> {
  if (option in publicFields(call)) return [option];
  const possible = [assumedFields(call)?.[option], names[keyOf(call, option)]];
  return possible.filter((name) => name !== undefined);
}

/** The field name of a parameter. @throws {BadInput} NOT_TAKEN if no name is known */
export async function fieldNameOf(call: Call, option: string, names: ProfileNames): Promise<string> {
  if (option in publicFields(call)) return option;
  const name = names[keyOf(call, option)] ?? assumedFields(call)?.[option];
  if (name !== undefined) return name;
  throw new BadInput(
    'NOT_TAKEN',
    `${call.method} ${call.path} of ${call.service} is not known to take ${kebab(option)}.`,
    'Give it under its own name: -f NAME=VALUE',
  );
}

/** The assumed names that a run has logged: a call may be prepared twice. */
const logged = new WeakMap<Context, Set<string>>();

/**
 * Refuses a call that moves value under assumed field names outside a sandbox, unless the profile confirms them. A dry
 * run logs the assumed names, and refuses after printing the request.
 * @param params the parameters with assumed names; any by default
 * @throws {Guarded} ASSUMED_NAMES
 */
export async function guardAssumed(context: Context, call: Call, params?: readonly string[]): Promise<void> {
  const settings = context.settings();
  const names = settings.of.names ?? {};
  if (names[`${call.service} ${call.name}`] === 'confirmed') return;
  const key = `name.${call.service}.${kebab(call.name)}`;
  if (isDryRun(context.flags) && params !== undefined) {
    const assumedNames = assumedFields(call) ?? {};
    const loggedNames = logged.get(context) ?? new Set<string>();
    logged.set(context, loggedNames);
    for (const option of params) {
      const nameKey = keyOf(call, option);
      if (names[nameKey] !== undefined || loggedNames.has(nameKey)) continue;
      loggedNames.add(nameKey);
      const another = isEmbedded(settings)
        ? ''
        : ` Another one: tuk profile set ${settings.profile.value} ${key}.${kebab(option)} NAME`;
      context.log(`  ${assumedNames[option]} is an assumed field name: no public source has it.${another}`);
    }
  }
  if (call.effect !== 'money') return;
  await checkFirst(context, key, async () => {
    if (await context.http().reachesSandbox(call.service)) return;
    throw new Guarded(
      'ASSUMED_NAMES',
      `${call.service} ${kebab(call.name)} is a transfer, and its field names are only assumed: no public source has them.`,
      `Check them with --dry-run, then: tuk profile set NAME ${key} confirmed, or give the body with --input.`,
    );
  });
}
