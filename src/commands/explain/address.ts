// Explains an address of any network: its kind, its checksum, and its names on this machine.

import { addressProblem, checkAddress, looksLikeAddress } from '../../money/address.js';
import { checksummed } from '../../money/evm/transaction.js';
import { familyOf, networkFacts } from '../../money/networks.js';
import { Network } from '../../services/catalogue/words.js';
import { counted } from '../../services/counted.js';
import { Failure } from '../../services/http/errors.js';
import { mayBeKey } from '../../services/http/may-be-key.js';
import { details, type Recogniser } from './recogniser.js';

const families = { evm: 'EVM', bitcoin: 'Bitcoin', solana: 'Solana', ton: 'TON', tezos: 'Tezos' } as const;

/** The state of the checksum of a valid address. */
function checksumOf(address: string, family: keyof typeof families): string {
  if (family === 'solana') return 'none: addresses of Solana have no checksum, so a mistyped one is not noticed';
  if (family === 'ton' && address.includes(':')) return 'none: a raw address of TON has no checksum';
  if (family !== 'evm') return 'right';
  return address.slice(2) === address.slice(2).toLowerCase() || address.slice(2) === address.slice(2).toUpperCase()
    ? `none: its letters are all in one case; with its checksum it is ${checksummed(address.replace(/^0X/, '0x'))}`
    : 'right (EIP-55)';
}

/** The warning of an address that nobody should send to; empty for others. */
function warningOf(address: string): string {
  try {
    checkAddress(address, 'It');
    return '';
  } catch (error) {
    if (!(error instanceof Failure) || !/BURN|SYSTEM/.test(error.code)) return '';
    return ` ▲ ${error.message}`;
  }
}

/** 0x and as many digits as an address, or as one that was copied in part. */
const addressLong = /^0x.{34,46}$/i;

export const address: Recogniser = {
  kind: 'an address of EVM chains, Bitcoin, Solana, TON or Tezos',
  isWhole: true,
  explain: async ({ text, machine }) => {
    if (/^0x/i.test(text) && !addressLong.test(text)) return [];
    if (/\s/.test(text) || text.length > 100 || mayBeKey(text) || !looksLikeAddress(text)) return [];
    const networks = Network.filter(
      (network) => familyOf(network) !== undefined && addressProblem(text, '', network) === undefined,
    );
    const family = networks.map(familyOf).find((name) => name !== undefined);
    if (family === undefined) {
      const problem = addressProblem(text, 'It');
      const isMistyped = problem?.code === 'BAD_CHECKSUM';
      return [
        {
          word: text,
          is: isMistyped ? 'mistyped address' : 'not an address',
          of: isMistyped ? 'a network, by its form' : 'no network, although it begins like an address of one',
          means: `${(problem?.message ?? 'It is an address of no network.').replace(/; nothing was sent\.$/, '.')} Do not send to it: copy the address again from its source.`,
          source: 'its form and its checksum',
          next: 'tuk wallet contacts list',
          details: { checksum: isMistyped ? 'wrong' : 'not checked' },
        },
      ];
    }
    const names = await machine.namesOf(text);
    const sent = machine.operations().filter(({ recipient }) => recipient?.toLowerCase() === text.toLowerCase());
    const checksum = checksumOf(text, family);
    const identity =
      names.length > 0
        ? `It is ${names.join('; ')}.`
        : 'It is not a contact, key, listed token or trusted router of this machine.';
    const used =
      sent.length === 0 ? '' : ` The ledger has ${counted(sent.length, 'transfer')} to it, the newest ${sent[0]!.id}.`;
    const unread = machine.unread.length > 0 ? ` Not read: ${machine.unread.join(', ')}.` : '';
    return [
      {
        word: text,
        is: `address of ${family === 'evm' ? 'EVM chains' : families[family]}`,
        of:
          family === 'evm'
            ? `${networks.filter((network) => networkFacts(network)?.net === 'live').join(' ')}, and their test networks`
            : networks.join(' '),
        means: `${identity}${used}${unread} Its checksum: ${checksum}.${warningOf(text)}`,
        source: 'its form; this machine; no service or chain was asked',
        next: `tuk find ${text}`,
        details: details({ checksum, known: names.length > 0 ? names.join('; ') : undefined }),
      },
    ];
  },
};
