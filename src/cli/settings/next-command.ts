// Formats a command line for a person to type next, with the profile of this run.
import { quoted } from '../../services/command-line.js';
import type { Flags, Settings } from './options.js';

/** The option that selects the profile of this run; empty if no flag selected it. */
export const profileOption = ({ flags: { profile } }: { readonly flags: Pick<Flags, 'profile'> }): string =>
  profile === undefined ? '' : ` -p ${quoted(profile)}`;

/** Completes a command line with the profile option of this run, so that it acts in the same profile. */
export const nextCommand = (context: Parameters<typeof profileOption>[0], line: string): string =>
  line.replace(/ -- |$/, (end) => `${profileOption(context)}${end}`); // what follows -- is a value

/** Commands that act in no profile, or in the one that they name. */
const withoutProfile =
  /^(profile (?!show)|sandbox serve|help|completion|explain|api (list|openapi)|alias|config|learn)\b/;
/** `tuk` as the subject of a sentence: `tuk never signs`. */
export const prose = /^(can|cannot|for|has|as|may|never|failed|wrote|(?!(alias|assets|points|ops)\b)[a-z]+s)\b/;

/**
 * A hint whose commands act in the profile of this run: `Sign in: tuk login` is `Sign in: tuk login -p box`. `NAME` of
 * `tuk profile set NAME` is the profile in use, except for the sandbox, which cannot be changed. A command that names a
 * profile is unchanged.
 */
export function hintFor(text: string, profile: string | undefined, inUse = profile): string {
  const [first = '', ...settings] = text.split('tuk profile set NAME');
  const isOne = settings.length > 0 && inUse !== undefined && inUse !== 'sandbox' && !inUse.includes(',');
  const own = isOne ? [first, ...settings].join(`tuk profile set ${quoted(inUse)}`) : text;
  if (profile === undefined || profile.includes(',')) return own;
  const name = quoted(profile);
  const [before = '', ...commands] = own.split(/\btuk (?=[a-z])/);
  const named = commands.map((rest, at) => {
    const isQuoted = at === 0 && before.endsWith('$ '); // a line that was run
    if (isQuoted || withoutProfile.test(rest) || prose.test(rest) || / (-p|--profile|--help)\b/.test(rest))
      return `tuk ${rest}`;
    const isWhole = commands.length === 1 && /[:.] $|\bSee $/.test(before) && !/[:;,.()]( |$)| -- /.test(rest);
    return isWhole ? `tuk ${rest} -p ${name}` : `tuk -p ${name} ${rest}`;
  });
  return before + named.join('');
}

/** A hint as `hintFor` writes it for a run. */
export function hintIn(
  context: { readonly flags: Pick<Flags, 'profile'>; settings(): Settings },
  text: string,
): string {
  const { profile } = context.flags;
  if (!text.includes('tuk ')) return text;
  try {
    return hintFor(text, profile, context.settings().profile.value);
  } catch {
    return hintFor(text, profile); // the settings cannot be read
  }
}
