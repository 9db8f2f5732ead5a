// Measures start-up times against their budget, as ratios of alternating pairs of processes, and the cost of screens. Writes bench/results.json.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import * as pty from '@lydell/node-pty';

const root = path.resolve(import.meta.dirname, '..');
const tuk = [process.execPath, path.join(root, 'bin/tuk.cjs')];
const bare = [process.execPath, '-e', '0'];
const pairs = Number(process.env.BENCH_PAIRS ?? 30);
const home = mkdtempSync(path.join(tmpdir(), 'tuk-bench-'));
const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...rest } = process.env; // both distort the ratios
const env = { ...rest, TUK_HOME: home, COLUMNS: '80', LINES: '24', NO_COLOR: '1' };

/** One run of a command that ends with `exit`, in milliseconds. */
function once(command, { exit = 0, ...options } = {}) {
  const started = process.hrtime.bigint();
  const { status, error, stderr } = spawnSync(command[0], command.slice(1), {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...options,
  });
  const took = Number(process.hrtime.bigint() - started) / 1e6;
  if (error || status !== exit) throw new Error(`${command.join(' ')} ended with ${status}: ${error ?? stderr}`);
  return took;
}
const median = (list) => list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)];

/** The median of pairwise ratios of two runs, which take turns in being first. */
async function ratioOf(runA, runB) {
  const ratios = [];
  for (let i = -1; i < pairs; i++) {
    const first = i % 2 === 0 ? await runA() : undefined;
    const other = await runB();
    ratios.push((first ?? (await runA())) / other);
  }
  return median(ratios.slice(1)); // the first pair warms up
}
/** The ratio of two commands. */
const ratio = (a, b) =>
  ratioOf(
    async () => once(a),
    async () => once(b),
  );
/** The ratio of a command with a screen and a bare Node, both in a pseudo-terminal. */
const screenRatio = (command, on) =>
  ratioOf(
    () => inTerminal(command, on),
    () => inTerminal(bare),
  );

