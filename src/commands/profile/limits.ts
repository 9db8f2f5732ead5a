// `tuk profile set NAME limits.KEY`: the limits of what moves value, checked before they are written.

import type { Context } from '../../cli/context.js';
import { confirm } from '../../cli/prompts/confirmation.js';
import { suggestion } from '../../cli/suggest.js';
import { amountLimit, amountLimits, limitNames, limitsOf, limitText, listLimit } from '../../money/limits.js';
import type { Call } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import type { LimitSettings, ProfileSettings } from '../../session/profile.js';

/** The limits of a profile with one of them set, or without it. @throws {BadInput} for one that there is not, or a value that does not fit it */
export function limited(limits: LimitSettings = {}, key: string, value: string | undefined): LimitSettings | undefined {
  const typed = key.slice('limits.'.length);
  const name = limitNames.find((one) => one === typed);
  if (!name)
    throw new BadInput(
      'UNKNOWN_SETTING',
      `There is no limit ${JSON.stringify(typed.slice(0, 60))}.`,
      suggestion(typed, limitNames, `There are: ${limitNames.map((one) => `limits.${one}`).join(', ')}.`),
    );
  const { [name]: _, ...rest } = limits;
  const next = value === undefined ? rest : { ...rest, [name]: fitting(name, value) };
  limitsOf(next); // one that is broken from before is told now
  return Object.keys(next).length === 0 ? undefined : next;
}

function fitting(name: (typeof limitNames)[number], value: string): string | boolean | readonly string[] {
  if (amountLimits.some((one) => one === name)) return limitText(amountLimit(value, `limits.${name}`));
  if (name === 'networks' || name === 'recipients') return listLimit(name, value);
  if (value !== 'true' && value !== 'false') throw new BadInput('BAD_VALUE', 'limits.pause is true or false.');
  return value === 'true';
}

const change: Call = {
  service: 'profile',
  name: 'set',
  summary: 'Change what protects it',
  method: 'PUT',
  path: '/',
  auth: 'public',
  effect: 'service',
  as: 'nothing',
  words: {},
};
const removal: Call = { ...change, name: 'remove', summary: 'Remove it, and what protects it', method: 'DELETE' };

/** Has the name of a protected profile typed, or given with --confirm, before what protects it is changed. @throws as `confirm` */
export async function agreedFor(context: Context, name: string, of: ProfileSettings): Promise<void> {
  if (of.protected === true) await agreed(context, change, name, of, 'is protected');
}

/** The same before a profile is removed, and its limits with it, be it protected or not. @throws as `confirm` */
export async function removalAgreed(context: Context, name: string, of: ProfileSettings): Promise<void> {
  const limits = of.limits !== undefined && JSON.stringify(of.limits) !== '{}'; // one that cannot be read is one
  const why = of.protected === true ? 'is protected' : limits ? 'has limits' : undefined;
  if (why !== undefined) await agreed(context, removal, name, of, why);
}

async function agreed(context: Context, call: Call, name: string, of: ProfileSettings, why: string): Promise<void> {
  const { settings, world, flags } = context;
  const own = { ...settings, of, profile: { value: name, origin: 'the command' }, readOnly: { value: false, origin: 'default' } };
  await confirm(call, own, world, flags, (text) => context.writeError(text), why);
}
