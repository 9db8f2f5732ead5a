// A command line that is said to a person who may type it next: it means what this run meant only with the profile of this run.
import { quoted } from '../ui/format/command-line.js';
import type { Flags } from './settings.js';

/** What a line needs behind it to reach the profile that a flag of this run named; nothing where the settings name it. */
export const ofProfile = ({ flags: { profile } }: { readonly flags: Pick<Flags, 'profile'> }): string =>
  profile === undefined ? '' : ` -p ${quoted(profile)}`;

/** A command line to type next. */
export const nextLine = (context: Parameters<typeof ofProfile>[0], line: string): string => `${line}${ofProfile(context)}`;
