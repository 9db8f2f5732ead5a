// The option --network of hashes and addresses.

import { Network } from '../../services/catalogue/words.js';
import type { Option } from './params.js';

// The option --network of hashes and addresses.

export const network = {
  flags: '--network <network>',
  effects: 'plain',
  summary: 'the network',
  words: Network,
} as const satisfies Option;
/** The network of the rows of a list. */
export const networkFilter = { ...network, summary: 'filter by network' } as const satisfies Option;
/** The network where a line cannot do without one. */
export const neededNetwork = { ...network, required: true } as const;
/** The network of a hash, unless the ledger has it. */
export const hashNetwork = {
  ...network,
  neededFor: 'a hash that your ledger does not have',
  inForm: 'first',
} as const satisfies Option;
