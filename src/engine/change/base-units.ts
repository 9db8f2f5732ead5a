// `--raw-amount`: an amount in base units, for changes with an `--amount` in whole tokens of known decimals.

import type { Arguments, Command } from '../../cli/command/command.js';
import type { Question } from '../../cli/prompts/wizard.js';
import { amountOf } from '../../money/values/decimal.js';
import { BadInput } from '../../services/http/errors.js';
import { keyOf, type Option } from '../request/params.js';

/** The part of a change's spec about its amount. */
interface AmountOptions {
  readonly options?: readonly Option[];
  readonly prompts?: Readonly<Record<string, Partial<Question>>>;
  readonly needs?: Command['needs'];
}

const rawAmountOption: Option = {
  flags: '--raw-amount <n>',
  effects: 'plain',
  summary: 'the amount in base units instead',
  as: 'base units',
  param: false,
  inForm: 'folded',
};

/** Adds `--raw-amount` to a spec that has an `--amount`. */
export function withRawAmount<Spec extends AmountOptions>(spec: Spec): Spec {
  const { options = [], prompts = {} } = spec;
  const index = options.findIndex((option) => keyOf(option) === 'amount');
  if (index < 0) return spec;
  return {
    ...spec,
    options: options.toSpliced(index + 1, 0, rawAmountOption),
    needs: options[index]!.required ? [...(spec.needs ?? []), ['amount', 'rawAmount']] : spec.needs,
    prompts: {
      ...prompts,
      amount: { ...prompts.amount, when: ({ options: { rawAmount } }) => rawAmount === undefined },
    },
  };
}

/**
 * The base units of `--raw-amount`, if typed.
 * @throws {BadInput} if `--amount`, `--edit` or `--input` has the amount too
 */
export function rawAmountOf({ options: { rawAmount, amount, input, edit } }: Arguments): string | undefined {
  if (rawAmount === undefined) return undefined;
  const conflicting =
    amount === undefined ? (input === undefined ? undefined : edit ? '--edit' : '--input') : '--amount';
  if (conflicting !== undefined)
    throw new BadInput('CONFLICT', `--raw-amount and ${conflicting} both say the amount; give one of them.`);
  return amountOf(String(rawAmount), '--raw-amount', 0);
}
