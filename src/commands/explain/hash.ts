// Explains 32 bytes: the hash of a transaction, if this machine knows it. They may be a private key as well, so what is
// unknown is never repeated.

import { Guarded } from '../../services/http/errors.js';
import { operationSentence, showCommand } from './operation.js';
import { details, type Recogniser } from './recogniser.js';
import { operationOfHash } from './transaction.js';

const prefixed = /^0x[0-9a-f]{64}$/i;
const bare = /^[0-9a-f]{64}$/i;

export const hash: Recogniser = {
  kind: 'the hash of a transaction: 0x and 64 hexadecimal digits',
  isWhole: true,
  explain: ({ text, machine, context, isHash }) => {
    if (!prefixed.test(text) && !bare.test(text)) return [];
    const digits = `0x${text.replace(/^0x/i, '').toLowerCase()}`;
    const entry = machine.transactions().find((transaction) => transaction.hash.toLowerCase() === digits);
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
