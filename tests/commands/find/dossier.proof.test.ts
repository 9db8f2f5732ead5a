// `tuk find` for a support desk: pasted paths and values, the ledger, statuses and amounts as in the commands, and the calls.
import { describe, expect, test } from 'vitest';
import { commandOf, groupEntry } from '../../../src/cli/command/command.js';
import type { Dossier } from '../../../src/commands/find/dossier.js';
import { type Source, sources } from '../../../src/commands/find/results.js';
import { groups } from '../../../src/groups.js';
import { exit } from '../../support/exit.js';
import { newUser } from '../../support/tuk.js';

const start = Date.parse('2026-11-20T06:00:00Z');
const daras = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const minas = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const seededWithdrawal = 'ad7195ab-88e1-4b4e-b98c-fe0463161fb0';
const request = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes';
const seededRide = '74c06736-df17-4d73-9501-7dbe34354076';

/** A signed-in user whose clock stands at a time that the test moves. */
async function desk() {
  const user = newUser();
  let now = start;
  const run = (line: string | readonly string[]) => user.run(line, { now });
  const json = (line: string | readonly string[]) => user.json(line, { now });
  await run('login');
  const find = async (text: string): Promise<Dossier> => json(['find', text, '--within', '60s']); // the deadline is not its subject
  const screen = async (text: string, columns = 100) => (await user.table(['find', text], { now, columns })).stdout;
  const later = (seconds: number) => {
    now += seconds * 1000;
  };
  return { run, json, find, screen, later };
}

/** The value at a path as jq takes it. */
const atPath = (value: unknown, path: string): unknown =>
  path.split(/\.|\[(\d+)\]\.?/).reduce<unknown>((at, key) => (key ? (at as Record<string, unknown>)[key] : at), value);

test('a ticket has every value under its whole path', async () => {
  const { find, run } = await desk();
  const { stdout } = await run(['find', seededWithdrawal, '-o', 'md', '--reveal']);
  const { row } = (await find(seededWithdrawal)).parts[0]!;
  const lines = [...stdout.matchAll(/^- (\S+): (.*)$/gm)].map(([, path = '', text = '']) =>
    [path, text].map((one) => one.replaceAll('\\', '')),
  );
  expect(lines.length).toBeGreaterThan(15);
  for (const [path = '', text] of lines.filter(([name]) => !name!.endsWith('Html')))
    expect(`${path}: ${String(atPath(row, path))}`).toBe(`${path}: ${text}`);
  expect(lines).toContainEqual(['request.id', seededWithdrawal]);
  expect(stdout).toContain('- request.tokenTransactionLogs\\[0\\].id: ');
  expect(stdout).toMatch(/^- abstractHtml: 0\.5 BNB to 0x/m);
  expect(stdout).not.toMatch(/\\<p/);
});

