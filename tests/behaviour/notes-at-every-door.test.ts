// What a person must know beside a response is there at every door: in a plain run, with --json, -w, two profiles, in a
// batch, in a flow, over MCP, on a board and in the linear form.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { conversation } from '../support/conversation.js';
import { exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { connect } from '../support/mcp-client.js';
import { prepared, transferCommands } from '../support/money-commands.js';
import { program } from '../support/screen.js';
import { respondByPath, respondJson, type Script } from '../support/scripted-server.js';
import { stubUser } from '../support/users.js';

const stations = Array.from({ length: 3 }, (_, at) => ({ id: `${at}`, name: `Station ${at}`, status: 'ON' }));

const both = ['OPEN', 'CLOSED'].map((status, at) => ({ id: String(at), status }));
const chargers = { '/chargers': [{ id: '1', stationId: '7', status: 'ON' }] };
const zeros = (digit: number) => `0x${String(digit).padStart(40, '0')}`;
const nameless = respondByPath(chargers, respondJson({ message: 'no' }, 403));
const cases: readonly (readonly [is: string, line: string, script: Script, sentence: RegExp])[] = [
  [
    'cut',
    'depin stations',
    respondJson({ data: stations, total: 500 }),
    /These are 3 of 500 rows, as the service says/,
  ],
  [
    'filter-ignored',
    'assets offerings --status OPEN',
    respondJson(both),
    /1 of 2 rows have another status: the service/,
  ],
  [
    'filter-ignored',
    'assets offerings --status OPEN',
    respondJson({
      data: { rows: ['open', 'closed'].map((state, at) => ({ offering_no: at, offering_state: state })) },
    }),
    /1 of 2 rows have another status: the service/,
  ],
  [
    'filter-ignored',
    `wallet history --network BSC --address ${zeros(1)}`,
    respondJson([{ id: '1', from: zeros(2), to: zeros(3), network: 'BSC' }]),
    /1 of 1 row has another address: the service took no notice of the address/,
  ],
  [
    'filter-unclear',
    'depin stations --status ON',
    respondJson(['ON', 7].map((status, id) => ({ id, status }))),
    /1 of 2 rows have an unknown status, such as "7": it may be that of (--|the argument )status/,
  ],
  [
    'reported',
    'assets offerings',
    respondJson({ data: both, warnings: [{ message: 'of yesterday' }] }),
    /The service says beside these rows: "of yesterday"/,
  ],
  ['left-out', 'depin chargers', nameless, /The names of the stations cannot be read, so no row has one: /],
  [
    'chain-id-differs',
    'wallet chains',
    respondJson([{ network: 'BSC', chainId: 1 }]),
    /BSC: the service has .* 1, tuk 56/,
  ],
];

test.each(cases)('the note %s of tuk %s', async (is, line, script, sentence) => {
  const { run, home, server } = await stubUser(script);
  const words = line.split(' ');
  const plain = await run(line);
  expect([plain.code, plain.stderr]).toEqual([exit.ok, expect.stringMatching(sentence)]);
  const { stderr } = await run(`${line} --json`);
  expect(JSON.parse(stderr).notes).toEqual([expect.objectContaining({ is, message: expect.stringMatching(sentence) })]);
  const repeated = await whileTimePasses(() => run(`${line} -w --count 2 --interval 1s`));
  expect(repeated.stderr.match(new RegExp(sentence, 'g'))).toHaveLength(1);
  await run(['profile', 'add', 'other', '--base', `${server.url}/{service}`]);
  await run('login --tokens-stdin -p other', { stdin: '{"accessToken":"aaaa"}' });
  const both = await run(`${line} -p box,other`);
  expect(both.stderr).toMatch(new RegExp(`Profile box: ${sentence.source}[\\s\\S]*Profile other: ${sentence.source}`));
  const followed = await whileTimePasses(() => run(`${line} -p box,other -w --count 2 --interval 1s`));
  for (const name of ['box', 'other'])
    expect(followed.stderr.match(new RegExp(`Profile ${name}: ${sentence.source}`, 'g'))).toHaveLength(1);
  writeFileSync(path.join(home, 'flow.yaml'), `steps: [{ name: one, run: '${line}' }]`);
  const flow = await run(['flow', 'run', path.join(home, 'flow.yaml'), '--yes']);
  expect(JSON.parse(flow.stdout)[0].notes).toEqual([expect.objectContaining({ is })]);
  expect(flow.stderr).toMatch(sentence);
  writeFileSync(path.join(home, 'lines.ndjson'), `${JSON.stringify({ command: line })}\n`);
  const { stdout } = await run(['batch', path.join(home, 'lines.ndjson')]);
  expect(JSON.parse(stdout.trim()).notes).toEqual([expect.objectContaining({ is })]);
  const { client, close } = await connect(home, '--all-tools');
  const name = words.slice(0, 2).join('_');
  const options = words.slice(2).flatMap((word, at, all) => (at % 2 === 0 ? [[word.slice(2), all[at + 1]]] : []));
  const result = await client.callTool({ name, arguments: Object.fromEntries(options) });
  expect(result.structuredContent).toMatchObject({ notes: [{ is, message: expect.stringMatching(sentence) }] });
  await close();
});

test('a board and the linear form say how many rows there are, and what is missing', async () => {
  const { home } = await stubUser(respondByPath({ '/stations': { data: stations, total: 500 } }, respondJson([])));
  const app = await program([], { home });
  await app.press(':depin stations\r');
  await app.until(/3 of 500 rows/);
  app.stop('SIGTERM');
  await app.ended();
  const talk = conversation([], { home, env: { ACCESSIBLE: '1' } });
  await talk.opening;
  await talk.type(':depin stations');
  expect(await talk.until(/rows/, '1')).toMatch(/3 of 500 rows/);
  await talk.type('q');
  expect(await talk.exitCode).toBe(exit.ok);
});

test('what an empty list speaks of is said once where nothing else is printed, and of every profile', async () => {
  const { run, home, server } = await stubUser(respondJson([]));
  const line = 'assets offerings --status OPEN';
  const nothing = 'None with --status OPEN (profile box).';
  expect(JSON.parse((await run(`${line} --json`)).stderr).notes).toMatchObject([{ is: 'none', message: nothing }]);
  const polled = await whileTimePasses(() => run(`${line} -w --count 2 --interval 1s`));
  expect([polled.stdout, polled.stderr]).toEqual(['', `  ${nothing}\n`]);
  await run(['profile', 'add', 'other', '--base', `${server.url}/{service}`]);
  expect((await run(`${line} -p box,other -o table`)).stderr).toContain(
    'None with --status OPEN (profile box, other).',
  );
  const app = await program([], { home });
  await app.press(`:${line}\r`);
  await app.until(/None with --status OPEN \(profile box\)/);
  app.stop('SIGTERM');
  await app.ended();
});

test('what fails after a change is data, and the change is done all the same', async () => {
  const send = await prepared(transferCommands['wallet send']![0]!);
  await send.run(['sandbox', 'fault', 'add', 'status=503', '--on', 'wallet recordTransaction', '--times', '9']);
  const { code, stdout, stderr } = await send.move('--yes --json');
  expect([code, JSON.parse(stdout).outcome]).toEqual([exit.ok, 'done']);
  const part = 'The platform has not recorded the transaction, which goes on all the same';
  expect(stderr).toContain(`{"notes":[{"is":"left-out","part":"${part}","code":`);
});
