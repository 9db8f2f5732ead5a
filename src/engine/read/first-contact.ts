// The first response of a profile that is not wholly understood: its reader is told once how to teach the program.

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '../../cli/command/command.js';
import { isEmbedded } from '../../cli/settings/options.js';
import { replaceFile } from '../../services/whole-file.js';
import { fileNameOf, paths } from '../../session/paths.js';

/** A sentence on how many fields are known, at the first such response of the profile. */
export function firstContact(context: Context, known: number, all: number): string | undefined {
  const { profile } = context.settings();
  if (isEmbedded(context.settings())) return undefined;
  const marker = path.join(paths(context.world).maps, `${fileNameOf(profile.value)}.met`);
  if (existsSync(marker)) return undefined;
  try {
    replaceFile(marker, Buffer.from(''), 0o600);
  } catch {
    return undefined; // it would be said at every read
  }
  return `First such response of ${profile.value}: ${known} of ${all} columns are known. A map teaches the spelling of this platform: tuk learn`;
}
