// Forms of responses of other back ends that were read wrongly: refusals in half-empty envelopes, pages, ids of other things.
import { describe, expect, test } from 'vitest';
import { asNames } from '../../src/cli/output/formats/name.js';
import { shape } from '../../src/cli/output/formats/shape.js';
import { sums } from '../../src/cli/output/formats/sum.js';
import { changesOf } from '../../src/engine/read/poll.js';
import { findCall } from '../../src/services/catalogue/index.js';
import { Fields, type RowsOf } from '../../src/services/decode/fields.js';
import { type CallMap, merged, reader } from '../../src/services/decode/map.js';
import { failureInPlaceOfData } from '../../src/services/decode/outcome.js';
import { wholeOf } from '../../src/services/decode/pages.js';
import { rowsIn } from '../../src/services/decode/rows.js';
import { inOurNames } from '../../src/services/decode/spelling.js';
import { errorBody } from '../../src/services/http/json-body.js';
import type { Row } from '../../src/services/json-value.js';
import { cellOf } from '../../src/text/column.js';
import { matching } from '../../src/text/row-match.js';
import { rowOrder } from '../../src/text/row-order.js';
import { ends, exit } from '../support/exit.js';
import { respondJson } from '../support/scripted-server.js';
import { stubUser } from '../support/users.js';

const call = (await findCall('musubi', 'listOfferings'))!;
const codeOf = (data: unknown) => failureInPlaceOfData(call, 200, data)?.code;

describe('an envelope around an empty list', () => {
  test.each([
    { success: false, message: 'rate', data: { items: [] } },
    { data: { error: 'denied', list: [] } },
    { response: { status: 'ERROR', list: [] } },
    { errors: [{ message: 'boom' }], data: { offerings: null } },
    { errors: [{ message: 'boom' }], data: { offerings: { edges: [], pageInfo: { hasNextPage: false } } } },
  ])('is a failure if it says so: %j', (data) => {
    expect(codeOf(data)).toBe('REPORTED_FAILURE');
  });

  test('is unclear beside words that no rule knows', () => {
    expect(codeOf({ message: 'Ask your manager', data: { items: [], total: 0 } })).toBe('UNCLEAR_RESPONSE');
  });

  test.each([
    { success: true, data: { items: [], nextPage: null } },
    { code: 0, msg: 'success', data: { list: [], total: 0 } },
    { data: { offerings: { edges: [], pageInfo: { hasNextPage: false } } } },
    { success: false, data: { items: [{ id: 1 }] } },
    { status: 'ACTIVE', data: { count: 3 } },
  ])('is data otherwise: %j', (data) => {
    expect(codeOf(data)).toBeUndefined();
  });
});

test('errors beside data are not its rows', () => {
  const partial = { errors: [{ message: 'partial' }], data: { offerings: [{ id: 1 }] } };
  expect(rowsIn(partial)?.at).toEqual(['data', 'offerings']);
  expect(rowsIn({ errors: [{ message: 'one' }] })?.at).toEqual(['errors']);
});

describe('pages', () => {
  const rows = (beside: Row) => rowsIn({ items: [{ a: 1 }], ...beside })!;
  test.each([
    '</x?page=2>; rel="prev next"',
    '</x?page=2>; title="a, b"; rel="next"',
    '</x?page=0>; rel="prev", </x?page=2>; rel=next',
    '</x?page=2>;rel="next";type="x"',
  ])('in Link: %s', (link) => {
    const whole = wholeOf(rows({}), { link });
    expect(whole.is === 'part' && whole.next).toBe('/x?page=2');
  });

  test('a link with another relation is not the next page', () => {
    expect(wholeOf(rows({}), { link: '</x>; rel="nextup", </y>; title="rel=next"; rel="prev"' }).is).toBe('unstated');
  });

  test.each<readonly [Row, string]>([
    [{ totalPages: 4, page: 1 }, 'part'],
    [{ total_pages: 4, page: 4 }, 'unstated'],
    [{ totalPages: 1, number: 0 }, 'unstated'],
    [{ totalPages: 2, number: 0 }, 'part'],
    [{ last: false }, 'part'],
    [{ last: true }, 'whole'],
  ])('%j: %s', (beside, is) => {
    expect(wholeOf(rows(beside)).is).toBe(is);
  });
});

