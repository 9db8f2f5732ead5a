// Builds the streams and settings of a screen, and the data of its header.

import type { Context } from '../../cli/context.js';
import { localOrigin } from '../../cli/sandbox-detection.js';
import { isEmbedded, type Settings } from '../../cli/settings.js';
import { expiryOf } from '../../session/stored-session.js';
import type { Preferences } from '../../ui/preferences.js';
import type { ScreenStage } from '../../ui/screen.js';
import type { Head } from '../../ui/state/page.js';
import type { OwnTheme } from '../../ui/state/themes.js';

/** The streams and settings of a screen. */
export const stageOf = (context: Context, preferences: Preferences, ownThemes: readonly OwnTheme[]): ScreenStage => {
  const { stdin, stdout, stderr, env, signal, clock } = context.world;
  const { theme, mouse } = context.settings().of;
  return {
    stdin,
    stdout,
    env,
    aside: stderr,
    now: () => clock.now(),
    mouse: (preferences.mouse ?? mouse) !== false && !/^(0|off|false|no)$/i.test(env.TUK_MOUSE ?? ''),
    theme,
    preferredTheme: preferences.theme,
    ownThemes,
    signal,
  };
};

/** Whether the services of a profile are on this machine, and not in this program. */
function isLocal(settings: Settings): true | undefined {
  if (isEmbedded(settings)) return undefined;
  try {
    return localOrigin(settings, 'user') === undefined ? undefined : true;
  } catch {
    return undefined; // the profile has no address
  }
}

/** The header of a screen: the profile, its mark, and the end of the session by its token. */
export async function headOf(context: Context): Promise<Head> {
  const settings = context.settings();
  const { accessToken } = await context.session().token();
  return {
    profile: settings.profile.value,
    isLocal: isLocal(settings),
    mark: settings.of.protected ? 'protected' : isEmbedded(settings) ? 'sandbox' : undefined,
    sessionEnds: accessToken === undefined ? undefined : expiryOf(accessToken),
  };
}
