// The options of a transfer: its reference, its stated maximum, and open operations that do not prevent it.

import type { Arguments } from '../../cli/command/command.js';
import type { TransferOptions } from '../../money/facts/transfer-request.js';
import { parseAtMost } from '../../money/policy/at-most.js';
import type { StatedAmount } from '../../money/values/token.js';
import { despiteOf } from '../request/shared-options.js';
import { clientRefOf } from './client-ref.js';

/** The amount of --at-most, if typed. @throws {BadInput} BAD_VALUE, BAD_AMOUNT */
async function atMostOf({ atMost }: Arguments['options']): Promise<StatedAmount | undefined> {
  if (typeof atMost !== 'string') return undefined;
  return parseAtMost(atMost);
}

/** Parses the options that every transfer takes. @throws {BadInput} BAD_VALUE, BAD_AMOUNT */
export const moneyOptionsOf = async (
  options: Arguments['options'],
): Promise<
  Required<Pick<TransferOptions, 'newRecipient' | 'despite'>> & Pick<TransferOptions, 'clientRef' | 'atMost'>
> => ({
  clientRef: clientRefOf(options),
  atMost: await atMostOf(options),
  newRecipient: options.newRecipient === true,
  despite: despiteOf(options),
});