/** What a run of a command says of itself when it exits. @param figure an expression for it */
function told(figure, command, environment = env) {
  const tell = `data:text/javascript,import{writeSync}from"node:fs";process.on("exit",()=>writeSync(3,String(${figure})))`;
  const { status, output, stderr } = spawnSync(command[0], ['--import', tell, ...command.slice(1)], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  if (status !== 0) throw new Error(`${command.join(' ')} ended with ${status}: ${stderr}`);
  return Number(String(output[3]));
}
/** The median peak memory of a process, kilobytes. */
const peak = (command) => median(Array.from({ length: 9 }, () => told('process.resourceUsage().maxRSS', command)));

/** One run in a pseudo-terminal, milliseconds; `key` is pressed once `seen` is on the screen. */
function inTerminal([file, ...args], { seen, key } = {}) {
  return new Promise((over, failed) => {
    const started = process.hrtime.bigint();
    const child = pty.spawn(file, args, { cols: 80, rows: 24, cwd: root, env: { ...env, TERM: 'xterm-256color' } });
    let text = '';
    const late = setTimeout(() => {
      child.kill();
      failed(new Error(`${args.join(' ')} never showed ${JSON.stringify(seen)}: ${text.slice(-300)}`));
    }, 20_000);
    child.onData((data) => {
      text += data;
      if (seen && text.includes(seen)) {
        seen = undefined;
        child.write(key);
      }
    });
    child.onExit(({ exitCode }) => {
      clearTimeout(late);
      if (exitCode !== 0) return failed(new Error(`${args.join(' ')} ended with ${exitCode}: ${text}`));
      over(Number(process.hrtime.bigint() - started) / 1e6);
    });
  });
}
/** The cost of moving the cursor in a list of `rows` rides, on a terminal in memory: CPU time in milliseconds, and bytes as a share of a full screen. */
async function moves(rows, count = 60) {
  const { openApplication } = createRequire(import.meta.url)('../dist/ui/application.cjs');
  const rides = Array.from({ length: rows }, (_, i) => ({
    id: `ride-${i}`,
    status: 'FINISHED',
    origin: { name: '전기차' },
    fare: '1.00',
    currency: 'SGD',
  }));
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
  let bytes = 0;
  let heard = () => {};
  const stdout = new Writable({
    write(chunk, _, done) {
      bytes += chunk.length;
      done();
      heard(String(chunk));
    },
  });
  Object.assign(stdout, { isTTY: true, columns: 80, rows: 24 });
  const drawn = (seen) =>
    new Promise((over) => {
      heard = (text) => text.includes(seen) && over();
    });
  const nothing = async () => undefined;
  const columns = [
    { path: 'status', as: { status: 'RideStatus' } },
    ...['origin.name', 'fare', 'currency', 'id'].map((column) => ({ path: column })),
  ];
  const groups = [{ digit: '2', name: 'Ride', api: '', screens: [{ name: 'Requests', line: 'rides' }] }];
  const panes = [{ title: 'Rides', line: 'rides', shows: 'rows', group: 'Ride', screen: 'Requests' }];
  const all = drawn('Home');
  const over = openApplication(
    { stdin, stdout, env: { LANG: 'C.UTF-8' } },
    {
      ...{ head: { profile: 'bench', mark: 'sandbox' }, signedIn: true, suffix: '', groups, panes },
      ...{ who: nothing, commands: nothing, fields: nothing, checkOwner: async () => false },
      ...{ onSession: () => {}, onOwner: () => {} },
      load: async () => ({ value: rides, columns }),
    },
  );
  await all;
  const full = drawn('STATUS');
  bytes = 0;
  stdin.write('2');
  await full;
  const whole = bytes;
  bytes = 0;
  const before = process.cpuUsage();
  for (let i = 0; i < count; i++) {
    const next = drawn('▸');
    stdin.write(i % 24 < 12 ? 'j' : 'k');
    await next;
  }
  const { user, system } = process.cpuUsage(before);
  const cost = { time: (user + system) / 1000 / count, share: bytes / count / whole };
  stdin.write('q');
  await over;
  return cost;
}

/** A sandbox in a separate process, served with its state in memory. */
async function servedSandbox() {
  const process = spawn(tuk[0], [tuk[1], 'sandbox', 'serve', '--memory', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  const line = await new Promise((resolve) => process.stdout.once('data', resolve));
  return { ...JSON.parse(String(line)), stop: () => process.kill() };
}
/** The ratio of a send from a phrase file, which returns when the node has the transaction. */
async function sendRatio(rpc) {
  const phrase = path.join(home, 'phrase.txt');
  writeFileSync(phrase, 'test test test test test test test test test test test junk', { mode: 0o600 });
  for (const fact of ['chain.BSC 97', `rpc.BSC ${rpc.BSC_TEST}`])
    once([...tuk, ...`profile set served ${fact}`.split(' ')]);
  const send = `wallet send -p served --network BSC --token BNB --to 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --amount 0.0001 --key-file ${phrase} --confirmations 0 --new-recipient --yes`;
  return ratio([...tuk, ...send.split(' ')], bare);
}
/** A batch of 60 transfers; each reference makes its own. */
function batchOf60(ref) {
  const file = path.join(home, 'sixty.csv');
  writeFileSync(file, `to,amount\n${'dara,0.01\n'.repeat(60)}`);
  const template = 'points transfer --to {to} --amount {amount}';
  return ['batch', file, '--client-ref', ref, '--template', template, '--new-recipient', '--yes'];
}
/** The ratio of a row of a batch of transfers and a bare Node; `resumed`: its rows were made before. */
function transferRatio(resumed) {
  const ratios = Array.from({ length: 5 }, (_, at) => {
    const batch = [...tuk, ...batchOf60(`${resumed}-${at}`), '-p', 'served'];
    const first = once(batch);
    return (resumed ? once(batch) : first) / once(bare);
  });
  return median(ratios) / 60;
}
/** Two homes of the embedded sandbox: with one operation in the ledger, and with 10,000 more within a year. */
function ledgerHomes() {
  return [0, 10_000].map((count) => {
    const own = path.join(home, `ledger-${count}`);
    const environment = { ...env, TUK_HOME: own };
    const run = (text) => once([...tuk, ...text.split(' ')], { env: environment });
    run('login');
    run('points transfer --to dara --amount 0.01 --new-recipient --yes');
    const { DatabaseSync } = createRequire(import.meta.url)('@photostructure/sqlite');
    const db = new DatabaseSync(path.join(own, 'ledger.db'));
    const entry = db.prepare('SELECT * FROM operation').get();
    const names = Object.keys(entry);
    const insert = db.prepare(
      `INSERT INTO operation (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    );
    const newest = Date.parse(entry.at) - 2 * 86_400_000;
    db.exec('BEGIN');
    for (let at = 0; at < count; at++) {
      const time = new Date(newest - at * 50 * 60_000).toISOString();
      const recipient = at % 2 === 0 ? entry.recipient : `user-${at % 500}`;
      const own = { id: `op-old-${at}`, at: time, settledAt: time, serviceAt: entry.serviceAt && time, recipient };
      const row = { ...entry, ...own };
      insert.run(...names.map((name) => row[name]));
    }
    db.exec('COMMIT');
    db.close();
    return { environment, id: entry.id };
  });
}
/** The ratio of the CPU time of a command with 10,000 operations in the ledger and with one. */
function ledgerRatio([few, many], command) {
  const time = '(({user,system})=>user+system)(process.cpuUsage())';
  const cpu = ({ environment, id }, at) => told(time, [...tuk, ...command(id, at)], environment);
  return median(Array.from({ length: 7 }, (_, at) => cpu(many, at) / cpu(few, at)));
}

/** The ratio of 200 reads in a batch and one curl with 200 addresses. */
function readRatio(url) {
  const addresses = Array.from({ length: 200 }, (_, at) => `0x${String(at).padStart(40, '0')}`);
  const [file, config] = [path.join(home, 'reads.csv'), path.join(home, 'curl.txt')];
  writeFileSync(file, `address\n${addresses.join('\n')}\n`);
  writeFileSync(
    config,
    addresses
      .map((one) => `url="${url}/user/v2/wallets/balance?address=${one}&network=BSC"\noutput="/dev/null"\n`)
      .join(''),
  );
  const read = [...tuk, 'batch', file, '-p', 'served', '--template', 'wallet balance {address} --network BSC'];
  const token = spawnSync(tuk[0], [tuk[1], 'auth', 'token', '-p', 'served'], { env, encoding: 'utf8' }).stdout.trim();
  return ratio(read, ['curl', '-sf', '-K', config, '-H', `Authorization: Bearer ${token}`]);
}

const cert = path.join(root, 'tests/fixtures/tls-cert.pem');
/** The responses of the server: lists for commands that read one, else a small object. */
const lists = {
  offering: Array.from({ length: 20 }, (_, i) => ({
    ...{ id: String(i), title: `Offering ${i}`, status: 'OPEN', category: 'CAR', interestRate: 7.5 },
    ...{ startDate: '2026-01-01T00:00:00Z', endDate: '2027-01-01T00:00:00Z', goalAmount: '1000', currency: 'USD' },
  })),
  balance: [
    { symbol: 'BNB', amount: '1000000000000000000', valuatedAmount: '600.00', valuatedCurrency: 'USD', decimals: 18 },
  ],
  token: [{ symbol: 'BNB', decimals: 18, network: 'BSC', priceId: 'binancecoin' }],
  wallets: Array.from({ length: 14 }, (_, i) => ({
    id: `w${i}`,
    network: 'BSC',
    address: `0x${`${i}`.padStart(40, 0)}`,
  })),
};
const object = {
  type: 'WEB3',
  id: '1',
  user: { id: '1', name: 'Bench' },
  status: 'FINISHED',
  padding: 'x'.repeat(1e3),
};
/** A server in a separate process; with TLS by the certificate of the tests. */
async function answering(secure = false) {
  const make = secure
    ? `require('node:https').createServer({cert:require('node:fs').readFileSync('${cert}'),key:require('node:fs').readFileSync('${cert.replace('cert', 'key')}')},`
    : `require('node:http').createServer(`;
  const code = `const lists=${JSON.stringify(lists)};const object=${JSON.stringify(object)};${make}(q,s)=>{s.setHeader('content-type','application/json');const name=Object.keys(lists).find(name=>q.url.includes(name));s.end(JSON.stringify(name?lists[name]:object))}).listen(0,'127.0.0.1',function(){console.log(this.address().port)})`;
  const server = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'], env });
  const port = await new Promise((resolve) => server.stdout.once('data', (data) => resolve(Number(data))));
  return { url: `http${secure ? 's' : ''}://127.0.0.1:${port}`, stop: () => server.kill() };
}

const rows = [];
/** Measures a row, and compares it with its goal. */
async function row(name, goal, measure) {
  if (process.env.BENCH_ONLY && !name.includes(process.env.BENCH_ONLY)) return;
  const value = Number((await measure()).toFixed(3));
  const holds = value <= goal;
  rows.push({ name, ratio: value, goal, holds });
  console.log(`  ${name.padEnd(52)} ${value.toFixed(2).padStart(6)}   goal ${goal}   ${holds ? 'holds' : 'MISSED'}`);
}

const server = await answering();
const secure = await answering(true);
const sandbox = await servedSandbox();
try {
  const run = (text, input = '') => once([...tuk, ...text.split(' ')], { input, stdio: ['pipe', 'ignore', 'pipe'] });
  run(`profile add bench --base ${server.url}/{service}`);
  run('login --tokens-stdin -p bench', '{"accessToken":"bench-access-token","refreshToken":"bench-refresh-token"}');
  run(`profile add secure --base ${secure.url}/{service}`);
  run('login --tokens-stdin -p secure', '{"accessToken":"bench-access-token"}');
  run('login');
  run(`profile add served --base ${sandbox.url}/{service}`);
  run('login -p served');
  const get = [...tuk, '-p', 'bench', 'api', 'user', 'get-current', '-o', 'json'];
  const url = `${server.url}/user/users/current`;
  const http = [
    process.execPath,
    '-e',
    `require('node:http').get('${url}',{headers:{authorization:'Bearer x'}},r=>r.pipe(process.stdout))`,
  ];
  console.log(`Node ${process.version}, ${pairs} pairs a row, NODE_EXTRA_CA_CERTS unset\n`);
  const line = (text) => [...tuk, ...text.split(' '), '-p', 'bench'];
  await row('tuk --version / node -e 0', 1.2, () => ratio([...tuk, '--version'], bare));
  await row('tuk --help / node -e 0', 1.2, () => ratio([...tuk, '--help'], bare));
  for (const text of ['ride --help', 'store --help', 'wallet balance --help', 'help wallet withdraw', 'ride'])
    await row(`tuk ${text} / node -e 0`, 1.5, () => ratio([...tuk, ...text.split(' ')], bare));
  await row('signed GET as JSON / node -e 0', 1.95, () => ratio(get, bare));
  await row('whoami / node -e 0', 1.9, () => ratio(line('whoami'), bare));
  await row('assets offerings --json / node -e 0', 2.2, () => ratio(line('assets offerings --json'), bare));
  const keepsCompiled = Number.parseInt(process.versions.node, 10) >= 22;
  await row('assets offerings as a table / node -e 0', keepsCompiled ? 2 : 2.4, () =>
    ratio(line('assets offerings -o table'), bare),
  );
  await row('wallet balance of 14 wallets / node -e 0', 3, () => ratio(line('wallet balance'), bare));
  await row('--jq with a plain path / node -e 0', 2.4, () => ratio(line('assets offerings --jq .[0].id'), bare));
  await row('any other --jq / node -e 0', 5, () => ratio(line('assets offerings --jq map(.id)'), bare));
  await row('signed GET as JSON / bare node:http script', 1.3, () => ratio(get, http));
  const trusting = ['env', `SSL_CERT_FILE=${cert}`, 'NODE_OPTIONS=--use-openssl-ca'];
  const https = `require('node:https').get('${secure.url}/user/users/current',{headers:{authorization:'Bearer x'}},r=>r.pipe(process.stdout))`;
  await row('signed GET over https / bare node:https script', 1.2, () =>
    ratio(
      [...trusting, ...tuk, '-p', 'secure', 'api', 'user', 'get-current', '-o', 'json'],
      [...trusting, process.execPath, '-e', https],
    ),
  );
  await row('a mistyped command / node -e 0', 2.2, () =>
    ratioOf(
      async () => once([...tuk, 'walet', 'balnce'], { exit: 2 }),
      async () => once(bare),
    ),
  );
  await row('find of a name, 43 requests / node -e 0', 8, () => ratio([...tuk, 'find', 'mina', '-p', 'served'], bare));
  await row('wallet send with a phrase file / node -e 0', 5, () => sendRatio(sandbox.rpc));
  await row('read on the embedded sandbox / node -e 0', 3, () => ratio([...tuk, 'api', 'user', 'get-current'], bare));
  await row('peak memory of a signed GET / node -e 0', 1.2, () => peak(get) / peak(bare));
  await row('a row of a batch of 60 transfers / node -e 0', 1.5, () => transferRatio(false));
  await row('the same, resumed / node -e 0', 0.5, () => transferRatio(true));
  const homes = ledgerHomes();
  const ledgerRow = (name, goal, command) =>
    row(`${name}: CPU at 10,000 operations / at one`, goal, () => ledgerRatio(homes, command));
  await ledgerRow('transfer', 1.2, () => 'points transfer --to dara --amount 0.01 --yes'.split(' '));
  await ledgerRow('batch of 60', 1.3, (_, at) => batchOf60(`many-${at}`));
  await ledgerRow('ops list --limit 5', 2, () => ['ops', 'list', '--limit', '5']);
  for (const text of ['whoami', 'assets offerings -o table', 'wallet balance', 'find mina', 'points balance'])
    await ledgerRow(text, 1.1, () => text.split(' '));
  await ledgerRow('ops show', 1.5, (id) => ['ops', 'show', id]);
  await row('200 reads in a batch / one curl', 2.5, () => readRatio(sandbox.url));
  await row('first screen drawn and ended / node -e 0', 9.2, () =>
    screenRatio([...tuk, '-p', 'bench', 'watch', 'ride:1'], { seen: 'esc leaves', key: 'q' }),
  );
  const costs = { 50: [], 10000: [] };
  await moves(50); // warm-up: modules are loaded once
  for (let i = 0; i < 4; i++) for (const rows of [50, 10_000]) costs[rows].push(await moves(rows));
  const time = (rows) => median(costs[rows].map((cost) => cost.time));
  await row('a move in 10,000 rows / in 50 rows', 1.35, () => time(10_000) / time(50));
  await row('bytes of a move / of a whole screen', 0.15, () => median(costs[10_000].map(({ share }) => share)));
} finally {
  server.stop();
  secure.stop();
  sandbox.stop();
  rmSync(home, { recursive: true, force: true });
}
mkdirSync(path.join(root, 'bench'), { recursive: true });
writeFileSync(path.join(root, 'bench/results.json'), `${JSON.stringify(rows, undefined, 2)}\n`);
