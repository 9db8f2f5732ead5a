// The options that say what is swapped.

/** The tokens and the amount of a swap. */
export const orderOptions = [
  plain('--from <token>', 'the token to sell: a symbol or an address', { required: true }),
  plain('--to <token>', 'the token to buy: a symbol or an address', { required: true }),
  plain('--amount <amount>', 'the amount to sell, in whole tokens', { as: 'amount', required: true }),
] as const;

import { plain } from '../../cli/settings/options.js';
