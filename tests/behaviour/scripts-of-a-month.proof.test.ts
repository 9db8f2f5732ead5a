// The scripts in examples/ do what their page says, by the built program on a sandbox: a second run, and one after a
// kill, moves nothing twice; the workflows are YAML whose tuk lines pass.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { afterFile } from '../support/cleanup.js';
import { ends, exit } from '../support/exit.js';
import { faultHit, fileFault } from '../support/file-faults.js';
import { type Result, tukProcess } from '../support/processes.js';
import { jsonLines } from '../support/streams.js';
import { newHome } from '../support/tuk.js';

const folder = path.resolve(import.meta.dirname, '../../examples');
const bin = path.resolve(import.meta.dirname, '../../bin/tuk.cjs');
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8');
const files = readdirSync(folder);
/** The lines of the page, by the first file of their row. */
const lines = new Map(
  [...read('README.md').matchAll(/^\| \[([\w.-]+)\].*\| `?(.*?)`? \|$/gm)].map(([, file, line]) => [file!, line!]),
);
const line = (file: string): string => lines.get(file)!;

interface Example {
  readonly home: string;
  /** Runs a shell line in the home, where `tuk` is the built program; examples/ stands in it under a name with a space. */
  run(shell: string, env?: Readonly<Record<string, string>>): Promise<Result>;
  tuk(command: string): Promise<Result>;
  /** A read, as JSON. */
  json(command: string): Promise<ReturnType<typeof JSON.parse>>;
  /** A balance: of the points, or of a token on BSC in whole tokens. */
  points(): Promise<string>;
  onBsc(token: string): Promise<string>;
  references(): Promise<readonly string[]>;
}

const spaced = (shell: string) => shell.replaceAll('examples/', "'my examples'/");

/** A home with a new sandbox, where mina is signed in. */
async function example(): Promise<Example> {
  const home = newHome('empty');
  symlinkSync(folder, path.join(home, 'my examples')); // the space shows what is not quoted
  const programs = path.join(home, 'bin');
  mkdirSync(programs);
  const call = `exec "${process.execPath}" "${bin}" "$@"\n`;
  writeFileSync(path.join(programs, 'tuk'), `#!/bin/sh\n${call}`, { mode: 0o755 });
  writeFileSync(path.join(programs, 'npx'), `#!/bin/sh\nshift\n${call}`, { mode: 0o755 });
  const run = (shell: string, env: Readonly<Record<string, string>> = {}) => {
    const variables = { PATH: `${programs}:${process.env.PATH}`, HOME: home, TUK_HOME: home, ...env };
    const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'];
    const child = spawn('bash', ['-c', spaced(shell)], { cwd: home, env: variables, stdio });
    afterFile(() => child.kill());
    const text = { stdout: '', stderr: '' };
    child.stdout.on('data', (data: Buffer) => (text.stdout += data.toString('utf8')));
    child.stderr.on('data', (data: Buffer) => (text.stderr += data.toString('utf8')));
    return new Promise<Result>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, signal) => resolve({ code, signal, ...text }));
    });
  };
  const tuk = async (command: string) => tukProcess(command.split(' '), { home }).done;
  const json = async (command: string) => JSON.parse((await tuk(command)).stdout);
  expect(await tuk('login --as mina')).toMatchObject({ code: exit.ok });
  return {
    ...{ home, run, tuk, json },
    points: async () => (await json('points balance')).amount,
    onBsc: async (token) => {
      const rows: { asset: { ticker: string }; network: string; wholeAmount: string }[] = await json('wallet balance');
      return rows.find(({ asset, network }) => network === 'BSC' && asset.ticker === token)!.wholeAmount;
    },
    references: async () => ((await json('ops list')) as { ref?: string }[]).map(({ ref }) => ref ?? '').sort(),
  };
}

/** Resumes a line as the page says: what the services do not show after a kill is settled by what they show. */
async function resumed(one: Example, shell: string): Promise<Result> {
  const first = await one.run(shell);
  if (first.code !== exit.unknown) return first;
  await one.tuk('ops check');
  for (const { id, outcome } of await one.json('ops list'))
    if (outcome === 'unknown') {
      const { code } = await one.tuk(`ops settle ${id} --as not-done --note looked --yes`);
      if (code === exit.guarded) await one.tuk(`ops settle ${id} --as done --note seen --yes`);
    }
  return one.run(shell);
}

/**
 * Runs a line in a new sandbox that is killed at one operation on files, then again until it is done, for every n-th
 * operation that it has. @param check looks at the effect
 */