describe('the id of rows', () => {
  const id = (list: readonly Row[], of?: RowsOf) => {
    const known = new Fields(list, of).path('id', 'id');
    return known.is === 'known' ? known.value : undefined;
  };
  /** Two rows that differ in each of these fields. */
  const two = (...fields: readonly string[]): Row[] =>
    ['a', 'b'].map((value) => Object.fromEntries(fields.map((field) => [field, value])));
  test('is its own, not the one that all rows share, nor that of another thing', () => {
    expect(id(two('hash', 'uid'))).toBe('uid');
    expect(id(two('title', 'offering_uid'), { nouns: ['offering'] })).toBe('offering_uid');
    const shared = two('purchasableId').map((row) => ({ ...row, groupId: 'g' }));
    expect(id(shared, { calls: ['listFirstSale', 'getPurchasableGroup'] })).toBe('purchasableId');
    expect(id(two('title', 'entityId'))).toBeUndefined();
  });
  test('-o name prints no other field for an unknown id', () => {
    const shaped = shape(JSON.stringify([{ name: 'Helmet' }, { name: 'Poncho' }]), {});
    expect(() => asNames(shaped, 'id', { terminal: false, isUnknown: true })).toThrow(
      'no field that is known as the id of its rows',
    );
    expect(asNames(shaped, 'id', { terminal: false }).text).toBe('Helmet\nPoncho\n');
    expect(() => asNames(shape('[[{"id":"a"}]]', {}), 'id', { terminal: false })).toThrow('have no id');
  });
});

test('the status of another thing is not that of the row', () => {
  const row = { id: 1, driverStatus: 'FINISHED' };
  expect(new Fields([row], { isRecord: true, isStatus: () => true }).path('status', 'status').is).toBe('unknown');
});

test('the cursor of an edge is not a change of its node', () => {
  const edges = (names: string) => [...names].map((name, at) => ({ cursor: `c${at}`, node: { id: name } }));
  const lists = ['ab', 'xab'].map((names) => ({ rows: rowsIn(edges(names))!.rows, isList: true }));
  expect(changesOf(lists[0]!, lists[1]!, 'id').map(({ id }) => id)).toEqual(['x']);
});

describe('money as an object', () => {
  const rows = [
    { id: 'a', goal: { amount: '90000', currency: 'USD' } },
    { id: 'b', goal: { value: '1500000000', scale: 2, currency: 'MVL' } },
    { id: 'c', goal: { amount: '8', currency: 'MVL' } },
  ];
  const columns = [{ path: 'goal', as: 'amount' }] as const;
  test('is compared by its whole units, and sorted by them', () => {
    const match = (terms: string) => matching(rows, terms, columns, 0).map(({ id }) => id);
    const found = ['goal>100000', 'goal<100000', 'goal>5MVL', 'goal=8'].map((terms) => match(terms).join(''));
    expect(found).toEqual(['b', 'ac', 'bc', 'c']);
    expect(rowOrder(rows, { path: 'goal', down: true })).toEqual([1, 0, 2]);
  });
  test('is added by its unit', () => {
    expect(sums(shape(JSON.stringify(rows), {}), { path: 'goal' })).toEqual([
      { currency: 'USD', sum: '90000', rows: 1 },
      { currency: 'MVL', sum: '15000008', rows: 2 },
    ]);
  });
});

test('an amount with its unit in the text has it once', () => {
  const column = { path: 'price', as: { amount: 'currency' } } as const;
  expect(cellOf({ price: '25 MVP', currency: 'MVP' }, column, 0).text).toBe('25 MVP');
  expect(cellOf({ price: '25', currency: 'MVP' }, column, 0).text).toBe('25 MVP');
});

test('times as epoch seconds are compared as times in a column of times', () => {
  const rows = [{ at: 1_763_900_000 }, { at: 1_768_900_000 }];
  expect(matching(rows, 'at<2025-12-01', [{ path: 'at', as: 'time' }], 0)).toEqual([rows[0]]);
});

// rows as a map reads them: fields at their declared paths, in the order of the response

