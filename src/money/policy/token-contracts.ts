// The contracts of tokens that were read on the way: nothing is ever sent to one.

import type { Context } from '../../cli/context.js';
import { isRecord } from '../../services/json-value.js';

const fields = ['contractAddress', 'tokenAddress'] as const;

/** Keeps the contracts that rows of an answer name, for the guard. */
export function noteContracts({ transfer }: Context, rows: readonly unknown[]): void {
  const found = rows
    .filter(isRecord)
    .flatMap((row) => fields.map((field) => row[field]).filter((one) => typeof one === 'string' && one !== ''));
  transfer.contracts = new Set([...(transfer.contracts ?? []), ...(found as string[])]);
}
