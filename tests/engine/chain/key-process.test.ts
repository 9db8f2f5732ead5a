// Protects the signatures of Solana messages: only whole messages that need the key's signature alone are signed, and
// another library reads the result.
import {
  AccountRole,
  address,
  appendTransactionMessageInstruction,
  compileTransaction,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { signSolanaMessage, signText, solanaMessageSigners } from '../../../src/engine/chain/key-process.js';
import { isEd25519Signature } from '../../../src/money/keys/ed25519.js';
import { randomKey } from '../../../src/money/keys/keys.js';

import { property } from '../../support/runs.js';

const blockhash = { blockhash: 'EETubP5AKHgjPAhzPAFcb8BAY1hMH639CWCFTqi3hq1k', lastValidBlockHeight: 100n } as never;

/** The message of a transaction of a payer, with another account of a role. */
function message(
  payer: string,
  { version = 0 as 0 | 'legacy', role = AccountRole.WRITABLE, data = new Uint8Array(9) } = {},
) {
  const built = pipe(
    createTransactionMessage({ version }),
    (tx) => setTransactionMessageFeePayer(address(payer), tx),
    (tx) => setTransactionMessageLifetimeUsingBlockhash(blockhash, tx),
    (tx) =>
      appendTransactionMessageInstruction(
        {
          programAddress: address('11111111111111111111111111111111'),
          accounts: [{ address: address(randomKey('solana').address), role }],
          data,
        },
        tx,
      ),
  );
  return Buffer.from(
    (compileTransaction(built as never) as { readonly messageBytes: unknown }).messageBytes as Uint8Array,
  );
}
const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`;

test.each([0, 'legacy'] as const)('signs a message of version %s as the library packs it', (version) => {
  property(30, fc.uint8Array({ maxLength: 300 }), (data) => {
    const key = randomKey('solana');
    const unsigned = message(key.address, { version, data });
    const wire = Buffer.from(signSolanaMessage(hex(unsigned), key).slice(2), 'hex');
    const decoded = getTransactionDecoder().decode(wire);
    expect(Buffer.from(decoded.messageBytes as unknown as Uint8Array)).toEqual(unsigned);
    const signature = decoded.signatures[address(key.address)] as unknown as Uint8Array;
    expect(isEd25519Signature(unsigned, signature, key.address)).toBe(true);
    expect(getBase64EncodedWireTransaction(decoded)).toBe(wire.toString('base64'));
  });
});

test('refuses cut, longer and foreign messages, and those that need another signature', () => {
  const key = randomKey('solana');
  const unsigned = message(key.address);
  const refused = [
    ...Array.from({ length: unsigned.length }, (_, length) => unsigned.subarray(0, length)),
    Buffer.concat([unsigned, Buffer.of(0)]),
    Buffer.concat([Buffer.of(0x81), unsigned.subarray(1)]),
    message(randomKey('solana').address),
    message(key.address, { role: AccountRole.WRITABLE_SIGNER }),
  ];
  for (const bytes of refused)
    expect(() => signSolanaMessage(hex(bytes), key)).toThrow(expect.objectContaining({ code: 'BAD_TRANSACTION' }));
  expect(() => signSolanaMessage(`${hex(unsigned)}0`, key)).toThrow(
    expect.objectContaining({ code: 'BAD_TRANSACTION' }),
  );
});

test('a text that is a message of a transaction is not signed as a text', () => {
  const key = randomKey('solana');
  const zeros = Buffer.alloc(32, 0x41);
  const parts = [Buffer.of(1, 0, 1, 2), zeros, Buffer.alloc(32, 0x42), zeros, Buffer.of(1, 1, 1, 0, 1, 2)];
  const text = Buffer.concat(parts).toString();
  expect(solanaMessageSigners(Buffer.from(text))).toMatchObject({ signatures: 1 });
  expect(() => signText(text, key)).toThrow(expect.objectContaining({ code: 'BAD_MESSAGE' }));
  expect(signText(`${text}.`, key)).toMatch(/^0x[0-9a-f]{128}$/);
});
