// The network of a hash or an address, without which neither says where it is.

import type { Option } from '../../engine/params.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';

export const network = { flags: '--network <network>', summary: 'the network', words: Network } as const satisfies Option;

/** The network that was named. @throws {BadInput} where none was */
export function needsNetwork(given: unknown): string {
  if (typeof given === 'string') return given;
  throw new BadInput('MISSING_OPTION', '--network is needed; nothing was sent.', 'See which there are: tuk wallet chains');
}
