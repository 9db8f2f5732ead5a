// Checks the message of a web3 sign-in (EIP-4361, and its form for Solana accounts). A server writes it, so it is
// treated as hostile.
import { forms } from '../../services/forms.js';
import { Guarded } from '../../services/http/errors.js';
import { networkOf } from '../values/networks.js';

/** The values that a sign-in message must match. */
export interface Expected {
  /** The address that signs; of EVM chains in any letter case. */
  readonly address: string;
  /** The cluster of Solana on which it signs; none on EVM chains. */
  readonly cluster?: 'mainnet' | 'devnet';
  /** The origins (scheme, host and port) that may request a signature: of the user service, and of the profile. */
  readonly origins: readonly string[];
  /** The chain ids that the profile allows; every known network without them. */
  readonly chainIds?: readonly number[];
  /** The nonce that came with the message, if it came from a service. */
  readonly nonce: string | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether the person has confirmed to sign a message that is not a sign-in message. */
  readonly acceptPlain: boolean;
}

const longest = 4096;
/** How far the two clocks may be apart, and how old a message may be, milliseconds. */
const skew = 5 * 60_000;
const oldest = 60 * 60_000;
/** How long a message may be valid, milliseconds. */
const longestValidity = 24 * 60 * 60_000;

/**
 * Checks that a message may be signed: a valid EIP-4361 message, or a plain one that the person has agreed to.
 * @returns sentences for the person about missing bounds of the message
 * @throws {Guarded} BAD_SIGN_IN_MESSAGE; PLAIN_MESSAGE for a plain one that was not agreed to
 */
export function checkSignInMessage(message: string, expected: Expected): readonly string[] {
  const harm = harmful(message);
  if (harm !== undefined) throw refuse(harm);
  if (!claimsToBeSignIn(message)) {
    if (expected.acceptPlain) return ['It says neither who requests the signature nor until when it holds.'];
    throw new Guarded(
      'PLAIN_MESSAGE',
      'The message to sign is not a sign-in message (EIP-4361), so it does not say who requests the signature, or until when.',
      'Read it above. If you want to sign it all the same: --accept-plain-message',
    );
  }
  const parts = parse(message, expected.cluster);
  if (!parts) throw refuse('it looks like a sign-in message (EIP-4361) but is not one');
  const problem = mismatch(parts, expected);
  if (problem !== undefined) throw refuse(problem);
  return [
    ...(parts.expirationTime === undefined
      ? ['It has no end time: anyone who gets the signature may use it later.']
      : []),
    ...(expected.chainIds === undefined && expected.cluster === undefined
      ? [
          `It is for ${networkOf(Number(parts.chainId))} (chain ${parts.chainId}), and the profile pins no chain: tuk profile set NAME web3Chain ${networkOf(Number(parts.chainId))}`,
        ]
      : []),
  ];
}

const refuse = (why: string) =>
  new Guarded(
    'BAD_SIGN_IN_MESSAGE',
    `The message to sign was refused: ${why}.`,
    `Nothing was signed. ${why.includes(checkClock) ? 'If your clock is right, do' : 'Do'} not trust the server, or a proxy before it.`,
  );

/** Control characters except the line feed, and characters that reorder or hide text. */
const unseen = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|\p{Default_Ignorable_Code_Point}/u;

