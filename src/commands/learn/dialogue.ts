// The dialogue of `tuk learn`: a person accepts, changes or leaves out each proposed line.

import type { Context } from '../../cli/command/command.js';
import { askChoice, askLine } from '../../cli/prompts/prompt.js';
import type { Proposal } from '../../engine/map/proposal.js';
import { ruleText } from '../../engine/map/write-map.js';
import { counted } from '../../services/counted.js';
import { isPath } from '../../services/decode/map.js';

const left = 'The dialogue was left: nothing was written.';

/** Asks for each proposal. @returns what was accepted as sure lines, and the rest that stays open */
export async function askFor(proposals: readonly Proposal[], context: Context): Promise<readonly Proposal[]> {
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
