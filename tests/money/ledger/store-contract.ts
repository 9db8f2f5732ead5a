// The promises of a ledger, whatever its database is: each test file of a database runs them all.
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Ledger, ReferenceTaken } from '../../../src/money/ledger/ledger.js';
import { type LedgerPlace, openLedger } from '../../../src/money/ledger/open.js';
import type { Intent } from '../../../src/money/ledger/operation.js';
import { bindingTo } from '../../../src/money/ledger/owner.js';
import { everything } from '../../../src/money/ledger/records.js';
import { isSame } from '../../../src/money/values/recipients.js';
import { historyIn } from '../../../src/money/verdict/history.js';
import { foldedText } from '../../../src/services/fold-text.js';
import { asyncProperty } from '../../support/runs.js';
import { newHome } from '../../support/tuk.js';

const owner = { profile: 'box', origin: 'https://box.example', account: 'sub:mina' };
const request = { service: 'user', call: 'transferPoints', method: 'POST', url: 'https://box.example/' };
const intent: Intent = { ...owner, ...request };
const start = Date.UTC(2026, 10, 20);
const address = '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01';
const recipients = ['kenji', 'dara', address, address.toLowerCase(), '0x1111111111111111111111111111111111111111'];
const at = new Date(start).toISOString();
const signed = { chain: 'eip155:97', network: 'BSC_TEST', sender: address, raw: '0x', at };

/**
 * Checks a kind of ledger.
 * @param placeOf where a new, empty ledger is, for a machine with this home
 * @param times of the number of runs of a property
 */