type Case = readonly [what: string, map: CallMap | CallMap['fields'], row: string, read: string];
const money = { amount: 'v', unit: 'MVP', scale: 6 };
const [micro, iso] = ['1764412345000000', '"2025-11-29T10:32:25.000Z"'];
const cases: readonly Case[] = [
  ['a name', { id: 'no' }, '{"no":1,"b":2}', '{"id":1,"b":2}'],
  ['names that change places', { isTrusted: true, fields: { a: 'b', b: 'a' } }, '{"a":1,"b":2}', '{"b":1,"a":2}'],
  ['an object around the row', { id: 'bd.x', 'p.q': 'bd.y' }, '{"bd":{"x":1,"y":2}}', '{"id":1,"p":{"q":2}}'],
  ['an object and its field', { at: 'z', 'at.lat': 'z.k' }, '{"z":{"k":1,"m":2}}', '{"at":{"lat":1,"m":2}}'],
  ['a list and its elements', { l: 'z', 'l.of.n': 'z.o.n' }, '{"z":[{"o":{"n":1}},"w"]}', '{"l":[{"of":{"n":1}},"w"]}'],
  ['the fields of elements alone', { 'l.id': 'l.uuid' }, '{"l":[{"uuid":1}]}', '{"l":[{"id":1}]}'],
  ['one field for two paths', { id: 'k', uuid: 'k' }, '{"k":1}', '{"id":1,"uuid":1}'],
  ['a declared field stays without trust', { id: 'k' }, '{"id":1,"k":2}', '{"id":1,"k":2}'],
  ['and is overruled with it', { isTrusted: true, fields: { id: 'k' } }, '{"id":1,"k":2}', '{"id":2}'],
  ['an amount of the map', { amount: money }, '{"v":15}', '{"amount":{"amount":15,"currency":"MVP","scale":6}}'],
  [
    'an amount in a list',
    { 'l.amount': { amount: 'l.v', currency: 'l.c' } },
    '{"l":[{"v":"2","c":"USD"}]}',
    '{"l":[{"amount":{"amount":"2","currency":"USD"},"c":"USD"}]}',
  ],
  [
    'times by their names, and no other numbers',
    { times: 'microseconds' },
    `{"made_at":${micro},"seat":${micro},"l":[{"until":0,"at":${micro}}]}`,
    `{"made_at":${iso},"seat":${micro},"l":[{"until":0,"at":${iso}}]}`,
  ],
  [
    'words of a status, those of its path before those of all',
    { words: { '': { fini: 'CLOSED' }, status: { fini: 'FINISHED' } } },
    '{"status":"Fini","b":{"rideStatus":"fini"},"name":"fini"}',
    '{"status":"FINISHED","b":{"rideStatus":"CLOSED"},"name":"fini"}',
  ],
];
test.each(cases)('%s', (_, map, text, read) => {
  const isWhole = ['fields', 'times', 'words'].some((part) => part in map!);
  const row = JSON.parse(text);
  expect(JSON.stringify(reader((isWhole ? map : { fields: map }) as CallMap)(row))).toBe(read);
  expect(row).toEqual(JSON.parse(text));
});

test('what a map names as the message of a failure comes before another one; without trust it makes no refusal', () => {
  const body = (data: object) => Buffer.from(JSON.stringify(data));
  const map = { error: 'detail' };
  expect(errorBody(body({ message: 'Bad Request', detail: 'No such key' }), map)).toMatchObject({
    message: 'No such key',
    isOwn: true,
  });
  expect(errorBody(body({ detail: 'No such key' }), map).isOwn).toBe(false);
  expect(errorBody(body({ detail: 'No such key' }), { ...map, isTrusted: true }).isOwn).toBe(true);
  expect(errorBody(body({ message: 'Gone' }), { error: 'message' })).toMatchObject({ message: 'Gone', isOwn: true });
  expect(errorBody(body({ other: 'text' }), { ...map, isTrusted: true }).isOwn).toBe(false);
});

test('a field of any name stays a field of its row: none is the prototype of it', () => {
  const row = JSON.parse('{"__proto__":{"a":1},"no":1,"in":{"__proto__":2,"b":3}}');
  const read = reader({ fields: { id: 'no', name: 'in.b' } })(row);
  expect(JSON.stringify(read)).toBe('{"__proto__":{"a":1},"id":1,"in":{"__proto__":2},"name":3}');
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
});

test('a response without a list has no row of which a command could say that it is not there', async () => {
  const { run } = await stubUser(respondJson({ season: { title: 'a' } }));
  expect(await run('points missions show m1')).toMatchObject(ends(exit.server, 'holds no list'));
});

test('fields beside rows stay if the map names them', () => {
  const map = { rows: 'd.list', fields: { id: 'no', searchId: 'd.search' } };
  const response = { rc: 0, d: { search: 's', other: 1, list: [{ no: 1 }] } };
  expect(inOurNames(response, map, true)).toEqual({ searchId: 's', rows: [{ id: 1 }] });
  expect(inOurNames(response, { ...map, fields: { id: 'no' } }, true)).toEqual([{ id: 1 }]);
});

test('rows may be the values of an object, and stand in the data of a map', () => {
  expect(rowsIn({ d: { k1: { a: 1 }, k2: { a: 2 } } }, { rows: 'd' })?.rows).toEqual([
    { key: 'k1', a: 1 },
    { key: 'k2', a: 2 },
  ]);
  expect(rowsIn({ e: 1, d: { x: [{ a: 1 }] } }, { data: 'd' })).toMatchObject({ at: ['d', 'x'], beside: [['e', 1]] });
});

test('of several parts of a map the last one counts, for each field', () => {
  expect(
    merged({ ok: { at: 'a', value: '1' }, fields: { id: 'x', b: 'y' } }, undefined, { fields: { id: 'z' } }),
  ).toEqual({ ok: { at: 'a', value: '1' }, fields: { id: 'z', b: 'y' }, words: {} });
});
