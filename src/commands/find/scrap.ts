// Recognises what a scrap of a ticket is: an id, a hash, an address, a number, a name. Several kinds may fit, and each is looked up.

import { addressProblem, familyOf } from '../../money/address.js';
import { Network } from '../../services/catalogue/words.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { keyRefused, mayBeKey } from '../../services/http/may-be-key.js';
import { unmistakable } from '../../services/key-forms.js';
import type { IdForm } from '../../things/thing.js';

/** What a text may be. `code`: a referral code, an alias or another word without spaces; `name`: a part of a name or a title; `part`: the beginning of an id, or its beginning and end. */
export type ScrapKind = IdForm | 'operation' | 'part';

/** A text that is looked up. */
export interface Scrap {
  readonly text: string;
  readonly kinds: readonly ScrapKind[];
  /** The networks of an address or of a hash. */
  readonly networks: readonly string[];
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Six or more hexadecimal digits of an id, a letter and a digit among them, or its two ends around an ellipsis: `46c7b520`, `0x7099…79C8`. */
const partOfId = /^(?=.*\d)(?=.*[a-fx])(0x)?[0-9a-f]{4}([0-9a-f-]{2,31}|[0-9a-f-]{0,31}(…|\.{2,3})[0-9a-f-]{2,12})$/i;
const vin = /^(?=.*\d)(?=.*[A-HJ-NPR-Z])[A-HJ-NPR-Z0-9]{17}$/i;
/** Letters and digits as plates have them: `PNH-6300`, `SBA 1234 A`, `2AB-1234`. */
const plate = /^(?=.{5,10}$)([A-Z]{1,3}[ -]?\d{1,4}[ -]?[A-Z]?|\d{1,3}[A-Z]{1,3}[ -]\d{1,5})$/i;
const bareHash = /^[0-9a-f]{64}$/i;
/** The main networks: those of tests, and those that have no chain, are not asked unless they are named. */
const mainNetworks: readonly string[] = Network.filter((one) => familyOf(one) !== undefined && !one.includes('_'));

/** What each kind is called, for people. */
export const kindNames: Readonly<Record<ScrapKind, string>> = {
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

/**
 * Recognises a text. A link of an explorer or of an application stands for the id in it, and quotes, brackets and a final full stop are left out.
 * @param typed the text as it was pasted
 * @param options `isHash`: 64 bare hexadecimal digits are a hash (--hash); `networks`: the networks to ask, by default the main ones (--network)
 * @throws {BadInput} NOTHING_TO_FIND for an empty or very long text, SEVERAL_IDS; {Guarded} MAY_BE_KEY for one that may be a private key, which is not repeated
 */
export function scrapOf(
  typed: string,
  { isHash = false, networks }: { readonly isHash?: boolean; readonly networks?: readonly string[] } = {},
): Scrap {
  const text = normalised(idOf(typed));
  if (text === '' || text.length > longest)
    throw new BadInput(
      'NOTHING_TO_FIND',
      text === '' ? 'There is nothing to find in an empty text.' : 'The text is too long to be an id, an address, a number or a name.',
      'Take one id out of it: tuk find 74c06736-df17-4d73-9501-7dbe34354076',
    );
  const isPrefixedHash = /^0x[0-9a-f]{64}$/i.test(text);
  if (bareHash.test(text) && !isHash)
    throw new Guarded(
      'MAY_BE_KEY',
      'These 64 hexadecimal digits may be a private key; nothing was sent.',
      'If they are the hash of a transaction, add --hash.',
    );
  const isHashForm = isPrefixedHash || (isHash && !unmistakable.some((form) => form.test(text)));
  if (!isHashForm && mayBeKey(text)) throw keyRefused('The text');
  const named = networks ?? mainNetworks;
  const hashNetworks = isPrefixedHash ? named.filter((one) => familyOf(one) === 'evm') : isHash ? named : [];
  const addressNetworks = named.filter((one) => addressProblem(text, '', one) === undefined);
  const kinds = kindsOf(text, { isHash: isPrefixedHash || isHash, isAddress: addressNetworks.length > 0 });
  return { text, kinds, networks: kinds.includes('hash') ? hashNetworks : addressNetworks };
}
/** Characters. The longest hash and address have 88; names and e-mail addresses may be longer. */
const longest = 254;

/**
 * The text in the case in which services write it, where case carries no meaning: UUIDs, hashes and addresses of hexadecimal digits small, vehicle
 * identification numbers capital. An address of both cases has its checksum in them, and stays.
 */
function normalised(text: string): string {
  if (uuid.test(text) || /^0x[0-9a-f]{64}$/i.test(text) || bareHash.test(text)) return text.toLowerCase();
  if (/^0x[0-9a-f]{40}$/i.test(text)) return /[a-f]/.test(text.slice(2)) ? `0x${text.slice(2)}` : text.toLowerCase();
  return vin.test(text) ? text.toUpperCase() : text;
}

/** What people call the number of a thing: `NFT 7`, `station no. 19`. */
const numberedThing = /^(?:(?:nft|token|vehicle|station|battery|bike|tuk-?tuk)\s*)?(?:(?:no|nr|num|number)\b\.?\s*)?#?\s*(?=\d+$)/i;
/** Forms that nothing but an id has, within other words: `order 02c35b85-…`, `ride:74c06736-…`, `VIN SBXT1E048SS000002`. */
const ids: readonly RegExp[] = [
  /(?<![\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\w-])/gi,
  /(?<!\w)0x(?:[0-9a-f]{64}|[0-9a-f]{40})(?!\w)/gi,
  /(?<![\w-])op-\d{4}-\d+(?![\w-])/gi,
  /(?<![\w-])(?=[A-Z]*\d)(?=\d*[A-Z])[A-HJ-NPR-Z0-9]{17}(?![\w-])/gi,
];
/** The only id in some words. @throws {BadInput} SEVERAL_IDS */
function onlyId(text: string): string | undefined {
  const found = [...new Set(ids.flatMap((form) => text.match(form) ?? []))];
  if (found.length > 1)
    throw new BadInput('SEVERAL_IDS', `There are ${found.length} ids in the text.`, `Find one at a time: tuk find ${found[0]}`);
  return found[0];
}
/** The text without what surrounds it in a ticket: quotes, brackets, a final full stop, what a number is called, other words, the link that an id is in. */
function idOf(typed: string): string {
  const text = typed.trim().replace(/^[<("'`[#]+(?!\d+$)|[>)"'`\].,;:]+$/g, '');
  if (!/^https?:\/\//i.test(text)) return onlyId(text) ?? text.replace(numberedThing, '');
  const parts = decoded(text.replace(/^https?:\/\/[^/?#]*/i, ''))
    .split(/[/?#&=]+/)
    .filter((part) => /\d/.test(part));
  return parts.find((part) => uuid.test(part) || part.length > 30) ?? parts.at(-1) ?? text;
}
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function kindsOf(text: string, { isHash, isAddress }: { readonly isHash: boolean; readonly isAddress: boolean }): readonly ScrapKind[] {
  if (isHash) return ['hash'];
  if (isAddress) return ['address'];
  if (uuid.test(text)) return ['uuid'];
  if (/^op-\d{4}-\d+$/i.test(text)) return ['operation'];
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)) return ['email'];
  const kinds: ScrapKind[] = [];
  if (vin.test(text)) kinds.push('vin');
  if (/^\d{1,12}$/.test(text)) kinds.push('number');
  if (/^\+?[\d\s()./-]+$/.test(text) && /^\d{7,15}$/.test(text.replace(/\D/g, '')) && !/^\d{4}-\d\d-\d\d$/.test(text)) kinds.push('phone');
  if (/^[A-Za-z][A-Za-z0-9.]{1,11}$/.test(text)) kinds.push('symbol');
  if (plate.test(text)) kinds.push('plate');
  if (!kinds.includes('number')) kinds.push('code');
  if (/\p{L}{4}/u.test(text) && !kinds.includes('vin')) kinds.push('name');
  if (partOfId.test(text)) kinds.push('part');
  return kinds;
}
