// The networks that tuk signs on, by the kind of their chain.

import { Network } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import type { ChainFamily } from '../keys/signer.js';
import { evmNetworks, isEvm, isSolana, solanaNetworks } from '../values/networks.js';

/** The networks that tuk signs on. */
export const signingNetworks: readonly string[] = [...evmNetworks, ...solanaNetworks];

/** The kind of the chain of a network; nothing for one that tuk cannot sign on. */
function kindOfChain(network: string): ChainFamily | undefined {
  if (isEvm(network)) return 'evm';
  return isSolana(network) ? 'solana' : undefined;
}

/** @throws {BadInput} CANNOT_SIGN, UNKNOWN_WORD for a network that tuk cannot sign on */
export function requireSigning(network: string): ChainFamily {
  const kind = kindOfChain(network);
  if (kind !== undefined) return kind;
  const signsOn = `It signs on: ${signingNetworks.join(', ')}.`;
  if (!Network.some((name) => name === network))
    throw new BadInput('UNKNOWN_WORD', `${JSON.stringify(network.slice(0, 60))} is not a network.`, signsOn);
  throw new BadInput(
    'CANNOT_SIGN',
    `tuk cannot sign on ${network}.`,
    `On ${network} tuk reads: wallet balance, wallet history, wallet tx show. What a balance account holds can be sent there: tuk wallet withdraw create. ${signsOn}`,
  );
}
