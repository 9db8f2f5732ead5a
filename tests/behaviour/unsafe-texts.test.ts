// Characters that act or hide: in names and values of each format, in links, and on every screen, whatever a text comes from. JSON keeps them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OutputOptions } from '../../src/cli/output/output.js';
import { printJson } from '../../src/cli/output/print-json.js';
import { groupScreens } from '../../src/commands/app/boards.js';
import { homePanes } from '../../src/commands/app/home-panes.js';
import { styledLine, withoutLinks } from '../../src/text/ink.js';
import { width } from '../../src/text/text.js';
import { application } from '../../src/ui/state/application.js';
import { board, opened, type Screen } from '../../src/ui/state/core/screens.js';
import { type AppEvent, type Application, withNotice } from '../../src/ui/state/core/state.js';
import { watchOf } from '../../src/ui/state/watch/watch-screen.js';
import { applicationRows } from '../support/frames.js';
import { failing, requested, responded } from '../support/queries.js';
import { asyncProperty, property } from '../support/runs.js';
import { respondJson } from '../support/scripted-server.js';
import { collector } from '../support/streams.js';
import { stubUser } from '../support/users.js';
import { hasStatus } from '../support/watch.js';

const acts = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2061-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
const actsInData = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;
const characters = [...'\u001b\u0007\u0000\r\u009b\u202e\u2066\u200b\u200d\ufeff\u2028\u{e0041}'];
const text = fc.string({ unit: fc.constantFrom(...characters, 'a', '"', ',', '\n', 'é'), minLength: 1, maxLength: 6 });

async function print(json: string, options: OutputOptions, isTTY: boolean) {
  const streams = { stdout: collector({ isTTY, columns: 120 }), stderr: collector({ isTTY }), env: { NO_COLOR: '1' } };
  await printJson(json, options, streams);
  return { out: streams.stdout.text, all: streams.stdout.text + streams.stderr.text };
}
const shapesOf = (name: string, value: string) => [
  JSON.stringify([{ [name]: value, id: 1 }]),
  JSON.stringify({ [name]: value }),
  JSON.stringify({ [name]: { [name]: [value] } }),
  JSON.stringify({ items: [{ [name]: { [name]: value } }], [name]: value }),
  JSON.stringify({ [name]: [{ [name]: value }] }),
];

test.each(['csv', 'table'] as const)('%s, in a pipe and on a terminal', async (format) => {
  await asyncProperty(100, text, text, fc.boolean(), async (name, value, terminal) => {
    for (const json of shapesOf(name, value))
      expect((await print(json, { format }, terminal)).all).not.toMatch(
        format === 'csv' && !terminal ? actsInData : acts,
      );
  });
});

test('yaml, on a terminal', async () => {
  await asyncProperty(100, text, text, async (name, value) => {
    for (const json of shapesOf(name, value))
      expect((await print(json, { format: 'yaml' }, true)).out).not.toMatch(acts);
  });
});

describe('csv in a pipe', () => {
  test('shows what would act, and keeps every other character, what ends a line within quotes', async () => {
    const json = JSON.stringify([
      { 'a\u202eb': 'x\u001b[2J\u200b', c: 'one\ntwo\tthree', d: 'a\r', e: '\ufeffb', f: 'c\u2028\u00ad' },
    ]);
    expect((await print(json, { format: 'csv' }, false)).out).toBe(
      'a\\u202eb,c,d,e,f\nx\\x1b[2J\u200b,"one\ntwo\tthree","a\r","\ufeffb","c\u2028\u00ad"\n',
    );
  });
  test('leaves a text that is a formula elsewhere as it is', async () => {
    expect((await print('[{"=a":"=1+1","b":"@x"}]', { format: 'csv' }, false)).out).toBe('=a,b\n=1+1,@x\n');
  });
});

test('json in a pipe keeps every character', async () => {
  for (const json of shapesOf(characters.join(''), characters.join('')))
    expect((await print(json, { format: 'json' }, false)).out).toBe(`${json}\n`);
});

const url = 'https://share.example/r/1';
const link = `\u001b]8;;${url}\u001b\\${url}\u001b]8;;\u001b\\`;
const ride = (rideShareUrl: string) => stubUser(respondJson({ id: 'r1', status: 'DRIVING', rideShareUrl }));

test('a URL is a link on a terminal that is not dumb, with or without colours', async () => {
  const { run } = await ride(url);
  const shown = async (env: Record<string, string>, terminal = true) =>
    (await run('ride status r1 -o table', { terminal, env })).stdout;
  expect(await shown({ TERM: 'xterm-256color' })).toContain(link);
  expect(await shown({ TERM: 'xterm', NO_COLOR: '1' })).toContain(link);
  for (const plain of [shown({ TERM: 'dumb' }), shown({}), shown({ TERM: 'xterm' }, false)])
    expect(await plain).not.toContain('\u001b]');
  expect(await shown({ TERM: 'xterm', ACCESSIBLE: '1' })).not.toContain('\u001b]');
});

test.each([`${url}\u001b\\evil`, `${url}\u0007`, `${url} x`, 'javascript:alert(1)', `${url}\u202e`])(
  '%j is no link',
  async (address) => {
    const { run } = await ride(address);
    expect((await run('ride status r1', { terminal: true, env: { TERM: 'xterm' } })).stdout).not.toContain('\u001b]');
  },
);

