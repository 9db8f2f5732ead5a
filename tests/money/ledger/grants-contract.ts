// The promises of grants, whatever the database of the ledger is.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LedgerPlace, openLedger } from '../../../src/money/ledger/open.js';
import type { Intent } from '../../../src/money/ledger/operation.js';
import { requireGrant, stateOf } from '../../../src/money/policy/grant-check.js';
import { hashOf, newToken } from '../../../src/session/grant-token.js';
import { asyncProperty } from '../../support/runs.js';
import { newHome } from '../../support/tuk.js';

const intent: Intent = {
  ...{ profile: 'box', origin: 'https://box.example', account: 'sub:mina', service: 'user', call: 'transferPoints' },
  ...{ method: 'POST', url: 'https://box.example/', recipient: 'dara', amount: '1', token: 'MVP', receiptFee: '0' },
};
const origins = { user: intent.origin! };
const terms = {
  ...{ id: 'grant-1', profile: 'box', account: 'sub:mina', host: 'here', madeBy: 'mina' },
  ...{ calls: ['user transferPoints'], beside: [], origins },
};
const hour = 3_600_000;
/** What judges a transfer in the write of the ledger. */
const guard = { grant: requireGrant };
const codeOf = (end: PromiseSettledResult<unknown>) =>
  end.status === 'fulfilled' ? 'begun' : (end.reason as { readonly code: string }).code;

/**
 * Checks the grants of a kind of ledger.
 * @param placeOf where a new, empty ledger is
 * @param clock whether times are those that a test passes: a shared ledger has the clock of its database
 */
