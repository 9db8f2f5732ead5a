// Explains the hash of a transaction, if this machine knows it: 32 bytes, or the signature of Solana. 32 bytes may be a
// private key as well, so an unknown text is never repeated.

import { isSolanaSignature } from '../../money/ed25519.js';
import { sameAddress } from '../../money/evm/hex.js';
import { Guarded } from '../../services/http/errors.js';
import { isPrefixedHash } from '../../text/id-forms.js';
import { operationSentence, showCommand } from './operation.js';
import { details, type Recogniser } from './recogniser.js';
import { operationOfHash } from './transaction.js';

const bare = /^[0-9a-f]{64}$/i;

export const hash: Recogniser = {
  kind: 'the hash of a transaction: 0x and 64 hexadecimal digits, or a signature of Solana',
  isWhole: true,
  explain: ({ text, machine, context, isHash }) => {
    const isSignature = isSolanaSignature(text);
    if (!isPrefixedHash(text) && !bare.test(text) && !isSignature) return [];
    const digits = isSignature ? text : `0x${text.replace(/^0x/i, '').toLowerCase()}`;
    const entry = machine.transactions().find(({ hash: entryHash }) => sameAddress(entryHash, digits));
    const operation = operationOfHash(machine, digits);
    if (operation)
      return [
        {
          word: digits,
          is: 'hash of a transaction',
          of: [entry?.network ?? operation.network, operation.id].filter(Boolean).join(', '),
          means: operationSentence(operation, machine),
          source: 'the ledger of this machine; no chain was asked',
          next: showCommand(operation, context),
          details: details({
            operation: operation.id,
            state: entry?.state,
            block: entry?.blockNumber,
            signed: entry?.at,
          }),
        },
      ];
    if (bare.test(text) && !isHash)
      throw new Guarded(
        'MAY_BE_KEY',
        'These 64 hexadecimal digits may be a private key, so they are not shown.',
        'If they are the hash of a transaction, add --hash.',
      );
    if (isSignature)
      return [
        {
          word: text,
          is: 'signature of a transaction',
          of: 'Solana',
          means: 'The ledger of this machine does not know it, which proves nothing.',
          source: 'its form: 64 bytes in base58 that are no key pair',
          next: `tuk wallet tx show ${text} --network SOLANA`,
        },
      ];
    const unread = machine.unread.length > 0 ? ` ${machine.unread.join(' and ')} cannot be read.` : '';
    return [
      {
        word: '32 bytes',
        is: 'hash of a transaction or a block',
        of: 'an EVM chain',
        means: `The ledger of this machine does not know it, which proves nothing.${unread} 32 bytes may be a private key as well, so they are not repeated: if it is one, move its funds to a new key.`,
        source: 'its form: 0x and 64 hexadecimal digits',
        next: 'tuk wallet tx show HASH --network NETWORK',
      },
    ];
  },
};
