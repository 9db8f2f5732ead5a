// The kinds of texts that `tuk explain` knows, in the order in which they are asked.
import { explanationsOf } from '../../cli/help/explanations.js';
import { configOf } from '../../cli/settings/options.js';
import { refuseSecretField } from '../../engine/request/secret-names.js';
import { sameAddress } from '../../money/chain/hex.js';
import { checksummed } from '../../money/evm/transaction.js';
import { isSolanaSignature } from '../../money/keys/ed25519.js';
import { addressProblem, checkAddress, looksLikeAddress } from '../../money/values/address.js';
import { familyOf, networkFacts, networkOf } from '../../money/values/networks.js';
import { Network } from '../../services/catalogue/words.js';
import { counted } from '../../services/counted.js';
import { isBytes32, isPrefixedHash, isUuid, isVin } from '../../services/forms.js';
import { Failure, Guarded } from '../../services/http/errors.js';
import { mayBeKey, withoutKeys } from '../../services/http/may-be-key.js';
import { asText, isRecord, type Row } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { readAlias } from '../../session/aliases.js';
import { hasHome, paths } from '../../session/paths.js';
import { profileNames } from '../../session/profile.js';
import { lengthOf, momentOf } from '../../text/time.js';
import { details, type Explanation, type Question, type Recogniser, shortened } from './machine.js';
import { errorJson, operation, operationSentence, showCommand } from './operation.js';
import { callData, operationOfHash, transaction } from './transaction.js';
import { command, listWord, network, nextOfWord, setting, term } from './words.js';

// Explains a JSON web token (RFC 7519): its header and its claims. Its signature is neither verified nor shown, and the
// token is not repeated: whoever has it can use it.
const token = /^(?:authorization:\s*)?(?:bearer\s+)?(e[\w-]{8,}={0,2}\.[\w-]*={0,2}(?:\.[\w-]*={0,2}){1,3})$/i;
/** The claims with a time, epoch seconds, and what they mean (RFC 7519 4.1). */
const times: Readonly<Record<string, string>> = {
  exp: 'expires',
  iat: 'issued',
  nbf: 'valid from',
  auth_time: 'signed in',
};
const [mostClaims, longestClaim] = [20, 120];
const latestTime = 8_640_000_000_000;

/** The object in a part of a token; undefined for any other text. */
function objectIn(part: string): Row | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part, 'base64url'));
    const value: unknown = parseLossless(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const secondsOf = (value: unknown): number | undefined => {
  const seconds = Number(typeof value === 'string' || typeof value === 'number' ? value : String(value));
  return Number.isFinite(seconds) && Math.abs(seconds) < latestTime ? seconds : undefined;
};
/** A time, and how far it is from now: `2026-11-25T12:00:00.000Z, 5 min ago`. */
function timeText(value: unknown, now: number): string {
  const seconds = secondsOf(value);
  if (seconds === undefined) return 'no time';
  const distance = lengthOf(Math.abs(seconds * 1000 - now));
  return `${new Date(seconds * 1000).toISOString()}, ${seconds * 1000 <= now ? `${distance} ago` : `in ${distance}`}`;
}

function claimText(name: string, value: unknown, now: number): string {
  if (Object.hasOwn(times, name)) return `${shortened(asText(value), 20)}: ${times[name]} ${timeText(value, now)}`;
  if (isSecret(name, value)) return '[not shown]';
  const text = typeof value === 'string' ? value : stringifyLossless(value);
  return shortened(withoutKeys(text.replace(/e[\w-]{10,}\.[\w-]{8,}\.[\w-]*/g, '[token]')), longestClaim);
}
/** Whether a claim may be a secret, by its name and the names inside it. */
function isSecret(name: string, value: unknown): boolean {
  try {
    refuseSecretField(name, value, undefined);
    return false;
  } catch {
    return true;
  }
}
/** The meaning of the times, a sentence. */
function standing({ exp, nbf, iat }: Row, now: number): string {
  const [end, start, issued] = [exp, nbf, iat].map((value) => (value === undefined ? undefined : secondsOf(value)));
  const since = issued === undefined ? '' : ` It was issued ${timeText(issued, now)}.`;
  if (exp === undefined) return `It names no end (exp).${since}`;
  if (end === undefined) return `Its end (exp) is not a time.${since}`;
  if (end * 1000 <= now) return `It has expired: ${timeText(end, now)}.${since}`;
  const early = start !== undefined && start * 1000 > now ? ` It is not valid yet: from ${timeText(start, now)}.` : '';
  return `It has not expired: its end is ${timeText(end, now)}.${early}${since}`;
}

const jsonWebToken: Recogniser = {
  kind: 'a JSON web token: its claims, and whether it has expired',
  isWhole: true,
  explain: ({ text, context }) => {
    const parts = token.exec(text)?.[1]?.split('.');
    const header = parts && objectIn(parts[0]!);
    if (!parts || !header) return [];
    const word = `token of ${text.length} characters`;
    const now = context.world.clock.now();
    const signature = 'The signature was not verified: anybody can write such claims.';
    const keep = 'Anyone who has the token can use it: do not pass it on.';
    const claims = parts.length === 5 ? undefined : objectIn(parts[1]!);
    const row = (is: string, means: string, source: string): Explanation => ({
      ...{ word, is, of: headerText(header), means: `${means} ${signature} ${keep}`, source, next: 'tuk auth status' },
    });
    if (!claims) {
      const is = parts.length === 5 ? 'encrypted JSON web token' : 'JSON web token without readable claims';
      return [row(is, 'Its claims cannot be read.', 'its header')];
    }
    const entries = Object.entries(claims);
    const visibleClaims = entries
      .slice(0, mostClaims)
      .map(([name, value]) => [shortened(withoutKeys(name), 40), claimText(name, value, now)] as const);
    const rest =
      entries.length > mostClaims ? [['…', counted(entries.length - mostClaims, 'more claim')] as const] : [];
    const shown = row('JSON web token', standing(claims, now), 'its header and its claims; the clock of this machine');
    return [{ ...shown, details: Object.fromEntries([...visibleClaims, ...rest]) }];
  },
};

/** The members of a header that say how the token is signed. */
const headerText = (header: Row): string =>
  ['alg', 'typ', 'kid', 'enc']
    .flatMap((name) => (header[name] === undefined ? [] : [`${name} ${claimText(name, header[name], 0)}`]))
    .join(', ') || 'a header without alg';

// Explains an address of any network: its kind, its checksum, and its names on this machine.

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

const address: Recogniser = {
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
          means: `${problem?.message ?? 'It is an address of no network.'} Do not send to it: copy the address again from its source.`,
          source: 'its form and its checksum',
          next: 'tuk wallet contacts list',
          details: { checksum: isMistyped ? 'wrong' : 'not checked' },
        },
      ];
    }
    const names = await machine.namesOf(text);
    const sent = (await machine.operations()).filter(
      ({ recipient }) => recipient?.toLowerCase() === text.toLowerCase(),
    );
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

