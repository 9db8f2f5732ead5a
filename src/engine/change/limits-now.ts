// The limits of the profile at the moment of a transfer.

import { isEmbedded, type Settings } from '../../cli/settings/options.js';
import { notAsConfirmed } from '../../money/verdict/seal.js';
import { Guarded } from '../../services/http/errors.js';
import { changedSettings } from '../../session/dependable-settings.js';
import { paths } from '../../session/paths.js';
import { type LimitSettings, readConfig } from '../../session/profile.js';

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
