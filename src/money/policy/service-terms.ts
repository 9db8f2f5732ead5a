// Compares a request with the terms of the service: fields that must agree, minimum and maximum, the fee, the decimals
// of the token.

import type { CodeOf } from '../../services/http/error-codes.js';
import { BadInput, type Failure } from '../../services/http/errors.js';
import type { TransferFacts } from '../facts/facts.js';
import { caught } from '../facts/request-problems.js';
import { amountOf, type Decimal, decimalOf, decimalText, fromBase, grouped, isMore } from '../values/decimal.js';
import { sameToken } from '../values/token.js';

/** The problems of a request with the terms of the service. */
export const termProblems = (facts: TransferFacts): readonly Failure[] => [
  ...disagreements(facts),
  ...rangeProblems(facts),
  ...caught(() => checkPrecision(facts)),
];

/** Fields of the request that disagree with the service. */
const disagreements = ({ agreements }: TransferFacts): readonly Failure[] =>
  agreements
    .filter(({ asked, right }) => !sameToken(asked, right.value))
    .map(({ name, asked, right }) => {
      const [typed, expected] = [asked, right.value].map((text) => JSON.stringify(text.slice(0, 60)));
      const message = `${name.startsWith('--') ? name : `The field ${name}`} says ${typed}, and the service says ${expected}.`;
      return new BadInput('CONTRADICTION', message, `Use ${expected} instead.`);
    });

/** An amount below the minimum or above the maximum of the service, or not above the fee that is taken out of it. */
function rangeProblems({ amount, minimum, maximum, fee, feeToken, token, fields }: TransferFacts): readonly Failure[] {
  if (amount === undefined) return [];
  const number = amount.value;
  const text = (value: Decimal) => grouped(decimalText(value));
  const problems: Failure[] = [];
  const outside = (code: CodeOf<'usage'>, bound: string) =>
    problems.push(new BadInput(code, `The amount is ${text(number)}, and the service takes ${bound}.`));
  if (minimum && isMore(minimum.value, number)) outside('BELOW_MINIMUM', `${text(minimum.value)} or more`);
  if (maximum && maximum.value.units > 0n && isMore(number, maximum.value))
    outside('ABOVE_MAXIMUM', `${text(maximum.value)} or less`);
  const isOneUnit = feeToken === undefined || token === undefined || sameToken(feeToken.value, token.value);
  if (fee && fields.fee?.from === 'amount' && isOneUnit && !isMore(number, fee.value))
    problems.push(
      new BadInput('FEE_TAKES_ALL', `The fee of ${text(fee.value)} is not less than the amount of ${text(number)}.`),
    );
  return problems;
}

/**
 * Checks the places of the amount by its token, and its base units by the largest number.
 * @throws {BadInput} BAD_AMOUNT, AMOUNT_TOO_LARGE
 */
function checkPrecision({ fields, amount, decimals, requestFields: { fieldOf } }: TransferFacts) {
  if (amount?.source !== 'request' || typeof fields.amount !== 'string') return;
  const text = decimalText(amount.value);
  checkSize(
    decimals === undefined
      ? text
      : amountOf(text, `The field ${fieldOf(fields.amount) ?? fields.amount}`, decimals.value),
    decimals?.value ?? 0,
  );
}
/** The most base units that any token can have: a 256-bit number (ERC-20). */
const mostBaseUnits = 2n ** 256n - 1n;
/** @throws {BadInput} AMOUNT_TOO_LARGE for a plain amount of more than 2^256 - 1 base units */
export function checkSize(amount: string, decimals: number): void {
  const number = decimalOf(amount);
  if (!number || !isMore(number, fromBase({ units: mostBaseUnits, places: 0 }, decimals))) return;
  throw new BadInput(
    'AMOUNT_TOO_LARGE',
    `The amount ${amount.slice(0, 90)} is more than any token can have, 2^256 - 1 base units.`,
    'Check the number of digits.',
  );
}