export function keepsItsGrants(placeOf: (home: string) => Promise<LedgerPlace>, clock: 'passed' | 'own', times = 1) {
  const start = clock === 'passed' ? Date.UTC(2026, 10, 20) : Date.now();
  const granted = async (bounds: { each?: string; day?: string; total?: string; to?: string[] }, lasts = hour) => {
    const place = await placeOf(newHome('empty'));
    const token = newToken();
    const owner = await openLedger(place, 'moves');
    await owner.grants.add({ ...terms, ...bounds }, hashOf(token), start, lasts);
    return { place, owner, token, under: () => openLedger({ ...place, grant: hashOf(token) }, 'moves') };
  };

  describe('a grant', () => {
    test('holds under 100 at once, on many connections: never over, and what was refused leaves nothing', async () => {
      const { owner, under } = await granted({ each: '5 MVP', day: '20 MVP', total: '30 MVP' });
      const ledgers = await Promise.all(Array.from({ length: 10 }, under));
      const ends = await Promise.allSettled(
        ledgers.flatMap((one) => Array.from({ length: 10 }, () => one.begin(intent, start, guard))),
      );
      expect(ends.filter((end) => codeOf(end) === 'begun')).toHaveLength(20);
      expect(ends.filter((end) => codeOf(end) === 'OVER_GRANT')).toHaveLength(80);
      expect([await owner.count(), (await owner.grants.all(start))[0]!.spent.length]).toEqual([20, 20]);
      await Promise.all([owner, ...ledgers].map((one) => one.close()));
    });

    test('ends at once for everybody who has it open, also in the middle of a group', async () => {
      const { owner, under } = await granted({ each: '5 MVP' });
      const open = await under();
      const { id, grantId } = await open.begin(intent, start, guard);
      expect([grantId, (await owner.find(id))?.grantId]).toEqual(['grant-1', 'grant-1']);
      expect(await owner.grants.revoke('grant-1', 'there', start)).toBe(true);
      expect(await owner.grants.revoke('grant-2', 'there', start)).toBe(false);
      const both = [1, 2].map(() => ({ intent, now: start, guard }));
      const ends = await open.beginAll(both, true);
      expect(ends.map(codeOf)).toEqual(['GRANT_REVOKED', 'GRANT_REVOKED']);
      expect(stateOf((await owner.grants.all(start))[0]!)).toBe('revoked');
      await Promise.all([owner, open].map((one) => one.close()));
    });

    test('covers only what it names; what nobody has compared with it does not begin', async () => {
      const { place, owner, under } = await granted({ each: '5 MVP', to: ['dara'] });
      const open = await under();
      const wrong: readonly Partial<Intent>[] = [
        { call: 'withdrawPoints' },
        { service: 'chain', call: 'send' },
        { recipient: 'kenji' },
        { recipient: undefined },
        { account: 'sub:kenji' },
        { account: undefined },
        { origin: 'https://other.example' },
        { origin: undefined },
        { profile: 'other' },
      ] as never;
      for (const one of wrong)
        expect([one, codeOf((await Promise.allSettled([open.begin({ ...intent, ...one }, start, guard)]))[0])]).toEqual(
          [one, 'NOT_GRANTED'],
        );
      for (const one of [
        { amount: undefined },
        { token: undefined },
        { token: 'MVL' },
        { receiptFee: undefined },
        { fee: '1', feeToken: 'MVL' },
      ] as never[])
        await expect(open.begin({ ...intent, ...(one as object) }, start, guard)).rejects.toMatchObject({
          code: 'NOT_COMPARABLE',
        });
      await expect(
        open.begin({ ...intent, amount: '4', fee: '1.000000000000000001', feeToken: 'MVP' }, start, guard),
      ).rejects.toMatchObject({ code: 'OVER_GRANT' });
      await expect(open.begin(intent, start)).rejects.toMatchObject({ code: 'NOT_GRANTED' });
      const unknown = await openLedger({ ...place, grant: hashOf(newToken()) }, 'moves');
      await expect(unknown.begin(intent, start, guard)).rejects.toMatchObject({ code: 'GRANT_UNKNOWN' });
      expect(await owner.count()).toBe(0);
      await Promise.all([owner, open, unknown].map((one) => one.close()));
    });

    test('is never over a bound, whatever is sent, lost, refused or revoked, and however the clock goes', async () => {
      const step = fc.oneof(
        {
          weight: 6,
          arbitrary: fc.record({
            do: fc.constant('send' as const),
            amount: fc.integer({ min: 1, max: 60 }),
            fee: fc.integer({ min: 0, max: 3 }),
            outcome: fc.constantFrom('done', 'unknown', 'accepted', 'refused', 'not-sent', 'stated', undefined),
          }),
        },
        {
          weight: 2,
          arbitrary: fc.record({ do: fc.constant('clock' as const), by: fc.integer({ min: -30, max: 30 }) }),
        },
        { weight: 1, arbitrary: fc.record({ do: fc.constant('revoke' as const) }) },
      );
      const [each, day, total] = [50, 100, 160]; // tenths
      let most = 0;
      await asyncProperty(60 * times, fc.array(step, { maxLength: 25 }), async (steps) => {
        const { owner, under } = await granted({ each: '5 MVP', day: '10 MVP', total: '16 MVP' }, 60 * hour);
        const open = await under();
        let [now, isRevoked] = [start, false];
        const sent: { readonly at: number; units: number }[] = [];
        for (const one of steps) {
          if (one.do === 'clock') now += one.by * hour;
          else if (one.do === 'revoke') isRevoked = await owner.grants.revoke('grant-1', 'here', now);
          else {
            const { amount, fee, outcome } = one;
            const paid = fee > 0 ? { fee: `${fee / 10}`, feeToken: 'MVP' } : {};
            const of = { ...intent, amount: `${amount / 10}`, ...paid };
            const [end] = await Promise.allSettled([open.begin(of, now, guard)]);
            if (end!.status === 'rejected') continue;
            const { id, at } = end!.value;
            expect([
              isRevoked,
              amount + fee <= each,
              Date.parse(at) < start + 60 * hour + (clock === 'own' ? hour : 0),
            ]).toEqual([false, true, true]);
            if (outcome === 'stated') await open.settle(id, { outcome: 'unknown', stated: '9' }, now);
            else if (outcome) await open.settle(id, { outcome: outcome as 'done' }, now);
            const inDay = sent
              .filter((other) => other.at > Date.parse(at) - 24 * hour)
              .reduce((sum, { units }) => sum + units, 0);
            const inAll = sent.reduce((sum, { units }) => sum + units, 0);
            expect([inDay + amount + fee <= day, inAll + amount + fee <= total]).toEqual([true, true]);
            most = Math.max(most, inAll + amount + fee);
            if (outcome !== 'refused' && outcome !== 'not-sent')
              sent.push({ at: Date.parse(at), units: (outcome === 'stated' ? 90 : amount) + fee });
          }
        }
        await Promise.all([owner, open].map((ledger) => ledger.close()));
      });
      expect(most).toBeGreaterThan(each); // some came near a bound
    });

    test.runIf(clock === 'passed')('ends by its time, and its day goes by; its total stays', async () => {
      const { owner, under } = await granted({ day: '1 MVP', total: '2 MVP' }, 50 * hour);
      const open = await under();
      const at = async (hours: number) =>
        codeOf((await Promise.allSettled([open.begin(intent, start + hours * hour, guard)]))[0]);
      expect([await at(0), await at(23), await at(25), await at(49.5), await at(50)]).toEqual([
        ...['begun', 'OVER_GRANT', 'begun', 'OVER_GRANT', 'GRANT_EXPIRED'],
      ]);
      const states = await Promise.all(
        [40, 50].map(async (hours) => stateOf((await owner.grants.all(start + hours * hour))[0]!)),
      );
      expect(states).toEqual(['used up', 'expired']);
      await Promise.all([owner, open].map((one) => one.close()));
    });
  });

  test('neither the ledger nor its copy has a token, and an older copy without a revocation is noticed', async () => {
    const { place, owner, token } = await granted({ each: '5 MVP' });
    await owner.identify();
    const rows = JSON.stringify(await owner.grants.all(start));
    expect([rows.includes(token), rows.includes('grant-1')]).toEqual([false, true]);
    expect(await owner.plans()).toBe(0);
    await owner.grants.revoke('grant-1', 'here', start);
    await owner.identify();
    expect(await owner.plans()).toBe(1);
    await owner.checkIdentity(place.identityFile);
    await owner.close();
  });
}
