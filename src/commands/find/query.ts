// Recognises the kinds of a query: an id, a hash, an address, a number, a name. Several may fit.

import { isSolanaSignature } from '../../money/keys/ed25519.js';
import { addressProblem } from '../../money/values/address.js';
import { familyOf, networksWith } from '../../money/values/networks.js';
import { spelledOut } from '../../services/fold-text.js';
import { forms, isBytes32, isEvmAddress, isPrefixedHash, isUuid, isVin } from '../../services/forms.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { keyRefused, mayBeKey } from '../../services/http/may-be-key.js';
import { unmistakable } from '../../services/key-forms.js';
import type { IdForm } from '../../things/thing.js';

/** The kind of a text. `part`: the beginning of an id, or its beginning and end. */
export type QueryKind = IdForm | 'operation' | 'part';

export interface Query {
  readonly text: string;
  readonly kinds: readonly QueryKind[];
  /** The networks of an address or of a hash. */
  readonly networks: readonly string[];
}

/** Six or more hexadecimal digits with a letter and a digit, or two ends: `46c7b520`, `0x7099…79C8`. */
const partOfId = /^(?=.*\d)(?=.*[a-fx])(0x)?[0-9a-f]{4}([0-9a-f-]{2,31}|[0-9a-f-]{0,31}(…|\.{2,3})[0-9a-f-]{2,12})$/i;
/** `PNH-6300`, `SBA 1234 A`, `2AB-1234`. */
const plate = /^(?=.{5,10}$)([A-Z]{1,3}[ -]?\d{1,4}[ -]?[A-Z]?|\d{1,3}[A-Z]{1,3}[ -]\d{1,5})$/i;
/** The networks with a chain, without test networks. --network names others. */
const mainNetworks: readonly string[] = networksWith(({ family, net }) => family !== undefined && net === 'live');

export const kindNames: Readonly<Record<QueryKind, string>> = {
  uuid: 'an id (UUID)',
  operation: 'an operation of the ledger',
  hash: 'the hash of a transaction',
  address: 'an address',
  vin: 'a vehicle identification number',
  number: 'a number',
  email: 'an e-mail address',
  phone: 'a phone number',
  symbol: 'a symbol',
  plate: 'the plate of a vehicle',
  code: 'a code or an alias',
  name: 'a name',
  part: 'the beginning of an id',
};

/** The maximum length of a pasted text that is searched for an id, characters. */
const mostPasted = 65_536;

interface QueryOptions {
  /** 64 bare hexadecimal digits are a hash (--hash). */
  readonly isHash?: boolean;
  /** The networks to ask, by default the main networks (--network). */
  readonly networks?: readonly string[];
}

/**
 * Recognises a pasted text. Of a link only the id counts; quotes, brackets and a final full stop are dropped.
 * @throws {BadInput} NOTHING_TO_FIND, SEVERAL_IDS; {Guarded} MAY_BE_KEY for a possible private key
 */
export function queryOf(typed: string, { isHash = false, networks = mainNetworks }: QueryOptions = {}): Query {
  const text = typed.length > mostPasted ? typed : normalised(spelledOut(idOf(typed)));
  if (text === '' || text.length > longest)
    throw new BadInput(
      'NOTHING_TO_FIND',
      text === ''
        ? 'There is nothing to find in an empty text.'
        : 'The text is too long to be an id, an address, a number or a name.',
      'Take one id out of it: tuk find 74c06736-df17-4d73-9501-7dbe34354076',
    );
  const isPrefixed = isPrefixedHash(text);
  if (isBytes32(text) && !isHash)
    throw new Guarded(
      'MAY_BE_KEY',
      'These 64 hexadecimal digits may be a private key.',
      'If they are the hash of a transaction, add --hash.',
    );
  const isSignature = isSolanaSignature(text);
  const isHashForm = isPrefixed || isSignature || (isHash && !unmistakable.some((form) => form.test(text)));
  if (!isHashForm && mayBeKey(text)) throw keyRefused('The text');
  const ofFamily = (family: string) => networks.filter((name) => familyOf(name) === family);
  const hashNetworks = isPrefixed ? ofFamily('evm') : isSignature ? ofFamily('solana') : isHash ? networks : [];
  const addressNetworks = networks.filter((name) => addressProblem(text, '', name) === undefined);
  const kinds = kindsOf(text, {
    isHash: isPrefixed || isSignature || isHash,
    isAddress: addressNetworks.length > 0,
  });
  return { text, kinds, networks: kinds.includes('hash') ? hashNetworks : addressNetworks };
}
/** Characters: the longest e-mail address. Hashes and addresses have 88 at most. */
const longest = 254;

