// Terms of the field that messages, help and receipts use. Data.

interface Term {
  /** The term and its other names. */
  readonly words: readonly [string, ...string[]];
  readonly means: string;
  readonly next: string;
}

export const terms: readonly Term[] = [
  {
    words: ['price impact', 'impact'],
    means:
      'how much worse the price of a swap is because of its own size: a large swap in a small pool moves the price. limits.impact and --max-impact bound it.',
    next: 'tuk swap quote --help',
  },
  {
    words: ['slippage'],
    means:
      'how much less may arrive from a swap than its quote says, in per cent: the least amount is signed. limits.slippage bounds it.',
    next: 'tuk swap run --help',
  },
  {
    words: ['gas'],
    means:
      'the unit of work of an EVM chain: the fee of a transaction is its gas times the price of gas, in the coin of the chain.',
    next: 'tuk wallet fee --help',
  },
  {
    words: ['gwei'],
    means: 'a billionth of the coin of an EVM chain, in which the price of gas is stated; a wei is the 10^18th part.',
    next: 'tuk wallet fee --help',
  },
  {
    words: ['nonce'],
    means:
      'the number of a transaction of an account: each is used once, so only one of two transactions with the same nonce can be mined.',
    next: 'tuk wallet tx list',
  },
  {
    words: ['allowance', 'approval'],
    means: 'what a contract may spend of a token of an account, now and later, until it is revoked.',
    next: 'tuk wallet allowance list',
  },
  {
    words: ['base unit', 'raw amount'],
    means: 'the smallest part of a token, in which chains count: a token of 6 decimals has a million in a whole one.',
    next: 'tuk wallet tokens',
  },
  {
    words: ['checksum'],
    means:
      'the part of an address by which a typing error is noticed; of an EVM address it is the case of its letters (EIP-55).',
    next: 'tuk explain ADDRESS',
  },
  {
    words: ['finality', 'final'],
    means: 'the depth of a block from which on a transaction in it counts as done, since newer blocks may be replaced.',
    next: 'tuk profile set --help',
  },
  {
    words: ['client ref', 'reference', 'idempotency key'],
    means:
      'a reference of your own (--client-ref): a line with it takes effect once, and run again it gives the earlier result.',
    next: 'tuk ops list',
  },
  { words: ['ledger'], means: 'the record of every transfer of this machine, with its outcome.', next: 'tuk ops list' },
  {
    words: ['router'],
    means: 'the contract that carries out swaps; only one that the profile trusts is used.',
    next: 'tuk profile show',
  },
  {
    words: ['recovery phrase', 'mnemonic', 'seed phrase'],
    means:
      'the words from which a key is made: anyone who has them controls the funds of the key. Never type them on a command line.',
    next: 'tuk wallet key import --help',
  },
  {
    words: ['private key'],
    means:
      'the number that signs for an account: anyone who has it controls the funds of the account. Never type it on a command line.',
    next: 'tuk wallet key import --help',
  },
  {
    words: ['request id'],
    means: 'the id that a service gives a response; an error prints it, and support can search for it.',
    next: 'tuk api show',
  },
  {
    words: ['dry run'],
    means: 'a run that prints the request and sends nothing; it is refused where the line would be.',
    next: 'tuk help output',
  },
  {
    words: ['protected'],
    means: "a profile in which every change needs the profile's name.",
    next: 'tuk profile show',
  },
  { words: ['sandbox'], means: 'the back end inside the program: nothing in it is real.', next: 'tuk sandbox status' },
];
