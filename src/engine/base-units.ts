// `--raw-amount`: an amount in base units, for every change that takes one in whole tokens and whose token tells how many decimals it has.

import type { Arguments } from '../cli/command.js';
import { amountOf } from '../money/amount.js';
import { BadInput } from '../services/http/errors.js';
import type { ChangeCommandSpec } from './change-command.js';
import { keyOf, type Option } from './params.js';

const raw: Option = { flags: '--raw-amount <n>', summary: 'the amount in base units instead', as: 'base units', to: false };

/** A change that moves value, with `--raw-amount` beside its `--amount`. */
export function inBaseUnitsToo(spec: ChangeCommandSpec): ChangeCommandSpec {
  const { options = [], asks = {} } = spec;
  const at = options.findIndex((one) => keyOf(one) === 'amount');
  if (at < 0) return spec;
  return {
    ...spec,
    options: options.toSpliced(at + 1, 0, raw),
    asks: { ...asks, amount: { ...asks.amount, when: ({ options: { rawAmount } }) => rawAmount === undefined } },
  };
}

/** What was typed for `--raw-amount`. @throws {BadInput} beside what says the amount, too */
export function rawOf({ options: { rawAmount, amount, input } }: Arguments): string | undefined {
  if (rawAmount === undefined) return undefined;
  const other = amount === undefined ? (input === undefined ? undefined : '--input') : '--amount';
  if (other !== undefined)
    throw new BadInput('CONFLICT', `--raw-amount and ${other} both say the amount; give one of them. Nothing was sent.`);
  return amountOf(String(rawAmount), '--raw-amount', 0);
}
