// The options of a sign-in that name its key. Only data.

import type { Flag } from '../../cli/settings/options.js';

// The options of a sign-in that name its key. Only data.

/** The key of a sign-in, and what it may sign: a `KeyOptions` of `engine/sign-in/selected-key`. */
export const signInKeyFlags: readonly Flag[] = [
  {
    flags: '--key <name>',
    effects: ['secret'],
    summary: 'the name of a key in the key folder',
    from: 'wallet key list {name}',
  },
  {
    flags: '--key-file <file>',
    effects: ['file', 'secret'],
    summary: 'a key file: V3 key store, hex, phrase or extended key',
  },
  { flags: '--key-stdin', effects: ['secret'], summary: 'read the key from standard input' },
  {
    flags: '--accept-plain-message',
    effects: ['widens'],
    summary: 'sign a message that is not an EIP-4361 message, after printing it',
  },
];
