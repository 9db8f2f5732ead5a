// Services whose field names and status words are unknown: every everyday read is printed whole, and a transfer has the same outcomes.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { groupNames, groups } from '../../src/groups.js';
import { ends, exit } from '../support/exit.js';
import { renamedSandbox } from '../support/renamed-sandbox.js';
import { raw, respond, respondByPath, respondJson, type Script } from '../support/scripted-server.js';
import { argvOf } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

/** A response with a prefix before each key, and an unknown word for each word in capital letters. */
function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value === 'string') return /^[A-Z][A-Z_]+$/.test(value) ? `ODD_${value}` : value;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [`x${key[0]!.toUpperCase()}${key.slice(1)}`, renamed(one)]),
  );
}
const services = {
  'other names': renamed,
  'an envelope, and other names in it': (value: unknown) => ({ found: renamed(value), more: false }),
};

/** The examples of every everyday read, without those that take a part of the response or wait. */
const everyday = groupNames.filter(
  (name) => groups[name].section === 'Everyday' && !['find', 'wait', 'watch'].includes(name),
);
const commands = (await Promise.all(everyday.map(async (name) => (await groups[name].load()).group.commands))).flat();
const reads = commands
  .filter(({ read }) => read)
  .flatMap(({ examples }) => examples.map((line) => line.replace(/^tuk /, '')))
  .filter((line) => !/<|\.\.\.|watch|wait| -o | --jq | --fields /.test(line))
  .filter((line) => !/^(assets orders|store order list)| --from node/.test(line)); // of the ledger, of a node

/** Reads that need a field by its name, or what the sandbox has not: none guesses. */
const refused: readonly (readonly [line: RegExp, codes: readonly number[]])[] = [
  [/^depin (chargers|stations|rides) .*--status /, [exit.server]], // no filter of rows is guessed
  [/^wallet balance(?! 0x)/, [exit.server]],
  [/^(points missions show|depin inventory --station|assets lease show|ride cancel-status)/, [exit.notFound]],
  [/^(swap quote|wallet price ETH)/, [exit.server, exit.usage]],
  [/^wallet price(?!-)/, [exit.server]],
  [/^assets offerings .*--sort-by=-interestRate/, [exit.server]], // a field that the rows do not have
  [/^points missions list .*--match frequency=/, [exit.usage]],
];
/** Reads that rearrange responses, or make several requests. */
const rearranged = /^(wallet (balance|chains|price|stakings)|points earn show|depin (dash|heatmap --geojson))/;
/** Objects with one list, which is taken for the rows: the table has the rest below it. */
const oneList = /^(store order show|depin token 1 --metadata|depin heatmap --geojson)/;

const leaves = (value: unknown): string[] =>
  Object(value) === value ? Object.values(value as object).flatMap(leaves) : value === null ? [] : [String(value)];
/** Values that a table shows as they are: no dates, no yes or no, no name of a person, nothing that is grouped or cut. */
const isPlain = (text: string) =>
  /^[\w .-]{2,16}$/.test(text) && !/^(\d{4,}.*|true|false|\d{4}-.*|[A-Z]\w+ [A-Z].*)$/.test(text);

const wallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** A transfer, and the end of its path. Its response has none of the declared fields, so that it is only accepted. */
const transfers = [
  ['assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes', '/musubi/v1/order'],
  ['store order pay 1 --yes', '/payments'],
  ['depin subscription create -f vin=SBXX2E028TS000046 -f period=WEEK --yes', '/subscription'],
  ['points transfer --to dara --amount 5 --new-recipient --yes', '/mvp/transfer'],
  [`wallet withdraw create --currency MVL --amount 5 --to ${wallet} --new-recipient --yes`, '/balance/withdrawals'],
  [`points earn claim 1 --to ${wallet} --new-recipient --yes`, '/claim/request'],
] as const;
const faults: readonly (readonly [string, Script, number, string])[] = [
  ['cut off', raw('HTTP/1.1 201 Created\r\ncontent-length: 99\r\n\r\n{"x'), exit.unknown, 'unknown'],
  ['a refusal', respond(422, '{"message":"Not enough","code":"TOO_FEW"}'), exit.refused, 'refused'],
];

