// The settings of one line of a batch or a flow: the settings of the whole, JSON as its output, and the limits it
// states.

import { accessWith } from '../../cli/command/access-with.js';
import type { Context } from '../../cli/command/command.js';
import { type HttpAccess, requestDefaults } from '../../cli/command/http-access.js';
import { type Flags, resolveSettings, type Settings } from '../../cli/settings/options.js';
import type { Deadline } from '../../services/http/deadline.js';

/** The flags of a line that are settings. */
const settingFlags = ['timeout', 'retry', 'maxWait', 'maxBody', 'lang'] as const;
/** The global flags that a line may have. */
export const lineFlags: readonly string[] = [
  ...['fields', 'jq', 'match', 'sortBy', 'limit', 'sum', 'sumBy', 'allowUnknownWord', 'check'],
  ...settingFlags,
];

/** Whether a line states a setting of its own. */
export const statesSetting = (flags: Flags): boolean => settingFlags.some((flag) => flags[flag] !== undefined);

/**
 * The settings of a line. Its output is JSON whatever -o, TUK_OUTPUT and the profile say: these are for the whole.
 * @param flags of the line @throws {BadInput} for a bad duration, size, number or language
 */
export function lineSettings(context: Context, flags: Flags): Settings {
  const whole = context.settings();
  const json = { ...whole, output: { value: 'json', origin: 'the line' } };
  if (!statesSetting(flags)) return json;
  const { value: profile } = whole.profile;
  const typed = settingFlags.filter((flag) => flags[flag] !== undefined);
  const own = Object.fromEntries(typed.map((flag) => [flag, flags[flag]]));
  const settings = resolveSettings({ profile, ...own }, {}, { profiles: { [profile]: whole.of } });
  const names = typed.map((flag) => (flag === 'lang' ? 'language' : flag));
  return { ...json, ...Object.fromEntries(names.map((name) => [name, settings[name]])) };
}

/** The HTTP access of the whole, with the limits and the language of a line. @param deadline of its requests */
export const lineHttp = (context: Context, settings: Settings, deadline: Deadline): HttpAccess =>
  accessWith(context.http(), (base) => ({
    ...base,
    ...requestDefaults(settings, context.world.version),
    deadline,
  }));
