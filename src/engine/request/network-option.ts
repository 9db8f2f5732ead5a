// The option --network of hashes and addresses.

import { Network } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import type { Option } from './params.js';

export const network = {
  flags: '--network <network>',
  effects: 'plain',
  summary: 'the network',
  words: Network,
} as const satisfies Option;

/** The network of the rows of a list. */
export const networkFilter = { ...network, summary: 'filter by network' } as const satisfies Option;

/** The network of a request that cannot do without one. @throws {BadInput} MISSING_OPTION */
export function requireNetwork(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new BadInput('MISSING_OPTION', '--network is needed; nothing was sent.', 'See the networks: tuk wallet chains');
}
