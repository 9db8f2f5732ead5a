// Runs `tuk learn`: shows proposals, asks for each at a terminal, and writes the map.

import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { Arguments, Context } from '../../cli/command/command.js';
import { type Result, resultOf } from '../../cli/command/result.js';
import { canPrompt } from '../../cli/prompts/prompt.js';
import { groupedBy } from '../../engine/map/observed.js';
import type { Proposal } from '../../engine/map/proposal.js';
import { proposalsFor } from '../../engine/map/propose.js';
import { ruleText, withProposals } from '../../engine/map/write-map.js';
import { counted } from '../../services/counted.js';
import { BadInput, LocalFailure } from '../../services/http/errors.js';
import { replaceFile } from '../../services/whole-file.js';
import { paths } from '../../session/paths.js';
import { fileAbove, mapName } from '../../session/project-file.js';
import { columnsNamed } from '../../text/columns-named.js';
import { compileMap } from '../../things/map-file.js';
import { askFor } from './dialogue.js';
import { type CollectReads, mapInUse, observe } from './observe.js';

/** Proposes the map of a platform. @throws {BadInput} BAD_HAR, NO_ADDRESS; {LocalFailure} BAD_MAP */
export async function learn(
  { positionals, options }: Arguments,
  context: Context,
  collectReads: CollectReads,
): Promise<Result | number> {
  if (options.forget) return forget(positionals, context);
  const mapOf = await mapInUse(context);
  const observed = await observe(
    {
      files: positionals,
      patterns: options.calls as readonly string[] | undefined,
      rate: options.rate as string | undefined,
    },
    context,
    collectReads,
  );
  const proposals = proposalsFor(observed, mapOf);
  const file = mapFile(options.out as string | undefined, context);
  const isDialogue = canPrompt(context) && !context.flags.dryRun && proposals.length > 0;
  const isWritten = !context.flags.dryRun && (isDialogue || context.flags.yes === true || options.out !== undefined);
  const chosen = isDialogue ? await askFor(proposals, context) : proposals;
  if (isWritten) await write(file, chosen, context);
  else sayHow(proposals, context);
  return resultOf(JSON.stringify(rowsOf(proposals)), {
    columns: columnsNamed('of key value sure why responses'),
    idPath: 'key',
    empty: 'The responses need no line of a map: every field that tuk shows is known.',
  });
}

function forget(files: readonly string[], context: Context): number {
  if (files.length > 0) throw new BadInput('CONFLICT', 'Give a file or --forget, not both.');
  rmSync(paths(context.world).learned(context.settings().profile.value), { force: true });
  context.log('✓ Nothing is known any more of the fields of this profile.');
  return 0;
}

/** Proposals as rows; the fields of a thing that were not found are one row. */
function rowsOf(proposals: readonly Proposal[]) {
  const isMissing = ({ value, key }: Proposal) => value === undefined && key[0] !== 'words';
  const missing = groupedBy(proposals.filter(isMissing), ({ of }) => of);
  return [
    ...proposals
      .filter((one) => !isMissing(one))
      .map(({ key, value, ...rest }) => ({
        ...rest,
        key: key.join('.'),
        value: value === undefined ? null : typeof value === 'string' ? value : ruleText(value),
      })),
    ...[...missing.values()].map((of) => ({
      ...of[0]!,
      key: of.map(({ key }) => key.join('.')).join(' '),
      value: null,
      others: [...new Set(of.flatMap(({ others }) => others))],
    })),
  ];
}

/** The map to write: the one that is named, else that of the profile or the folder, else a new one in this folder. */
function mapFile(out: string | undefined, context: Context): string {
  const folder = context.world.cwd ?? '.';
  if (out !== undefined) return path.resolve(folder, out);
  return context.settings().of.map ?? fileAbove(context.world.cwd, mapName) ?? path.join(folder, mapName);
}

/** Writes what was chosen into a map, and checks that it is one. @throws {LocalFailure} */
export async function write(file: string, proposals: readonly Proposal[], context: Context): Promise<void> {
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
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

function sayHow(proposals: readonly Proposal[], context: Context): void {
  if (proposals.length === 0) return;
  const sure = proposals.filter((one) => one.sure).length;
  context.note({
    is: 'fact',
    text: `${sure} of ${counted(proposals.length, 'line')} ${sure === 1 ? 'is' : 'are'} sure. Nothing was written.`,
  });
  context.note({ is: 'next', line: 'tuk learn --yes', what: 'writes what is sure, and the rest as comments' });
}
