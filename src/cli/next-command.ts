// A command line that is said to a person who may type it next: it means what this run meant only with the profile of this run.
import { quoted } from '../services/command-line.js';
import type { Flags } from './options.js';

/** What a line needs behind it to reach the profile that a flag of this run named; nothing where the settings name it. */
export const profileOption = ({ flags: { profile } }: { readonly flags: Pick<Flags, 'profile'> }): string =>
  profile === undefined ? '' : ` -p ${quoted(profile)}`;

/** A command line to type next. */
export const nextCommand = (context: Parameters<typeof profileOption>[0], line: string): string => `${line}${profileOption(context)}`;
