// Runs `tuk learn`: shows proposals, asks for each at a terminal, and writes the map.

import { rmSync } from 'node:fs';
import { type Arguments, type Context, type Groups, type Result, resultOf } from '../../cli/command/command.js';
import { askChoice, askLine, canPrompt } from '../../cli/prompts/prompt.js';
import { type CollectReads, groupedBy, keyOf, type Observed } from '../../engine/map/observed.js';
import { everydayReads, type Proposal } from '../../engine/map/proposal.js';

import { proposalsFor } from '../../engine/map/propose.js';
import { mapFile, mapOfFile, saveMap } from '../../engine/map/save-map.js';
import { isMissing, ruleText } from '../../engine/map/write-map.js';
import { openLearned } from '../../engine/request/learned.js';
import { counted } from '../../services/counted.js';
import { isPath } from '../../services/decode/map.js';
import { BadInput } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';
import { columnsNamed } from '../../text/columns-named.js';
import { observe, sourcesOf } from './observe.js';

// The dialogue of `tuk learn`: a person accepts, changes or leaves out each proposed line.

const left = 'The dialogue was left: nothing was written.';

/** Asks for each proposal. @returns what was accepted as sure lines, and the rest that stays open */
async function askFor(proposals: readonly Proposal[], context: Context): Promise<readonly Proposal[]> {
  const sure = proposals.filter((one) => one.sure);
  for (const one of sure) context.log(`  ${lineText(one)}   ${reasonText(one)}`);
  const all =
    sure.length === 0
      ? 'each'
      : await askChoice(
          context,
          `${counted(sure.length, 'line')} ${sure.length === 1 ? 'is' : 'are'} sure. Take ${sure.length === 1 ? 'it' : 'them'} over?`,
          [
            { key: 'all', label: 'take over' },
            { key: 'each', label: 'ask for each' },
            { key: 'none', label: 'leave out' },
          ] as const,
          left,
        );
  const chosen: Proposal[] = [];
  let isEnded = false;
  for (const proposal of proposals) {
    if (proposal.value === undefined && !isAsked(proposal)) {
      chosen.push(proposal); // a comment names it
      continue;
    }
    if (proposal.sure && all !== 'each') {
      if (all === 'all') chosen.push(proposal);
      continue;
    }
    const answer: Answer = isEnded ? 'rest' : await askOne(proposal, context);
    isEnded = answer === 'rest';
    if (answer) chosen.push(answer === 'rest' ? { ...proposal, sure: false } : answer);
  }
  return chosen;
}

/** Of the fields that were not found, only ids, statuses and their words are asked for. */
const isAsked = ({ key }: Proposal): boolean => key[0] === 'words' || key[0] === 'id' || key[0] === 'status';

/** A proposal as the person wants it; undefined to leave it out; `rest` to end the dialogue. */
type Answer = Proposal | 'rest' | undefined;

/** Asks for one proposal. */
async function askOne(proposal: Proposal, context: Context): Promise<Answer> {
  const open = { key: 'open', label: 'leave it as a comment' };
  const { value, others } = proposal;
  const values = [...(value === undefined ? [] : [value]), ...others];
  const choice = await askChoice(
    context,
    `${proposal.of}: ${proposal.key.join(' ')}?   ${reasonText(proposal)}`,
    [
      ...(value === undefined ? [open] : []), // nothing is like it, so no field is the first choice
      ...values.map((one, at) => ({ key: String(at), label: ruleText(one) })),
      ...(typeof value === 'object' ? [] : [{ key: 'type', label: 'another one' }]),
      ...(value === undefined ? [] : [open]),
      { key: 'out', label: 'leave it out' },
      { key: 'rest', label: 'leave it and all that follow as comments' },
    ],
    left,
  );
  if (choice === 'rest') return 'rest';
  if (choice === 'out') return undefined;
  if (choice === 'open') return { ...proposal, sure: false };
  if (choice !== 'type') return { ...proposal, value: values[Number(choice)], sure: true };
  const isWord = proposal.key[0] === 'words' || proposal.key[0] === 'ok';
  for (;;) {
    const typed = await askLine(
      context,
      isWord ? 'The word' : 'The path of the field',
      { hint: 'nothing: leave it as a comment' },
      left,
    );
    if (typed === '') return { ...proposal, sure: false };
    if (isWord || isPath(typed)) return { ...proposal, value: typed, sure: true };
    context.log('Write a path such as data.list.');
  }
}

