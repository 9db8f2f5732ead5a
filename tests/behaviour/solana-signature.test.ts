// Protects that the signature of a sent Solana transaction leads back to its operation: find and explain know it from the ledger.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { solanaKey } from '../support/solana.js';
import { phraseSecret } from '../support/solana-client.js';
import { signedIn } from '../support/users.js';

test('find and explain name the operation of a signature, and explain says of another that nothing is known', async () => {
  const { json, run, home } = await signedIn('mina');
  const [own] = await json('wallet list --network SOLANA');
  const keyFile = path.join(home, 'mina.json');
  writeFileSync(keyFile, JSON.stringify([...phraseSecret(0), ...base58.decode(own.address)]), { mode: 0o600 });
  const sending = `wallet send --network SOLANA --token SOL --amount 0.5 --to ${solanaKey().address}`;
  const { hash } = await json(`${sending} --key-file ${keyFile} --new-recipient --yes --confirmations 0 --json`);
  const [{ id }] = await json('ops list --json');
  for (const command of ['find', 'explain']) {
    const { code, stdout } = await run(`${command} ${hash} --json`);
    expect([command, code, stdout]).toEqual([command, exit.ok, expect.stringContaining(id)]);
  }
  const other = await run(`explain ${base58.encode(Buffer.alloc(64, 77))} --json`);
  expect([other.code, other.stdout.includes(id)]).toEqual([exit.ok, false]);
});