export function keepsTheContract(placeOf: (home: string) => Promise<LedgerPlace>, times = 1): void {
  const newPlace = () => placeOf(newHome('empty'));
  const several = async (count: number, place: LedgerPlace) =>
    Promise.all(Array.from({ length: count }, () => openLedger(place, 'moves')));
  const closed = (ledgers: readonly Ledger[]) => Promise.all(ledgers.map((one) => one.close()));
  const opened = async <Result>(use: (ledger: Ledger, place: LedgerPlace) => Promise<Result>): Promise<Result> => {
    const place = await newPlace();
    const ledger = await openLedger(place, 'moves');
    try {
      return await use(ledger, place);
    } finally {
      await ledger.close();
    }
  };

  describe('a reference', () => {
    test('is begun once by many at once, and all others get its operation', async () => {
      const ledgers = await several(8, await newPlace());
      const ends = await Promise.allSettled(ledgers.map((one) => one.begin({ ...intent, ref: 'march' }, start)));
      const begun = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value.id] : []));
      expect(begun).toHaveLength(1);
      const taken = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as ReferenceTaken] : []));
      expect(taken.every((one) => one instanceof ReferenceTaken && one.operation.id === begun[0])).toBe(true);
      await closed(ledgers);
    });
    test('is free again after an operation that certainly had no effect', () =>
      opened(async (ledger) => {
        const { id } = await ledger.begin({ ...intent, ref: 'r' }, start);
        await ledger.settle(id, { outcome: 'refused' }, start);
        expect((await ledger.begin({ ...intent, ref: 'r' }, start)).id).not.toBe(id);
      }));
  });

  test('the limit of a day holds under many at once: the guard sees all that were recorded before', async () => {
    const ledgers = await several(8, await newPlace());
    const check = () => (day: readonly unknown[]) => {
      if (day.length >= 5) throw new Error('over');
    };
    const tries = ledgers.flatMap((one) => [1, 2, 3].map(() => one.begin(intent, Date.now(), { check })));
    const ends = await Promise.allSettled(tries);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await ledgers[0]!.count()).toBe(5);
    await closed(ledgers);
  });

  test('what a guard refuses leaves nothing, its plan neither; a plan is used once', () =>
    opened(async (ledger) => {
      const plan = () => ({ hash: 'p', plan: 'id', how: 'applied', run: 'one', at: signed.at }) as const;
      const check = () => {
        throw new TypeError('refused');
      };
      await expect(ledger.begin(intent, start, { plan, check })).rejects.toThrow('refused');
      expect([await ledger.count(), await ledger.planUse('p')]).toEqual([0, undefined]);
      await ledger.begin(intent, start, { plan });
      await ledger.begin(intent, start, { plan });
      const other = ledger.begin(intent, start, { plan: () => ({ ...plan(), run: 'two' }) });
      await expect(other).rejects.toMatchObject({ code: 'PLAN_USED' });
      expect([await ledger.count(), await ledger.plans()]).toEqual([2, 1]);
    }));

  test('plans, approvals and limits of the ledger stay as they were added, and a write judges by the limits of its moment', () =>
    opened(async (ledger, place) => {
      const { book } = ledger;
      for (const id of ['a', 'b']) await book.add({ id, hash: `h-${id}`, seal: `s-${id}`, text: `{"${id}":1}` });
      await expect(book.add({ id: 'a', hash: 'x', seal: 'x', text: 'x' })).rejects.toMatchObject({ kind: 'local' });
      expect((await book.find('a'))?.text).toBe('{"a":1}');
      expect((await book.newest(9)).map(({ id }) => id)).toEqual(['b', 'a']);
      const approval = { plan: 'h-a', address, signature: '0x1', at: signed.at, host: 'desk' };
      await book.approve([approval, approval, { ...approval, signature: '0x2' }]);
      expect(await book.approvals('h-a')).toMatchObject([approval, { ...approval, signature: '0x2' }]);
      const origins = ['https://box.example', 'https://other.example'];
      const judged: unknown[] = [];
      const begin = () => ledger.begin(intent, start, { origins, check: (rules) => void judged.push(rules) });
      await begin();
      const elsewhere = await openLedger(place, 'moves'); // another process
      await elsewhere.book.setRule([origins[0]!], 'day', '10 MVP');
      await elsewhere.book.setRule([origins[0]!], 'pause', true);
      await elsewhere.book.setRule(['https://third.example'], 'day', '1 MVP');
      await begin();
      await elsewhere.book.setRule([origins[0]!], 'day', '5 MVP');
      await elsewhere.book.setRule([origins[0]!], 'pause', undefined);
      await elsewhere.close();
      await begin();
      expect(judged).toEqual([[], [{ day: '10 MVP', pause: true }], [{ day: '5 MVP' }]]);
    }));

  test('ids are unique and operations are listed newest first, in any order of begin and settle, by any page', async () => {
    const outcomes = fc.constantFrom('done', 'refused', 'unknown', 'not-sent', 'accepted');
    await asyncProperty(10 * times, fc.array(outcomes, { minLength: 1, maxLength: 12 }), async (all) =>
      opened(async (ledger) => {
        const ids: string[] = [];
        for (const i of all.keys()) ids.push((await ledger.begin(intent, start + i)).id);
        for (const [i, outcome] of all.entries()) await ledger.settle(ids[i]!, { outcome } as never, start);
        expect(new Set(ids).size).toBe(all.length);
        expect((await everything(ledger)).map(({ outcome }) => outcome)).toEqual([...all].reverse());
        const paged = [];
        for await (const { id } of ledger.newest({ page: 2 })) paged.push(id);
        expect(paged).toEqual([...ids].reverse());
      }),
    );
  });

  test('a search by a text misses no operation with it, however a field spells it', async () => {
    const spellings = ['Kenji', 'KENJI', 'ｋｅｎｊｉ', 'ken\u00adji', 'kenj\u0131', '\u212aenji', 'dara', 'ken', ''];
    const json = fc.constantFrom(...spellings).map((name) => JSON.stringify({ name }));
    const escaped = json.map((text) => text.replace('k', '\\u006b'));
    const answer = fc.oneof(json, escaped);
    await asyncProperty(
      10 * times,
      fc.array(fc.tuple(fc.constantFrom(...spellings), answer), { maxLength: 6 }),
      async (all) =>
        opened(async (ledger) => {
          const named: string[] = [];
          for (const [recipient, answer] of all) {
            const { id } = await ledger.begin({ ...intent, recipient }, start);
            await ledger.settle(id, { outcome: 'done', answer }, start);
            const names = [recipient, (JSON.parse(answer) as { name: string }).name];
            if (names.some((name) => foldedText(name) === 'kenji')) named.push(id);
          }
          expect((await ledger.naming('kenji')).map(({ id }) => id)).toEqual(expect.arrayContaining(named));
          expect(await ledger.naming('')).toHaveLength(all.length);
        }),
    );
  });

  test('only an open operation can be judged, whatever is tried in whatever order; nothing is forgotten', async () => {
    const outcomes = ['done', 'accepted', 'refused', 'unknown', 'not-sent'] as const;
    const judgement = fc.record({
      outcome: fc.constantFrom('done' as const, 'not-done' as const),
      settledBy: fc.constantFrom('person' as const, 'check' as const),
    });
    const judgements = fc.array(judgement, { minLength: 1, maxLength: 5 });
    await asyncProperty(20 * times, fc.constantFrom(...outcomes), judgements, async (outcome, all) =>
      opened(async (ledger) => {
        const { id } = await ledger.begin({ ...intent, ref: 'r' }, start);
        await ledger.settle(id, { outcome, answer: '{}', status: 201 }, start);
        for (const one of all) await ledger.resolve(id, one, start);
        const wasOpen = outcome === 'unknown' || outcome === 'accepted';
        const seen = { ...(wasOpen ? all[0]! : { outcome }), answer: '{}', status: 201, ref: 'r' };
        expect(await ledger.find(id)).toMatchObject(seen);
        const isTaken = (await ledger.findByReference({ ...intent, ref: 'r' })) !== undefined;
        expect(isTaken).toBe((wasOpen ? all[0]!.outcome : outcome) === 'done');
        expect(await ledger.count()).toBe(1);
      }),
    );
  });

  test('what is found by keys is what a scan of all finds', async () => {
    const line = fc.record({
      recipient: fc.option(fc.constantFrom(...recipients), { nil: undefined }),
      object: fc.option(fc.constantFrom('kenji', 'o-1'), { nil: undefined }),
      account: fc.constantFrom('sub:mina', 'sub:dara'),
      outcome: fc.constantFrom('done', 'unknown', 'refused', 'accepted'),
      body: fc.constantFrom('{"id":"W-1"}', '{}'),
    } as const);
    await asyncProperty(
      30 * times,
      fc.array(line, { maxLength: 12 }),
      fc.constantFrom(...recipients),
      async (lines, id) =>
        opened(async (ledger) => {
          for (const [at, { outcome, ...rest }] of lines.entries()) {
            const { id: begun } = await ledger.begin({ ...intent, ...rest }, start + at);
            await ledger.settle(begun, { outcome, answer: rest.body }, start);
          }
          const all = await everything(ledger);
          const idsOf = (of: readonly { readonly id: string }[]) => of.map((one) => one.id).sort();
          const own = all.filter((one) => bindingTo(owner, one) === 'same');
          const isTo = (one: { readonly recipient?: string; readonly object?: string }) =>
            one.recipient !== undefined && (isSame(one.recipient, id) || one.object === id);
          const kind = id.startsWith('0x') ? ('address' as const) : ('user' as const);
          const facts = { call: { service: 'user', name: 'transferPoints' }, recipient: { kind, id } } as never;
          const history = historyIn(ledger, owner);
          const counted = (await history.recipients(facts)).filter(isTo).reduce((sum, { times: n = 1 }) => sum + n, 0);
          expect(counted).toBe(own.filter(isTo).length);
          const wanted = own.filter((one) => isTo(one) && /^(unknown|accepted)$/.test(one.outcome));
          const found = (await history.onSubject(facts)).filter((one) => one.isSure);
          expect(idsOf(found.filter((one) => wanted.some((other) => other.id === one.id)))).toEqual(idsOf(wanted));
          const holds = all.filter(({ body }) => body?.includes('W-1'));
          expect(idsOf(await ledger.holding('box', 'w-1'))).toEqual(idsOf(holds));
          const shown = holds.filter(({ outcome }) => outcome !== 'refused');
          expect(idsOf(await ledger.respondingWith('user', 'transferPoints', 'W-1'))).toEqual(idsOf(shown));
          const open = own.filter(({ outcome }) => /^(unknown|accepted)$/.test(outcome));
          expect(idsOf(await ledger.openOf('user', 'sub:mina'))).toEqual(idsOf(open));
          expect(idsOf(await ledger.operationsAt(owner, () => true))).toEqual(idsOf(own));
          const named = new Set(all.flatMap(({ recipient }) => recipient ?? []));
          expect([...(await ledger.recipients())].sort()).toEqual([...named].sort());
        }),
    );
  });

  test('an amount keeps every digit, a text every character, and what is not there stays absent', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((one) => !one.includes('\0'));
    await asyncProperty(20 * times, fc.bigInt({ min: 0n, max: 10n ** 60n }), text, async (units, body) =>
      opened(async (ledger) => {
        const amount = `0.${units}`;
        const { id } = await ledger.begin({ ...intent, amount, body }, start);
        await ledger.settle(id, { outcome: 'done', answer: body }, start);
        const found = (await ledger.find(id))!;
        expect([found.amount, found.body, found.answer]).toEqual([amount, body, body]);
        expect('token' in found || 'note' in found).toBe(false);
      }),
    );
  });

  test('a nonce is signed once, by whoever is first; what is signed is found by its account', async () => {
    const ledgers = await several(4, await newPlace());
    const record = ({ journal }: Ledger, i: number) =>
      journal.record({ ...signed, hash: `0x${i}`, operation: `op-${i}`, nonce: 7, kind: 'original' });
    const ends = await Promise.allSettled(ledgers.map(record));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as { code: string }).code] : []));
    expect(refused).toEqual(['SIGNED_BEFORE', 'SIGNED_BEFORE', 'SIGNED_BEFORE']);
    const { journal } = ledgers[0]!;
    expect(await journal.open('eip155:97', address, 7n)).toMatchObject([{ nonce: 7, state: 'signed' }]);
    const { hash } = (await journal.list())[0]!;
    await journal.mark(hash, 'SUCCESS', { number: 5n, hash: '0xb' });
    await journal.adopt('eip155:97', address, { nonce: 9, at: signed.at });
    for (const kind of ['nonce', 'slot'] as const) expect(await journal.lastKnown('eip155:97', address, kind)).toBe(9n);
    expect(await journal.open('eip155:97', address, 8n)).toEqual([]);
    await closed(ledgers);
  });

  test('what was seen last is kept for each account and list', () =>
    opened(async (ledger) => {
      for (const row of ['a', 'b']) await ledger.recordWitness(owner, 'list', { row, at: signed.at });
      expect(await ledger.witness(owner, 'list')).toEqual({ row: 'b', at: signed.at });
      expect(await ledger.witness({ ...owner, account: 'sub:dara' }, 'list')).toBeUndefined();
    }));

  test('a machine that has seen a newer ledger, or another one, sends nothing', async () => {
    const [one, other] = [await newPlace(), await newPlace()];
    for (const place of [one, other]) {
      const ledger = await openLedger(place, 'moves');
      await ledger.begin(intent, start);
      await ledger.close();
    }
    const here = { ...other, identityFile: one.identityFile };
    await expect(openLedger(here, 'moves')).rejects.toMatchObject({ code: 'LEDGER_REPLACED' });
    const reader = await openLedger(here, 'reads');
    expect(await reader.count()).toBe(1);
    await reader.close();
    expect(path.isAbsolute(one.identityFile)).toBe(true);
  });

  test('a process that is gone has left what it was sending unknown', () =>
    opened(async (ledger) => {
      const { id } = await ledger.begin(intent, start);
      expect(await ledger.find(id)).toMatchObject({ outcome: 'sending' });
      expect(await ledger.unknownOf('user')).toEqual([]);
    }));
}