const lineText = ({ of, key, value }: Proposal): string =>
  `${of}  ${key.join(' ')}: ${value === undefined ? '?' : ruleText(value)}`;
const reasonText = ({ why, responses, examples }: Proposal): string =>
  `${why}, ${counted(responses, 'response')}${examples.length > 0 ? `: ${examples.join(', ')}` : ''}`;

/** Proposes the map of a platform. @throws {BadInput} BAD_HAR, NO_ADDRESS; {LocalFailure} BAD_MAP */
export async function learn(
  args: Arguments,
  context: Context,
  collectReads: CollectReads,
  groups: Groups,
): Promise<Result | number> {
  const { options } = args;
  if (options.forget) return forget(args.positionals, context);
  const file = mapFile(options.out as string | undefined, context);
  const mapOf = await mapOfFile(file);
  const observed = await observe(sourcesOf(args), context, collectReads);
  if (args.positionals.length > 0) await storeShapes(observed, context);
  const proposals = proposalsFor(observed, mapOf, await everydayReads(groups));
  const isDialogue = canPrompt(context) && proposals.length > 0;
  const isWritten = isDialogue || context.flags.yes === true || options.out !== undefined;
  const chosen = isDialogue ? await askFor(proposals, context) : proposals;
  const saysNothing = observed.some(({ status }) => status < 300)
    ? 'No response that was read needs a line of a map.'
    : 'No line is proposed: the services answered every call with an error.';
  if (proposals.length === 0 && context.out.options.format !== 'table') context.log(saysNothing);
  if (isWritten) await saveMap(file, chosen, context);
  else sayHow(proposals, context);
  if (chosen.some((one) => one.sure && one.part !== 'things' && !proposals.includes(one)))
    context.note({ is: 'next', line: 'tuk learn', what: 'Learn more with it' });
  return resultOf(JSON.stringify(rowsOf(proposals)), {
    columns: columnsNamed('of key value sure why responses'),
    idPath: 'key',
    empty: { says: saysNothing, of: {} },
  });
}

/** Stores the names and types of the fields of recorded responses for the profile. */
async function storeShapes(observed: readonly Observed[], context: Context): Promise<void> {
  const learned = await openLearned(context);
  for (const { call, data, status, requestFields, isDescribed } of observed)
    if (!isDescribed) learned.add(keyOf(call), status < 300 ? data : undefined, 'har', { requestFields });
  await learned.save(context.world.clock.now());
}

function forget(files: readonly string[], context: Context): number {
  if (files.length > 0) throw new BadInput('CONFLICT', 'Give a file or --forget, not both.');
  rmSync(paths(context.world).learned(context.settings().profile.value), { force: true });
  context.log('✓ Nothing is known any more of the fields of this profile.');
  return 0;
}

/** Proposals as rows; the fields of a thing that were not found are one row. */
function rowsOf(proposals: readonly Proposal[]) {
  const missing = groupedBy(proposals.filter(isMissing), ({ of }) => of);
  return [
    ...proposals
      .filter((one) => !isMissing(one))
      .map(({ key, value, ...rest }) => ({
        ...rest,
        key: key.join('.'),
        value: value === undefined ? null : ruleText(value),
      })),
    ...[...missing.values()].map((of) => ({
      ...of[0]!,
      key: 'not found',
      missing: of.map(({ key }) => key.join('.')),
      value: null,
      others: [...new Set(of.flatMap(({ others }) => others))],
    })),
  ];
}

function sayHow(proposals: readonly Proposal[], context: Context): void {
  if (proposals.length === 0) return;
  const sure = proposals.filter((one) => one.sure).length;
  context.note({
    is: 'fact',
    text: `Nothing was written. Sure: ${sure} of ${counted(proposals.length, 'line')}.`,
  });
  context.note({ is: 'next', line: 'tuk learn --yes', what: 'Write what is sure' });
}