/** The problem that no message may have, plain or not. */
function harmful(message: string): string | undefined {
  if (message.trim() === '') return 'it is empty';
  if (Buffer.byteLength(message) > longest) return `it is longer than ${longest} bytes`;
  if (unseen.test(message) || !message.isWellFormed())
    return 'it holds characters that cannot be seen or that change the order of the text';
  if (/^\s*(0x[0-9a-f]*|([0-9a-f]{2}){16,}|[\w+/-]{43,}={0,2})\s*$/i.test(message))
    return 'it is a bare hash or bytes in text form, which could be anything';
  if (/^\s*[[{"]/.test(message)) return 'it is data (JSON), not a text for people';
  if (grantsMore(message)) return 'it would grant more than a sign-in (resources, ReCap)';
  return undefined;
}

/**
 * Whether a message has resources: they may carry capabilities (EIP-5573, `urn:recap:`), which a sign-in does not need.
 */
const grantsMore = (message: string) => {
  const folded = foldedLetters(message);
  return (
    /urn\s*[^\p{L}\p{N}\s]\s*recap/u.test(folded) ||
    /authori[sz]ethestateduri/.test(lettersOnly(folded)) ||
    /^\s*resources\s*:/mu.test(folded)
  );
};

/** Whether a message is, or imitates, a sign-in message. */
function claimsToBeSignIn(message: string) {
  const folded = foldedLetters(message);
  const lines = /^\s*(uri|version|chain\s*id|nonce|issued\s*at|expiration\s*time|not\s*before|request\s*id)\s*:/gmu;
  return /signinwithyour|wantsyoutosignin/.test(lettersOnly(folded)) || [...folded.matchAll(lines)].length >= 2;
}

/**
 * A text in small letters without marks, whose look-alikes (Unicode TR39) are replaced by the letters of the phrases
 * above.
 */
export const foldedLetters = (text: string): string =>
  [...text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()]
    .map((letter) => lookalikes.get(letter) ?? letter)
    .join('')
    .replaceAll('vv', 'w');
const lettersOnly = (folded: string) => folded.replace(/[^\p{L}\p{N}]+/gu, '');
/** By letter of the phrases: its Cyrillic, Greek, Armenian and small capital look-alikes, digits and signs. */
const lookalikes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'аαɑᴀ@',
    b: 'ьвƅʙ',
    c: 'сϲᴄ',
    d: 'ԁժɗᴅ',
    e: 'еєεҽҿᴇℯ3',
    f: 'ғϝք',
    g: 'ɡցɢԍ',
    h: 'һհнʜ',
    i: 'іιıɩӏɪ1l|!ǀ',
    k: 'кκᴋ',
    m: 'мᴍ',
    n: 'ոпиηɴ',
    o: 'оοօσᴏ0',
    p: 'рρᴘ',
    q: 'ԛգ',
    r: 'гᴦʀ',
    s: 'ѕꜱʂ5$',
    t: 'тτᴛ',
    u: 'υսцᴜʋ',
    v: 'ѵνᴠ',
    w: 'ԝաωшᴡɯ',
    x: 'хχ',
    y: 'уүγყʏ',
    z: 'ᴢʐ',
    ':': '꞉ː∶։׃᛬︓',
  }).flatMap(([letter, alike]) => [...alike].map((lookalike) => [lookalike, letter] as const)),
);

interface Parts {
  readonly scheme?: string;
  readonly domain: string;
  readonly address: string;
  readonly uri: string;
  readonly version: string;
  readonly chainId: string;
  readonly nonce: string;
  readonly issuedAt: string;
  readonly expirationTime?: string;
  readonly notBefore?: string;
}

/**
 * Parses a message by the grammar of EIP-4361, for Solana with its account and cluster; nothing for one that differs by
 * a character.
 */
function parse(message: string, cluster: Expected['cluster']): Parts | undefined {
  const isSolana = cluster !== undefined;
  const statement = '(?<statement>[\\x20-\\x7e]+)\n';
  const grammar = new RegExp(
    [
      '^(?:(?<scheme>[a-z][a-z0-9+.-]*)://)?(?<domain>[A-Za-z0-9.:\\[\\]-]+) ',
      `wants you to sign in with your ${isSolana ? 'Solana' : 'Ethereum'} account:\n`,
      `(?<address>${isSolana ? forms.solanaAddress : forms.evmAddress})\n\n`,
      isSolana ? `(?:${statement}\n)?` : `(?:${statement})?\n`,
      'URI: (?<uri>[\\x21-\\x7e]+)\n',
      'Version: (?<version>1)\n',
      `Chain ID: (?<chainId>${isSolana ? '(?:solana:)?[a-z-]{1,20}' : '[1-9]\\d{0,15}'})\n`,
      'Nonce: (?<nonce>[A-Za-z0-9]{8,128})\n',
      'Issued At: (?<issuedAt>\\S+)',
      '(?:\nExpiration Time: (?<expirationTime>\\S+))?',
      '(?:\nNot Before: (?<notBefore>\\S+))?',
      '(?:\nRequest ID: [\\x21-\\x7e]*)?',
      '$',
    ].join(''),
  );
  return grammar.exec(message)?.groups as Parts | undefined;
}

/** The problem with the account and the chain of a message, as the end of a sentence. */
function otherAccount({ address, chainId }: Parts, { cluster, ...expected }: Expected): string | undefined {
  if (cluster !== undefined) {
    if (address !== expected.address) return `it is for the account ${address}, and the key is ${expected.address}'s`;
    const named = chainId.replace(/^solana:/, '').replace(/^mainnet-beta$/, 'mainnet');
    return named === cluster ? undefined : `it is for the cluster ${chainId}, and not for ${cluster}`;
  }
  if (address.toLowerCase() !== expected.address.toLowerCase())
    return `it is for the account ${address}, and the key is ${expected.address}'s`;
  if (/[a-f]/.test(address.slice(2)) && /[A-F]/.test(address) && address !== expected.address)
    return `the checksum of its address ${address} is wrong (EIP-55)`;
  const network = networkOf(Number(chainId));
  if (network === undefined) return `its chain id ${chainId} is of no network that tuk knows`;
  if (expected.chainIds && !expected.chainIds.includes(Number(chainId)))
    return `it is for ${network} (chain ${chainId}), and the profile pins ${expected.chainIds.map((id) => `${networkOf(id) ?? 'chain'} (${id})`).join(' or ') || 'no chain that can be signed for'}`;
  return undefined;
}

/** The problem with a well-formed sign-in message, as the end of a sentence. */
function mismatch(parts: Parts, expected: Expected): string | undefined {
  const { scheme, domain, uri, nonce, ...times } = parts;
  const origin = expected.origins.find((allowed) => new URL(allowed).host === domain.toLowerCase());
  if (origin === undefined) return `it is for ${domain}, and this profile signs in to ${expected.origins.join(' or ')}`;
  if (scheme !== undefined && `${scheme}:` !== new URL(origin).protocol)
    return `it is for ${scheme}://${domain}, not for ${origin}`;
  if (!isBelow(uri, origin)) return `its address ${uri} is not of ${origin}`;
  const other = otherAccount(parts, expected);
  if (other !== undefined) return other;
  if (expected.nonce !== undefined && nonce !== expected.nonce) return 'its nonce differs from the nonce beside it';
  return outOfTime(times, expected.now);
}

/**
 * Whether an address is the origin or below it for every reader: no user info, no backslash, only characters of RFC
 * 3986.
 */
function isBelow(uri: string, origin: string) {
  const rest = uri.slice(origin.length);
  if (uri.slice(0, origin.length).toLowerCase() !== origin || !/^([/?#][\w\-.~:/?#[\]@!$&'()*+,;=%]*)?$/.test(rest))
    return false;
  const url = new URL(uri);
  return url.origin === origin && url.username === '' && url.password === '';
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;
/** Epoch milliseconds; not a number for a text that is not a time, as for 30 February. */
const timeOf = (text: string) => {
  const day = text.slice(0, 10);
  const isDay =
    rfc3339.test(text) && !Number.isNaN(Date.parse(day)) && new Date(Date.parse(day)).toISOString().startsWith(day);
  return isDay ? Date.parse(text) : Number.NaN;
};

/** Whether an end is more than a day after the issue, or after now. */
const isLate = (end: number, issued: number, now: number) =>
  end - issued > longestValidity || end - now > longestValidity;

const checkClock = 'check your clock: tuk doctor';

function outOfTime(
  { issuedAt, expirationTime, notBefore }: Pick<Parts, 'issuedAt' | 'expirationTime' | 'notBefore'>,
  now: number,
) {
  const issued = timeOf(issuedAt);
  if (Number.isNaN(issued)) return `its time ${issuedAt} is not a time`;
  if (issued > now + skew) return `it was issued in the future, at ${issuedAt}; ${checkClock}`;
  if (issued < now - oldest) return `it was issued long ago, at ${issuedAt}; ${checkClock}`;
  if (expirationTime !== undefined && !(timeOf(expirationTime) > now && timeOf(expirationTime) > issued))
    return `it ended at ${expirationTime}; ${checkClock}`;
  if (expirationTime !== undefined && isLate(timeOf(expirationTime), issued, now))
    return `it ends at ${expirationTime}, more than a day ahead`;
  if (notBefore !== undefined && !(timeOf(notBefore) <= now + skew))
    return `it is not valid before ${notBefore}; ${checkClock}`;
  return undefined;
}
