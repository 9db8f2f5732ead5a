// The options of a transfer: its reference, its stated maximum, and open operations that do not prevent it.

import type { Arguments } from '../../cli/command/command.js';
import type { TransferOptions } from '../../money/facts/transfer-request.js';
import { parseAtMost } from '../../money/policy/at-most.js';
import type { StatedAmount } from '../../money/values/token.js';
import { BadInput } from '../../services/http/errors.js';
import { despiteOf } from '../request/shared-options.js';

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

// `--client-ref`: the caller's reference for a transfer: the same command line takes effect once.

/**
 * The trimmed reference of --client-ref, if typed.
 * @throws {BadInput} BAD_VALUE unless it is 1 to 100 letters, digits, `.`, `_`, `:`, `#` and `-`
 */
export function clientRefOf({ clientRef }: Arguments['options']): string | undefined {
  if (typeof clientRef !== 'string') return undefined;
  const name = clientRef.trim();
  if (/^[A-Za-z0-9._:#-]{1,100}$/.test(name)) return name;
  throw new BadInput(
    'BAD_VALUE',
    '--client-ref takes 1 to 100 letters, digits and . _ : # -.',
    'Give each operation a name of its own: --client-ref march-7',
  );
}

/**
 * The typed options as one text, independent of their order. Identifies a transfer with a request that differs at each
 * run.
 */
export const canonicalOptions = (options: Arguments['options']): string =>
  JSON.stringify(
    Object.entries(options)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
