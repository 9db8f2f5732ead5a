// Seals and plans: nothing that a transfer was planned as moves unnoticed, and no byte of a plan is edited.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openLedger } from '../../../src/money/ledger/open.js';
import { decimalText } from '../../../src/money/values/decimal.js';
import { PlanDraft, readPlan } from '../../../src/money/verdict/plan.js';
import { movedSince, type Seal } from '../../../src/money/verdict/seal.js';
import { ledgerIn } from '../../support/operations.js';
import { asyncProperty, property } from '../../support/runs.js';
import { newUser } from '../../support/tuk.js';

const text = fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' });
const amount = fc
  .record({ units: fc.bigInt({ min: 0n, max: 10n ** 40n }), places: fc.integer({ min: 0, max: 18 }) })
  .map((decimal) => decimalText(decimal));
const [maybe, maybeAmount] = [fc.option(text, { nil: undefined }), fc.option(amount, { nil: undefined })];
const seal: fc.Arbitrary<Seal> = fc.record({
  call: fc.constantFrom('user transferPoints', 'chain send', 'chain swap'),
  ...{ place: text, account: text, request: text, recipient: maybe, object: maybe, network: maybe },
  ...{ amount: maybeAmount, token: maybe, fee: maybeAmount, feeToken: maybe },
  ...{ arrives: maybeAmount, arrivesToken: maybe },
});
const strict = { isStrict: true };

test('the same seal has not moved, and every other identity has', () => {
  const names = ['place', 'account', 'recipient', 'object', 'network', 'token', 'request'] as const;
  property(500, seal, fc.constantFrom(...names), fc.boolean(), (sealed, name, isStrict) => {
    expect(movedSince(sealed, { ...sealed }, { isStrict })).toEqual([]);
    expect(movedSince(sealed, { ...sealed, [name]: `${sealed[name] ?? ''}x` }, { isStrict })).not.toEqual([]);
  });
});

test('of a plan only a lower amount and fee pass, and only more that arrives; what is not known any more does not', () => {
  const nudge = fc.constantFrom(-1n, 1n);
  const figures = fc.constantFrom('amount', 'fee', 'arrives');
  const values = fc.bigInt({ min: 1n, max: 10n ** 30n });
  property(500, seal, figures, values, nudge, (sealed, name, units, by) => {
    const unit = name === 'amount' ? 'token' : `${name}Token`;
    const at = (value: bigint): Seal => {
      return { ...sealed, [unit]: 'T', token: 'T', [name]: decimalText({ units: value, places: 18 }) };
    };
    const isWorse = name === 'arrives' ? by < 0n : by > 0n;
    expect(movedSince(at(units), at(units + by), strict).length > 0).toBe(isWorse);
    expect(movedSince(at(units), { ...at(units), [name]: undefined }, strict)).not.toEqual([]);
    if (name !== 'amount') expect(movedSince(at(units), { ...at(units), [unit]: 'U' }, strict)).not.toEqual([]);
  });
});

test('a plan is read as it was written; with any byte changed, left out or added it is refused', async () => {
  const ledger = await openLedger(ledgerIn(newUser().home), 'reads');
  const standing = { profile: 'box', subject: 's', limits: { transfer: '1' }, settings: 'x' };
  const line = { command: ['points', 'transfer'], values: [], options: {} };
  const edit = fc.record({ at: fc.nat(), code: fc.integer({ min: 0, max: 127 }), cut: fc.constantFrom(0, 1) });
  await asyncProperty(300, seal, fc.dictionary(text, text), edit, async (one, files, { at, code, cut }) => {
    const draft = new PlanDraft();
    draft.sealingOf(0).take(one);
    const { text: written } = await draft.write(line, files, standing, ledger, 0);
    const { plan, state: before } = await readPlan(written, 'f', ledger, 0);
    expect([before, plan.inputs, plan.transfers[0]!.amount]).toEqual(['open', { ...files }, one.amount]);
    expect(JSON.stringify(plan)).not.toContain(JSON.stringify({ request: one.request }).slice(1, -1));
    const place = at % written.length;
    const edited = written.slice(0, place) + String.fromCharCode(code) + written.slice(place + cut);
    if (edited === written) return;
    const known = await readPlan(edited, 'f', ledger, 0).catch(() => undefined);
    expect(known?.state).not.toBe('open');
  });
  await ledger.close();
});
