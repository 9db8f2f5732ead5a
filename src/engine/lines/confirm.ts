// Refuses, sums up and confirms the lines of a batch or a flow as a whole, before the first one runs.

import type { Context } from '../../cli/command/command.js';
import { confirmCall, ownChange, subjectOf } from '../../cli/prompts/confirmation.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';
import { isUnderGrant } from '../../cli/settings/world.js';
import { grouped } from '../../money/values/decimal.js';
import { groupedAddress } from '../../money/values/recipients.js';
import { counted } from '../../services/counted.js';
import { BadInput, type Failure, Guarded } from '../../services/http/errors.js';
import type { CheckResult } from './check.js';
import type { PlannedLine } from './plan.js';
import type { LineProblem, Nouns } from './values.js';

/** The most warnings that are said of a whole. */
export const mostWarnings = 20;

/** @throws {BadInput} BAD_ROWS with every bad line; {Guarded} if a safety rule refuses one */
export function refuseProblems(problems: readonly LineProblem[], nouns: Nouns): void {
  const refused = refusalOf(problems, nouns);
  if (refused) throw refused;
}

/** The refusal of lines that are wrong; undefined without any. */
export function refusalOf(problems: readonly LineProblem[], { part }: Nouns): Failure | undefined {
  if (problems.length === 0) return undefined;
  const sorted = [...problems].sort((a, b) => a.line - b.line);
  const refusals = sorted.map(({ line, message, code = 'BAD_ROW', isGuarded }) => {
    const text = `line ${line}: ${message.replace(/\.$/, '')}`;
    return isGuarded ? new Guarded({ code }, text) : new BadInput({ code }, text);
  });
  const count = new Set(sorted.map(({ line }) => line)).size;
  const message = `${counted(count, `${part} is`, `${part}s are`)} wrong.`;
  const isOfRecipients = sorted.every(({ code }) => code === 'NEW_RECIPIENT');
  const hint = isOfRecipients ? 'If they are intended, add --new-recipient; --yes is not enough.' : undefined;
  const code = isOfRecipients ? 'NEW_RECIPIENT' : 'BAD_ROWS';
  return sorted.some(({ isGuarded }) => isGuarded) || isOfRecipients
    ? new Guarded({ code }, message, hint, refusals)
    : new BadInput({ code }, message, hint, refusals);
}

/** @throws {BadInput} NO_REF for lines that move value without a reference */
export function requireReferences(
  planned: readonly PlannedLine[],
  reference: string | undefined,
  { whole }: Nouns,
): void {
  const without = planned.find(({ effect, clientRef }) => effect === 'transfer' && clientRef === undefined);
  if (without && reference === undefined)
    throw new BadInput(
      'NO_REF',
      `Line ${without.line} is a transfer, and the ${whole} has no reference.`,
      'Add a name: --client-ref march. You can then resume with the same line, and nothing is done twice.',
    );
}

/** The lines in figures. `earlier`: transfers that an earlier run may have made. */
export function summaryOf(planned: readonly PlannedLine[], checked: CheckResult) {
  const { totals, unknownFees, unknownAmounts, newRecipients, equal } = checked;
  const ofEffect = (kind: PlannedLine['effect']) => planned.filter(({ effect }) => effect === kind);
  const transfers = ofEffect('transfer');
  return {
    reads: ofEffect('read').length,
    changes: ofEffect('change').length,
    transfers: transfers.length,
    earlier: transfers.filter(({ earlier }) => earlier !== undefined).length,
    totals,
    unknownFees,
    unknownAmounts,
    newRecipients,
    equal,
  };
}

/** Says which lines move the same. */
export const equalText = (numbers: readonly number[], { part }: Nouns): string =>
  `The ${part}s ${numbers.slice(0, mostEqual).join(', ')}${numbers.length > mostEqual ? ` and ${numbers.length - mostEqual} more` : ''} are equal, and each of them is sent.`;
const mostEqual = 12;

/** Prints the receipt of the changes, and has a person confirm it. @throws {Failure} */
export async function confirmLines(
  { reads, changes, transfers, earlier, totals, ...unknown }: ReturnType<typeof summaryOf>,
  warnings: readonly string[],
  context: Context,
  { whole, part }: Nouns,
): Promise<void> {
  if (changes + transfers === 0) return;
  const count = reads + changes + transfers;
  const { unknownFees, unknownAmounts, newRecipients, equal } = unknown;
  const fees = unknownFees === 0 ? 'fees included' : 'known fees included';
  const sent = Object.entries(totals).map(([token, total]) => `${grouped(total)} ${token} in all, ${fees}`);
  const notKnown = (number: number) =>
    number === 0 ? [] : [`of ${counted(number, part)} are not known before they run`];
  const lines: readonly ReceiptLine[] = [
    [
      `${part[0]!.toUpperCase()}${part.slice(1)}s`,
      `${count}: ${counted(transfers, 'transfer')}, ${counted(changes, 'other change')}, ${counted(reads, 'read')}`,
    ],
    ...(earlier === 0 ? [] : [['Begun before', `${earlier}: none is sent twice`] as const]),
    ...sent.map((text) => ['You send', text, 'total'] as const),
    ...notKnown(unknownFees).map((text) => ['▲ Fees', text, 'note'] as const),
    ...notKnown(unknownAmounts).map((text) => ['▲ Amounts', text, 'note'] as const),
    ...newRecipients.map((id) => ['New recipient', id.startsWith('0x') ? groupedAddress(id) : id, 'known'] as const),
    ...equal.slice(0, mostWarnings).map((numbers) => ['▲ Equal', equalText(numbers, { whole, part }), 'note'] as const),
    ...warnings.slice(0, mostWarnings).map((text) => ['▲ Note', text, 'note'] as const),
  ];
  await printReceipt(context, `Run the ${whole}`, lines);
  if (isUnderGrant(context.world)) return; // each of its calls is named, or refused
  const effect = transfers > earlier ? 'money' : 'service';
  const change = ownChange({ service: whole, name: 'run', summary: `Run the ${whole}`, effect });
  await confirmCall(context, change, subjectOf(lines, [part, String(count)]));
}
