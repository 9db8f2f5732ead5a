// `tuk batch`: everything is checked before anything is sent, nothing is done twice, and results are JSON lines.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRows } from '../../../src/commands/batch/batch.js';
import { Values } from '../../../src/engine/lines/values.js';
import { account, chainProfile, friend } from '../../support/chain.js';
import { ends, exit } from '../../support/exit.js';
import { platformUser } from '../../support/platform.js';
import { property } from '../../support/runs.js';
import { respondJson } from '../../support/scripted-server.js';
import { jsonLines } from '../../support/streams.js';
import type { User } from '../../support/tuk.js';
import { signedIn, stubUser } from '../../support/users.js';

// The line of a row of a batch is the first one of its record, whatever line breaks its fields and the file have.
const template = 'points transfer --to {to} --amount {amount}';
test.each([
  ['\n', ''],
  ['\r\n', ''],
  ['\n', '\uFEFF'],
  ['\r\n', '\uFEFF'],
])('records of several lines, with %j', (end, mark) => {
  const file = ['to,amount', 'a,1', `"b${end}é${end}c",2`, '', 'd,3', `"e${end}f",4`, 'g,5', ''].join(end);
  const { rows, problems } = parseRows(mark + file, template);
  expect(problems).toEqual([]);
  expect(rows.map(({ line }) => line)).toEqual([2, 3, 7, 8, 10]);
});

test('a header of several lines, a last row without an end of line, and a problem have the first line of their row', () => {
  const { rows } = parseRows('"to",amount,"no\nte"\na,1,x\n"b\nc",2,x', template);
  expect(rows.map(({ line }) => line)).toEqual([3, 4]);
  const { problems } = parseRows('to,amount,ref\na,1,x\n"b\nc",2,x\nd,3,x', template);
  expect(problems.map(({ line }) => line)).toEqual([3, 5]);
});

test('a sheet of a spreadsheet is read as it was written: marks of text, separators, decimals', async () => {
  const user = await signedIn();
  const rows = "\uFEFFcommand;to;amount\r\npoints transfer;dara;0,5\r\npoints transfer;'dara;'2.25\r\n";
  writeFileSync(path.join(user.home, 'rows.csv'), rows);
  const { stdout } = await user.run('batch rows.csv --dry-run --new-recipient');
  expect(JSON.parse(stdout)).toMatchObject({ rows: 2, transfers: 2, totals: { MVP: '3.75' } });
});

