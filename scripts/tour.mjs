// `npm start`: opens the application on the sandbox on a terminal; elsewhere, and with --tour, runs a tour of commands.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const home = mkdtempSync(path.join(tmpdir(), 'tuk-tour-'));
const env = { ...process.env, TUK_HOME: home };
for (const name of ['TUK_TOKEN', 'TUK_PROFILE', 'TUK_OUTPUT', 'TUK_READ_ONLY', 'TUK_TIMEOUT', 'TUK_LANG'])
  delete env[name];

/** Runs a command and prints its output, or with `quiet` returns it. Ends the tour if it fails. */
function tuk(line, { quiet = false } = {}) {
  if (!quiet) console.log(`\n$ tuk ${line}`);
  const { status, stdout, error } = spawnSync(process.execPath, [path.join(root, 'bin/tuk.cjs'), ...line.split(' ')], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'ignore' : 'inherit'],
  });
  if (error || status !== 0) throw new Error(`tuk ${line} ended with exit code ${status}.`);
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

function tour() {
  say('A short tour on the sandbox, a back end inside the program. Nothing here is real; nothing is kept.');

  say('1  For scripts: data on stdout, in the format that you need');
  tuk('login --as mina');
  tuk('assets offerings --status OPEN --limit 2 --fields title,interestRate,currency -o csv');

  say('2  For money: one policy, a receipt, and a reference that makes the line safe to repeat');
  const transfer = 'points transfer --to dara --amount 5 --client-ref rent --new-recipient --yes --jq .id';
  tuk(transfer);
  tuk(transfer);

  say('3  For support: a ride to its end, with the clock of the sandbox at twenty times its pace');
  tuk('sandbox clock 20x', { quiet: true });
  const places = '--from PNH-01 --to PNH-02 --region KH';
  tuk(`ride request ${places} --product STANDARD --currency POINT --yes -q`, { quiet: true });
  const id = tuk('ride status --jq .id', { quiet: true });
  tuk(`wait ride:${id} --interval 1s --max-wait 2m`);

  say('4  For CI: every read of a service, checked');
  tuk('smoke --service sale --jq length');

  say('From here: tuk --help, and for your own services: tuk profile add --help');
}

const onTerminal = process.stdin.isTTY && process.stdout.isTTY && process.stderr.isTTY;
const plainly =
  process.argv.includes('--tour') || process.env.CI || process.env.TERM === 'dumb' || process.env.ACCESSIBLE;
try {
  if (!existsSync(path.join(root, 'dist/main.cjs'))) throw new Error('tuk is not built yet: run npm run build.');
  if (onTerminal && !plainly) application();
  else tour();
} catch (error) {
  console.error(`\nIt ended early: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
