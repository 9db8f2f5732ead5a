// No screen writes a text raw that acts in a terminal or hides there, whatever it comes from: a typed line, an id, a profile, a response, a failure.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupScreens } from '../../src/commands/app/boards.js';
import { homePanes } from '../../src/commands/app/home-panes.js';
import { application } from '../../src/ui/state/application.js';
import { board, opened, type Screen } from '../../src/ui/state/core/screens.js';
import { type AppEvent, type Application, withNotice } from '../../src/ui/state/core/state.js';

import { watchOf } from '../../src/ui/state/watch/watch-screen.js';
import { applicationRows } from '../support/frames.js';
import { failing, requested, responded } from '../support/queries.js';
import { runs } from '../support/runs.js';

const now = Date.parse('2026-11-20T06:00:00Z');
const raw = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2061-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
const hostile = ['\x1b[2J', '\x1b]0;x\x07', '\x9b31m', ...'\u202e\u2066\r\n\t\u200b\ufeff\u{e0041}\u061c'];
const text = fc
  .tuple(fc.constantFrom('a', 'ride'), fc.constantFrom(...hostile), fc.constantFrom('', 'b', 'watch'))
  .map((parts) => parts.join(''));

/** The screens of a line that has the text in it. */
const requests = { name: 'Requests', command: 'ride status --known' };
const find = { name: 'Find', command: 'find', kind: 'find' } as const;
const screensOf = (state: Application, bad: string): readonly Screen[] => [
  board('Ride', { name: `places search ${bad}`, command: `ride places search ${bad}` }),
  { ...board('Ride', requests, { line: `ride status ${bad}`, parents: [bad] }), filter: bad },
  { ...board('Home', find), line: `find ${bad}`, typing: { before: bad, after: bad } },
  opened('Ride', { name: bad, command: `ride search ${bad}`, kind: 'form' }),
  {
    ...{ kind: 'json', group: 'Ride', parents: [bad], line: `ride show ${bad}`, top: 0, query: bad },
    layout: ['{', `  "${bad}": 1`, '}'],
  },
  watchOf(state.groups, `watch ride:${bad.replace(/\s/g, '')}`)!,
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

test('whatever a text comes from', () => {
  fc.assert(
    fc.property(
      text,
      fc.nat(6),
      fc.nat(5),
      fc.constantFrom(80, 120, 200),
      fc.boolean(),
      (bad, screen, event, columns, reveal) => {
        const app = application({
          head: { profile: bad, other: bad, who: bad },
          groups: groupScreens,
          panes: homePanes,
          suffix: ` -p ${bad}`,
          signedIn: true,
        });
        const first = { ...app.initial, reveal };
        const shown = screensOf(first, bad)[screen]!;
        const lines =
          shown.kind === 'board' || shown.kind === 'json' ? [shown.line] : homePanes.map(({ command }) => command);
        let state: Application = { ...first, stack: [...first.stack, shown] };
        for (const one of [{ what: 'begun' } as AppEvent, ...lines.map((line) => eventsOf(line, bad)[event]!)])
          state = app.update(state, one, now)[0];
        const states = [
          state,
          withNotice(state, bad, 'bad'),
          { ...state, palette: { field: { before: bad, after: bad }, marked: 0 } },
        ];
        for (const one of states)
          for (const row of applicationRows(one, { rows: 30, columns }, now + 1000)) expect(row).not.toMatch(raw);
      },
    ),
    { numRuns: runs(80) },
  );
}, 60_000);
