// The application as a process: the answer to a ticket is few keys from Home, and one that is ended while a command runs restores its terminal and tells what is known.

import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { large, small } from '../support/frames.js';
import { until } from '../support/limit.js';
import { userOf } from '../support/operations.js';
import { program } from '../support/screen.js';
import { neverRespond } from '../support/scripted-server.js';
import { ended, terminal } from '../support/terminal.js';
import { through } from '../support/through.js';
import { newHome, newUser } from '../support/tuk.js';
import { signedIn } from '../support/users.js';

const [mine, strangers] = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65'];
const mostKeys = 8;
const [enter, begin, end] = ['\r', '\x1b[200~', '\x1b[201~'];
/** The home, and the ids that the tickets name. */
type World = Readonly<Record<'home' | 'swap' | 'withdrawal' | 'lease', string>>;

/** A customer with a ride that the driver cancelled, three swaps, a withdrawal, three orders, a lease and a late subscription. */
async function customer(): Promise<World> {
  const { home, json, run } = await signedIn('mina');
  const swap = (amount: number) =>
    json(`swap bridge create --type TO_BEP20 --amount ${amount} -f toAddress=${mine} --new-recipient --yes`);
  const scenario = (name: string) => run(['sandbox', 'scenario', name]);
  const products: readonly { readonly id: string; readonly name: string }[] = await json('store featured');
  const buy = (wanted: string) =>
    run(`store buy ${products.find(({ name }) => name === wanted)!.id} --quantity 1 --yes`);
  await scenario('ride: driver cancels for good');
  await run('ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes');
  await swap(20);
  await scenario('bridge: fails');
  await swap(30);
  await scenario('bridge: you pay');
  const { id: stuck } = await swap(50);
  const withdrawn = await json(`wallet withdraw create --currency MVL --amount 25 --to ${mine} --new-recipient --yes`);
  await buy('Helmet');
  await buy('Helmet');
  const [{ id: product }] = await json('assets products');
  const lease = await json(`assets lease apply --product ${product} --months 6 --phone +6590000001 --yes`);
  await scenario('subscription: runs late');
  await run('depin subscription create -f vin=SBXX2E028TS000046 -f period=WEEK --yes');
  await run('sandbox advance 3m');
  return { home, swap: stuck, withdrawal: withdrawn.request.id, lease: lease.id };
}

type Ticket = readonly [asks: string, keys: (world: World) => readonly string[], shows: RegExp];
const pasted = (text: string): readonly string[] => [`${begin}${text}${end}`, enter];
const invitees = /Invitees[\s\S]*1 row[\s\S]*Da••[\s\S]*No call says why an invitation does not count/;
const tickets: readonly Ticket[] = [
  ['the driver never came', () => ['2', enter, 'i'], /DRIVER_CANCELED[\s\S]*7,030 KHR[\s\S]*nothing with its id says/],
  ['my swap is stuck', ({ swap }) => pasted(swap), /PENDING[\s\S]*50 MVL not paid/],
  [
    'which of two swaps failed',
    () => [...'4llji'],
    /FAIL {2}bridge swap[\s\S]*30 MVL[\s\S]*(came back 30 MVL|nothing with)/,
  ],
  ['where is my withdrawal', ({ withdrawal }) => pasted(withdrawal), /COMPLETED[\s\S]*you ━━ 25 MVL ━━▶ the address/],
  ['a full station', () => [...'7l/', 'royal', enter, enter], /Royal Palace hub +● ON[\s\S]*FULLY_CHARGED +10/],
  ['my reward is missing', () => ['5', '/', 'claim', enter, 'x'], /! to claim[\s\S]*Claim…/],
  ['the order was delivered twice', () => ['6', 'l', 'l'], /(SUCCESS +Helmet[\s\S]*){2}/],
  ['my phone number has changed', () => ['l', 'l', 'x'], /Send a code to a phone…[\s\S]*Confirm a phone…/],
  ['somebody else has my wallet', () => pasted(strangers), /none of your wallets has it; whose it is, no call says/],
  ['my subscription is over', () => ['l', 'i'], /subscription[\s\S]*overdue s/],
  ['my lease was never paid', ({ lease }) => pasted(lease), /! SELECTED[\s\S]*the next step is yours/],
  ['my referral does not count', () => pasted('points referral invitees'), invitees],
];

test.each([small, { columns: 120, rows: 36 }, large])(
  'at $columns columns each ticket has its answer, and 0 leads Home from it',
  { timeout: 120_000 },
  async (size) => {
    const world = await customer();
    const app = await program([], { home: world.home, size });
    const unanswered: string[] = [];
    for (const [asks, keysOf, shows] of tickets) {
      await app.until(/▸ NEEDS YOU/);
      const keys = keysOf(world);
      expect(keys.length).toBeLessThanOrEqual(mostKeys);
      for (const key of keys) await app.press(key);
      await app.until(shows).catch((error: Error) => unanswered.push(`${asks}: ${error.message}`));
      await app.press('\x1b'); // closes a list of actions
      await app.press('0');
    }
    expect(unanswered).toEqual([]);
    await app.press('q');
    expect(await app.ended()).toBe(exit.ok);
  },
);

test('SIGTERM while a question waits: nothing is sent, and nothing is in the ledger', async () => {
  const home = newHome();
  expect((await newUser(home).run('login')).code).toBe(exit.ok);
  const term = terminal([], { home });
  await through(term, /UNDER WAY ─+ none/, ':points transfer --to dara --amount 5\r', /Type .* to go on/);
  term.kill('SIGTERM');
  expect(await ended(term)).toBe(exit.terminated);
  expect((await newUser(home).run('ops list --every -o json')).stdout.trim()).toBe('[]');
});

/** A transfer is under way in the dialog, and its service never answers. */
async function transferring(env: Readonly<Record<string, string>> = {}) {
  const user = await userOf(neverRespond, () => undefined);
  const term = terminal(['-p', 'box'], { home: user.home, env });
  await through(term, /\[Home\]/, ':points transfer --to dara --amount 5 --new-recipient --yes\r');
  await until(() => user.sent() === 1);
  return { ...user, term };
}

test.each([
  ['SIGTERM', exit.terminated],
  ['SIGHUP', exit.hungUp],
] as const)('%s while a transfer is under way: its outcome is unknown', async (signal, code) => {
  const { term, list, sent } = await transferring();
  term.kill(signal);
  expect(await ended(term)).toBe(code);
  expect(await list()).toEqual([expect.objectContaining({ call: 'transferPoints', amount: '5', outcome: 'unknown' })]);
  expect(sent()).toBe(1);
});

test('a fault of the program while a transfer is under way: the exit code is that without a dialog, and the outcome is unknown', async () => {
  const env = { NODE_OPTIONS: `--require ${path.resolve(import.meta.dirname, '../support/throw-on-signal.cjs')}` };
  const { term, home, list } = await transferring(env);
  term.kill('SIGUSR2');
  const code = await ended(term);
  expect(code).toBeGreaterThan(0);
  expect(await list()).toEqual([expect.objectContaining({ call: 'transferPoints', outcome: 'unknown' })]);
  const plain = terminal(['-p', 'box'], { home, env });
  await plain.until(/\[Home\]/);
  plain.kill('SIGUSR2');
  expect(await ended(plain)).toBe(code);
});