/** The text in the case of the services. The mixed case of an address is its checksum. */
function normalised(text: string) {
  if (isUuid(text) || isPrefixedHash(text) || isBytes32(text)) return text.toLowerCase();
  if (isEvmAddress(text.replace(/^0X/, '0x')))
    return /[a-f]/.test(text.slice(2)) ? `0x${text.slice(2)}` : text.toLowerCase();
  return isVin(text) ? text.toUpperCase() : text;
}

/** `NFT 7`, `station no. 19`. */
const numberedThing =
  /^(?:(?:nft|token|vehicle|station|battery|bike|tuk-?tuk)\s*)?(?:(?:no|nr|num|number)\b\.?\s*)?#?\s*(?=\d+$)/i;
/** Unmistakable ids within other words: `order 02c35b85-…`, `ride:74c06736-…`, `VIN SBXT1E048SS000002`. */
const ids: readonly RegExp[] = [
  new RegExp(`(?<![\\w-])${forms.uuid}(?![\\w-])`, 'g'),
  new RegExp(`(?<!\\w)(?:${forms.hash}|${forms.evmAddress})(?!\\w)`, 'gi'),
  /(?<![\w-])op-\d{4}-\d+(?![\w-])/gi,
  /(?<![\w-])(?=[A-Z]*\d)(?=\d*[A-Z])[A-HJ-NPR-Z0-9]{17}(?![\w-])/gi,
];
/** The only id in some words. @throws {BadInput} SEVERAL_IDS */
function onlyId(text: string): string | undefined {
  const matches = [...new Set(ids.flatMap((form) => text.match(form) ?? []))];
  if (matches.length > 1)
    throw new BadInput(
      'SEVERAL_IDS',
      `There are ${matches.length} ids in the text.`,
      `Find one at a time: tuk find ${matches[0]}`,
    );
  return matches[0];
}
/** The text without quotes, brackets, a final full stop, other words, and the link around it. */
function idOf(typed: string) {
  const text = typed.trim().replace(/^[<("'`[#]+(?!\d+$)|[>)"'`\].,;:]+$/g, '');
  if (!/^https?:\/\//i.test(text)) return onlyId(text) ?? text.replace(numberedThing, '');
  const parts = decoded(text.replace(/^https?:\/\/[^/?#]*/i, ''))
    .split(/[/?#&=]+/)
    .filter((part) => /\d/.test(part));
  return parts.find((part) => isUuid(part) || part.length > 30) ?? parts.at(-1) ?? text;
}
function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function kindsOf(
  text: string,
  { isHash, isAddress }: { readonly isHash: boolean; readonly isAddress: boolean },
): readonly QueryKind[] {
  if (isHash) return ['hash'];
  if (isAddress) return ['address'];
  if (isUuid(text)) return ['uuid'];
  if (/^op-\d{4}-\d+$/i.test(text)) return ['operation'];
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return ['email'];
  const kinds: QueryKind[] = [];
  if (isVin(text)) kinds.push('vin');
  if (/^\d{1,12}$/.test(text)) kinds.push('number');
  if (/^\+?[\d\s()./-]+$/.test(text) && /^\d{7,15}$/.test(text.replace(/\D/g, '')) && !/^\d{4}-\d\d-\d\d$/.test(text))
    kinds.push('phone');
  if (/^[A-Za-z][A-Za-z0-9.]{1,11}$/.test(text)) kinds.push('symbol');
  if (plate.test(text)) kinds.push('plate');
  if (!kinds.includes('number')) kinds.push('code');
  if (/[\p{L}\p{M}]{4}|[^\x00-\u02ff]{2}/u.test(text) && !kinds.includes('vin')) kinds.push('name');
  if (partOfId.test(text)) kinds.push('part');
  return kinds;
}
