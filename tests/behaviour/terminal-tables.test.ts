// Tables and details on a terminal: complete ids, readable times and amounts, escaped control characters.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { respondJson } from '../support/scripted-server.js';
import { signedIn, stubUser } from '../support/users.js';

const against = (body: unknown) => stubUser(respondJson(body));
const history = 'wallet history --network ETHEREUM --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const uuid = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const headOf = (text: string) => text.split('\n')[0]!.trim().split(/ {2,}/);

const hostileText =
  'DRAFT\u001b[2J\r\n2026-11-20T10:00:00+00:00  SUCCESS            was DRAFT             succeeded\u001b]0;x\u0007';
test.each(['wait order:1', 'wait ride:1', 'watch ride:1', `wait tx:0x${'1'.repeat(64)} --network BSC`])(
  'in a pipe a status from the server cannot forge a line or move the cursor: %s',
  async (line) => {
    const { run } = await against({ id: '1', status: hostileText });
    const watched = (more: string) => whileTimePasses(() => run(`${line} --max-wait 1s --interval 100ms ${more}`));
    const { code, stdout, stderr } = await watched('');
    expect(code).toBe(exit.pending);
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    expect(stdout.match(/\n/g)).toHaveLength(1);
    expect(stdout).toContain('DRAFT\\x1b[2J\\x0d\\x0a2026');
    expect(stderr.split('\n').filter((one) => one.startsWith('2026'))).toEqual([]);
    const [first = ''] = (await watched('-o ndjson')).stdout.split('\n');
    expect(JSON.parse(first).status).toBe(hostileText);
  },
);

test('at 80 columns a row keeps its full id, and stderr names the omitted columns once', async () => {
  const { table, run } = await signedIn();
  for (const line of ['assets offerings', 'store inventory list', 'points missions list', 'notify list', history]) {
    const { stdout, stderr } = await table(line);
    const [head, ...rows] = stdout.trimEnd().split('\n');
    expect([line, headOf(head!).at(-1)]).toEqual([line, 'ID']);
    for (const row of rows) expect([line, row.length <= 80, uuid.test(row)]).toEqual([line, true, true]);
    expect(stderr.match(/\d columns? left out \([\w., …]+\): choose them with --columns/g), line).toHaveLength(1);
  }
  expect((await table('assets offerings', { columns: 400 })).stderr).not.toContain('left out');
  for (const quiet of ['assets offerings', 'assets offerings -o table'])
    expect((await run(quiet)).stderr).not.toContain('left out');
  const narrow = await table('assets offerings', { columns: 30 });
  expect(narrow.stderr).toContain('-o name prints them whole');
});

