// `tuk ride request`, `search` and `retry` in a pseudo-terminal: the wizard, the receipt, the confirmation.
import { describe, expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { keys, type Terminal, terminal } from '../../support/terminal.js';
import { argvOf, newHome, newUser } from '../../support/tuk.js';

/** A signed-in seed user of the sandbox, on a terminal and in scripts. */
async function setup(user = 'mina') {
  const home = newHome();
  const run = async (...argv: string[]) => {
    const { code, stdout, stderr } = await newUser(home).run(argv, { now: Date.now }); // as the program on the terminal
    if (code !== exit.ok) throw new Error(`${argv.join(' ')}: ${code} ${stderr}`);
    return stdout;
  };
  await run('login', '--as', user);
  return {
    home,
    run,
    at: (argv: string[], options: Partial<Parameters<typeof terminal>[1]> = {}) => terminal(argv, { home, ...options }),
    operations: async () => JSON.parse(await run('ops', 'list')) as { id: string; call: string; outcome: string }[],
  };
}
/** Answers prompts in order, each when it is last on the screen. */
async function answerPrompts(term: Terminal, ...turns: readonly (readonly [seen: RegExp, keys: string])[]) {
  for (const [pattern, typed] of turns) {
    await term.until(pattern);
    term.press(typed);
  }
}
const results = '--from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT'.split(' ');
const choose = async (term: Terminal) => (await term.all()).join('\n');
const toReceipt = [
  [/\? From\n/, `central market${keys.enter}`],
  [/▸ 1 Central Market +Calmette Street {2}PNH[\s\S]*search again/, '1'],
  [/\? To\n/, `11.564,104.931${keys.enter}`],
  [/Region: KH[\s\S]*▸ 1 Standard +7,030 KHR {2}for 4/, '1'],
  [/You have 3,200 MVP\.[\s\S]*▸ POINT +ride points/, keys.enter],
] as const;

describe('tuk ride request', { timeout: 60_000 }, () => {
  test('the wizard, the receipt, yes; then the id, the next command, and the command line that makes the same request in a script', async () => {
    const { at, run, operations } = await setup();
    const term = at(['ride', 'request'], { cols: 200, rows: 50 });
    await answerPrompts(term, ...toReceipt);
    const receipt = await term.until(/Type\s+yes\s+to\s+go\s+on:$/m);
    const head = / ◇ SANDBOX receipt, nothing here is real\n Request a ride\n\n Ride +Standard\n Paid with +POINT\n/;
    const who = / Rider +Mi•• P••, \+65••••01\n From +Central Market \(.*\n To +Royal Palace \(.*\n Arrives +a ride\n/;
    const costs = / Fee +The fee is not known before it is sent\.\n Costs +7,030 KHR\n ─+\n/;
    expect(receipt).toMatch(new RegExp(head.source + who.source + costs.source));
    expect(await operations()).toEqual([]);
    term.press(`yes${keys.enter}`);
    expect(await term.exited).toMatchObject({ exitCode: exit.ok });
    const text = await choose(term);
    const [made] = await operations();
    expect(made).toMatchObject({ call: 'requestRide', outcome: 'done' });
    const id = /✓ Requested: ([0-9a-f-]{36})\n {2}Follow it: tuk watch ride:\1\n/.exec(text)?.[1];
    const wanted = { id, productCode: 'STANDARD', payCurrency: 'POINT' };
    expect(JSON.parse(await run('ride', 'status', id!))).toMatchObject(wanted);
    const line = /The same in a script: tuk (.*)/.exec(text)![1]!;
    expect(line).toBe('ride request --from PNH-02 --to 11.564,104.931 --region KH --product STANDARD --currency POINT');
    expect(text).not.toMatch(/Mina Park|\+6590000001/);
    const argv = argvOf(line);
    const rider = ['--rider-name', 'Mina Park', '--rider-phone', '+6590000001']; // a dry run does not read who is signed in
    const { body } = JSON.parse(await run(...argv, ...rider, '--dry-run'));
    const { searchId, ...sent } = JSON.parse(await run('ops', 'show', made!.id)).body;
    expect(sent).toEqual({ ...body, searchId: undefined });
    expect(searchId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('yes typed before the receipt was shown does not count', async () => {
    const { at, operations } = await setup();
    const term = at(['ride', 'request']);
    await answerPrompts(term, ...toReceipt.slice(0, -1), [/▸ POINT/, `${keys.enter}yes${keys.enter}`]);
    await term.until(/Type\s+yes\s+to\s+go\s+on: *$/);
    expect(await operations()).toEqual([]);
    term.press(keys.esc);
    expect(await term.exited).toMatchObject({ exitCode: exit.interrupted });
  });

  test('an unverified number: a wrong code, the right one, and the wizard continues', async () => {
    const { at, run, operations } = await setup();
    const term = at(['ride', 'request', ...results, '--rider-phone', '+6590000123']);
    await answerPrompts(
      term,
      [/\+6590000123 is not verified\n▸ 1 Send it a code/, '1'],
      [/A code is on its way to \+6590000123\.[\s\S]*\? Code\n/, `111111${keys.enter}`],
      [/That is not the code[\s\S]*\? Code\n/, `246810${keys.enter}`],
      [/Rider +Mi•• P••, \+65••••23[\s\S]*Type\s+yes\s+to\s+go\s+on:/, `yes${keys.enter}`],
    );
    expect(await term.exited).toMatchObject({ exitCode: exit.ok });
    expect(term.written()).not.toMatch(/246810|111111/);
    expect(await operations()).toMatchObject([{ call: 'requestRide', outcome: 'done' }]);
    expect(JSON.parse(await run('ride', 'phone', 'check', '+6590000123'))).toEqual({ verified: true });
  });

  test('another number replaces it; a read-only profile sends no code', async () => {
    const { at, operations } = await setup();
    const term = at(['ride', 'request', ...results, '--rider-phone', '+6590000123']);
    await answerPrompts(
      term,
      [/2 Use another number/, '2'],
      [/Rider's phone\n/, `12${keys.enter}`],
      [/✗ Write it with \+/, `+6590000001${keys.enter}`],
    );
    await answerPrompts(term, [/Rider +Mi•• P••, \+65••••01[\s\S]*Type\s+yes\s+to\s+go\s+on:/, keys.esc]);
    expect(await term.exited).toMatchObject({ exitCode: exit.interrupted });
    const kept = at(['ride', 'request', ...results, '--rider-phone', '+6590000123'], { env: { TUK_READ_ONLY: '1' } });
    await answerPrompts(kept, [/1 Send it a code/, '1']);
    expect(await kept.exited).toMatchObject({ exitCode: exit.guarded });
    expect(await operations()).toEqual([]);
  });
});

describe('tuk ride search and retry', { timeout: 60_000 }, () => {
  test('retry: a ride is chosen from the known ones, read and shown; yes requests it again', async () => {
    const { at, run, operations } = await setup();
    await run('sandbox', 'scenario', 'ride: driver cancels');
    const request = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes';
    const { rideRequestId: id } = JSON.parse(await run(...request.split(' ')));
    await run('sandbox', 'advance', '3m');
    const term = at(['ride', 'retry'], { cols: 120, rows: 40 });
    const seen = /\? Which ride\n▸ 1 [0-9a-f-]{36} +DRIVER_CANCELED_RECALLABLE, Royal Palace to Central Market/;
    await answerPrompts(term, [seen, '1']);
    const card = await term.until(/Type\s+yes\s+to\s+go\s+on:/);
    expect(card).toMatch(
      new RegExp(
        `Request the same ride again\n\n Ride +${id}\n Ended +DRIVER_CANCELED_RECALLABLE\n Product +STANDARD\n Cost before +7,030 KHR\n`,
      ),
    );
    term.press(keys.esc);
    expect(await term.exited).toMatchObject({ exitCode: exit.interrupted });
    expect(await operations()).toHaveLength(1);
    const second = at(['ride', 'retry', id], { cols: 120, rows: 40 });
    await answerPrompts(second, [/Type\s+yes\s+to\s+go\s+on:/, `yes${keys.enter}`]);
    expect(await second.exited).toMatchObject({ exitCode: exit.ok });
    expect(await choose(second)).toContain(`Follow it: tuk watch ride:${id}`);
    expect(await operations()).toMatchObject([{ call: 'retryRequest', outcome: 'done' }, { call: 'requestRide' }]);
  });
});
