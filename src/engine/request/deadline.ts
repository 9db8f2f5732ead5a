// The deadline of a thing, as a line of a receipt.

import type { Context } from '../../cli/command/command.js';
import type { ReceiptLine } from '../../cli/prompts/receipt.js';
import { asText, isNothing } from '../../services/json-value.js';
import { momentOf, ofTime, spanOf } from '../../text/time.js';

/** The line of a deadline, with a warning if it has passed by the clock of the service; as received without a zone. */
export function deadlineLine(label: string, deadline: unknown, context: Context): readonly ReceiptLine[] {
  const until = ofTime(asText(deadline));
  if (until === undefined) return isNothing(deadline) || deadline === '' ? [] : [[label, asText(deadline)]];
  const late = context.world.clock.now() + context.http().clockOffset - until;
  return [
    [
      label,
      `${momentOf(until)}${late > 0 ? ` ▲ this has passed, ${spanOf(late)} ago: the service may refuse it` : ''}`,
    ],
  ];
}
