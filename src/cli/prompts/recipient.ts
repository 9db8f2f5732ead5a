// A recipient that is new, looked at: on a terminal its last characters are typed. And what the receipt says of it and of the limits.

import { amountLimits } from '../../money/limits.js';
import type { Decision } from '../../money/policy/evaluate.js';
import type { LimitUse } from '../../money/policy/limits.js';
import { ofLimit, shown } from '../../money/policy/refusals.js';
import { isLastOf, lastOf, type Recipient } from '../../money/recipients.js';
import { Guarded } from '../../services/http/errors.js';
import { escapeControls } from '../../ui/format/visible.js';
import type { Context } from '../context.js';
import { typedAnswer } from './confirmation.js';
import type { ReceiptLine } from './receipt.js';

/** Has a new recipient looked at. What a pipe or a habit would type is not asked for: only who reads the address knows how it ends. @throws {Guarded} {Failure} where the person leaves */
export async function lookedAt(context: Context, { isNew, recipient }: Decision): Promise<void> {
  if (!isNew || context.transfer.newRecipient || !recipient) return;
  const typed = await typedAnswer(endAsked(recipient), context.world, (text) => context.writeError(text));
  if (!isLastOf(typed.trim(), recipient)) throw new Guarded('NOT_AGREED', `That is not how ${shown(recipient)} ends; nothing was sent.`);
}

/** The lines of a receipt: to whom, whether that is somebody known, what counts against the limits. */
export function guardLines({ of, recipient, before, isNew, held }: Decision): ReceiptLine[] {
  const limits = amountLimits.flatMap((key) => held.filter((one) => one.key === key)).map(limitLine);
  if (!of.move.to) return limits;
  if (!recipient) return [['To', 'cannot be told from the request'], ...limits];
  const who = recipient.kind === 'address' ? 'address' : 'user';
  const known =
    before > 0
      ? `${nth(before + 1)} transfer to this ${who}`
      : isNew
        ? `new: nothing has gone to this ${who}`
        : `one that the profile names`;
  return [['To', shown(recipient).replace(/^The /, '')], ['Recipient', known], ...limits];
}

const span: Readonly<Record<LimitUse['key'], string>> = { transfer: 'at once', day: 'within 24 hours', fee: 'as a fee' };
const limitLine = ({ key, limit, total }: LimitUse): ReceiptLine => ['Limit', `${ofLimit(total, limit)} ${span[key]}`];

/** 1st, 2nd, 3rd, 11th. */
function nth(count: number): string {
  const ending = /1[123]$/.test(String(count)) ? undefined : (['st', 'nd', 'rd'] as const)[(count % 10) - 1];
  return `${count}${ending ?? 'th'}`;
}

/** What is asked where a person can type the end of a recipient. */
const endAsked = (recipient: Recipient): string => {
  const end = [...lastOf(recipient.id)].length;
  return `${escapeControls(shown(recipient))} is a new recipient. Type ${end === [...recipient.id].length ? 'it' : `its last ${end} characters`} to go on: `;
};
