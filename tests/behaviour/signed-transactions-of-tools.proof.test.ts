// Protects transactions that a tool signs: a person confirms the receipt, a new recipient by its last characters, and the same reference pays once.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { connect } from '../support/mcp-client.js';
import { solanaKey, solanaProfile } from '../support/solana.js';

let bench: Awaited<ReturnType<typeof solanaProfile>>;
const to = solanaKey().address;
const line = { network: 'SOLANA', token: 'SOL', to, amount: '1', clientRef: 'may' };
const isOfRecipient = (question: string) => /new recipient/.test(question);

beforeEach(async () => {
  bench = await solanaProfile();
  const password = path.join(bench.home, 'password.txt');
  writeFileSync(password, 'a long password', { mode: 0o600 });
  const stored = await bench.run(`wallet key import main --key-file ${bench.keyFile} --password-file ${password}`);
  expect(stored.code, stored.stderr).toBe(exit.ok);
});

/** Calls the tool that sends. @param answer what the person types at each question; without it the client cannot ask */
async function send(answer?: (question: string) => string | undefined) {
  const password = { TUK_KEY_PASSWORD_FILE: path.join(bench.home, 'password.txt') };
  const { call, asked, close } = await connect(bench.home, '--allow-writes --groups wallet', answer, password);
  const result = await call('wallet_send', line);
  await close();
  return { ...result, asked };
}

test('is signed for a person who reads the receipt and types what is asked for; the same reference pays once', async () => {
  const answer = (question: string) => (isOfRecipient(question) ? to.slice(-6) : 'yes');
  const first = await send(answer);
  expect(first.isError, first.text).toBe(false);
  expect(first.asked[0]).toMatch(/You send +1 SOL[\s\S]*new recipient/);
  bench.node.advance(40);
  const again = await send(answer);
  expect(again.isError, again.text).toBe(false);
  expect(bench.node.sent).toHaveLength(1);
});

test.each<[string, ((question: string) => string | undefined) | undefined]>([
  ['cannot ask a person', undefined],
  ['has a person who declines', () => undefined],
  ['has a person who types yes for a new recipient', () => 'yes'],
  ['has a person who confirms the recipient only', (question) => (isOfRecipient(question) ? to.slice(-6) : 'no')],
])('is not signed if the client %s', async (_, answer) => {
  const { isError } = await send(answer);
  expect([isError, bench.node.sent]).toEqual([true, []]);
});
