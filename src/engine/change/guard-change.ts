// `tuk profile set NAME limits.KEY`: parses the transfer limits of a profile, and confirms changes of its protection.

import type { Context } from '../../cli/command/command.js';
import { confirmCall, ownChange } from '../../cli/prompts/confirmation.js';
import { isEmbedded, type Settings } from '../../cli/settings/options.js';
import { suggestion } from '../../cli/settings/suggest.js';
import { contactNamed } from '../../money/policy/address-book.js';
import { limitNames } from '../../money/policy/limit-table.js';
import { parseLimits, storedLimit } from '../../money/policy/limits.js';
import { notAsConfirmed } from '../../money/verdict/seal.js';
import type { Call } from '../../services/catalogue/define.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { changedSettings } from '../../session/dependable-settings.js';
import { paths } from '../../session/paths.js';
import { type LimitSettings, type ProfileSettings, readConfig } from '../../session/profile.js';
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

// The limits of the profile at the moment of a transfer.

/**
 * The limits of the profile as the configuration has them at this moment; the settings of a run are of its start.
 * @throws {LocalFailure} if it cannot be read; {Guarded} UNREADABLE_LIMIT if the profile was removed since, READ_ONLY if
 * it was made read-only since, NOT_AS_CONFIRMED if a setting has changed that a transfer depends on
 */
export function limitsNow(context: {
  readonly world: Parameters<typeof paths>[0];
  settings(): Settings;
}): LimitSettings | undefined {
  const settings = context.settings();
  const { value: name } = settings.profile;
  if (isEmbedded(settings)) return undefined;
  const { profiles } = readConfig(paths(context.world).config);
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (profile?.readOnly === true && !settings.readOnly.value)
    throw new Guarded('READ_ONLY', `The profile ${name} is read-only by now.`);
  if (profile !== undefined) {
    const changed = changedSettings(settings.of, profile);
    if (changed.length === 0) return profile.limits;
    throw notAsConfirmed(`The profile ${name} has other settings than when the command began: ${changed.join(', ')}.`);
  }
  throw new Guarded(
    'UNREADABLE_LIMIT',
    `The profile ${name} was removed after the command began, and its limits with it.`,
  );
}
