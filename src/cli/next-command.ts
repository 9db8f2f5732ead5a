// Formats a command line for a person to type next, with the profile of this run.
import { quoted } from '../services/command-line.js';
import type { Flags } from './options.js';

/** The option that selects the profile of this run; empty if no flag selected it. */
export const profileOption = ({ flags: { profile } }: { readonly flags: Pick<Flags, 'profile'> }): string =>
  profile === undefined ? '' : ` -p ${quoted(profile)}`;

/** Completes a command line with the profile option of this run, so that it acts in the same profile. */
export const nextCommand = (context: Parameters<typeof profileOption>[0], line: string): string =>
  `${line}${profileOption(context)}`;
