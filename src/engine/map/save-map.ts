// Saves proposals in the map of the profile or the folder.

import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Context } from '../../cli/command/command.js';
import { textOf } from '../../cli/command/platform-map.js';
import { counted } from '../../services/counted.js';
import { LocalFailure } from '../../services/http/errors.js';
import { replaceFile } from '../../services/whole-file.js';
import { fileAbove, mapName } from '../../session/project-file.js';
import { compileMap } from '../../things/map-file.js';
import { keyOf, type MapOf } from './observed.js';
import type { Proposal } from './proposal.js';
import { withProposals } from './write-map.js';

/** The map to write: the one that is named, else that of the profile or the folder, else a new one in this folder. */
export function mapFile(out: string | undefined, context: Context): string {
  const folder = context.world.cwd ?? '.';
  if (out !== undefined) return path.resolve(folder, out);
  return context.settings().of.map ?? fileAbove(context.world.cwd, mapName) ?? path.join(folder, mapName);
}

/** What a map says of a call, as if it were trusted; nothing without the file. @throws {LocalFailure} BAD_MAP */
export async function mapOfFile(file: string): Promise<MapOf> {
  if (!existsSync(file)) return () => undefined;
  const { calls, services } = await compileMap(textOf(file), file);
  return (call) => {
    const said = calls[keyOf(call)] ?? services[call.service];
    return said && { ...said, isTrusted: true };
  };
}

/** Writes what was chosen into a map, and checks that it is one. @throws {LocalFailure} */
export async function saveMap(file: string, proposals: readonly Proposal[], context: Context): Promise<void> {
  const before = existsSync(file) ? textOf(file) : '';
  if (before !== '') await compileMap(before, file);
  const { text, added, asComments } = withProposals(before, proposals, ({ sure }) => sure);
  if (added + asComments === 0) {
    if (proposals.length > 0) context.log(`${file} has every line already.`);
    return;
  }
  await compileMap(text, file);
  try {
    replaceFile(file, Buffer.from(text), 0o644, { preserve: true });
  } catch (error) {
    throw new LocalFailure('FILE_UNWRITABLE', `Cannot write ${file}: ${(error as Error).message}.`, undefined, error);
  }
  const guesses = asComments > 0 ? `, ${counted(asComments, 'guess', 'guesses')} as comments` : '';
  context.log(`✓ ${file}: ${counted(added, 'line')} added${guesses}.`);
  const { of, profile } = context.settings();
  context.log(
    of.map === file
      ? `  It was changed: name it again: tuk profile set ${profile.value} map ${file}`
      : `  It counts for money after: tuk profile trust ${path.relative(context.world.cwd ?? '.', path.dirname(file)) || '.'}`,
  );
}
