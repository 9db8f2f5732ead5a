// `tuk profile set NAME limits.KEY`: parses the transfer limits of a profile, and confirms changes of its protection.

import type { Context } from '../../cli/command/command.js';
import { confirmCall, ownChange } from '../../cli/prompts/confirmation.js';
import { suggestion } from '../../cli/settings/suggest.js';
import { contactNamed } from '../../money/policy/address-book.js';
import { limitNames } from '../../money/policy/limit-table.js';
import { parseLimits, storedLimit } from '../../money/policy/limits.js';
import type { Call } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import type { LimitSettings, ProfileSettings } from '../../session/profile.js';
import { contactsOf } from '../read/contacts.js';

/** Replaces names of contacts in limits.recipients by addresses. @throws {LocalFailure} for an unusable address book */
export async function withContactAddresses(context: Context, profile: string, text: string): Promise<string> {
  const contacts = contactsOf(context, profile);
  const items = text.split(',').map((item) => {
    const contact = contactNamed(contacts, item.trim());
    if (contact) context.log(`  ${contact.name} is ${contact.address}`);
    return contact?.address ?? item;
  });
  return items.join(',');
}

/** Sets or removes a limit. @throws {BadInput} for an unknown limit or an invalid value */
export function withLimit(
  limits: LimitSettings = {},
  key: string,
  value: string | undefined,
): LimitSettings | undefined {
  const requested = key.slice('limits.'.length);
  const name = limitNames.find((limit) => limit === requested);
  if (!name)
    throw new BadInput(
      'UNKNOWN_SETTING',
      `There is no limit ${JSON.stringify(requested.slice(0, 60))}.`,
      suggestion(requested, limitNames, `There are: ${limitNames.map((limit) => `limits.${limit}`).join(', ')}.`),
    );
  const { [name]: _, ...rest } = limits;
  const updated = value === undefined ? rest : { ...rest, [name]: storedLimit(name, value) };
  parseLimits(updated); // reports a limit that was invalid before
  return Object.keys(updated).length === 0 ? undefined : updated;
}

const change = ownChange({ service: 'profile', name: 'set', summary: 'Change the protection of the profile' });
const removal = ownChange({ service: 'profile', name: 'remove', summary: 'Remove the profile and its protection' });

/** Confirms a change of a protected profile by its name, typed or in --confirm. @throws as `confirmCall` */
export async function confirmGuardChange(
  context: Context,
  name: string,
  profile: ProfileSettings,
  call: Call = change,
): Promise<void> {
  if (profile.protected === true) await confirmChange(context, call, name, profile, 'is protected');
}

/** Confirms the removal of a profile that is protected or has limits. @throws as `confirmCall` */
export async function confirmRemoval(context: Context, name: string, profile: ProfileSettings): Promise<void> {
  // unreadable limits count as limits
  const limits = profile.limits !== undefined && JSON.stringify(profile.limits) !== '{}';
  const reason = profile.protected === true ? 'is protected' : limits ? 'has limits' : undefined;
  if (reason !== undefined) await confirmChange(context, removal, name, profile, reason);
}

async function confirmChange(context: Context, call: Call, name: string, profile: ProfileSettings, reason: string) {
  const settings = {
    ...context.settings(),
    of: profile,
    profile: { value: name, origin: 'the command' },
    readOnly: { value: false, origin: 'default' },
  };
  await confirmCall(context, call, [['Profile', name]], settings, reason);
}
