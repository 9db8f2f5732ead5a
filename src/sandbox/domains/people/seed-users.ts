// The users that every new sandbox has, and the ten riders whose rides have no step due.
import type { Region, UserIdentifierType } from '../../../services/catalogue/words.js';
import { day } from '../../core/clock.js';

type IdentifierType = (typeof UserIdentifierType)[number];

/** A person of the seeded world. */
export interface SeedUser {
  readonly handle: string;
  readonly name: string;
  readonly region: (typeof Region)[number];
  readonly language: 'en' | 'jp';
  readonly phone: string | null;
  /** Ways in: the first is the one a session is begun with unless another is named. */
  readonly identifiers: readonly (readonly [type: IdentifierType, identifier: string])[];
  /**
   * An address of the published test phrase of Ethereum tools (`test test ... junk`, m/44'/60'/0'/0/n): everyone holds its
   * key, and nothing on it is worth anything.
   */
  readonly address: string | null;
  readonly verifiedWalletType?: 'PRIVY_EXTERNAL' | 'PRIVY_EMBEDDED' | 'CLUTCH';
  readonly deleted?: true;
  /** Has nothing at all: every list of theirs is empty. */
  readonly bare?: true;
}

const addresses = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
] as const;

/** The Telegram account of mina, in the ready-made sign-in data of docs/sandbox.md. */
const telegramOfMina = '700000001';

const namedUsers: readonly SeedUser[] = [
  {
    handle: 'mina',
    name: 'Mina Park',
    region: 'SG',
    language: 'en',
    phone: '+6590000001',
    identifiers: [
      ['WEB3', addresses[0]],
      ['HMAC', addresses[0]],
      ['TELEGRAM_MINIAPP', telegramOfMina],
      ['GOOGLE', 'mina@sandbox.invalid'],
    ],
    address: addresses[0],
    verifiedWalletType: 'PRIVY_EXTERNAL',
  },
  {
    handle: 'dara',
    name: 'Dara Sok',
    region: 'KH',
    language: 'en',
    phone: '+85510000002',
    identifiers: [
      ['WEB3', addresses[1]],
      ['APPLE', 'dara-apple'],
      ['FACEBOOK', 'dara-facebook'],
    ],
    address: addresses[1],
    verifiedWalletType: 'CLUTCH',
  },
  {
    handle: 'kenji',
    name: 'Kenji Mori',
    region: 'JP',
    language: 'jp',
    phone: '+819000000003',
    identifiers: [
      ['PASSWORD', 'kenji'],
      ['TWITTER', 'kenji-twitter'],
    ],
    address: addresses[2],
    verifiedWalletType: 'PRIVY_EMBEDDED',
  },
  {
    handle: 'lan',
    name: 'Lan Tran',
    region: 'VN',
    language: 'en',
    phone: '+84900000004',
    identifiers: [
      ['PRIVY', 'lan-privy'],
      ['DISCORD', 'lan-discord'],
    ],
    address: addresses[3],
    verifiedWalletType: 'PRIVY_EMBEDDED',
  },
  {
    handle: 'partner',
    name: 'TADA partner',
    region: 'GLOBAL',
    language: 'en',
    phone: null,
    identifiers: [['THIRDPARTY_S2S', 'tada']],
    address: null,
  },
  {
    handle: 'fresh',
    name: 'Fresh Start',
    region: 'SG',
    language: 'en',
    phone: null,
    identifiers: [['TELEGRAM_MINIAPP', '700000006']],
    address: addresses[4],
    bare: true,
  },
  {
    handle: 'whale',
    name: 'Wal Fisch',
    region: 'HK',
    language: 'en',
    phone: '+85290000007',
    identifiers: [['WEB3', addresses[5]]],
    address: addresses[5],
  },
  {
    handle: 'gone',
    name: 'deleted account',
    region: 'GLOBAL',
    language: 'en',
    phone: null,
    identifiers: [['GOOGLE', 'gone@sandbox.invalid']],
    address: null,
    deleted: true,
  },
];

const riders = Array.from({ length: 10 }, (_, index): SeedUser => {
  const n = index + 1;
  const phone = `+8551200${String(n).padStart(4, '0')}`;
  const identifiers = [['TELEGRAM_MINIAPP', String(700_000_100 + n)]] as const;
  return { handle: `rider-${n}`, name: `Rider ${n}`, region: 'KH', language: 'en', phone, identifiers, address: null };
});

/** How many days before the opening each of the named people joined; all the others on the same day. */
export const joinedDaysAgo = { mina: 820, dara: 380, kenji: 300, lan: 260, partner: 500, fresh: 1, whale: 400, gone: 350 } as const;
const othersJoined = 200;
/** When a seed user joined, epoch milliseconds: before everything that they have done. @param opening when the world begins */
export const joinedAt = (opening: number, handle: string): number =>
  opening - (handle in joinedDaysAgo ? joinedDaysAgo[handle as keyof typeof joinedDaysAgo] : othersJoined) * day;
/** When the deleted user left. */
export const leftAt = (opening: number): number => opening - 30 * day;

/** In the order of their ordinals: the named people are users 1 to 8, the riders 9 to 18. */
export const seedUsers: readonly SeedUser[] = [...namedUsers, ...riders];
/** The ordinal of a seed user. */
export const ordinalOf = (handle: string): number => seedUsers.findIndex((person) => person.handle === handle) + 1;

/** An identifier without a user: signing in with it is refused with MUST_BE_SIGNED_UP. */
export const unsignedIdentifier = { handle: 'unsigned', type: 'GOOGLE', identifier: 'unsigned' } as const;
