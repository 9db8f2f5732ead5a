// Refuses, sums up and confirms the lines of a batch or a flow as a whole, before the first one runs.

import type { Context } from '../../cli/command.js';
import { confirmCall, ownChange, subjectOf } from '../../cli/prompts/confirmation.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';

import { grouped } from '../../money/decimal.js';
import { groupedAddress } from '../../money/policy/recipients.js';
import { counted } from '../../services/counted.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import type { CheckResult } from './check.js';
import type { LineProblem, Nouns } from './line.js';
import type { PlannedLine } from './plan.js';

const mostWarnings = 20;

/** @throws {BadInput} BAD_ROWS with every bad line; {Guarded} if a safety rule refuses one */
export function refuseProblems(problems: readonly LineProblem[], { part }: Nouns): void {
  if (problems.length === 0) return;
  const sorted = [...problems].sort((a, b) => a.line - b.line);
  const refusals = sorted.map(({ line, message, code = 'BAD_ROW', isGuarded }) => {
    const text = `line ${line}: ${message.replace(/; nothing was (sent|signed)\.?$/, '').replace(/\.$/, '')}`;
    return isGuarded ? new Guarded({ code }, text) : new BadInput({ code }, text);
  });
  const count = new Set(sorted.map(({ line }) => line)).size;
  const message = `${counted(count, `${part} is`, `${part}s are`)} wrong; nothing was sent.`;
  if (sorted.every(({ code }) => code === 'NEW_RECIPIENT'))
    throw new Guarded(
      'NEW_RECIPIENT',
      message,
      'If they are intended, add --new-recipient; --yes is not enough.',
      refusals,
    );
  throw sorted.some(({ isGuarded }) => isGuarded)
    ? new Guarded('BAD_ROWS', message, undefined, refusals)
    : new BadInput('BAD_ROWS', message, undefined, refusals);
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
      `Line ${without.line} moves value, and the ${whole} has no reference; nothing was sent.`,
      'Name it: --client-ref march. The same line run again then resumes it, and does nothing twice.',
    );
}

/** The lines in figures. `earlier`: transfers that an earlier run may have made. */
export interface Summary extends Pick<CheckResult, 'totals' | 'unknownFees' | 'unknownAmounts' | 'newRecipients'> {
  readonly count: number;
  readonly reads: number;
  readonly changes: number;
  readonly transfers: number;
  readonly earlier: number;
}
export function summaryOf(
  planned: readonly PlannedLine[],
  { totals, unknownFees, unknownAmounts, newRecipients }: CheckResult,
): Summary {
  const ofEffect = (kind: PlannedLine['effect']) => planned.filter(({ effect }) => effect === kind);
  return {
    count: planned.length,
    reads: ofEffect('read').length,
    changes: ofEffect('change').length,
    transfers: ofEffect('transfer').length,
    earlier: ofEffect('transfer').filter(({ earlier }) => earlier !== undefined).length,
    totals,
    unknownFees,
    unknownAmounts,
    newRecipients,
  };
}

/** Prints the receipt of the changes, and has a person confirm it. @throws {Failure} */
export async function confirmLines(
  summary: Summary,
  warnings: readonly string[],
  context: Context,
  { whole, part }: Nouns,
): Promise<void> {
  const { count, reads, changes, transfers, earlier, totals, unknownFees, unknownAmounts, newRecipients } = summary;
  if (changes + transfers === 0) return;
  const lines: ReceiptLine[] = [
    [
      `${part[0]!.toUpperCase()}${part.slice(1)}s`,
      `${count}: ${transfers} move value, ${changes} change something, ${reads} read`,
    ],
    ...(earlier > 0 ? [['Begun before', `${earlier}: none is sent twice`] as const] : []),
    ...Object.entries(totals).map(
      ([token, total]): ReceiptLine => [
        'You send',
        `${grouped(total)} ${token} in all, ${unknownFees === 0 ? 'fees included' : 'known fees included'}`,
      ],
    ),
    ...(unknownFees > 0
      ? [['▲ Fees', `of ${counted(unknownFees, part, `${part}s`)} are not known before they run`] as const]
      : []),
    ...(unknownAmounts > 0
      ? [['▲ Amounts', `of ${counted(unknownAmounts, part, `${part}s`)} are not known before they run`] as const]
      : []),
    ...newRecipients.map((id): ReceiptLine => ['New recipient', id.startsWith('0x') ? groupedAddress(id) : id]),
    ...warnings.slice(0, mostWarnings).map((text): ReceiptLine => ['▲ Note', text]),
  ];
  await printReceipt(context, `Run the ${whole}`, lines);
  const effect = transfers > earlier ? 'money' : 'service';
  const change = ownChange({ service: whole, name: 'run', summary: `Run the ${whole}`, effect });
  await confirmCall(context, change, subjectOf(lines, [part, String(count)]));
}