async function killedAndResumed(
  shell: string,
  every: number,
  check: (one: Example) => Promise<void>,
): Promise<{ readonly kills: number; readonly inTheMiddle: number }> {
  let kills = 0;
  let inTheMiddle = 0;
  for (let at = every; ; at += every) {
    const one = await example();
    const killed = await one.run(shell, fileFault(one.home, at, at % 2 === 0 ? 'dies before' : 'dies after'));
    if (faultHit(one.home) === undefined) return { kills, inTheMiddle };
    expect(killed.code, `${at}: ${killed.stderr}`).not.toBe(exit.ok);
    kills += 1;
    if ((await one.references()).length > 0) inTheMiddle += 1;
    const { code, stderr } = await resumed(one, shell);
    expect([at, code, stderr]).toEqual([at, exit.ok, stderr]);
    await check(one);
  }
}

test('the page names every file, and every script begins with what it does and ends at the first failure', () => {
  expect([...lines.keys()].length).toBe(10);
  for (const file of files) if (file !== 'README.md') expect(read('README.md'), file).toContain(file);
  for (const file of files.filter((name) => name.endsWith('.sh'))) {
    const text = read(file);
    expect(text, file).toMatch(/^#!\/usr\/bin\/env bash\n# [A-Z].*\n(# .*\n)+set -euo pipefail\n/);
  }
});

describe('reads', () => {
  test('the portfolio has exact sums in each currency, which are those of its rows', async () => {
    const { run } = await example();
    const { code, stdout } = await run(line('portfolio.sh'));
    expect(code).toBe(exit.ok);
    const [rows, sums] = stdout.split(/^(?=network,|currency,)/m).map((table) => table.trim().split('\n').slice(1));
    expect(rows!.length).toBe(30);
    const cents = (text: string) => Math.round(Number(text) * 100);
    const sumOf = (currency: string) =>
      rows!.filter((row) => row.endsWith(`,${currency}`)).reduce((sum, row) => sum + cents(row.split(',')[3]!), 0);
    expect(sums!.map((sum) => sum.split(',')[0])).toEqual(['USD', 'KRW']);
    for (const [currency, sum, count] of sums!.map((text) => text.split(','))) {
      expect(count).toBe('15');
      expect(Math.abs(cents(sum!) - sumOf(currency!)) / cents(sum!)).toBeLessThan(0.01); // prices move between reads
    }
  });

  test('the alert ends when the balance changes, with what changed, and with 8 if it does not', async () => {
    const one = await example();
    expect(await one.run('examples/alert.sh .amount 1s points balance')).toMatchObject({ code: exit.pending });
    let hasEnded = false;
    const alert = one.run(line('alert.sh')).finally(() => {
      hasEnded = true;
    });
    let at = 0;
    while (!hasEnded)
      // the first ones may come before its first look
      await one.tuk(`points transfer --to dara --amount 1 --client-ref a${at++} --new-recipient --yes`);
    const { code, stdout } = await alert;
    const [first, changed] = jsonLines(stdout);
    expect([code, first.change, changed.change]).toEqual([exit.ok, 'is', 'changed']);
    expect(Number(changed.after.amount)).toBeLessThan(Number(first.after.amount));
  });

  test('a case has what is known of a transfer, masked, and the line of a curl line without its secret', async () => {
    const one = await example();
    await one.tuk('points transfer --to dara --amount 5 --client-ref rent --new-recipient --yes');
    const curl = '\'curl http://sandbox.localhost/user/users/current -H "Authorization: Bearer abc"\'';
    const [{ id }] = await one.json('ops list');
    const known = await one.run(`examples/support.sh ${id} ${curl}`);
    expect([known.code, known.stdout]).toEqual([exit.ok, expect.stringContaining('\n    tuk api user get-current\n')]);
    expect(known.stdout).toMatch(/^- operation of the ledger: .*points transfer of 5 MVP to dara/);
    expect(known.stdout).toMatch(/^## op-.*^### Time line.*^x-request-id: /ms);
    const person = await one.run(line('support.sh').replace(/ >.*/, ''));
    expect([person.code, person.stdout]).toEqual([exit.ok, expect.not.stringContaining('Dara Sok')]);
  });

  test('the aliases are commands', async () => {
    const { run, tuk } = await example();
    expect(await run('tuk alias import examples/aliases.json')).toMatchObject({ code: exit.ok });
    expect((await tuk('worth')).stdout).toMatch(/^currency,sum,rows\nUSD,[\d.]+,15\n$/);
    expect((await tuk('about dara')).stdout).toMatch(/^## dara\n/);
    expect(await tuk('pay dara 5 --new-recipient --dry-run')).toMatchObject({ code: exit.ok });
  });
});

describe('what moves value, moves it once', () => {
  test('the pay-roll pays each row, also if it is run twice', async () => {
    const one = await example();
    for (let runs = 1; runs <= 2; runs++) {
      const { code, stdout } = await one.run(line('payroll.sh'));
      expect([code, stdout]).toEqual([exit.ok, '"ann","done","12.5"\n"ben","done","20"\n"cho","done","7.25"\n']);
      expect(await one.points()).toBe('3158.75'); // of 3200, with three fees of 0.5
    }
    expect(await one.references()).toEqual(['ann', 'ben', 'cho'].map((ref) => `payroll-2026-11:${ref}`));
  });

  test('the buy of a day is made once, and not above the bound', async () => {
    const one = await example();
    const dca = (bound: number) => one.run(`examples/dca.sh ${bound}`, { DAY: '2026-11-27' });
    const before = await one.onBsc('USDC');
    expect(await dca(1)).toMatchObject({ code: exit.failed, stdout: 'name,outcome\nprice,failed\nbuy,not-run\n' });
    expect([await one.references(), await one.onBsc('USDC')]).toEqual([[], before]);
    for (let runs = 1; runs <= 2; runs++) {
      expect(await dca(100_000)).toMatchObject({ code: exit.ok, stdout: 'name,outcome\nprice,passed\nbuy,passed\n' });
      expect([before, await one.onBsc('USDC')]).toEqual(['1000', '975']);
    }
    expect(await one.references()).toEqual(['dca-2026-11-27:buy', 'dca-2026-11-27:buy:allowance']);
  });

  test('the sweep sends small tokens and all coins once; the taxes have every movement', async () => {
    const one = await example();
    const day = { DAY: '2026-11-27' };
    expect(await one.run(line('taxes.sh'))).toMatchObject({ code: exit.ok }); // nothing yet
    const first = await one.run(line('sweep.sh'), day);
    expect(first.stdout).toMatch(/^amount,token,fee,hash\n29\.\d+,BNB,/);
    expect(await one.run(line('sweep.sh'), day)).toMatchObject({ code: exit.ok, stdout: first.stdout });
    expect(await one.references()).toEqual(['sweep-2026-11-27:bMVL', 'sweep-2026-11-27:coin']);
    expect([await one.onBsc('USDC'), await one.onBsc('bMVL')]).toEqual(['1000', '0']);
    expect(Number(await one.onBsc('BNB'))).toBeLessThan(0.001);
    await one.tuk('points transfer --to dara --amount 0.1 --client-ref a --new-recipient --yes');
    await one.tuk('points transfer --to dara --amount 0.2 --client-ref b --yes');
    const year = (await one.json('ops list'))[0].at.slice(0, 4);
    const { code, stdout } = await one.run(line('taxes.sh').replace('2026', year));
    const [coins] = first.stdout.split('\n')[1]!.split(',');
    expect(code).toBe(exit.ok);
    const rowsOf = (text: string) => text.trim().split('\n');
    const cells = rowsOf(stdout).map((row) => row.split(','));
    const table = Object.fromEntries(cells.map(([way, unit, ...rest]) => [`${way} ${unit}`, rest]));
    expect(table).toMatchObject({
      'out bMVL': ['250000', '1'],
      'out BNB': [coins, '1'],
      'out MVP': ['0.3', '2'],
      'fee BNB': [expect.stringMatching(/^0\.000\d+$/), '2'],
      'fee MVP': ['1', '2'],
    });
    expect(rowsOf(readFileSync(path.join(one.home, `taxes-${year}.csv`), 'utf8'))).toHaveLength(1 + 8); // each with its fee
  });

  test('the order is made, paid and delivered once', async () => {
    const one = await example();
    for (let runs = 1; runs <= 2; runs++) {
      expect(await one.run(line('order.yaml'))).toMatchObject(ends(exit.ok, '✓ 4 of 4 steps passed'));
      expect([await one.points(), (await one.json('store order list')).length]).toEqual(['3175', 1]);
    }
    expect(await one.references()).toEqual(['helmet-1:buy', 'helmet-1:buy']); // the order, and its payment
  });
});

const swept = async (one: Example) => [
  ...[await one.onBsc('bMVL'), await one.onBsc('USDC')],
  (await one.references()).includes('sweep-2026-11-27:coin'),
];
const ordered = async (one: Example) => [await one.points(), (await one.json('store order list')).length];
/** Lines, the n-th operations at which they are killed, and what they leave behind. */
const killed: Readonly<
  Record<string, readonly [shell: string, every: number, leaves: (one: Example) => Promise<unknown>, what: unknown]>
> = {
  'the pay-roll pays each row': [line('payroll.sh'), 3, (one) => one.points(), '3158.75'],
  'the buy is made': [
    `DAY=2026-11-27 ${line('dca.sh').replace(/\d+$/, '100000')}`,
    3,
    (one) => one.onBsc('USDC'),
    '975',
  ],
  'the sweep sends each balance': [`DAY=2026-11-27 ${line('sweep.sh')}`, 2, swept, ['0', '1000', true]],
  'the order is made': [line('order.yaml'), 2, ordered, ['3175', 1]],
};
test.each(Object.entries(killed))(
  'killed in the middle and run again: %s once',
  async (_, [shell, every, leaves, what]) => {
    const { kills, inTheMiddle } = await killedAndResumed(shell, every, async (one) => {
      expect(await leaves(one)).toEqual(what);
    });
    expect([kills > 2, inTheMiddle > 0]).toEqual([true, true]);
  },
  180_000,
);