test('the column that the next command needs is kept; long words and repeated addresses are omitted', async () => {
  const { table } = await signedIn();
  expect(headOf((await table('depin chargers')).stdout)).toContain('STATION');
  expect((await table('depin chargers')).stdout).toMatch(/ hub /); // the name of the station, which tuk depin station takes
  expect(headOf((await table('wallet chains')).stdout)).not.toContain('EXPLORER');
  expect((await table('wallet list')).stdout).toContain('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
  const wide = headOf((await table(history, { columns: 120 })).stdout).join(' ');
  expect(wide).toBe('STATUS UPDATED VALUE IN/OUT TYPE FROM TO ID');
});

test('an ISO time is formatted as a time in a nested table, beside a list, within a text, and in every human-readable format', async () => {
  const at = '2026-11-20T14:02:11.000Z';
  const now = Date.parse('2026-11-20T15:02:11Z');
  const one = { id: '1', status: 'DRAFT', note: `since ${at}`, day: '2026-11-01' };
  const { table } = await against({ ...one, statusLog: [{ status: 'DRAFT', at }] });
  const page = (await table('store order show 1', { now })).stdout;
  expect(page).not.toContain('T14:02');
  expect(page).toMatch(/STATUS +AT\n +! DRAFT +20 Nov \d\d:02:11/);
  expect(page).toMatch(/Note +since 20 Nov 2026 \d\d:02:11/);
  expect(page).toMatch(/Day .*1 Nov 2026/);
  const list = await against({ list: [{ id: '1', at }], validUntil: at });
  for (const form of ['', ' -o table --columns id,at']) {
    const { stdout, stderr } = await list.table(`api user get-current${form}`, { now });
    expect(stdout + stderr).not.toContain('T14:02');
    expect(stderr).toMatch(/valid until 20 Nov \d\d:02:11/);
  }
  expect((await list.run('api user get-current -o csv')).stdout).toContain(at); // data formats keep it unchanged
});

test('of price rows with the same time the last one counts; incomes are summed', async () => {
  const at = '2026-11-20T00:00:00Z';
  const prices = await against(['0.001', '0.002', '0.003'].map((price) => ({ at, price, currency: 'USD' })));
  const drawn = (await prices.table('wallet price-history')).stdout;
  expect(drawn).toMatch(/1 bar {3}last 0\.003 USD {3}average 0\.003/);
  expect(drawn).not.toContain('0.006');
  const incomes = await against(['1', '2', '3'].map((amount) => ({ from: at, amount, currency: 'USD' })));
  expect((await incomes.table('assets incomes')).stdout).toMatch(/1 bar {3}6 USD {3}average 6/);
});

test('HTML from a service is text, and none of it reaches the terminal', async () => {
  const html = '<p>one &amp; <b>two</b>&#27;[2J</p><script>steal()</script><ul><li>three\u001b]0;x\u0007</li></ul>';
  const { stdout } = await (await against({ id: '1', status: 'DRAFT', bodyHtml: html })).table('store order show 1');
  expect(stdout).toMatch(/Body +one & two\\x1b\[2J\n +· three\\x1b\]0;x\\x07\n/);
  expect(stdout).not.toContain('steal');
});

test('the message for an empty response never suggests the command that was just run', async () => {
  const { table } = await against([]);
  const choose = async (line: string) => (await table(line)).stderr;
  for (const line of ['assets offerings', 'depin chargers', 'depin heatmap', 'wallet stakings', 'points missions list'])
    expect(await choose(line)).not.toContain('tuk ');
  const none = 'None with --status OPEN (profile box). List all: tuk assets offerings';
  expect(await choose('assets offerings --status OPEN')).toContain(none);
  expect(await choose('swap tokens BSC')).not.toContain('Try another');
  expect(await choose('swap tokens ETHEREUM')).toContain('Try another network: tuk swap tokens BSC');
  const item = await against({ id: '1', name: 'Pass', status: 'READY', actionType: 'WEBVIEW', actionUrl: null });
  expect((await item.table('store inventory show 1')).stderr).not.toContain('browser');
});

test('amounts have their currency and separated thousands in lists, details and base units', async () => {
  const { table, json, run } = await signedIn();
  expect((await table('assets offerings', { columns: 200 })).stdout).toMatch(/60,000,000 JPY[\s\S]* 12 BTC/);
  const page = (await table('assets offering 1')).stdout;
  expect(page).toMatch(/Raised +84,250 USDC, 70 % of 120,000\n +Goal +120,000 USDC\n/);
  const [row] = await json(`${history} --token MVL`);
  expect(await json(`wallet tx show ${row.id}`)).toMatchObject({ ticker: 'MVL', wholeValue: row.wholeValue });
  expect((await table(`wallet tx show ${row.id}`)).stdout).toMatch(/Value +1,500 MVL/);
  const order = await run('assets order --offering 1 --purchase-type FRACTIONAL --amount 5000 --yes');
  expect(order.stderr).toContain('5,000 USDC');
});

test('a ride is a page with sections, and a list of rides has its time and fare', async () => {
  const { table, run } = await signedIn();
  await run('ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes');
  await run('sandbox advance 40s');
  const { stdout } = await table('ride status');
  expect(stdout).toMatch(/^[◐✓!] [A-Z_]+\n/);
  for (const head of ['DRIVER', 'TRIP']) expect(stdout).toMatch(new RegExp(`\n\n${head}\n`));
  expect(stdout).toMatch(/\nDRIVER\n +Driver +\S.*\n +Car +\S.*\n +Colour +\S.*\n +Plate +PNH-/);
  expect(stdout).toMatch(/\nTRIP\n +From +Royal Palace\n +To +Central Market\n +Fare +[\d,]+ KHR\n/);
  expect(headOf((await table('ride status --known')).stdout).join()).toMatch(/STATUS.*ASKED.*FARE.*ID/);
  const search = await table('ride search --from PNH-01 --to PNH-02 --region KH --currency POINT');
  expect(search.stdout).toMatch(/PRODUCT[\s\S]*STANDARD +Standard +[\d,]+ KHR/);
  expect(search.stderr).toMatch(/valid until \d+ \w+ \d\d:\d\d:\d\d/);
  const line = 'ride search --from 11.564,104.931 --to 11.5695,104.921 --region KH --currency MVL --dry-run';
  expect((await run(line)).stdout).toContain('"payCurrency":"MVL"');
});

test('a detail page is readable: questions of a form, durations, HTML as text, no repetition, no broken words', async () => {
  const { table } = await signedIn();
  const questions = /\nQUESTIONS {2}1\n +QUESTION +ANSWER +NEEDED\n +message +string +yes\n$/;
  expect((await table('store forms show 1')).stdout).toMatch(questions);
  const quote = (await table('swap quote --network BSC --from bMVL --to BNB --amount 1000')).stdout;
  expect(quote).toMatch(/Gives +1,000 bMVL/);
  expect(quote).not.toMatch(/Whole/);
  expect((await table('points games')).stdout).toMatch(/Game duration +7 d\n +Game pause +1 h\n/);
  const withdrawal = (await table('wallet withdraw show 1')).stdout;
  expect(withdrawal).not.toMatch(/<\/?p>|Html|html/);
  expect(withdrawal).toMatch(/Description +0\.5 BNB to 0x\w+\n +Withdrawal completed since \d+ Oct 20\d\d [\d:]{8}\n/);
  for (const line of ['wallet tx show 2', 'wallet price-history', 'wallet withdraw show 1'])
    for (const one of (await table(line)).stdout.split('\n'))
      expect([line, one, one.length <= 80 || !one.trim().includes(' ')]).toEqual([line, one, true]); // a URL stands whole
});

test('a boolean is yes or no in a table, and is found by either; in JSON it stays', async () => {
  const { json, table } = await signedIn();
  const { stdout } = await table('points missions groups', { columns: 200 });
  expect(stdout).toMatch(/RANKING[\s\S]*\b(yes|no)\b/);
  expect(stdout).not.toMatch(/\b(true|false)\b/);
  expect((await table('auth status')).stdout).toMatch(/Usable.*yes/);
  const listed: { ranking: boolean }[] = await json('points missions groups --match ranking~no');
  expect(new Set(listed.map(({ ranking }) => ranking))).toEqual(new Set([false]));
});

test.each([
  ['one currency', [['0.10'], ['0.20'], ['79228162514264337593543950336']], /total 79,228,.*,543,950,336.3 USD$/],
  ['two currencies', [['1'], ['2', 'EUR']], undefined],
  ['a row without an amount', [['1'], [null]], undefined],
  ['one row', [['1']], undefined],
  ['what is not a number', [['1'], ['many']], undefined],
] as const)('totals of %s', async (_, rows, total) => {
  const asset = { ticker: 'MVL', name: 'MVL' };
  const balances = rows.map(([worth, currency = 'USD']) => {
    return { asset, amount: '1', valuatedAmount: worth, valuatedCurrency: currency };
  });
  const { table } = await against(balances);
  const line = 'wallet balance --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --network BSC';
  const [found] = /total .*/.exec((await table(line, { columns: 200 })).stderr) ?? [];
  expect(found).toEqual(total && expect.stringMatching(total));
});