describe.each(Object.entries(services))('%s', async (_, change) => {
  const { script, answers } = await renamedSandbox(change);
  const { run, table } = await stubUser(script);

  test.each(reads)('%s', async (line) => {
    const { code, stdout } = await run(argvOf(line));
    const answer = answers.at(-1);
    const page = await table(argvOf(line));
    const csv = await run([...argvOf(line), '-o', 'csv']);
    expect([page.code, csv.code]).toEqual([code, code]);
    const [, codes] = refused.find(([start]) => start.test(line)) ?? [];
    if (codes) {
      expect([codes.includes(code), stdout, csv.stdout]).toEqual([true, '', '']);
      return;
    }
    expect(code).toBe(exit.ok);
    if (!rearranged.test(line)) expect(stdout).toBe(`${answer}\n`);
    const value = JSON.parse(stdout);
    const rows = value?.found ?? value;
    if (!oneList.test(line)) for (const text of leaves(rows)) expect(csv.stdout).toContain(text.replaceAll('"', '""'));
    const plain = leaves(rows).filter(isPlain);
    if (plain.length > 0)
      expect(
        plain.some((text) => page.stdout.includes(text)),
        page.stdout,
      ).toBe(true);
    for (const row of page.stdout.split('\n')) if (row.length > 80) expect(row).toMatch(/^\S+$/);
  });

  describe.each(transfers)('%s', (line, route) => {
    const runOnce = async (answer: Script) => {
      const user = await stubUser(answer);
      const result = await user.run(line);
      expect(result.stderr).toMatch(/^Receipt, profile box\n/m);
      expect(user.changes().filter(({ method, path }) => method === 'POST' && path.endsWith(route))).toHaveLength(1);
      return { ...result, ops: await user.json('ops list') };
    };

    test('is accepted', async () => {
      const service = await renamedSandbox(change);
      const { code, stdout, ops } = await runOnce(service.script);
      expect(ops).toMatchObject([{ outcome: 'accepted' }]);
      expect(code).toBe(exit.ok);
      expect(service.answers.map((answer) => `${answer}\n`)).toContain(stdout); // as it was returned
    });

    test.each(faults)('is %s', async (_, fault, expected, outcome) => {
      const { code, stdout, ops } = await runOnce((socket, request) =>
        (request.path.endsWith(route) ? fault : script)(socket, request),
      );
      expect([code, stdout]).toEqual([expected, '']);
      expect(ops).toMatchObject([{ outcome }]);
    });
  });

  test('an order whose id is not known is not paid', async () => {
    const { run, sent } = await stubUser(script);
    expect(await run('store buy 1 --quantity 1 --yes')).toMatchObject(ends(exit.unknown, 'was not paid'));
    expect(sent()).toEqual(['POST /sale/v1/orders']);
  });
});

describe('names that are known in part', () => {
  const locationPoint = { latitude: 11.5, longitude: 104.9 };
  const place = { placeId: 'pl-1', name: 'Wrapped', address: 'Box 1', locationPoint };
  const lost = respondJson({ message: 'no such place' }, 404);
  const search = { checkSum: 'cs', products: [{ productCode: 'STANDARD', fare: 7000 }] };
  const known = {
    '/base-search': search,
    '/pre-request': { rideRequestId: 'RR-1', status: 'WAITPAY' },
    '/phone-verification/check': { verified: true },
  };

  test.each([
    ['a list in an envelope', { '/places/search': { found: [place], more: false } }, 'wrapped'],
    ['a place that is found by its id alone', { '/places/search': [], '/places/x-1': place }, 'x-1'],
  ])('a ride from %s: the receipt says that the unit of its price is not known', async (_, places, from) => {
    const { run, changes } = await stubUser(respondByPath({ ...known, ...places }, lost));
    const rider = '--rider-name Ann --rider-phone +85512345678';
    const line = `ride request --from ${from} --to 11.5695,104.921 --region KH --product STANDARD --currency POINT ${rider} --yes`;
    const said = /From +Wrapped \(11.5, 104.9\)\n[\s\S]*Costs +7,000 \(its unit is not known\)\n/;
    expect((await run(line)).stderr).toMatch(said);
    const to = { latitude: 11.5695, longitude: 104.921, name: '11.5695, 104.921' };
    expect(JSON.parse(changes()[0]!.body).locations).toMatchObject([{ ...locationPoint, name: 'Wrapped' }, to]);
  });

  test('a body given whole is sent as it is, and the receipt says what it does not know', async () => {
    const { run, home, changes } = await stubUser(respondJson({ crossing: { no: 'BX-1' } }, 201));
    const body = { way: 'TO_BEP20', raw: '20000000000000000000' };
    writeFileSync(path.join(home, 'crossing.json'), JSON.stringify(body));
    const end = await run('swap bridge create --input crossing.json --new-recipient --yes');
    expect(end).toMatchObject(ends(exit.ok, 'the request has no readable amount'));
    expect(changes().map((sent) => JSON.parse(sent.body))).toEqual([body]);
  });

  test('what has gone from a list in an envelope is named, whatever id was typed', async () => {
    let left: object = { inbox: [{ id: 'NT-1', title: 'It pours' }], unread: 1 };
    const { run } = await stubUser((socket, request) => {
      if (request.method === 'DELETE') left = { inbox: [], unread: 0 };
      respondJson(left)(socket, request);
    });
    expect(await run('notify dismiss 1 --yes')).toMatchObject({
      stdout: '{"inbox":[],"unread":0}\n',
      stderr: expect.stringContaining('✓ 1 of 1 dismissed: It pours.'),
    });
  });

  test('rows by key have no column of the key where they have it as a field', async () => {
    const { run } = await stubUser(respondJson({ tokens: { '0xAb': { address: '0xAb', symbol: 'T' } } }));
    expect((await run('swap tokens BSC -o csv')).stdout).toBe('address,symbol\n0xAb,T\n');
  });
});
