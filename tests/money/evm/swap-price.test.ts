// The price of a swap by two sources: floor, price impact, and the slippage of a transaction that is built again.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  floorOf,
  listSource,
  lowestFloorOf,
  routerSource,
  sampleOf,
  slippageWithin,
  worstImpact,
} from '../../../src/money/evm/swap-price.js';
import { decimalOf, decimalText, isMore } from '../../../src/money/values/decimal.js';
import { property } from '../../support/runs.js';

const wei = 10n ** 18n;
const impactText = (quoted: string | undefined, second: Parameters<typeof worstImpact>[0]['second']) => {
  const impact = worstImpact({
    ...{ quoted: 1n, quotedImpact: quoted === undefined ? undefined : decimalOf(quoted), second },
  });
  return impact && decimalText(impact);
};

test('the floor is the better of both sources less the slippage, rounded down', () => {
  const price = (quoted: bigint, brings: bigint) => ({
    ...{ quoted, quotedImpact: undefined, second: routerSource(1n, brings, 1n) },
  });
  expect([
    floorOf(price(1000n, 2000n), '0.5'),
    floorOf(price(2000n, 1000n), '0.5'),
    floorOf(price(3n, 3n), '50'),
    floorOf({ ...price(7n, 7n), second: undefined }, '0'),
  ]).toEqual([1990n, 1990n, 1n, 7n]);
  expect([lowestFloorOf(price(1000n, 2000n), '0.5'), lowestFloorOf(price(2000n, 1000n), '0.5')]).toEqual([995n, 995n]);
});

test('the impact of the router is what the amount brings against a thousandth of it in proportion', () => {
  const impact = (raw: bigint, brings: bigint, sampleBrings: bigint) => {
    const shown = routerSource(raw, brings, sampleBrings).impact;
    return shown && decimalText(shown);
  };
  expect([
    sampleOf(5000n),
    sampleOf(999n),
    impact(1000n, 900n, 1n),
    impact(1000n, 1000n, 1n),
    impact(1000n, 1001n, 1n),
  ]).toEqual([5n, 1n, '10', '0', '0']);
  expect(impact(3000n, 3_000_000n, 3003n)).toBe('0.1'); // 3000 of 3003000, rounded up to four places
  expect(impact(3000n, 2_999_000n, 3003n)).toBe('0.1333');
  expect(impact(1000n, 5n, 0n)).toBeUndefined();
});

test('a constant product shows an impact of the amount to the reserve', () => {
  const out = (amount: bigint) => (amount * 997n * 300_000n * wei) / (500n * wei * 1000n + amount * 997n);
  const { impact } = routerSource(25n * wei, out(25n * wei), out((25n * wei) / 1000n));
  expect(decimalText(impact!)).toMatch(/^4\.74/);
});

test('the list shows what the amount is worth in the token that is bought', () => {
  const bnb = { decimals: 18, price: decimalOf('600.5')! };
  const usd = { decimals: 6, price: decimalOf('1')! };
  const shown = listSource(2n * wei, bnb, usd, 1_140_950_000n);
  expect([shown.brings, decimalText(shown.impact!)]).toEqual([1_201_000_000n, '5']);
  expect(listSource(1_201_000_000n, usd, bnb, 2n * wei).brings).toBe(2n * wei);
});

test('the worst impact counts, and none is not zero', () => {
  const second = routerSource(1000n, 998n, 1n); // 0.2 %
  expect([
    impactText('0.01', second),
    impactText('0.3', second),
    impactText(undefined, second),
    impactText('0', second),
  ]).toEqual(['0.2', '0.3', '0.2', '0.2']);
  expect([impactText('0.01', undefined), impactText(undefined, undefined)]).toEqual(['0.01', undefined]);
});

test('with the slippage that is left to the floor a quote brings at least the floor, and no more than --slippage is used', () => {
  const amounts = fc.bigInt({ min: 1n, max: 2n ** 128n });
  const percent = fc.integer({ min: 0, max: 500_000 }).map((parts) => decimalText({ units: BigInt(parts), places: 4 }));
  property(500, amounts, amounts, percent, (one, other, slippage) => {
    const [floor, quoted] = one < other ? [one, other] : [other, one];
    const within = slippageWithin(slippage, quoted, floor);
    const built = floorOf({ quoted, quotedImpact: undefined, second: undefined }, within);
    expect(isMore(decimalOf(within)!, decimalOf(slippage)!)).toBe(false);
    const byTyped = floorOf({ quoted, quotedImpact: undefined, second: undefined }, slippage);
    expect([within, built >= floor, built >= byTyped]).toEqual([within, true, true]);
  });
});