test('a shortened URL opens the whole one, and a pager gets no link', () => {
  const short = [{ text: 'https://share…', field: { path: 'a', text: url } }];
  const line = styledLine(short, false, true);
  expect(line).toBe(`\u001b]8;;${url}\u001b\\https://share…\u001b]8;;\u001b\\`);
  expect([withoutLinks(line), styledLine(short, false)]).toEqual(['https://share…', 'https://share…']);
});

const now = Date.parse('2026-11-20T06:00:00Z');
const raw = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2061-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
const hostile = ['\x1b[2J', '\x1b]0;x\x07', '\x9b31m', ...'\u202e\u2066\r\n\t\u200b\ufeff\u{e0041}\u061c'];
const hostileText = fc
  .tuple(fc.constantFrom('a', 'ride'), fc.constantFrom(...hostile), fc.constantFrom('', 'b', 'watch'))
  .map((parts) => parts.join(''));

/** The screens of a line that has the text in it. */
const requests = { name: 'Requests', command: 'ride status --known' };
const find = { name: 'Find', command: 'find', kind: 'find' } as const;
const screensOf = (state: Application, bad: string): readonly (Screen | undefined)[] => [
  board('Ride', { name: `places search ${bad}`, command: `ride places search ${bad}` }),
  { ...board('Ride', requests, { line: `ride status ${bad}`, parents: [bad] }), filter: bad },
  { ...board('Home', find), line: `find ${bad}`, typing: { before: bad, after: bad } },
  opened('Ride', { name: bad, command: `ride search ${bad}`, kind: 'form' }),
  {
    ...{ kind: 'json', group: 'Ride', parents: [bad], line: `ride show ${bad}`, top: 0, query: bad },
    layout: ['{', `  "${bad}": 1`, '}'],
  },
  watchOf(state.groups, `watch ride:${bad.replace(/\s/g, '')}`),
  { kind: 'home', group: 'Home', pane: 0 },
];
/** What comes of the read of a line. */
const eventsOf = (line: string, bad: string): readonly AppEvent[] => [
  requested(line),
  failing(line, { text: `no ${bad}`, hint: `see ${bad}`, requestId: bad, status: 400 }),
  responded(line, { value: [] }),
  responded(line, { value: [], empty: [`no ${bad}`, `tuk ${bad}`] }),
  responded(line, { value: [{ [bad]: bad, id: bad, name: bad, createdAt: bad, status: bad }] }),
  responded(line, { value: { [bad]: bad, id: bad, nested: { [bad]: [bad] } } }),
];

/** A watched ride whose response has the text everywhere. */
const rideOf = (line: string, bad: string): AppEvent => {
  const driverInfo = { name: bad, carModel: bad, carPlate: bad };
  const row = { driverInfo, origin: { name: bad }, fare: bad, currency: bad, region: bad, requestedAt: bad, n: 7 };
  return hasStatus(line, 'RideStatus', bad, bad, now, row);
};

test('every screen is filled and never exceeded, and none shows a hostile text raw, whatever it comes from', () => {
  property(
    160,
    fc.oneof(
      hostileText,
      fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }),
      fc.constant('한국어\u0300'.repeat(40)),
    ),
    fc.nat(6),
    fc.nat(5),
    fc.record({ rows: fc.constantFrom(6, 10, 16, 24, 60), columns: fc.constantFrom(20, 40, 60, 80, 120, 200) }),
    fc.record({ reveal: fc.boolean(), signedIn: fc.boolean() }),
    fc.constantFrom('', '?', 'c', 'x', 't', 'J', 'G', '/'),
    (bad, screen, event, size, { reveal, signedIn }, key) => {
      const head = { profile: bad, other: bad, who: bad };
      const of = { head, groups: groupScreens, panes: homePanes, suffix: ` -p ${bad}` };
      const app = application({ ...of, signedIn });
      const first = { ...app.initial, reveal };
      const shown = screensOf(first, bad)[screen];
      if (shown === undefined) return; // the text cannot be in the line of a watch screen
      const events =
        shown.kind === 'watch'
          ? [rideOf(shown.items[0]!.line, bad)]
          : (shown.kind === 'board' || shown.kind === 'json'
              ? [shown.line]
              : homePanes.map(({ command }) => command)
            ).map((line) => eventsOf(line, bad)[event]!);
      let state: Application = { ...first, stack: [...first.stack, shown] };
      for (const one of [{ what: 'begun' } as AppEvent, ...events]) state = app.update(state, one, now)[0];
      state = app.update(state, { what: 'key', key, size }, now)[0];
      const states = [
        state,
        withNotice(state, bad, 'bad'),
        { ...state, palette: { field: { before: bad, after: bad }, marked: 0 } },
        {
          ...state,
          running: { line: 'ride show 1', lines: Array(30).fill(bad), typing: '', isReading: signedIn, scrolled: 0 },
        },
      ];
      for (const one of states) {
        const rows = applicationRows(one, size, now + 1000);
        expect(rows).toHaveLength(size.rows);
        for (const row of rows) {
          expect(row).not.toMatch(raw);
          expect(width(row), row).toBeLessThanOrEqual(size.columns);
        }
      }
    },
  );
}, 60_000);