describe('rows', () => {
  const text = fc
    .string({ minLength: 1, maxLength: 30, unit: 'binary' })
    .filter((one) => one.trim() === one && !/^(-|$)|[\r\n\u0000\uFEFF]|\{\{/.test(one));
  const csv = (values: readonly string[]) => values.map((one) => `"${one.replaceAll('"', '""')}"`).join(',');

  test('a value of a CSV or of JSON lines is one word of the command, whatever is in it', () => {
    property(100, text, text, (to, amount) => {
      const template = "points transfer --to {to} --amount={amount} 'for {to}'";
      const words = ['points', 'transfer', '--to', to, `--amount=${amount}`, `for ${to}`];
      const read = { rows: [{ words }], problems: [] };
      expect(parseRows(`to,amount\n${csv([to, amount])}\n`, template)).toMatchObject(read);
      expect(parseRows(`${JSON.stringify({ to, amount })}\n`, template)).toMatchObject(read);
      const [row] = parseRows(`${JSON.stringify({ to, amount, token: 'X' })}\n`, undefined).rows;
      expect(row!.words).toEqual(['wallet', 'send', `--to=${to}`, `--amount=${amount}`, '--token=X']);
    });
  });

  test('numbers keep every digit, switches stand alone, empty fields are left out', () => {
    const more = '"newRecipient":true,"fee":"","ref":"a"';
    const { rows } = parseRows(`{"command":"wallet send","amount":12345678901234567890.12345,${more}}`, undefined);
    const words = ['wallet', 'send', '--amount=12345678901234567890.12345', '--new-recipient'];
    expect(rows).toMatchObject([{ words, ref: 'a', number: 1, line: 1 }]);
  });

  test.each([
    ['to,amount\na,1,2\n', ''],
    ['to,amount\n"a,1\n', ''],
    ['to,amount,to\na,1,b\n', 'it has two columns "to"'],
    ['to, to \na,b\n', 'it has two columns "to"'],
    ['amount,Amount\na,b\n', 'it has two columns "Amount"'],
    ['rawAmount,raw-amount\na,b\n', 'it has two columns "raw-amount"'],
    ['to,Ref\na,b\n', 'its column "Ref" is written ref'],
  ])('%j is not a batch', (written, why) => expect(() => parseRows(written, 'x')).toThrow(`is not a CSV file: ${why}`));

  test('a template takes columns of any name, and is never sent with an open brace', () => {
    const sheet = 'Empfänger,Full name\ndara,Dara Sok\n';
    const { rows, problems, unused } = parseRows(sheet, 'points transfer --to {Empfänger} --note "{Full name}"');
    expect([rows[0]?.words.slice(2), problems, unused]).toEqual([['--to', 'dara', '--note', 'Dara Sok'], [], []]);
    for (const template of ['points transfer --to {Full name}', 'points transfer --to {Empf'])
      expect(parseRows(sheet, template).problems[0]?.message).toContain('without }');
  });

  test.each([
    ['{"to":{}}', 'neither text nor a number'],
    ['{"to":"--yes"}', 'begins with a hyphen'],
    ['{"amount":"1"}', 'no column {to}; it has amount'],
    ['{"to":"a","ref":"b c"}', 'is not 1 to 64 letters'],
    ['{"to":"a","ref":"b@c"}', 'is not 1 to 64 letters'],
    [`{"to":"a","ref":"${'b'.repeat(65)}"}`, 'is not 1 to 64 letters'],
    ['{"to":"a","to":"b"}', 'it has the key "to" twice'],
    ['{"to":"a","To":"b"}', 'it has the key "To" twice'],
    ['{"to":"a","t\\u006f":"b"}', 'it has the key "to" twice'],
    ['{"to":"a","ref":" b "}\n{"to":"c","ref":"b"}', 'an earlier row has the ref b'],
    ['{"to":"a","ref":"b"}\n{"to":"c","ref":"b"}', 'an earlier row has the ref b'],
    ['{"to":"a"', 'not a JSON object'],
  ])('%s: %s', (written, why) => {
    const [problem, ...others] = parseRows(written, 'points transfer {to}').problems;
    expect([problem?.message, others]).toEqual([expect.stringContaining(why), []]);
  });

  test('only named variables of the environment are taken', () => {
    const [row] = parseRows('{"command":"points transfer --to {env:WHO}"}', undefined).rows;
    const words = (env: Record<string, string>, named: string[]) =>
      new Values([], env, named).withVariables(row!.words);
    expect(words({ WHO: 'dara' }, ['WHO'])).toEqual(['points', 'transfer', '--to', 'dara']);
    expect(() => words({ WHO: 'dara' }, [])).toThrow('--env does not name');
    expect(() => words({}, ['WHO'])).toThrow('is not set');
  });
});

/** The number and the status of each final line, by number. */
const finals = (stdout: string): readonly string[] =>
  jsonLines(stdout)
    .filter(({ final }) => final)
    .map(({ row, status }) => `${row} ${status}`)
    .sort();

describe('on the sandbox', async () => {
  const user = await signedIn();
  const file = (name: string, text: string) => writeFileSync(path.join(user.home, name), text);
  const pay = ['--template', 'points transfer --to {to} --amount {amount}'];
  const operations = async (): Promise<{ ref?: string }[]> => user.json('ops list');

  test('transfers are made once, however often the line is run; a changed row is refused', async () => {
    file('pay.csv', 'to,amount,ref\ndara,5,rent\nlan,7.5,\n');
    const line = ['batch', 'pay.csv', '--client-ref', 'may', ...pay, '--new-recipient', '--yes'];
    const first = await user.run(line);
    const said = /New recipient +dara[\s\S]*You send +13\.5 MVP in all, fees included[\s\S]*2 of 2 rows passed/;
    expect(first).toMatchObject(ends(exit.ok, said));
    const results = jsonLines(first.stdout);
    expect(results.map(({ line, clientRef }) => `${line} ${clientRef}`)).toEqual(['2 may:rent', '3 may#2']);
    const rows = results.map(({ row, exit: code, result }) => [row, code, result.amount].join(' '));
    expect(rows).toEqual([`1 ${exit.ok} 5`, `2 ${exit.ok} 7.5`]);
    expect(await user.run(line)).toMatchObject(ends(exit.ok, 'Begun before  2: none is sent twice'));
    expect((await operations()).map(({ ref }) => ref).sort()).toEqual(['may#2', 'may:rent']);
    file('pay.csv', 'to,amount,ref\ndara,6,rent\nlan,7.5,\n');
    const changed = await user.run(line);
    expect(changed).toMatchObject(ends(exit.usage, 'line 2: --client-ref may:rent was used for something else', ''));
    expect((await operations()).length).toBe(2);
  });

  test('a row that an older version may have made is not made again: exit 7 with its operation; with a fault of usage in the file, too', async () => {
    const earlier = 'wallet withdraw create --currency MVL --amount 20 --to 0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    await user.run(`${earlier} --client-ref old#1 --new-recipient --yes`);
    const made = await user.run('points transfer --to dara --amount 5 --client-ref old:1 --new-recipient --yes');
    expect(made.code).toBe(exit.ok);
    file('old.csv', 'to,amount\ndara,5\nlan,7.5\n');
    const before = await operations();
    const line = ['batch', 'old.csv', '--client-ref', 'old', ...pay, '--new-recipient'];
    const why = /1 row is wrong\. Nothing was sent\.\n +line 2: .*op-\d{4}-\d{4} as old:1, and it may be this row/;
    expect(await user.run([...line, '--yes'])).toMatchObject(ends(exit.guarded, why, ''));
    const dry = ends(exit.guarded, why, expect.stringContaining('"dryRun":true'));
    expect(await user.run([...line, '--dry-run'])).toMatchObject(dry);
    file('old.csv', 'to,amount\ndara,5\nlan,much\n');
    const both = /2 rows are wrong[\s\S]*line 2: [\s\S]*line 3: /;
    expect(await user.run([...line, '--yes'])).toMatchObject(ends(exit.guarded, both));
    expect(await operations()).toEqual(before);
  });

  test('two rows with one reference, and one that is too long with the name of the batch, are refused', async () => {
    const row = (to: string, more: string) => `{"command":"points transfer --to ${to} --amount 1",${more}}\n`;
    file('twice.ndjson', row('dara', '"clientRef":"twice:a"') + row('lan', '"ref":"a"'));
    const batch = (ref: string) => user.run(`batch twice.ndjson --client-ref ${ref} --new-recipient --yes`);
    const twice = 'line 2: an earlier row has the reference twice:a';
    expect(await batch('twice')).toMatchObject(ends(exit.usage, twice));
    expect(await batch('x'.repeat(99))).toMatchObject(ends(exit.usage, 'more than 100 characters'));
  });

  test('every bad row is named with its line, and nothing is sent', async () => {
    const bad = ['walet chains', 'login', 'wallet chains --json', 'wallet chains {row.9.id}'];
    const lines = ['points transfer --to dara --amount 1e3', ...bad];
    file('bad.ndjson', ['', ...lines.map((command) => JSON.stringify({ command })), 'x'].join('\n'));
    const before = (await operations()).length;
    const { code, stdout, stderr } = await user.run('batch bad.ndjson --client-ref b --yes');
    expect([code, stdout]).toEqual([exit.usage, '']);
    for (const line of [2, 3, 4, 5, 6, 7]) expect(stderr).toContain(`line ${line}: `);
    expect((await operations()).length).toBe(before);
  });

  test.each([
    [[], exit.usage, 'has no reference'],
    [['--client-ref', 'c', '--new-recipient'], exit.guarded, 'Add --yes'],
    [['--client-ref', 'c', '--new-recipient', '--yes', '--parallel', '0'], exit.usage, 'from 1 to 99'],
  ])('with %j nothing is sent', async (more, code, why) => {
    file('new.csv', 'to,amount\nkenji,1\n');
    const before = (await operations()).length;
    expect(await user.run(['batch', 'new.csv', ...pay, ...more])).toMatchObject(ends(code, why, ''));
    expect((await operations()).length).toBe(before);
  });

  test('reads run, take values from earlier rows, and shape their results', async () => {
    const me = '{"command":"api user get-current","ref":"me"}\n{"command":"api user get-user {ref:me.userId}"}\n';
    file('reads.ndjson', `${me}{"command":"points balance","fields":"amount"}`);
    const { code, stdout } = await user.run('batch reads.ndjson');
    const rows = jsonLines(stdout).sort((one, other) => one.row - other.row);
    expect([code, rows.map(({ exit }) => exit)]).toEqual([exit.ok, [exit.ok, exit.ok, exit.ok]]);
    expect(rows[1].result.name).toBe('Mina Park');
    expect(Object.keys(rows[2].result)).toEqual(['amount']);
  });

  test('--jq filters the line of each row; another format than JSON lines is refused', async () => {
    file('two.csv', 'ref,command\na,points balance\nb,points balance\n');
    const { code, stdout } = await user.run(['batch', 'two.csv', '--jq', '[.ref, .result.currencyId]']);
    expect([code, stdout.trim().split('\n').sort()]).toEqual([exit.ok, ['["a","MVP"]', '["b","MVP"]']]);
    expect((await user.run('batch two.csv -o table')).code).toBe(exit.usage);
    expect(await user.run('batch two.csv --jq .ref.x')).toMatchObject({ code: exit.usage });
  });

  test('a --jq that fails after a payment stops no row: each is printed whole, with exit 1', async () => {
    file('jq.csv', 'to,amount\ndara,1\ndara,2\n');
    const line = 'batch jq.csv --client-ref jq --yes --jq .row.x'.split(' ');
    const { code, stdout, stderr } = await user.run([...line, ...pay]);
    expect([code, finals(stdout)]).toEqual([exit.failed, ['1 done', '2 done']]);
    expect(stderr).toContain('Rows were run and are printed whole.');
  });

  test('a row that fails stops what moves value, unless --keep-going', async () => {
    const fails = '{"command":"api sale cancel-order 999"}';
    file('stop.ndjson', `${fails}\n{"command":"points transfer --to dara --amount 1"}\n`);
    const paid = (...more: string[]) => user.run(['batch', 'stop.ndjson', '--new-recipient', '--yes', ...more]);
    const stopped = await paid('--client-ref', 's1');
    expect(jsonLines(stopped.stdout)).toMatchObject([
      { row: 1, exit: exit.notFound, status: 'failed', final: true },
      { row: 2, line: 2, clientRef: 's1#2', exit: null, status: 'not-started', final: true },
    ]);
    expect(stopped.code).toBe(exit.notFound); // nothing was made
    expect(stopped.stderr).toMatch(/1 was not run[\s\S]*Resume it: tuk batch stop\.ndjson/);
    const on = await paid('--client-ref', 's2', '--keep-going');
    expect([on.code, jsonLines(on.stdout).map(({ exit }) => exit)]).toEqual([exit.partial, [stopped.code, exit.ok]]);
  });
});

test('a recipient that the receipt cannot show must be known, whatever the batch allows; the --to of a swap is a token', async () => {
  const user = await chainProfile();
  const rows = (...lines: readonly object[]) =>
    writeFileSync(path.join(user.home, 'rows.ndjson'), lines.map((line) => JSON.stringify(line)).join('\n'));
  const send = { command: 'wallet send', network: 'BSC', token: 'BNB', amount: '0.001', keyFile: 'phrase.txt' };
  const line = ['batch', 'rows.ndjson', '--client-ref', 'd', '--new-recipient', '--yes', '--interval', '10ms'];
  rows({ command: `wallet chains --jq '{to:"${friend}"}'` }, { ...send, to: '{row.1.to}' });
  const hidden = await user.run(line);
  const said = jsonLines(hidden.stdout).map(({ exit, error }) => `${exit} ${error?.code}`);
  expect(said).toEqual([`${exit.ok} undefined`, `${exit.guarded} NEW_RECIPIENT`]);
  expect([hidden.code, user.broadcasts()]).toEqual([exit.guarded, []]);
  expect(hidden.stderr).toContain('▲ Amounts');
  rows({ ...send, to: friend, newRecipient: true });
  expect(await user.run(line)).toMatchObject(ends(exit.usage, '--new-recipient, which is given to the batch'));
  rows({ command: 'swap run', network: 'BSC', from: 'BNB', to: 'USDC', amount: '0.01', keyFile: 'phrase.txt' });
  const swap = await user.run(['batch', 'rows.ndjson', '--client-ref', 'e', '--dry-run']);
  expect(JSON.parse(swap.stdout)).toMatchObject({ transfers: 1, newRecipients: [] });
  expect(user.broadcasts()).toEqual([]);
});

const line = 'batch pay.csv --client-ref x --new-recipient --yes --interval 10ms';
/** Writes a file of payments to a friend, which `line` sends. */
const pay = ({ home }: User, amounts: readonly string[]) => {
  const rows = amounts.map((amount) => `BSC,BNB,${friend},${amount},phrase.txt`);
  writeFileSync(path.join(home, 'pay.csv'), ['network,token,to,amount,key-file', ...rows].join('\n'));
};

test('a protected profile is confirmed once, by its name; a read-only one runs reads alone', async () => {
  const user = await chainProfile({ settings: { protected: 'true' } });
  pay(user, ['0.001']);
  expect([(await user.run(line)).code, user.broadcasts()]).toEqual([exit.guarded, []]);
  expect((await user.run(line.replace('--yes', '--confirm box'))).code).toBe(exit.ok);
  expect(user.broadcasts()).toHaveLength(1);
  await user.run('profile set box protected false --confirm box');
  await user.run('profile set box readOnly true');
  expect((await user.run(line)).code).toBe(exit.guarded);
  writeFileSync(path.join(user.home, 'reads.ndjson'), '{"command":"wallet chains"}');
  expect((await user.run('batch reads.ndjson')).code).toBe(exit.ok);
});

test('at an unknown outcome it stops at once: exit 10; the same line again goes on', async () => {
  const user = await chainProfile();
  pay(user, Array(5).fill('0.001'));
  let count = 0;
  user.node.rules.eth_sendRawTransaction = (_, { forward, drop }) => (++count === 3 ? drop() : forward());
  const { code, stdout, stderr } = await user.run(`${line} --parallel 1`);
  const states = ['1 done', '2 done', '3 unknown', '4 not-started', '5 not-started'];
  expect([code, finals(stdout)]).toEqual([exit.unknown, states]);
  expect(stderr).toMatch(/ {2}Look first: tuk ops check op-\S+\n {2}Resume it: /);
  user.node.rules.eth_sendRawTransaction = undefined;
  const again = await user.run(line);
  expect([again.code, jsonLines(again.stdout).filter(({ final }) => final).length]).toEqual([exit.ok, 5]);
  expect(new Set(user.broadcasts()).size).toBe(5);
  expect(BigInt(await user.ask('eth_getTransactionCount', account, 'latest'))).toBe(5n);
});

test('20 reads side by side are each one request; many at once leave no warning of Node', async () => {
  const warnings: string[] = [];
  const noteWarning = ({ name }: Error) => warnings.push(name);
  process.on('warning', noteWarning);
  const { run, home, server } = await stubUser(respondJson({ a: 1 }));
  writeFileSync(path.join(home, 'reads.ndjson'), Array(20).fill('{"command":"api wallet get-mvl-info"}').join('\n'));
  const read = (concurrency: number) =>
    run(`batch reads.ndjson --parallel ${concurrency}`, { signal: new AbortController().signal });
  const { code, stdout } = await read(4);
  expect([code, jsonLines(stdout).length, server.requests.length]).toEqual([exit.ok, 20, 20]);
  expect((await read(99)).code).toBe(exit.ok);
  await new Promise((resolve) => setImmediate(resolve)); // warnings come later
  process.off('warning', noteWarning);
  expect(warnings).toEqual([]);
});

test('a token that a service repeats in an error is redacted in the rows; a bad --interval is found before the confirmation', async () => {
  const answer = respondJson({ code: 'BAD', message: 'what is secret-token-0123456789?' }, 400);
  const { run, home } = await stubUser(answer, { signIn: false });
  await run('login --tokens-stdin', { stdin: '{"accessToken":"secret-token-0123456789"}' });
  writeFileSync(path.join(home, 'rows.ndjson'), '{"command":"api user get-current"}\n'.repeat(3));
  const { stdout, stderr } = await run('batch rows.ndjson');
  expect([jsonLines(stdout).length, (stdout + stderr).includes('secret-token')]).toEqual([3, false]);
  const tooShort = await run('batch rows.ndjson --interval 20ms', { leastInterval: 1000 });
  expect(tooShort).toMatchObject(ends(exit.usage, '--interval is at least 1s', ''));
});

/** Rows of JSON lines in the file `rows.ndjson`. */
const writeRows = ({ home }: Pick<User, 'home'>, commands: readonly string[]) =>
  writeFileSync(path.join(home, 'rows.ndjson'), commands.map((command) => JSON.stringify({ command })).join('\n'));
const order = (id: string) => `api sale get-order ${id}`;
const cancel = (id: string) => `api sale cancel-order ${id}`;
/** Waits until whatever is under way in this process has gone on by many turns. */
const manyTurns = async () => {
  for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
};

test('a read sees the changes above it, and not those below it; reads between two changes run side by side', async () => {
  const begun: string[] = [];
  const seen: Record<string, readonly string[]> = {};
  const user = await stubUser(async (socket, request) => {
    const name = `${request.method} ${request.path.split('/').at(-1)}`;
    begun.push(name);
    await manyTurns();
    seen[name] = [...begun];
    respondJson({ id: '1' })(socket, request);
  });
  writeRows(user, [order('1'), order('2'), cancel('3'), order('4'), order('5'), cancel('6'), order('7')]);
  expect((await user.run('batch rows.ndjson --yes')).code).toBe(exit.ok);
  const before = ['GET 1', 'GET 2'];
  const between = [...before, 'DELETE 3', 'GET 4', 'GET 5'];
  const expected = [before, [...before, 'DELETE 3'], between, [...between, 'DELETE 6']];
  expect(['GET 1', 'DELETE 3', 'GET 4', 'DELETE 6'].map((name) => seen[name])).toEqual(expected);
});

test('a batch that is interrupted while a change is under way says of every row what has become of it', async () => {
  const stop = new AbortController();
  const user = await stubUser((socket, request) => {
    if (request.method === 'GET') return respondJson({ id: '1' })(socket, request);
    stop.abort('SIGINT');
  });
  writeRows(user, [order('1'), cancel('2'), cancel('3'), order('4')]);
  const { code, stdout } = await user.run('batch rows.ndjson --yes', { signal: stop.signal });
  expect([code, finals(stdout)]).toEqual([exit.interrupted, ['1 done', '2 stopped', '3 not-started', '4 not-started']]);
});

test('a transaction that is in no block when the batch is interrupted has been sent: exit 14 if another row was not', async () => {
  const stop = new AbortController();
  const user = await chainProfile();
  pay(user, ['0.001', '0.002']);
  user.node.rules.eth_getTransactionReceipt = () => {
    stop.abort('SIGINT');
    return null;
  };
  const { code, stdout } = await user.run(`${line} --parallel 1`, { signal: stop.signal });
  const sent = { row: 1, exit: exit.pending, status: 'sent', operation: expect.stringMatching(/^op-/) };
  const ended = [sent, { row: 2, exit: null, status: 'not-started' }];
  expect([code, jsonLines(stdout).filter(({ final }) => final)]).toMatchObject([exit.partial, ended]);
});

test('a key signs the next row while the transaction before waits for its block; each row ends once', async () => {
  const user = await chainProfile();
  pay(user, ['0.001', '0.002', '0.003']);
  user.node.rules.eth_getTransactionReceipt = async (_, { forward }) =>
    user.broadcasts().length < 3 ? null : forward();
  const { code, stdout } = await user.run(`${line} --parallel 1`);
  const lines = jsonLines(stdout);
  expect([code, finals(stdout)]).toEqual([exit.ok, ['1 done', '2 done', '3 done']]);
  expect(lines.filter(({ status }) => status === 'sent').map(({ row, exit }) => [row, exit])).toContainEqual([1, null]);
});

test('a transaction that reverts ends its row with 13, whether it is mined at once or later', async () => {
  const user = await chainProfile();
  pay(user, ['0.001', '0.002']);
  let looks = 0;
  user.node.rules.eth_getTransactionReceipt = async (_, { forward }) => {
    looks += 1;
    const receipt = await forward();
    return looks === 1 || !receipt ? null : { ...receipt, status: '0x0' };
  };
  const { code, stdout } = await user.run(`${line} --keep-going`);
  const ends = jsonLines(stdout).filter(({ final }) => final);
  expect(ends.map(({ row }) => row).sort()).toEqual([1, 2]);
  expect(ends.map(({ exit }) => exit)).toEqual([exit.endedBadly, exit.endedBadly]);
  expect([code, ends.map(({ status }) => status)]).toEqual([exit.endedBadly, ['reverted', 'reverted']]);
});

test('a change that moves no value is made once for a reference; one whose end is unknown is made again by --again', async () => {
  let fails = true;
  const user = await stubUser((socket, request) =>
    fails && request.path.endsWith('2') && request.method !== 'GET'
      ? socket.destroy()
      : respondJson({ ok: true })(socket, request),
  );
  writeRows(user, ['api sale cancel-order 1', 'api sale cancel-order 2']);
  const batch = (more = '') => user.run(`batch rows.ndjson --client-ref a --yes ${more}`);
  expect((await batch()).code).toBe(exit.unknown);
  fails = false;
  const unknown = await batch();
  expect([unknown.code, user.changes().length]).toEqual([exit.unknown, 2]);
  expect(jsonLines(unknown.stdout)).toMatchObject([
    { row: 1, earlier: true, status: 'done' },
    { row: 2, status: 'unknown', error: { code: 'STEP_UNKNOWN', hint: expect.stringContaining("--again '#2'") } },
  ]);
  expect((await user.run(['batch', 'rows.ndjson', '--client-ref', 'a', '--yes', '--again', '#2'])).code).toBe(exit.ok);
  expect((await batch()).code).toBe(exit.ok);
  expect(user.changes().length).toBe(3);
  expect((await batch('--again x')).code).toBe(exit.usage);
});

test('a name that no earlier row has is refused; a row whose value is missing is not run', async () => {
  const user = await stubUser(respondJson({ id: '7' }));
  writeRows(user, ['api sale get-order {id}']);
  expect(await user.run('batch rows.ndjson')).toMatchObject(ends(exit.usage, 'takes {id}, which no earlier row has'));
  writeRows(user, ['api sale get-order 7', 'api sale get-order {row.1.nothing}']);
  const { stdout, stderr } = await user.run('batch rows.ndjson');
  expect(jsonLines(stdout)[1]).toMatchObject({ status: 'not-started', why: 'no row has a value for {row.1.nothing}' });
  expect(stderr).toContain('1 of 2 rows passed, 1 was not run');
});

test('a list that no row changes is read once for a batch, and anew after a change', async () => {
  const user = await stubUser(respondJson([]));
  const balance = 'wallet balance 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --network BSC';
  const lists = async (...commands: readonly string[]) => {
    user.server.requests.length = 0;
    writeRows(user, commands);
    await user.run('batch rows.ndjson --yes');
    const count = (part: string) => user.server.requests.filter(({ path: one }) => one.includes(part)).length;
    return [count('/balance'), count('/token')];
  };
  const once = await lists(balance);
  expect(once[0]).toBe(1);
  expect(await lists(balance, balance, balance)).toEqual([3, once[1]]);
  expect(await lists(balance, 'api sale cancel-order 1', balance)).toEqual([2, once[1]! * 2]);
});

test('a file without a row below its heading has nothing to do, and an empty one is refused', async () => {
  const { run } = await stubUser(respondJson({}));
  const transfer = ['batch', '-', '--template', 'points transfer --to {to} --amount {amount}'];
  const none = await run([...transfer, '--client-ref', 'a', '--yes'], { stdin: 'to,amount\n' });
  expect(none).toMatchObject(ends(exit.ok, 'no row below its heading', ''));
  expect(await run(transfer, { stdin: ' \n' })).toMatchObject(ends(exit.usage, 'Standard input is empty.'));
});

describe('the status of a row that moved value is its outcome in the ledger', () => {
  const processing = { code: 0, msg: 'success', data: { transfer_id: 'tr_1', state: 'processing' } };
  const line = ['batch', 'pay.csv', '--client-ref', 'm', '--template', 'points transfer --to {to} --amount {amount}'];
  const paying = async (money: unknown, reads = {}) => {
    const user = await platformUser({ money, reads });
    writeFileSync(path.join(user.home, 'pay.csv'), 'to,amount\ndara,1\nkim,2\n');
    return { ...user, pay: () => user.run([...line, '--new-recipient', '--yes']) };
  };

  test('accepted, at the first run and when it is resumed', async () => {
    const { pay, lines, transfers } = await paying(processing);
    for (const run of [await pay(), await pay()]) {
      const ids = (await lines()).map(({ id }) => id);
      expect(run.code).toBe(exit.ok);
      expect(finals(run.stdout)).toEqual(['1 accepted', '2 accepted']);
      expect(new Set(jsonLines(run.stdout).map(({ operation }) => operation))).toEqual(new Set(ids));
      expect(run.stderr).toContain('▲ 2 of 2 rows passed, 2 are only accepted and not known to be done (');
      expect(run.stderr).toContain('tuk ops check');
      expect((await lines()).map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
    }
    expect(transfers()).toHaveLength(2);
  });

  test('sums include the fees only if these are known', async () => {
    const known = await (await paying({ id: 't' })).pay();
    expect(known.stderr).toMatch(/You send +4 MVP in all, fees included\n/);
    const unknown = await (await paying({ id: 't' }, { '/mvp/transfer/fee': { fee: { value: '250000' } } })).pay();
    expect(unknown.stderr).toMatch(/▲ Fees +of 2 rows are not known [\s\S]*You send +3 MVP in all, known fees incl/);
  });
});
