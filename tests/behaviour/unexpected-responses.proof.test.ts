// Every read of every group with unexpected responses: empty, hostile, with unknown enum values, of another shape.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Command } from '../../src/cli/command/command.js';
import { groupNames, groups } from '../../src/groups.js';
import { exit } from '../support/exit.js';
import { respond, respondByPath } from '../support/scripted-server.js';
import { argvOf } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

const hostile = '\u001b[2J\u202e\u0007\u009b31m\u200bevil\r\n';
const columns = 'status title name amount createdAt at currency decimals price vin network type'.split(' ');
const row = (text: unknown) => Object.fromEntries([['id', 'a'], ...columns.map((name) => [name, text])]);
const responseBodies: Readonly<Record<string, string>> = {
  'an empty list': '[]',
  'nothing at all': '',
  null: 'null',
  'a text': '"text"',
  'an empty object': '{}',
  'rows of nothing': '[null,{},[],1]',
  'hostile texts': JSON.stringify([row(hostile), { [hostile]: hostile, id: hostile }]),
  'one hostile thing': JSON.stringify({ ...row(hostile), within: row(hostile), list: [row(hostile)] }),
  'unknown words': JSON.stringify([row('TELEPORTING'), row('2026-99-99T99:99:99Z'), row('1e400'), row('-0.0000')]),
  'numbers beyond a double': `[{"id":1,"amount":${'9'.repeat(78)},"price":0.${'1'.repeat(60)}}]`,
  'lists in lists': JSON.stringify({ data: { items: [row('x')], more: [[1], [2]] }, count: 3 }),
};

let lines: string[];
beforeAll(async () => {
  const commands: Command[] = [];
  for (const name of groupNames)
    commands.push(...(await groups[name].load()).group.commands.filter(({ read }) => read));
  lines = commands.flatMap(({ examples }) => {
    const example = examples.map((one) => one.slice(4)).find((one) => !/[|>]|-o |--jq|--fields/.test(one));
    return example ? [example.replaceAll(/<[\w-]+>/g, 'x')] : [];
  });
});

test('there are reads in every everyday group', async () => {
  expect(lines.length).toBeGreaterThan(70);
  expect(new Set(lines.map((line) => line.split(' ')[0]))).toEqual(
    new Set(['account', 'assets', 'ride', 'wallet', 'swap', 'points', 'store', 'depin', 'notify', 'find']),
  );
});

describe.each(Object.entries(responseBodies))('%s', (_, body) => {
  test('every read prints it or one sentence: no stack trace, no control character, no bug', {
    timeout: 60_000,
  }, async () => {
    const { table } = await stubUser(respond(200, body));
    for (const line of lines)
      for (const form of [[], ['-o', 'csv'], ['-o', 'yaml']]) {
        const { code, stdout, stderr } = await table([...argvOf(line), ...form]);
        const output = `${line} ${form.join(' ')}: ${code} ${stdout} ${stderr}`;
        expect(output).toMatch(line.startsWith('swap quote') ? /: (0|2|11) / : /: (0|3|5|11) /); // a quote needs its tokens in a list
        expect(output).not.toMatch(/\n\s+at |TypeError|undefined|\[object Object\]/);
        expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      }
  });
});

describe('an invalid response is an error, not an empty list', () => {
  const invalid = ['"hello"', '{}', 'null'];
  test.each(invalid)('%j instead of a list: exit 11 with the name of the call', async (body) => {
    const user = await stubUser(respond(200, body));
    for (const line of ['wallet list', 'wallet balance', 'points history', 'ride currencies KH']) {
      const { code, stdout, stderr } = await user.run(line);
      expect([line, code, stdout]).toEqual([line, exit.server, '']);
      expect(stderr).toMatch(/^✗ The response of [\w-]+ [\w-]+ \(GET \/\S+\) (holds no list|is empty)\./m);
    }
  });

  test('an empty body instead of data is exit 11; a call without a response body succeeds', async () => {
    const user = await stubUser(respond(204, ''));
    for (const line of ['points balance', 'store order show 1', 'whoami', 'wallet withdraw show 1'])
      expect([line, (await user.run(line)).code]).toEqual([line, exit.server]);
    expect((await user.run('notify dismiss n1 --yes')).code).toBe(exit.ok);
  });

  test('a place without coordinates is an invalid response', async () => {
    const user = await stubUser(respond(200, '{}'));
    expect((await user.run('ride search --from PNH-01 --to PNH-02 --region KH')).code).toBe(exit.server);
  });
});

test('an unknown network is requested like any other, and its numbers are unchanged', async () => {
  const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const held = `[{"network":"x","address":"${address}","amount":123456789012345678901234567890,"asset":{"ticker":"T"}}]`;
  const wallets = ['ETHEREUM', 'SUI'].map((network) => ({ network, address }));
  const user = await stubUser((...on) =>
    (/\/balance\?/.test(on[1].path) ? respond(200, held) : respondByPath({ '/v2/wallets': wallets }))(...on),
  );
  const { code, stdout } = await user.run('wallet balance');
  expect([code, stdout]).toEqual([exit.ok, expect.stringContaining('"SUI"')]);
  expect(stdout.match(/123456789012345678901234567890/g)).toHaveLength(2);
});
