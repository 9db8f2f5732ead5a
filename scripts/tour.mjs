// `npm start`: opens the application on the sandbox on a terminal; elsewhere, and with --tour, runs a tour of commands.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = path.resolve(import.meta.dirname, '..');
const home = mkdtempSync(path.join(tmpdir(), 'tuk-tour-'));
const env = { ...process.env, TUK_HOME: home };
for (const name of ['TUK_TOKEN', 'TUK_PROFILE', 'TUK_OUTPUT', 'TUK_READ_ONLY', 'TUK_TIMEOUT', 'TUK_LANG']) delete env[name];

/** Runs a command and prints its output, or with `quiet` returns it. Ends the tour if it fails. */
function tuk(args, { quiet = false, shown = args } = {}) {
  if (!quiet) console.log(`\n$ tuk ${shown.map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg}'`)).join(' ')}`);
  const { status, stdout, error } = spawnSync(process.execPath, [path.join(root, 'bin/tuk.cjs'), ...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'ignore' : 'inherit'],
  });
  if (error || status !== 0) throw new Error(`tuk ${args.join(' ')} ended with exit code ${status}.`);
  return quiet ? stdout.trim() : '';
}
const say = (text) => console.log(`\n${text}`);

/** Opens the application with a temporary home folder, so that the person's own sessions are not used. */
function application() {
  console.log('tuk, on the sandbox, a back end inside the program. Nothing here is real; nothing is kept.');
  const { status, error } = spawnSync(process.execPath, [path.join(root, 'bin/tuk.cjs')], { env, stdio: 'inherit' });
  if (error) throw error;
  process.exitCode = status ?? 1;
}

async function tour() {
  say('A short tour on the sandbox, a back end inside the program. Nothing here is real; nothing is kept.');

  say('1  Sign in, and see who that is');
  tuk(['login', '--as', 'mina']);
  tuk(['whoami', '-o', 'table']);

  say('2  What there is to invest in');
  tuk([
    'api',
    'musubi',
    'list-offerings',
    '-f',
    'status=OPEN',
    '-o',
    'table',
    '--columns',
    'title,category,region,interestRate,currency,endDate',
  ]);

  say('3  A ride, from its price to its end, with the clock of the sandbox at twenty times its pace');
  tuk(['sandbox', 'clock', '20x', '-o', 'table']);
  const locations = [
    { latitude: 11.564, longitude: 104.931, name: 'Royal Palace', address: 'Phnom Penh' },
    { latitude: 11.5695, longitude: 104.921, name: 'Central Market', address: 'Phnom Penh' },
  ];
  const search = ['api', 'ride-hailing', 'search-rides', '-f', 'region=KH', '-F', `locations=${JSON.stringify(locations)}`];
  tuk([...search, '--jq', '.products[] | "\\(.productCode) \\(.fare) \\(.currency)"']);
  const searchId = tuk([...search, '--jq', '.searchId'], { quiet: true });
  const rider = '{"name":"Mina Park","phone":"+6590000001"}';
  const request = [
    'api',
    'ride-hailing',
    'request-ride',
    '-f',
    `searchId=${searchId}`,
    '-f',
    'productCode=STANDARD',
    '-f',
    'payCurrency=POINT',
    '-F',
    `rider=${rider}`,
    '--yes',
    '--jq',
    '.rideRequestId',
  ];
  tuk(request);
  const id = tuk(['api', 'ride-hailing', 'get-active-request', '--jq', '.id'], { quiet: true });
  const status = ['api', 'ride-hailing', 'get-request', id, '--jq', '.status'];
  console.log(`\n$ tuk ${status.join(' ')}     (again and again, each change once)`);
  for (let last = '', tries = 0; last !== 'FINISHED' && tries < 200; tries++) {
    const now = tuk(status, { quiet: true });
    if (now !== last) console.log(now);
    last = now;
    await sleep(150);
  }

  say("4  A wallet's balances");
  tuk([
    'api',
    'user',
    'get-balance-v2',
    '--address',
    '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    '--network',
    'BSC',
    '-o',
    'table',
    '--columns',
    'asset.ticker,asset.name,amount,valuatedAmount,valuatedCurrency',
  ]);

  say('From here: tuk --help, tuk api list, and for your own services: tuk profile add --help');
}

const onTerminal = process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY;
const plainly = process.argv.includes('--tour') || process.env.CI || process.env.TERM === 'dumb' || process.env.ACCESSIBLE;
try {
  if (!existsSync(path.join(root, 'dist/main.cjs'))) throw new Error('tuk is not built yet: run npm run build.');
  if (onTerminal && !plainly) application();
  else await tour();
} catch (error) {
  console.error(`\nIt ended early: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