describe('the ledger of this machine', () => {
  test('the beginning of the id of an ended ride or withdrawal leads to it; one of no list is said to be unknowable', async () => {
    const { run, json, find, later } = await desk();
    const ride = (await json(request)).rideRequestId as string;
    const created = await json(`wallet withdraw create --currency MVL --amount 25 --to ${daras} --new-recipient --yes`);
    const withdrawal = created.request.id as string;
    later(3600);
    const ended = await find(ride.slice(0, 8));
    const own = ended.parts.filter(({ what }) => what === 'ride' || what === 'operation'); // the network lists rides of everybody, too
    const ends = (status: string) => ({ what: 'operation', status });
    expect(own).toMatchObject([{ what: 'ride', id: ride, status: 'FINISHED' }, ends('FINISHED')]);
    const paid = await find(withdrawal.slice(0, 8));
    const done = { what: 'withdrawal', id: withdrawal, status: 'COMPLETED' };
    expect(paid.parts).toMatchObject([done, ends('COMPLETED')]);
    expect((await find(daras)).parts).toContainEqual(expect.objectContaining({ what: 'withdrawal', id: withdrawal }));
    // the transaction of the withdrawal, which only the withdrawal names
    type Request = { readonly tokenTransactionLogs: readonly [{ readonly transactionHash: string }] };
    const [{ transactionHash }] = (paid.parts[0]!.row.request as Request).tokenTransactionLogs;
    const byHash = (await find(transactionHash)).parts;
    expect(byHash.map(({ what }) => what)).toEqual(expect.arrayContaining(['withdrawal', 'operation']));
    for (const unlisted of [seededRide, seededWithdrawal]) {
      const { code, stdout } = await run(['find', unlisted.slice(0, 8)]);
      expect(code).toBe(exit.notFound);
      expect((JSON.parse(stdout) as Dossier).unknowable.join()).toMatch(/No list has ended rides/);
    }
    expect((await find(minas)).unknowable.join()).toMatch(/No list has ended withdrawals/);
  });

  test('an order whose payment waits reads as accepted, not as paid, until a purchase shows it', async () => {
    const { json, find, screen, later } = await desk();
    const { id: order } = await json('assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes');
    expect((await find(order)).parts.map(({ status }) => status)).toContain('ordered, not paid');
    later(1);
    const { id: payment } = await json(`assets payment create ${order} --method CRYPTO --yes`);
    const { parts, timeline } = await find(order);
    expect(parts.map(({ what, status }) => [what, status])).toEqual([
      ['asset order', undefined],
      ['operation', 'READY'],
      ['asset payment', 'READY'],
      ['operation', expect.stringMatching(/^payment READY \(op-/)],
      ['offering', 'OPEN'],
    ]);
    expect(parts[2]!.id).toBe(payment);
    const ends = timeline.filter(({ event }) => /expires/.test(event));
    expect(ends).toMatchObject([{ what: 'asset payment', id: payment }]);
    const told = timeline.flatMap(({ what, event, summary }) => (what === 'operation' ? [`${summary} ${event}`] : []));
    expect(told).toEqual(['order sent', 'order answered', 'payment sent', 'payment answered'].map((e) => `asset ${e}`));
    const shown = await screen(order);
    const accepted = 'READY: the service has accepted the request';
    for (const text of [accepted, 'Operation        asset payment', 'Phnom Penh Tuk-tuks I'])
      expect(shown).toContain(text);
    expect(shown).not.toMatch(/Settled|operation expires/);
    later(120);
    const paid = await find(order);
    const money = paid.parts.filter(({ what }) => /^(operation|asset (order|payment))$/.test(what));
    expect(money.map(({ status }) => status)).toEqual(Array(4).fill('PAID'));
    expect(paid.timeline.filter(({ event, what }) => event === 'expires' && what !== 'offering')).toEqual([]);
  });
});

/** The list of the statuses in the columns of the command that shows a source, at `status` or in the request. */
async function statusListOf({ shownBy: command = '' }: Source): Promise<string | undefined> {
  const [name = '', ...words] = command.split(' ');
  const columns = commandOf((await groupEntry(groups, name)!.load()).group, words)?.read?.columns ?? [];
  return columns.flatMap(({ path, as }) =>
    /^(request\.)?status$/.test(path) && typeof as === 'object' && 'status' in as ? as.status : [],
  )[0];
}
const shown = sources.filter(({ shownBy, summary }) => shownBy !== undefined && !summary);
test.each(shown)('$service $call has the statuses that its command shows', async (source) => {
  const list = await statusListOf(source);
  if (list !== undefined) expect(source.thing.status?.list).toBe(list);
});

test('a ride under way: driver, plate, car and distance, and the command that shows it later too', async () => {
  const { run, find, screen, later } = await desk();
  await run(request);
  later(40);
  const { parts } = await find('+6590000001');
  const command = `tuk ride status ${parts[0]!.id}`;
  expect(parts[0]).toMatchObject({ what: 'ride under way', matches: ['rider.phone'], command });
  const text = await screen('+6590000001');
  expect(text).toMatch(/Matches +\+65••••01 \(rider\.phone\)/);
  const place = [/Position +\d+ k?m from the pick-up/, /Seen there +<?\d+ s ago/];
  for (const line of [/Driver +\S/, /Plate +\S/, /Car +\S/, ...place]) expect(text).toMatch(line);
  const plate = (parts[0]!.row.driverInfo as { carPlate: string }).carPlate;
  expect((await find(plate.replace('-', ' ').toLowerCase())).parts[0]).toMatchObject({ what: 'ride under way' });
  expect((await find('PNH-0000')).unknowable.join()).toMatch(/by plate/);
  expect(await screen('mina@sandbox.invalid')).toMatch(/Matches +mi\S+ \(user\.\S*email\)/);
});

test('the price of a ticker comes first; what is only paid in it leads nowhere', async () => {
  const { find } = await desk();
  const { parts } = await find('MVL');
  const summary = expect.stringMatching(/^MVL 0\.00\d+ USD$/);
  expect(parts[0]).toMatchObject({ what: 'price', summary, command: 'tuk wallet price MVL' });
  expect(parts.map(({ what }) => what)).not.toContain('ride income');
});
