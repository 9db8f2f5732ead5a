// Letters open the links on the screen: which texts are links, their labels, and what a letter opens or copies.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineText, span } from '../../../../src/text/line.js';
import { topOf } from '../../../../src/ui/state/core/state.js';
import { LinkLabels, labelled, linkedSpans } from '../../../../src/ui/state/keys/links.js';
import { appAfter } from '../../../support/frames.js';
import { responded } from '../../../support/queries.js';
import { property } from '../../../support/runs.js';

const uuid = '8d20f3a4-55b1-4c3e-9a77-0123456789ab';
const other = '11111111-2222-4333-8444-555555555555';
const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const field = (path: string, text: string) => ({ ...span(text.slice(0, 9)), field: { path, text } });
const linksOf = (...of: ReturnType<typeof field>[]) => linkedSpans(of).flatMap(({ link }) => link ?? []);

test.each([
  ['id', uuid, true],
  ['owner', address, true],
  ['driverInfo.carPlate', 'PNH-6300', true],
  ['vin', 'SBXT1E043TS000202', true],
  ['stationId', '19', true],
  ['rideShareUrl', 'https://rides.invalid/1', true],
  ['fullCount', '19', false],
  ['title', 'Hanoi Bikes', false],
  ['driverInfo.carPlate', 'PN•••00', false],
  ['orderId', '', false],
])('field %s with %j is a link: %s', (path, text, isLink) => {
  expect(linksOf(field(path, text))).toEqual(isLink ? [text] : []);
});

test('whole ids within a sentence are links, and nothing else of it', () => {
  const spans = linkedSpans([span(`see op-2611-0001, ${uuid} and 0x12`)]);
  expect(spans.flatMap(({ link }) => link ?? [])).toEqual(['op-2611-0001', uuid]);
  expect(spans.map(({ text }) => text).join('')).toBe(`see op-2611-0001, ${uuid} and 0x12`);
});

test('labels keep the width of a line, none begins another, and one link has one label', () => {
  property(100, fc.array(fc.uuid(), { minLength: 1, maxLength: 170 }), (ids) => {
    const labels = new LinkLabels();
    const given = ids.flatMap((id) => labels.labelOf(id) ?? []);
    const distinct = [...new Set(given)];
    expect(distinct.length).toBe(Math.min(new Set(ids).size, 176));
    for (const one of distinct) for (const two of distinct) if (one !== two) expect(two.startsWith(one)).toBe(false);
    for (const id of ids) expect(labels.find(labels.labelOf(id)!).link).toBe(id);
    const before = [span('  '), field('id', ids[0]!), span(' x')];
    expect(lineText(labelled(before, labels)).length).toBe(lineText(before).length);
  });
});

const rows = responded('assets offerings', { value: [{ id: uuid, title: 'A' }], columns: [{ path: 'id' }] });
/** The key of a letter, with the link that the frame before has given to it. */
const letter = (key: string, link?: string, begins = false) =>
  ({ what: 'key', key, size: { rows: 24, columns: 80 }, typedLink: { link, begins } }) as never;

test('f and a letter open the case of a link; esc returns to the list', () => {
  const { state, top } = appAfter(['1', rows, 'f', letter('a', uuid)]);
  expect(state.linking).toBeUndefined();
  expect([top.line, top.spec.kind]).toEqual([`find ${uuid}`, 'case']);
  expect(topOf(appAfter(['1', rows, 'f', letter('a', uuid), 'esc']).state)).toMatchObject({ line: 'assets offerings' });
});

test('a hash is searched as a hash; a text that may be a key is never put on a command line', () => {
  const hash = `0x${'ab'.repeat(32)}`;
  expect(appAfter(['1', rows, 'f', letter('a', hash)]).top.line).toBe(`find --hash ${hash}`);
  const key = 'ab'.repeat(32);
  const { top, last } = appAfter(['1', rows, 'f', letter('a', key)]);
  expect(top.line).toBe('assets offerings');
  expect(last).toEqual([{ do: 'copy', text: key }]);
});

test('shift and a letter copy the whole text; a URL is always copied', () => {
  expect(appAfter(['1', rows, 'f', letter('A', other)]).last).toEqual([{ do: 'copy', text: other }]);
  expect(appAfter(['1', rows, 'f', letter('a', 'https://rides.invalid/1')]).last).toEqual([
    expect.objectContaining({ do: 'copy', text: 'https://rides.invalid/1' }),
  ]);
});

test('a label of two letters waits for the second; an unknown letter says so; another key ends it and does nothing else', () => {
  expect(appAfter(['1', rows, 'f', letter('u', undefined, true)]).state.linking).toBe('u');
  const unknown = appAfter(['1', rows, 'f', letter('q')]);
  expect(unknown.state.notice?.text).toBe('No link has the letters q.');
  expect(unknown.effects.some(({ do: what }) => what === 'leave')).toBe(false);
  const ended = appAfter(['1', rows, 'f', '3']);
  expect([ended.state.linking, ended.top.group]).toEqual([undefined, 'Assets']);
});
