// `tuk find` as a board of the application: the columns at a width, and the description of every row.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readResult } from '../../../src/cli/print/read-result.js';
import { RunContext } from '../../../src/cli/run/run-context.js';
import { resolveCommand } from '../../../src/commands/app/screen-data.js';
import type { Dossier } from '../../../src/commands/find/dossier.js';
import { sinceOf } from '../../../src/commands/find/timeline.js';
import { groups } from '../../../src/groups.js';
import type { Row } from '../../../src/services/json-value.js';
import { parseLossless } from '../../../src/services/lossless-number.js';
import { gridLines } from '../../../src/text/grid.js';
import { lineText } from '../../../src/text/line.js';
import { bodySize } from '../../../src/ui/state/core/page.js';
import { queried, responseOf } from '../../../src/ui/state/core/responses.js';
import { board } from '../../../src/ui/state/core/screens.js';
import { previewPane } from '../../../src/ui/view-models/preview.js';
import { measuredTable } from '../../../src/ui/view-models/table.js';
import { now } from '../../support/time.js';
import { newUser, type User } from '../../support/tuk.js';
import { signedIn } from '../../support/users.js';

const request = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes';

/** The rows of a search, as a screen loads them. */
async function rowsOf(user: User, text: string): Promise<readonly Row[]> {
  const { command } = (await resolveCommand('find', groups))!;
  const streams = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  const { home } = user;
  const world = { ...streams, env: { TUK_HOME: home }, clock: { now: () => now }, home, cwd: home, version: '0' };
  const { json } = await readResult(
    command,
    { name: ['find'], positionals: [text], options: {} },
    new RunContext(world as never, {}),
  );
  return parseLossless(json!) as readonly Row[];
}

/** The table of a search at a width: its heading and its rows. */
async function tableAt(rows: readonly Row[], columns: number): Promise<readonly string[]> {
  const { read } = (await resolveCommand('find', groups))!.command;
  const loaded = { value: rows, columns: read!.columns!, id: read!.idPath!, rowCommand: read!.rowCommand! };
  const response = responseOf({ responses: queried({}, 'find', { fetching: false, loaded, version: 1 }, now) }, 'find');
  const screen = { ...board('Home', { name: 'found', command: 'find x' }), shown: response.rows ?? [] };
  const table = measuredTable(screen, response, now, { clock: false, reveal: true });
  const area = bodySize({ rows: 60, columns });
  const preview = columns >= 100 ? previewPane({ screen, response, table, reveal: true }, area, now) : undefined;
  const width = preview ? area.columns - preview.width - 3 : area.columns;
  return gridLines(table, { marked: -1, top: 0 }, 80, width).map(lineText);
}

test('every row says what it is about and since when; WHAT and SINCE are whole at 120 columns, beside a preview', async () => {
  const user = await signedIn();
  await user.run(request);
  for (const text of ['MVL', '+6590000001', 'SBXT1E048SS000002', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8']) {
    const rows = await rowsOf(user, text);
    expect(rows.filter(({ about }) => about === undefined || about === '')).toEqual([]);
    expect(rows.filter(({ what, since }) => what === 'ride income' && since === undefined)).toEqual([]);
    const [head = '', ...lines] = await tableAt(rows, 120);
    expect(head).toMatch(/^\s*(# +)?WHAT +STATUS +SINCE/);
    const whats = new Set(rows.map(({ what }) => String(what)));
    expect(lines.filter((line) => ![...whats].some((what) => line.includes(` ${what} `)))).toEqual([]);
  }
});

test('a search has one time line of all that was found, and a thing that goes on is opened at its watch screen', async () => {
  const user = await signedIn();
  const { rideRequestId: id } = await user.json(request);
  const rows = await rowsOf(user, id);
  expect(rows.find(({ what }) => what === 'ride')).toMatchObject({ command: `tuk watch ride:${id}` });
  const { timeline } = rows.find(({ what }) => what === 'time line') as unknown as Pick<Dossier, 'timeline'>;
  expect(timeline.map(({ at }) => at)).toEqual(timeline.map(({ at }) => at).toSorted());
  expect(new Set(timeline.map(({ what }) => what))).toEqual(new Set(['operation', 'ride']));
});

test('a ride is since its last status, not since its last position', async () => {
  const user = newUser();
  await user.run('login', { now });
  await user.run(request, { now });
  const { parts, timeline }: Dossier = await user.json('find +6590000001', { now: now + 40_000 });
  expect(parts[0]!.row.driverLocation).toMatchObject({ at: expect.any(String) });
  expect(timeline.map(({ event }) => event)).toContain('position recorded');
  expect(timeline.map(({ event }) => event)).not.toContain('recorded');
  const part = { what: 'ride', id: 'r', row: parts[0]!.row };
  const last = (parts[0]!.row.statusLog as { at: string }[]).at(-1)!.at;
  expect(sinceOf(part, now + 40_000)).toBe(Date.parse(last));
});