// Explains the names that a person has given.

/** The names that a person has given: profiles, saved lines, contacts, keys. */
const ownName: Recogniser = {
  kind: 'the name of a profile, an alias, a contact or a key',
  explain: ({ text, machine, context }) => {
    if (!hasHome(context.world)) return [];
    const source = 'the files of this machine';
    const own = (is: string, of: string, means: string, next: string): Explanation => ({
      ...{ word: text, is, of, means, source, next },
    });
    const here = 'this machine';
    const alias = quietly(() => readAlias(paths(context.world).aliases, text, () => {}));
    const isProfile = quietly(() => profileNames(configOf(context)).includes(text)) === true;
    const named = <Named extends { readonly name: string }>(all: readonly Named[]) =>
      all.filter(({ name }) => name === text);
    return [
      ...(isProfile
        ? [own('profile', here, 'the name of a set of services with its settings', `tuk profile show ${text}`)]
        : []),
      ...(alias ? [own('alias', here, `it stands for: tuk ${alias.words.join(' ')}`, 'tuk alias list')] : []),
      ...named(machine.contacts()).map(({ address, network: on }) =>
        own('contact', on, `the contact ${text}: ${address}`, `tuk explain ${address}`),
      ),
      ...named(machine.keys()).map(({ address, problem }) =>
        own(
          'key',
          here,
          `the key ${text}: ${problem ?? address ?? 'its file states no address'}`,
          'tuk wallet key list',
        ),
      ),
    ];
  },
};
function quietly<Part>(load: () => Part): Part | undefined {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  }
}

// Explains ids and times by their form: UUIDs, ULIDs, epoch times, e-mail addresses, vehicle identification numbers.

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
  'It may belong to an order, a ride or a user, or be the request id of an error, which support can search for.';
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
    if (isUuid(text)) {
      const [version, variant] = [text[14]!, text[19]!];
      const operations = await operation.explain(question);
      const time = version === '7' ? timeIn(Number.parseInt(text.replace(/-/g, '').slice(0, 12), 16)) : undefined;
      const name = /^[0-]*$/.test(text)
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

const hash: Recogniser = {
  kind: 'the hash of a transaction: 0x and 64 hexadecimal digits, or a signature of Solana',
  isWhole: true,
  explain: async ({ text, machine, context, isHash }) => {
    const isSignature = isSolanaSignature(text);
    if (!isPrefixedHash(text) && !isBytes32(text) && !isSignature) return [];
    const digits = isSignature ? text : `0x${text.replace(/^0x/i, '').toLowerCase()}`;
    const entry = (await machine.transactions()).find(({ hash: entryHash }) => sameAddress(entryHash, digits));
    const operation = await operationOfHash(machine, digits);
    if (operation)
      return [
        {
          word: digits,
          is: 'hash of a transaction',
          of: [entry?.network ?? operation.network, operation.id].filter(Boolean).join(', '),
          means: await operationSentence(operation, machine),
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
    if (isBytes32(text) && !isHash)
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
        means: `The ledger of this machine does not know it, which proves nothing.${unread} The 32 bytes may be a private key, so they are not repeated. If they are one, move its funds to a new key.`,
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
