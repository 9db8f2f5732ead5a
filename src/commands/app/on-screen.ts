// Whether a command may take the whole terminal, in which form, and what stands at the head of its screen.

import type { Context } from '../../cli/context.js';
import { endOf } from '../../session/store.js';
import { wantsLines } from '../../ui/format/plain-dialogue.js';
import type { Head } from '../../ui/models/page.js';
import type { ScreenStage } from '../../ui/screen.js';

/**
 * How a person sees it who is at a terminal and has asked for nothing else (no form of output, no quiet, no traces between the rows): on the
 * screen, or in its linear form. Undefined for anybody else.
 */
export function formFor({ world: { stdin, stdout, stderr, env }, flags, outputOptions }: Context): 'screen' | 'lines' | undefined {
  if (!stdin.isTTY || !stdout.isTTY || !stderr.isTTY || env.CI) return undefined;
  const { jq, fields, columns, sortBy, quiet, verbose, noInput, errorFormat } = flags;
  const asked = [outputOptions.form, jq, fields, columns, sortBy, errorFormat].some((one) => one !== undefined);
  if (asked || quiet || verbose || noInput) return undefined;
  return wantsLines(env) ? 'lines' : 'screen';
}

/** Where a screen stands. */
export const stageOf = ({ world: { stdin, stdout, stderr, env, signal }, settings }: Context): ScreenStage => ({
  stdin,
  stdout,
  env,
  aside: stderr,
  ...(settings.of.theme ? { theme: settings.of.theme } : {}),
  ...(signal ? { signal } : {}),
});

/** Whose services these are, and how long the session lasts as far as its token says. */
export async function headOf({ settings, session, embedded }: Context): Promise<Head> {
  const { accessToken } = await session.token();
  const ends = accessToken === undefined ? undefined : endOf(accessToken);
  return {
    profile: settings.profile.value,
    ...(settings.of.protected ? { mark: 'protected' } : embedded ? { mark: 'sandbox' } : {}),
    ...(ends === undefined ? {} : { sessionEnds: ends }),
  };
}

export { quoted } from '../../ui/format/command-line.js';
