// A private key or a recovery phrase that is typed into the application is neither printed nor kept on a screen.
import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { publicKeyOf } from '../../src/money/keys/ed25519.js';
import { lineWithoutKeys } from '../../src/money/keys/line-without-keys.js';
import { application } from '../../src/ui/state/application.js';
import { typed } from '../../src/ui/state/core/field.js';
import type { CommandLine } from '../../src/ui/state/core/palette.js';
import type { FormScreen } from '../../src/ui/state/core/screens.js';
import type { AppEvent, Application } from '../../src/ui/state/core/state.js';
import { commanded } from '../../src/ui/state/palette/overlays.js';

import { conversation } from '../support/conversation.js';
import { exit } from '../support/exit.js';
import { signedIn } from '../support/users.js';

const digits = 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const phrase = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const daras = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const withdraw = 'wallet withdraw create --currency MVL --amount 1 --new-recipient --yes --to';
const hidden: readonly string[] = [
  `${withdraw} 0x${digits}`,
  `${withdraw} ${digits.match(/.{2}/g)!.join(':')}`,
  `${withdraw} '${digits.match(/.{8}/g)!.join(' ')}'`,
  `wallet contacts add Bob '${phrase}' --network BSC`,
  `wallet contacts add Bob ${digits} --network BSC`,
  `wallet balance ${digits} --network BSC`,
  `api POST user /v9/x -f note=${digits}`,
  phrase,
  digits,
];
const plain = { head: { profile: 'box' }, signedIn: true, groups: [], panes: [], suffix: '' };
const leaks = (text: string): boolean => /ac0974|4d238ff9|ac:09|ff80|winner|sausage/.test(text);

test.each(hidden)('%s', (line) => {
  expect(leaks(lineWithoutKeys(line))).toBe(false);
  const { initial, update } = application(plain);
  const back: AppEvent = { what: 'command ended', line, code: exit.guarded, head: { profile: 'box' }, signedIn: true };
  const [ended] = update(initial, back, 0);
  expect(ended.notice?.text).toContain('Exit code 7: tuk ');
  expect(leaks(JSON.stringify(ended))).toBe(false);
  const one = { name: 'wallet balance', reads: true, values: '<address>' } as CommandLine;
  const [opened, ...effects] = commanded(initial, line, line.startsWith(one.name) ? one : undefined);
  expect(leaks(JSON.stringify(opened))).toBe(false);
  if (line.startsWith(one.name)) expect(effects[0]).toEqual({ do: 'run', line }); // the command itself refuses it
});

test.each([
  `${withdraw} ${daras}`,
  `wallet tx show 0x${digits} --network BSC`,
  `api wallet get-transaction --hash ${digits} --network BSC`,
  "wallet contacts add 'Bob from the market' 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --network BSC",
  'assets order --offering 4da20f98-8dc4-427c-88b7-8703b349db9f',
])('is shown as it is: %s', (line) => {
  expect(lineWithoutKeys(line)).toBe(line);
});

test('in the application, a line with a key is run without being printed', { timeout: 60_000 }, async () => {
  const { home } = await signedIn();
  const session = conversation([], { home });
  await session.opening;
  for (const line of hidden.filter((one) => !one.startsWith('api'))) {
    const output = await session.type(line);
    expect([line, leaks(output)]).toEqual([line, false]);
    if (line.startsWith('wallet')) expect(output).toMatch(/\$ tuk [\s\S]*a private key[\s\S]*Exit code 7/);
  }
  await session.type('q');
});

const field = (label: string, is = '') => ({ label, is, required: true, text: { before: '', after: '' } });
const formOf = (...fields: readonly ReturnType<typeof field>[]): FormScreen => ({
  ...{ kind: 'form', group: 'Points', line: 'points transfer', fields, at: 0, typing: true },
  spec: { name: 'Transfer', command: 'points transfer', kind: 'form' },
});
const keys = [`0x${digits}`, digits.match(/.{8}/g)!.join(' '), `my phrase: ${phrase}`];
/** A key pair of Solana, as wallets export it. */
const keyPair = (seed: Buffer) => base58.encode(Buffer.concat([seed, Buffer.from(publicKeyOf(seed))]));

test('a signature of Solana is shown where one is looked up, and a key pair of its length nowhere', () => {
  const signature = base58.encode(Buffer.alloc(64, 77));
  for (const line of [`find ${signature}`, `tuk find ${signature}`, `explain ${signature}`, `wait ${signature}`])
    expect(lineWithoutKeys(line)).toBe(line);
  for (const text of [keyPair(Buffer.alloc(32, 7)), `${signature} ${keyPair(Buffer.alloc(32, 9))}`])
    for (const command of ['find', 'find --hash', 'explain', 'wait', 'wallet balance'])
      expect(lineWithoutKeys(`${command} ${text}`)).toContain('[not repeated');
  expect(lineWithoutKeys(`wallet balance ${signature}`)).toBe('wallet balance [not repeated]');
  expect(lineWithoutKeys(`find ${signature} ${phrase}`)).not.toContain('winner');
});

describe('a key in a field of a form', () => {
  const { initial, update } = application(plain);
  const size = { rows: 24, columns: 80 };
  const pressedIn = (form: FormScreen, pressed: readonly string[]) => {
    const first = { ...initial, stack: [form] } as Application;
    return pressed.reduce((state, key) => update(state, { what: 'key', key, size }, 0)[0], first);
  };
  const inField = (state: Application) => typed((state.stack[0] as FormScreen).fields![0]!.text);

  test.each(keys)('is not kept, pasted or typed: %s', (key) => {
    for (const pressed of [[`\u001b[200~${key}`], [...key]]) {
      const state = pressedIn(formOf(field('to', 'the id of a user')), pressed);
      expect(inField(state).length).toBeLessThan(key.length / 4);
      expect(state.notice?.text).toBe('This may be a key; it was not kept.');
      if (pressed.length === 1) expect(leaks(JSON.stringify(state))).toBe(false);
    }
  });

  test.each([
    ['to', daras],
    ['to', `0:${digits}`],
    ['transaction hash', `0x${digits}`],
    ['message', 'I would like to know when the new stations in the north of the city will open, please'],
    ['ids', '4da20f98-8dc4-427c-88b7-8703b349db9f,5da20f98-8dc4-427c-88b7-8703b349db9f'],
    ['locations', '[{"latitude":11.5564,"longitude":104.9282},{"latitude":11.56,"longitude":104.93}]'],
  ])('any other value is: %s %s', (label, value) => {
    for (const pressed of [[`\u001b[200~${value}`], [...value].map((letter) => (letter === ' ' ? 'space' : letter))])
      expect(inField(pressedIn(formOf(field(label)), pressed))).toBe(value);
  });

  test('the command of a form in lines refuses one, and says nothing of it', { timeout: 60_000 }, async () => {
    const { home } = await signedIn();
    const session = conversation(['--linear'], { home });
    await session.opening;
    let output = '';
    for (const line of ['image', '1', phrase, '1', 'a.png']) output += await session.type(line);
    expect(output).toMatch(/Nothing was sent\.[\s\S]*Exit code 7\./);
    expect(leaks(output)).toBe(false);
    await session.type('q');
  });
});

test('a long command line of plain words is shown whole; a phrase is not, with options around it', () => {
  const ride = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --note hello';
  expect(lineWithoutKeys(ride)).toBe(ride);
  const phrase = Array<string>(11).fill('abandon').concat('about').join(' ');
  for (const line of [`wallet add --name x ${phrase} --yes`, `wallet add --phrase '${phrase}'`])
    expect(lineWithoutKeys(line)).not.toContain('abandon');
});
