// The line of a receipt that says until when a thing takes what is about to be sent.

import type { Context } from '../../cli/context.js';
import type { ReceiptLine } from '../../cli/prompts/receipt.js';
import { asText } from '../../services/json-value.js';
import { momentOf, ofTime, spanOf } from '../../text/time.js';

/** The line of a deadline, with a warning where it has passed by the clock of the service; nothing without a time. */
export function deadlineLine(label: string, deadline: unknown, context: Context): readonly ReceiptLine[] {
  const until = ofTime(asText(deadline));
  if (until === undefined) return [];
  const late = context.world.clock.now() + context.http().clockOffset - until;
  return [[label, `${momentOf(until)}${late > 0 ? ` ▲ this has passed, ${spanOf(late)} ago: the service may refuse it` : ''}`]];
}
