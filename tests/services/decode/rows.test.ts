// What a response has: rows, a record, nothing, in any usual envelope. Whatever comes in, nothing is invented or lost.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wholeOf } from '../../../src/services/decode/pages.js';
import { bodyOf, recordIn, rowsIn, withElements } from '../../../src/services/decode/rows.js';
import { property } from '../../support/runs.js';

const two = [{ code: 'a' }, { code: 'b' }];
describe('rows', () => {
  test.each<readonly [string, unknown, string]>([
    ['an array', two, ''],
    ['{data}', { data: two }, 'data'],
    ['code, data, list', { code: 0, msg: 'success', data: { list: two, total: 57, page_no: 1 } }, 'data.list'],
    ['success, result', { success: true, result: { rows: two, count: 2 }, errors: [], messages: [] }, 'result.rows'],
    ['warnings beside', { success: true, data: two, warnings: [{ text: 'old' }] }, 'data'],
    ['HAL', { _embedded: { items: two }, _links: { self: { href: '/x' } }, page: { size: 2 } }, '_embedded.items'],
    ['JSON:API', { jsonapi: { version: '1.1' }, data: two, included: [{ id: 1 }], links: {} }, 'data'],
    ['GeoJSON', { type: 'FeatureCollection', features: two }, 'features'],
    ['edges', { edges: two, pageInfo: { hasNextPage: true }, totalCount: 44 }, 'edges'],
    ['two envelopes', { code: 0, data: { result: { items: two } } }, 'data.result.items'],
    ['Spring', { content: two, pageable: { sort: { sorted: false } }, totalElements: 2, last: false }, 'content'],
  ])('in %s', (_, response, at) => {
    const rows = rowsIn(response);
    expect([rows?.at.join('.'), rows?.rows]).toEqual([at, two]);
  });

  test('a table of columns and rows has named rows, and its elements as they are', () => {
    const elements = Object.entries({ a: 1, b: 2 });
    const rows = rowsIn({ columns: ['id', { name: 'price' }], rows: elements });
    const expected = elements.map(([id, price]) => ({ id, price }));
    expect([rows?.rows, rows?.elements]).toEqual([expected, elements]);
  });

  test('an empty list in an envelope is a list of nothing', () => {
    const inside = [
      { code: 0, data: { list: [], total: 0 } },
      { success: true, result: { rows: [] } },
    ];
    for (const empty of [[], { data: [] }, ...inside]) expect(rowsIn(empty)?.rows).toEqual([]);
  });

  test('an object with things of its own is a record, and its list a part of it', () => {
    for (const record of [
      { id: 'o1', items: two },
      { data: { id: 'o1', items: two } },
      { data: { user: { name: 'Ann' }, identifiers: two } },
      { code: 0, data: { vin: 'x', cells: 5, parts: { battery: two } } },
      { data: { fees: { low: { a: 1 }, high: { a: 2 } } } },
    ])
      expect(rowsIn(record)).toBeUndefined();
  });
});

test('the record is in the envelope, else the response itself', () => {
  expect(recordIn({ code: 0, msg: 'ok', data: { state: 'x' }, trace_id: 't' })?.at).toEqual(['data']);
  expect(recordIn({ data: { user: { id: 1 } } })?.at).toEqual(['data']);
  expect(recordIn({ price: 5, data: { a: 1 } })?.at).toEqual([]);
  expect(bodyOf(null)).toEqual({ is: 'nothing' });
  expect(bodyOf(5)).toEqual({ is: 'value', value: 5 });
});

const json = fc.jsonValue({ maxDepth: 4 });
const valueAtPath = (data: unknown, at: readonly string[]): unknown =>
  at.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], data);

test('property: what is found is in the response where it says, and every other field stands beside it', () => {
  property(100, json, (data) => {
    const body = bodyOf(data);
    if (body.is === 'rows') {
      const list = valueAtPath(data, body.at);
      if (Array.isArray(list)) expect(body.elements).toEqual(list);
      else expect(body.rows).toHaveLength(Object.keys(list as object).length);
      expect(body.rows).toHaveLength(body.elements.length);
      expect(withElements(data, body.at, body.elements)).toEqual(data);
    }
    if (body.is === 'record') expect(body.row).toEqual(valueAtPath(data, body.at));
    if (body.is === 'rows' || body.is === 'record') {
      let at: unknown = data;
      const beside = body.at.flatMap((name) => {
        const others = Object.entries(at as object).filter(([other]) => other !== name);
        at = (at as Record<string, unknown>)[name];
        return others;
      });
      expect(new Set(body.beside.map(([name]) => name))).toEqual(new Set(beside.map(([name]) => name)));
      expect(body.beside).toHaveLength(beside.length);
    }
  });
});

test('property: rows keep their place and number in every envelope', () => {
  const row = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue({ maxDepth: 1 }), { minKeys: 1, maxKeys: 4 });
  const wrap = fc.constantFrom<(rows: unknown) => unknown>(
    (rows) => ({ data: rows }),
    (rows) => ({ code: 0, msg: 'success', data: { list: rows, total: 9 } }),
    (rows) => ({ _embedded: { things: rows }, _links: {} }),
    (rows) => ({ success: true, result: { rows }, errors: [] }),
  );
  property(100, fc.array(row, { minLength: 1, maxLength: 5 }), wrap, (rows, around) => {
    expect(rowsIn(around(rows))?.elements).toEqual(rows);
  });
});

describe('how complete', () => {
  const of = (response: unknown, headers = {}) => wholeOf(rowsIn(response)!, headers);
  test.each<readonly [unknown, Record<string, string>, object]>([
    [{ data: two, total: 57 }, {}, { is: 'part', total: '57', next: undefined }],
    [{ code: 0, data: { list: two, total: '57' } }, {}, { is: 'part', total: '57' }],
    [two, { 'x-total-count': '88' }, { is: 'part', total: '88' }],
    [two, { 'content-range': 'items 0-1/500' }, { is: 'part', total: '500' }],
    [{ data: two, recordsTotal: '1,234' }, {}, { is: 'part', total: '1234' }],
    [{ rows: two, total: { value: 500, relation: 'gte' } }, {}, { is: 'part', total: '500' }],
    [{ value: two, '@odata.count': 9 }, {}, { is: 'part', total: '9' }],
    [{ items: two, is_truncated: true }, {}, { is: 'part', total: undefined }],
    [{ response: { result: { data: { items: two, total: 7 } } } }, {}, { is: 'part', total: '7' }],
    [two, { link: '</a?page=2>; rel="next", </a?page=9>; rel="last"' }, { next: '/a?page=2' }],
    [two, { link: '</a?page=1>; rel="prev"' }, { is: 'unstated' }],
    [{ data: two, paging: { next: 'abc', limit: 2 } }, {}, { is: 'part', next: undefined }],
    [{ data: two, links: { next: { href: 'https://a.example/x' } } }, {}, { next: 'https://a.example/x' }],
    [{ edges: two, pageInfo: { hasNextPage: true, endCursor: 'c' } }, {}, { is: 'part', next: undefined }],
    [{ items: two, has_more: false }, {}, { is: 'whole' }],
    [{ content: two, last: true, totalElements: 2 }, {}, { is: 'whole' }],
    [{ data: two, count: 2 }, {}, { is: 'whole' }],
    [two, {}, { is: 'unstated' }],
  ])('%j %j', (response, headers, whole) => expect(of(response, headers)).toMatchObject(whole));
});
