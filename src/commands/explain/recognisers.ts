// The kinds of texts that `tuk explain` knows, in the order in which they are asked.

import { explanationsOf } from '../../cli/explanations.js';
import { isSolanaSignature } from '../../money/ed25519.js';
import { sameAddress } from '../../money/evm/hex.js';
import { networkOf } from '../../money/networks.js';
import { counted } from '../../services/counted.js';
import { Guarded } from '../../services/http/errors.js';
import { withoutKeys } from '../../services/http/may-be-key.js';
import { isPrefixedHash, isVin } from '../../text/id-forms.js';
import { momentOf } from '../../text/time.js';
import { address } from './address.js';
import { callData } from './call-data.js';
import { errorJson } from './error-json.js';
import { jsonWebToken } from './json-web-token.js';
import { nextOfWord } from './next-steps.js';
import { operation, operationSentence, showCommand } from './operation.js';
import { ownName } from './own-names.js';
import { details, type Explanation, type Question, type Recogniser, shortened } from './recogniser.js';
import { operationOfHash, transaction } from './transaction.js';
import { command, listWord, network, setting, term } from './words.js';

// Explains ids and times by their form: UUIDs, ULIDs, epoch times, e-mail addresses, vehicle identification numbers.

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{12}$/i;
const ulid = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/i;
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The time in a UUID of version 7 or a ULID, ISO; undefined for a time before 2010 or after 2100. */
function timeIn(milliseconds: number): string | undefined {
  const isLikely = milliseconds > Date.UTC(2010, 0, 1) && milliseconds < Date.UTC(2100, 0, 1);
  return isLikely ? new Date(milliseconds).toISOString() : undefined;
}
const ulidTime = (text: string): string | undefined =>
  timeIn([...text.slice(0, 10).toUpperCase()].reduce((sum, letter) => sum * 32 + crockford.indexOf(letter), 0));

const idMeans =
  'Its form does not say of what: an order, a ride, a user, or the request id of an error, by which support can search.';
const formSource = 'its form; the ledger of this machine; no service was asked';

const id: Recogniser = {
  kind: 'a UUID, a ULID, a request id, a time in seconds, an e-mail address, a vehicle identification number',
  explain: async (question): Promise<readonly Explanation[]> => {
    const { text } = question;
    const row = (
      is: string,
      of: string,
      means: string,
      next = `tuk find ${text}`,
      source = formSource,
    ): readonly Explanation[] => [{ word: text, is, of, means, source, next }];
    const [, version, variant = ''] = uuid.exec(text) ?? [];
    if (version !== undefined) {
      const operations = await operation.explain(question);
      const time = version === '7' ? timeIn(Number.parseInt(text.replace(/-/g, '').slice(0, 12), 16)) : undefined;
      const name = /^0{8}-(0{4}-){3}0{12}$/.test(text)
        ? 'the empty UUID'
        : /[89ab]/i.test(variant)
          ? `version ${Number.parseInt(version, 16)}`
          : 'no known version';
      const unknown = operations.length > 0 ? '' : ' The ledger of this machine has no operation with it.';
      return row('id (UUID)', name, `${time === undefined ? '' : `It was made ${time}. `}${idMeans}${unknown}`);
    }
    if (ulid.test(text) && /[a-z]/i.test(text)) {
      const time = ulidTime(text);
      return row('id (ULID)', time === undefined ? 'no likely time' : `made ${time}`, idMeans);
    }
    if (/^\d{10}$|^\d{13}$/.test(text)) {
      const at = Number(text) * (text.length === 10 ? 1000 : 1);
      return row(
        'time',
        `epoch ${text.length === 10 ? 'seconds' : 'milliseconds'}`,
        `If it is a time, it is ${new Date(at).toISOString()}, here ${momentOf(at)}.`,
        'tuk help output',
        'its form: a number of ten or thirteen digits',
      );
    }
    if (/^0x[0-9a-f]{1,16}$/i.test(text)) {
      const value = BigInt(text);
      const on = value <= BigInt(Number.MAX_SAFE_INTEGER) ? networkOf(Number(value)) : undefined;
      const chain = on === undefined ? '' : ` As a chain id it is ${on}.`;
      return row(
        'hexadecimal number',
        counted(text.length - 2, 'digit'),
        `As a number it is ${value}.${chain}`,
        'tuk help output',
        'its form',
      );
    }
    if (/^[^\s@]{1,64}@[^\s@]+\.[^\s@]{2,}$/.test(text))
      return row('e-mail address', 'a person', 'Its form says no more.');
    if (isVin(text)) return row('vehicle identification number', 'a vehicle', 'It may be one: 17 letters and digits.');
    return [];
  },
};

