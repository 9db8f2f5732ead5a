// What this machine knows of a text: the operations of the account in use, and the rides in the ledger.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Wallet } from 'ethers';
import { expect, test } from 'vitest';
import { conversation } from '../../support/conversation.js';
import { ends, exit } from '../../support/exit.js';
import { platformUser } from '../../support/platform.js';
import { respondJson } from '../../support/scripted-server.js';
import { signedIn } from '../../support/users.js';

const request = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes';
const withdraw =
  'wallet withdraw create --currency MVL --amount 25 --to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes';

test('an operation of another account is no part of a case, and a sentence names the profile that shows it', async () => {
  const { run, json } = await signedIn('mina');
  await run('profile add other --base embedded');
  expect((await run(withdraw)).code).toBe(exit.ok);
  const [{ id, subject }] = await json('ops list');
  const own = await json('find MVL');
  expect(own.parts.map((part: { id: string }) => part.id)).toContain(id);
  expect((await run('login --as whale')).code).toBe(exit.ok);
  const others = await json('find MVL');
  const shown = JSON.stringify(others.parts);
  expect(shown).not.toContain(id);
  expect(shown).not.toContain(subject);
  const hint = 'sign in as that account (tuk login -p sandbox), then tuk find MVL -p sandbox.';
  expect(others.unknowable).toContain(`1 operation of another account is on this machine, and not shown here: ${hint}`);
});

const details = ['plate', 'phone'];
test.each(details)('a %s finds the rides in the ledger that have it, however it is spelled', async (what) => {
  const { run, json } = await signedIn('mina');
  expect((await run(request)).code).toBe(exit.ok);
  const id: string = (await json('ops list'))[0].subject;
  let text: string | undefined;
  for (let step = 0; step < 30 && text === undefined; step++) {
    await run('sandbox advance 1m');
    const ride = JSON.stringify(await json(`ride status ${id}`));
    text = what === 'plate' ? /"carPlate":"([^"]+)"/.exec(ride)?.[1] : /"phone[^"]*":"(\+?\d+)"/i.exec(ride)?.[1];
  }
  expect(text).toBeDefined();
  await run('sandbox advance 3h'); // no ride is under way
  for (const one of [text!, text!.replace(/^\+65/, '').toLowerCase().replaceAll('-', ' ')]) {
    const { parts } = await json(['find', one]);
    expect(parts, one).toContainEqual(expect.objectContaining({ what: 'ride', id }));
  }
});

test('nothing is known is said only with what was compared', async () => {
  const { run } = await signedIn('mina');
  const compared = /compared only with the active ride and your newest 40 rides of this machine/;
  expect(await run('find ZZZ-9999')).toMatchObject(ends(exit.notFound, compared));
});

/** The plate of a new ride. */
async function plateOf({ run, json }: Awaited<ReturnType<typeof signedIn>>): Promise<string> {
  expect((await run(request)).code).toBe(exit.ok);
  for (let step = 0; step < 30; step++) {
    await run('sandbox advance 1m');
    const rides = JSON.stringify(await json('ride status --known'));
    const [, plate] = /"carPlate":"([^"]+)"/.exec(rides) ?? [];
    if (plate !== undefined) return plate;
  }
  return expect.unreachable('no driver came');
}
test('the application finds what it has read, and says when, if no service shows it now', async () => {
  const user = await signedIn('mina');
  const plate = await plateOf(user);
  const { opening, type } = conversation([], { home: user.home, columns: 120, rows: 60 });
  await opening;
  for (const line of ['2', '1']) await type(line);
  await user.run(['sandbox', 'fault', 'add', 'status=500', '--on', 'GET ride-hailing']);
  for (const line of [':find', '1']) await type(line);
  const seen = /1 ride {2}PICKUP: last seen [^:]+ ago: the driver is on the way[\s\S]*ASKED, AND FAILED/;
  expect(await type(plate)).toMatch(seen);
  await user.run('sandbox fault clear');
  for (const line of [':find', '1']) await type(line);
  expect(await type(plate)).toMatch(/1 ride under way {2}PICKUP: the driver is on the way/); // asked anew
  await type('q');
});

const key = `0x${'1f'.repeat(32)}`;
const { address } = new Wallet(key);
const other = `0x${'2e'.repeat(32)}`;

/** The text of every file below a folder. */
const textBelow = (folder: string): string =>
  readdirSync(folder)
    .map((name) => path.join(folder, name))
    .map((file) => (statSync(file).isDirectory() ? textBelow(file) : readFileSync(file, 'latin1')))
    .join('\n');

// A private key in place of a hash is searched by its address, if that is known, and goes nowhere else.
test.each([
  ['a contact', `wallet contacts add me ${address} --network ETHEREUM --yes`],
  ['a recipient of the ledger', withdraw.replace(/0x\w+/, address)],
  ['a wallet of the user', 'whoami'],
])('the private key of %s is found by its address, and sent nowhere', async (what, line) => {
  const wallets = what.startsWith('a wallet') ? [{ address, network: 'ETHEREUM' }] : [];
  const user = await platformUser({ reads: { '/v2/wallets': respondJson(wallets) } });
  await user.run(line);
  for (const typed of [key, key.slice(2), `key ${key.toUpperCase().replace('0X', '0x')}`, `${key.slice(2)} --hash`]) {
    const before = user.server.requests.length;
    const { stdout, stderr } = await user.run(['find', ...typed.split(' '), '-vv']);
    expect(stderr).toContain(`The text is the private key of ${address}`);
    const requests = user.server.requests.slice(before);
    const sent = requests.map(({ path: at, body }) => `${at} ${body}`).join('\n');
    for (const text of [stdout, stderr, sent, textBelow(user.home)]) expect(text.toLowerCase()).not.toContain('1f1f1f');
    expect(sent.toLowerCase()).toContain(address.toLowerCase());
  }
  expect((await user.run(`find ${other}`)).stderr).not.toContain('is the private key'); // nobody can tell it from a hash
});

test('a case and the ledger say the same of an operation that only its response shows', async () => {
  const user = await signedIn('mina');
  const { run, json } = user;
  await run('points transfer --to dara --amount 5 --new-recipient --yes');
  const [{ id, state, class: kind }] = await json('ops list');
  expect({ state, kind }).toEqual({ state: 'done', kind: 'good' });
  expect((await json(`find ${id}`)).parts[0]).toMatchObject({ id, status: state, class: kind });
  const { opening, type } = conversation(['--linear'], { home: user.home, rows: 60 });
  await opening;
  // in the words of the ledger, not in the names of its fields
  expect(await type(`find ${id}`)).toMatch(/Request: done[\s\S]*In the ledger: done/);
  expect(await type(`ops show ${id}`)).toMatch(/Fee: 0\.5 MVP\s+Fee on the receipt: 0\.5 MVP/);
  await type('points history');
  const change = await type('case 1'); // a change states no status: nothing is said of a transfer that is done
  expect(change).toMatch(/change of the points/);
  expect(change).not.toMatch(/To the customer|is done/);
  await type('store inventory list');
  expect(await type('1')).not.toMatch(/https?:/); // the address of a picture is not said
  await type('q');
});
