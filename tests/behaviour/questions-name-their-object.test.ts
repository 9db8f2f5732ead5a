// The question before a change names the item, with what the person can tell it by, and its state; not only a number.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { groupScreens } from '../../src/commands/app/boards.js';
import { groups } from '../../src/groups.js';
import { things } from '../../src/things/index.js';
import { exit } from '../support/exit.js';
import { prepared, transferCommands } from '../support/money-commands.js';
import { respondByPath } from '../support/scripted-server.js';
import type { User } from '../support/tuk.js';
import { signedIn, stubUser } from '../support/users.js';

/** The question of a change that is then declined, without colours and on one line. */
async function question({ run }: User, line: string | readonly string[]): Promise<string> {
  const { code, stderr } = await run(line, { terminal: true, stdin: 'no\n', columns: 200 });
  expect(code, stderr).toBe(exit.guarded);
  const text = stderr.replace(/\x1b\[[\d;?]*[a-z]/gi, '');
  const [, asked] = /([^\n]*): it [^\n]*Type [\w-]+ to go on/.exec(text) ?? [];
  expect(asked, text).toBeDefined();
  return asked!;
}

const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const buy = 'store buy 1 --quantity 1 --currency MVP --yes';
const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${address} --new-recipient --yes`;
/** Lines that remove or cancel something, with what the question must name; `ID` is the id that the first line prints. */
const removals: Readonly<Record<string, readonly [line: string, names: RegExp, ...before: string[]]>> = {
  'wallet contacts remove': [
    'wallet contacts remove Dara',
    new RegExp(`^Remove a contact \\(Dara, network BSC, address ${address}\\)$`),
    `wallet contacts add Dara ${address} --network BSC --yes`,
  ],
  'wallet key remove': [
    'wallet key remove k1',
    /^Remove the key from this machine \(key k1, address 0x[\da-fA-F]{40}\)$/,
    'wallet key new k1 --password-file password.txt',
  ],
  'wallet remove': ['wallet remove ID', /name Wallet 1, network \w+, address 0x[\da-fA-F]{40}/, 'wallet list'],
  'notify dismiss': ['notify dismiss ID', /notification [A-Z]/, 'notify list'],
  'auth sessions revoke': ['auth sessions revoke ID', /signed in .+, ends /, 'auth sessions'],
  'points apps disconnect': ['points apps disconnect ID', /name \w+/, 'points apps list'],
  'store order cancel': ['store order cancel ID', /status ! PAYMENT_PENDING, total 25 MVP/, buy],
  'wallet withdraw cancel': ['wallet withdraw cancel ID', /amount 25 MVL, to 0x ?7099/, withdraw],
};

const idIn = (value: unknown): string => {
  const first = Array.isArray(value) ? value[0] : value;
  const { id, request, rideRequestId } = first as Record<string, { id?: string }>;
  return String(request?.id ?? rideRequestId ?? id);
};

test.each(Object.entries(removals))('%s names what it removes', async (_, [line, names, ...before]) => {
  const user = await signedIn();
  writeFileSync(path.join(user.home, 'password.txt'), 'a long enough password\n', { mode: 0o600 });
  let id = '';
  for (const step of before) {
    const { code, stdout, stderr } = await user.run(step);
    expect(code, stderr).toBe(exit.ok);
    if (line.includes('ID')) id = idIn(JSON.parse(stdout));
  }
  expect(await question(user, line.replace('ID', id))).toMatch(names);
});

/** The words of a command that removes, cancels or ends something. */
const removing = /\b(?:remove|cancel|dismiss|revoke|disconnect|delete|end)$/;
/** Those whose question is in a table of its own, or that ask none, since what they remove is typed and can be made again. */
const others: Readonly<Record<string, string>> = {
  'ride cancel': 'by the status of the ride, below',
  'wallet allowance revoke': 'it signs a transaction: with the transfers, below',
  'wallet tx cancel': 'it signs a transaction, whose receipt is the question',
  'grant revoke': 'it asks nothing: it only narrows, and at once',
  'alias remove': 'it asks nothing: the line is printed by alias list',
  'view remove': 'it asks nothing: the line is printed by view list',
  'profile remove': 'it asks only if the profile is protected, and then for its name',
  'sandbox session revoke': 'it changes the sandbox alone',
};

test('every command that removes something is one of these', async () => {
  const names: string[] = [];
  for (const [group, { load }] of Object.entries(groups))
    for (const { name } of (await load()).group.commands) names.push(`${group} ${name}`.trim());
  const found = names.filter((name) => removing.test(name));
  expect(found.filter((name) => !(name in removals) && !(name in others))).toEqual([]);
  const screens = groupScreens.flatMap(({ screens: own }) => own);
  const actions = [
    ...screens.flatMap(({ actions: own = [], openedActions = [] }) => [...own, ...openedActions]),
    ...things.flatMap(({ actions: own = [] }) => own),
  ];
  const lines = actions.map(([, line]) => line.replace(/ [?{-].*/, '')).filter((line) => removing.test(line));
  expect(lines.length).toBeGreaterThan(8);
  expect(lines.filter((line) => !(line in removals) && !(line in others))).toEqual([]);
});

test.each([
  ['INUSE', /^End the ride under way \(status . INUSE, from Palace, to Market/],
  ['INUSE_WITH_CANCEL_PENDING', /^End the ride under way/],
  ['MATCHED', /^Cancel the ride that is still waiting \(status . MATCHED, from Palace/],
  ['WAITPAY', /^Cancel the ride that is still waiting/],
])('the question of ride cancel fits a ride that is %s', async (status, sentence) => {
  const ride = { ...priced, status, destination: { name: 'Market' } };
  const user = await stubUser(respondByPath({ '/request/r1': ride }));
  expect(await question(user, 'ride cancel r1')).toMatch(sentence);
});
const priced = { id: 'r1', origin: { name: 'Palace' }, fare: '2.5', currency: 'USD' };

test('the question of ride cancel has the status, the way, the fare and the driver', async () => {
  const ride = { ...priced, status: 'PICKUP', driverInfo: { name: 'Sok Dara', carPlate: 'PNH-4447' } };
  const user = await stubUser(respondByPath({ '/request/r1': ride }));
  const said = /^Cancel the ride; .* \(status . PICKUP, from Palace, fare 2.5 USD, driver \S+ \S+, plate \S+\)$/;
  const asked = await question(user, 'ride cancel r1');
  expect(asked).toMatch(said);
  expect(asked, 'a person is masked on a terminal').not.toContain('Sok Dara');
});

test('a ride that cannot be read is asked about by its id, and nothing is said of its state', async () => {
  const user = await stubUser(respondByPath({}));
  expect(await question(user, 'ride cancel r1')).toBe(
    'Cancel the ride; a late cancellation may cost a fee (ride r1, status unknown)',
  );
});

/** The values of a line that the question repeats: who gets it, how much, and on which network. */
const toldBy = (line: string): readonly string[] => {
  const words = line.split(' ');
  const after = (flag: string) => (words.includes(flag) ? [words[words.indexOf(flag) + 1]!] : []);
  return [...after('--to'), ...after('--spender'), ...after('--amount'), ...after('--network')].filter(
    (value) => !['PNH-02', 'USDC'].includes(value), // a place and a token to buy are no recipients; a swap asks about its allowance first
  );
};
const moves = Object.entries(transferCommands).map(([name, [move]]) => [name, move!] as const);
test.each(moves)(
  '%s asks with its amount, its recipient or its item, all of it on a terminal of 24 by 20',
  async (_, move) => {
    const { home, run, words } = await prepared(move);
    writeFileSync(path.join(home, 'input'), move.stdin ?? '', { mode: 0o600 });
    const argv = words.map((word) => (word === '-' ? path.join(home, 'input') : word));
    const { stderr } = await run(argv, { terminal: true, stdin: 'no\n', columns: 200 });
    const asked = /([^\n]*): it is a transfer/.exec(stderr)?.[1] ?? '';
    expect(asked, stderr).toMatch(/ \(.*\w.*\)$/);
    const told = asked.replace(/(?<=0x[\da-fA-F ]*) /g, '');
    for (const value of toldBy(move.line)) expect(told).toContain(value);
    expect(`${asked}: it is a transfer. Type yes to go on: `.length).toBeLessThan(24 * 20);
  },
);