// Explains the hash of a transaction, if this machine knows it: 32 bytes, or the signature of Solana. 32 bytes may be a
// private key as well, so an unknown text is never repeated.

const bare = /^[0-9a-f]{64}$/i;

const hash: Recogniser = {
  kind: 'the hash of a transaction: 0x and 64 hexadecimal digits, or a signature of Solana',
  isWhole: true,
  explain: ({ text, machine, context, isHash }) => {
    const isSignature = isSolanaSignature(text);
    if (!isPrefixedHash(text) && !bare.test(text) && !isSignature) return [];
    const digits = isSignature ? text : `0x${text.replace(/^0x/i, '').toLowerCase()}`;
    const entry = machine.transactions().find(({ hash: entryHash }) => sameAddress(entryHash, digits));
    const operation = operationOfHash(machine, digits);
    if (operation)
      return [
        {
          word: digits,
          is: 'hash of a transaction',
          of: [entry?.network ?? operation.network, operation.id].filter(Boolean).join(', '),
          means: operationSentence(operation, machine),
          source: 'the ledger of this machine; no chain was asked',
          next: showCommand(operation, context),
          details: details({
            operation: operation.id,
            state: entry?.state,
            block: entry?.blockNumber,
            signed: entry?.at,
          }),
        },
      ];
    if (bare.test(text) && !isHash)
      throw new Guarded(
        'MAY_BE_KEY',
        'These 64 hexadecimal digits may be a private key, so they are not shown.',
        'If they are the hash of a transaction, add --hash.',
      );
    if (isSignature)
      return [
        {
          word: text,
          is: 'signature of a transaction',
          of: 'Solana',
          means: 'The ledger of this machine does not know it, which proves nothing.',
          source: 'its form: 64 bytes in base58 that are no key pair',
          next: `tuk wallet tx show ${text} --network SOLANA`,
        },
      ];
    const unread = machine.unread.length > 0 ? ` ${machine.unread.join(' and ')} cannot be read.` : '';
    return [
      {
        word: '32 bytes',
        is: 'hash of a transaction or a block',
        of: 'an EVM chain',
        means: `The ledger of this machine does not know it, which proves nothing.${unread} 32 bytes may be a private key as well, so they are not repeated: if it is one, move its funds to a new key.`,
        source: 'its form: 0x and 64 hexadecimal digits',
        next: 'tuk wallet tx show HASH --network NETWORK',
      },
    ];
  },
};

// Explains an error as tuk prints it for people: its first line ends with its code in parentheses.

/** The longest line of an error, and of a code of a service. */
const longest = 700;
const printed = /^(✗ |x )?(.{3,700}) \(([A-Z][A-Z0-9_]{2,59})\)\s*$/u;

function ofLine(line: string): readonly Explanation[] {
  const [, mark, sentence = '', code = ''] = printed.exec(line.trim()) ?? [];
  if (code === '') return [];
  const known = explanationsOf(code).filter(({ is }) => is === 'error code');
  const said = `It says: ${shortened(withoutKeys(sentence), longest)}`;
  if (known.length > 0) return known.map((one) => ({ ...one, means: `${one.means} ${said}`, next: nextOfWord(one) }));
  if (mark === undefined) return []; // any text may end with a word in parentheses
  const status = /\b(?:answered|was) ([1-5]\d\d)\b/.exec(sentence)?.[1];
  const of = (status && explanationsOf(`HTTP_${status}`)[0]?.of) ?? 'a service';
  const means = `A service gave this code, and tuk has no list of it. ${said}`;
  return [{ word: code, is: 'error code', of, means, source: 'the error', next: 'tuk help exit-codes' }];
}

const errorText: Recogniser = {
  kind: 'an error of tuk, as a terminal or a file has it',
  isWhole: true,
  explain: ({ text }) =>
    text
      .split('\n')
      .filter((line) => line.length <= longest)
      .flatMap(ofLine)
      .slice(0, 20),
};

/** A new kind is a file with a recogniser, and a line here. */
export const recognisers: readonly Recogniser[] = [
  errorJson,
  errorText,
  jsonWebToken,
  hash,
  transaction,
  callData,
  address,
  operation,
  network,
  listWord,
  setting,
  command,
  term,
  ownName,
  id,
];

/**
 * Every explanation of a text: of the first kind that no word has, else of all kinds.
 * @throws {Failure} of a recogniser, such as {Guarded} MAY_BE_KEY, {Refused} NO_OPERATION
 */
export async function explanationsFor(question: Question): Promise<readonly Explanation[]> {
  const all: Explanation[] = [];
  for (const { isWhole, explain } of recognisers) {
    const explanations = await explain(question);
    all.push(...explanations);
    if (isWhole && explanations.length > 0) break;
  }
  return all;
}
