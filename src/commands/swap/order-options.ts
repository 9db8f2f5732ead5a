// The options that say what is swapped.

/** The tokens and the amount of a swap. */
export const orderOptions = [
  { flags: '--from <token>', effects: 'plain', summary: 'the token to sell: a symbol or an address', required: true },
  { flags: '--to <token>', effects: 'plain', summary: 'the token to buy: a symbol or an address', required: true },
  {
    flags: '--amount <amount>',
    effects: 'plain',
    summary: 'the amount to sell, in whole tokens',
    as: 'amount',
    required: true,
  },
] as const;
