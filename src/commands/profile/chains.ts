// The settings `chain.NETWORK`, `rpc.NETWORK`, `signer.NETWORK`, `router.NETWORK`, `finality.NETWORK`,
// `explorer.NETWORK` of `tuk profile set`.

import type { Context } from '../../cli/command/command.js';
import { RunContext } from '../../cli/run/run-context.js';
import { suggestion } from '../../cli/settings/suggest.js';
import { chainAccess } from '../../engine/chain/access.js';
import { parseRpcPin, requireSigning, shownRpc } from '../../money/chain/pins.js';

import { parseChainPin, parseFinality, requireEvm } from '../../money/evm/chain.js';
import { parseSignerUrl } from '../../money/evm/external-signer.js';
import { readRouter, storedPin } from '../../money/evm/router.js';
import { checkChainId } from '../../money/evm/rpc.js';
import { refuseSetting } from '../../money/solana/accounts.js';
import { requireAddress } from '../../money/values/address.js';
import { isSolana } from '../../money/values/networks.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput, cited } from '../../services/http/errors.js';
import type { ProfileSettings } from '../../session/profile.js';
import { networkSettings } from '../../session/profile-services.js';

type ChainKey = keyof typeof networkSettings;

/** The parts of a key such as `chain.BSC`, with its network in any letter case; undefined for another key. */
export function chainKeyOf(key: string): readonly [ChainKey, string] | undefined {
  const [, name, network] = /^(chain|rpc|signer|router|finality|explorer)\.(.*)$/s.exec(key) ?? [];
  if (name === undefined || network === undefined) return undefined;
  return [name as ChainKey, Network.find((word) => word === network.toUpperCase()) ?? network];
}

/**
 * Changes one of these settings of a profile. A router is read on its chain, and pinned with its implementation.
 * @throws {BadInput} {Guarded} for an unusable value; {Failure} of the read
 */
export async function withChainSetting(
  context: Context,
  name: string,
  profile: ProfileSettings,
  [key, network]: readonly [ChainKey, string],
  value: string | undefined,
): Promise<ProfileSettings> {
  if (!Network.some((name) => name === network))
    throw new BadInput(
      'UNKNOWN_WORD',
      `${cited(network)} is not a network for ${key}.NETWORK.`,
      suggestion(network, Network, `It is one of ${Network.join(', ')}.`),
    );
  const place = networkSettings[key];
  const { [network]: _, ...others } = profile[place] ?? {};
  const stored =
    value === undefined ? others : { ...others, [network]: await storedValue(context, name, key, network, value) };
  const { [place]: __, ...rest } = profile;
  return Object.keys(stored).length === 0 ? rest : { ...rest, [place]: stored };
}

async function storedValue(context: Context, name: string, key: ChainKey, network: string, value: string) {
  if (isSolana(network) && /^(chain|router|finality)$/.test(key)) refuseSetting(key, network);
  if (key === 'chain') return parseChainPin(network, value);
  if (key === 'rpc') {
    requireSigning(network);
    return parseRpcPin(network, value);
  }
  if (key === 'signer') {
    requireEvm(network);
    return parseSignerUrl(network, value);
  }
  if (key === 'finality') return parseFinality(network, value);
  if (key === 'explorer') return parseExplorer(network, value);
  requireAddress(value, `router.${network}`, network);
  const inProfile = new RunContext(context.world, { ...context.flags, profile: name });
  try {
    const { chain, rpc } = await chainAccess(inProfile, network);
    await checkChainId(rpc, chain);
    const pin = await readRouter(rpc, value, network);
    if (pin.implementation !== undefined)
      context.log(`  It is a proxy; its implementation ${pin.implementation} is pinned with it.`);
    return storedPin(pin);
  } finally {
    await inProfile.close();
  }
}

/**
 * Parses the address of an explorer, to which /tx/HASH and /address/ADDRESS are added.
 * @throws {BadInput} BAD_VALUE for one that is neither http nor https, or that has more than a path
 */
function parseExplorer(network: string, text: string): string {
  const bad = (why: string) =>
    new BadInput('BAD_VALUE', `explorer.${network} ${why}.`, 'Write it like https://explorer.example.com');
  if (!URL.canParse(text) || /[\s\p{Cc}]/u.test(text)) throw bad('is not an address');
  const url = new URL(text);
  if (url.username || url.password) throw bad('holds a user name or a password');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw bad('is neither https nor http');
  if (url.search || url.hash || /[{}?#]/.test(text))
    throw bad('holds a query, a fragment or braces: /tx/HASH and /address/ADDRESS are added to it');
  return text;
}

/** A profile for the output: the path of a node's or a signer's address may hold an access key, and is left out. */
export function withoutRpcPaths(profile: ProfileSettings): ProfileSettings {
  const withoutPaths = (urls: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(urls).map(([network, url]) => [network, URL.canParse(url) ? shownRpc(url) : '…']),
    );
  const { rpcs, signers } = profile;
  return { ...profile, ...(rpcs && { rpcs: withoutPaths(rpcs) }), ...(signers && { signers: withoutPaths(signers) }) };
}
