// Confirms a new recipient by its last characters, typed at a terminal; and the receipt's lines about recipient and limits.

import type { Decision } from '../../money/policy/evaluate.js';
import type { LimitUse } from '../../money/policy/limit-check.js';
import { amountLimits, limitTable } from '../../money/policy/limit-table.js';
import { isLastOf, lastOf, type Recipient } from '../../money/policy/recipients.js';
import { ofLimit, recipientText } from '../../money/policy/refusals.js';
import { Guarded } from '../../services/http/errors.js';
import { escapeControls } from '../../ui/format/visible.js';
import type { Context } from '../context.js';
import { promptLine } from './confirmation.js';
import type { ReceiptLine } from './receipt.js';

/**
 * Prompts for the last characters of a new recipient, which, unlike a `y`, cannot be typed without reading the address.
 * @throws {Guarded} NOT_AGREED; {Failure} where the person leaves
 */
export async function confirmRecipient(context: Context, { isNew, recipient }: Decision): Promise<void> {
  if (!isNew || !recipient) return;
  const answer = await promptLine(recipientPrompt(recipient), context.world, (text) => context.out.writeError(text));
  if (!isLastOf(answer.trim(), recipient))
    throw new Guarded('NOT_AGREED', `The typed characters are not the end of ${recipientText(recipient)}; nothing was sent.`);
}

/** The lines of a receipt about the policy: the recipient, whether it is known, the use of the limits. */
export function policyLines({ policyCase: of, recipient, earlierTransfers: before, isNew, knownAs, uses }: Decision): ReceiptLine[] {
  const limits = amountLimits.flatMap((key) => uses.filter((one) => one.key === key)).map(limitLine);
  if (!of.fields.to) return limits;
  if (!recipient) return [['To', 'not known from the request'], ...limits];
  const who = recipient.kind === 'address' ? 'address' : 'user';
  const known =
    before > 0
      ? `${ordinal(before + 1)} transfer to this ${who}`
      : isNew
        ? `new: this ${who} has received nothing so far`
        : knownAs?.kind === 'contact'
          ? 'in your address book'
          : knownAs?.kind === 'wallet'
            ? 'a wallet of your own'
            : 'in the list of the profile';
  const address = recipientText(recipient).replace(/^The /, '');
  const name = knownAs?.kind === 'contact' ? `${knownAs.name} (${knownAs.network})` : knownAs?.name;
  const to = name === undefined || name === '' ? address : `${name}: ${address}`;
  return [['To', to], ['Recipient', known], ...limits];
}

const limitLine = ({ key, limit, total }: LimitUse): ReceiptLine => ['Limit', `${ofLimit(total, limit)} ${limitTable[key].summary}`];

/** 1st, 2nd, 3rd, 11th. */
function ordinal(count: number): string {
  const ending = /1[123]$/.test(String(count)) ? undefined : (['st', 'nd', 'rd'] as const)[(count % 10) - 1];
  return `${count}${ending ?? 'th'}`;
}

/** The prompt for the end of a recipient. */
const recipientPrompt = (recipient: Recipient): string => {
  const end = [...lastOf(recipient.id)].length;
  return `${escapeControls(recipientText(recipient))} is a new recipient. Type ${end === [...recipient.id].length ? 'it' : `its last ${end} characters`} to go on: `;
};
