// Builds the streams and settings of a screen, and the data of its header.

import type { Context } from '../../cli/command/command.js';
import { mayBeSandbox } from '../../cli/command/sandbox-detection.js';
import { isEmbedded, type Settings } from '../../cli/settings/options.js';
import { isLoopback } from '../../services/http/security.js';
import { expiryOf } from '../../session/stored-session.js';
import type { Preferences } from '../../ui/preferences.js';
import type { ScreenStage } from '../../ui/screen.js';
import type { Head } from '../../ui/state/core/page.js';
import type { OwnTheme } from '../../ui/state/core/themes.js';

/** The streams and settings of a screen. */
export const stageOf = (context: Context, preferences: Preferences, ownThemes: readonly OwnTheme[]): ScreenStage => {
  const { stdin, stdout, stderr, env, signal, clock } = context.world;
  return {
    stdin,
    stdout,
    env,
    aside: stderr,
    now: () => clock.now(),
    mouse: preferences.mouse !== false && !/^(0|off|false|no)$/i.test(env.TUK_MOUSE ?? ''),
    preferredTheme: preferences.theme,
    ownThemes,
    signal,
  };
};

/**
 * The mark of a profile. A server of this machine has none: it may be a sandbox, or a tunnel to a real one, and only a
 * request tells.
 */
export function markOf(settings: Settings): Head['mark'] {
  const { of } = settings;
  if (of.protected) return 'protected';
  if (isEmbedded(settings)) return 'sandbox';
  const addresses = [of.base ?? '', ...Object.values(of.services ?? {})].filter((address) => address !== '');
  const isLocal = (address: string) => isLoopback(new URL(address.replaceAll('{service}', 'service')).hostname);
  return addresses.length === 0 || addresses.every(isLocal) ? undefined : 'live';
}

/** The header of a screen: the profile, its mark, and the end of the session by its token. */
export async function headOf(context: Context): Promise<Head> {
  const settings = context.settings();
  const { accessToken } = await context.session().token();
  return {
    profile: settings.profile.value,
    isLocal: (!isEmbedded(settings) && mayBeSandbox(settings)) || undefined,
    mark: markOf(settings),
    sessionEnds: accessToken === undefined ? undefined : expiryOf(accessToken),
  };
}
