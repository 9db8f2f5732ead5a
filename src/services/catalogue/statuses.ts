// The class of every status: pending, waits for the user, good end, bad end, on, off. The closed lists of `words.ts`
// define no order, so this file does not either.

/** The class of a status; `unknown` for an unlisted status, which is shown unchanged and is never an end. */
export type StatusClass = 'pending' | 'needs-you' | 'good' | 'bad' | 'on' | 'off' | 'unknown';

/** The names of the classes, if no symbol is shown. */
export const classInWords: Readonly<Record<StatusClass, string>> = {
  pending: 'pending',
  'needs-you': 'waits for you',
  good: 'succeeded',
  bad: 'failed',
  on: 'on',
  off: 'off',
  unknown: 'not known',
};

/** A class by its name; undefined for any other value. */
export const statusClass = (name: unknown): StatusClass | undefined =>
  (Object.keys(classInWords) as StatusClass[]).find((known) => known === name);

/** The names for the condition of a device, which does not end. */
const conditionInWords: Readonly<Record<StatusClass, string>> = { ...classInWords, good: 'in order', bad: 'a fault' };
/** The class of a status in words. A charger has a condition, such as `in order`, instead of an end. */
export const classText = (list: StatusList, status: string | undefined): string =>
  (list === 'ChargerStatus' ? conditionInWords : classInWords)[classOf(list, status && spelled(list, status))];

/** The statuses of one list, by class. */
type Classes = Readonly<Partial<Record<Exclude<StatusClass, 'unknown'>, readonly string[]>>>;

export const statusLists = {
  RideStatus: {
    pending: [
      'PAYCONFIRMED',
      'MATCHED',
      'CONFIRMED',
      'PENDING',
      'ASSIGNED',
      'PICKUP',
      'PICKUP_ARRIVED',
      'INUSE',
      'INUSE_WITH_CANCEL_PENDING',
    ],
    'needs-you': ['WAITPAY'],
    good: ['FINISHED'],
    bad: [
      'NOT_MATCHED',
      'USER_CANCELED',
      'USER_CANCELED_BEFORE_CALL',
      'USER_CANCELED_NO_FREE',
      'COMPANY_CANCELED',
      'COMPANY_CANCELED_RECALLABLE',
      'DRIVER_CANCELED',
      'DRIVER_CANCELED_RECALLABLE',
      'EXPIRED',
      'EXPIRED_RECALLABLE',
      'EXPIRED_BEFORE_PAY',
      'ERROR_PAYMENT',
      'ERROR',
    ],
  },
  OfferingStatus: {
    pending: ['IN_OPERATION'],
    good: ['FINISHED'],
    on: ['OPEN'],
    off: ['NOT_READY', 'COMMING_SOON', 'CLOSED'],
  },
  LeaseApplicationStatus: {
    pending: ['APPLIED', 'IN_WAITING_LIST', 'PAID'],
    'needs-you': ['SELECTED'],
    good: ['RECEIVED'],
    bad: ['CANCELLED'],
  },
  PaymentStatus: { 'needs-you': ['READY', 'CONFIRM_REQUIRED'], good: ['PAID'], bad: ['REFUNDED', 'EXPIRED'] },
  StoreOrderStatus: {
    pending: ['CANCEL_REQUESTED', 'PAID'],
    'needs-you': ['DRAFT', 'PAYMENT_PENDING'], // INTERFACE: a person acts in both
    good: ['SUCCESS'],
    bad: ['PAYMENT_FAILED', 'CANCEL_REFUNDED', 'EXPIRED', 'UNQUALIFIED'],
  },
  StockStatus: { pending: ['PENDING'], 'needs-you': ['READY'], good: ['USED'], bad: ['CANCELED', 'EXPIRED'] },
  BalanceRequestStatus: {
    pending: ['INCOMING', 'CONFIRMING', 'WAITING_TRANSACTION'],
    good: ['COMPLETED'],
    bad: ['CANCELED', 'FAILED'],
  },
  EarnEventClaimStatus: {
    pending: ['INCOMING', 'COMPLETED_TRANSFER'],
    good: ['COMPLETED'],
    bad: ['FAILED_TRANSFER', 'FAILED_WITHDRAW', 'CANCELED'],
  },
  WalletTransactionStatus: { pending: ['PENDING'], good: ['SUCCESS'], bad: ['FAIL'] },
  AssetMigrationStatus: { pending: ['PENDING'], good: ['COMPLETED'], bad: ['FAILED'] },
  RankingAccomplishmentStatus: { pending: ['REQUESTED', 'PENDING'], good: ['SUCCESS'], bad: ['FAIL'] },
  RankingClaimResult: { good: ['SUCCESS'], bad: ['DUPLICATED'] },
  ChargerStatus: { pending: ['CHARGING'], good: ['FULLY_CHARGED'], bad: ['PROBLEM'], off: ['NO_BATTERY', 'OFF'] },
  StationStatus: { on: ['ON'], off: ['OFF'] },
  SubscriptionStatus: { 'needs-you': ['OVERDUE'], good: ['FINISHED'], bad: ['CANCELLED'], on: ['ON_TIME'] },
  StakingStatus: { good: ['FINISHED'], on: ['ACTIVE'] },
  IntegrationStatus: { on: ['CONNECTED'], off: ['DISCONNECTED'] },
  AppState: { on: ['ACTIVE'], off: ['INACTIVE'] },
  RideAbstractStatus: { pending: ['PENDING'], good: ['MATCHED'] }, // the list has nothing after it, also for rides that are over
  PhoneVerificationResult: { good: ['SUCCESS', 'ALREADY_VERIFIED'] },
  AppUpdateState: { 'needs-you': ['REQUIRED'], good: ['LATEST'], off: ['OPTIONAL'] },
} as const satisfies Readonly<Record<string, Classes>>;

export type StatusList = keyof typeof statusLists;

/** The class of a status: by its list, else `bad` for a common word of a bad end, which is assumed; else `unknown`. */
export function classOf(list: StatusList, word: string | undefined): StatusClass {
  const entry = Object.entries(statusLists[list] as Classes).find(
    ([, words]) => word !== undefined && words.includes(word),
  );
  return (entry?.[0] as StatusClass | undefined) ?? (word !== undefined && isAssumedBad(word) ? 'bad' : 'unknown');
}
/** Whether a status is a common word of a bad end, in any case: no list has it as anything else. */
export const isAssumedBad = (word: string): boolean => assumedBad.has(word.trim().toUpperCase());
/** Whether a text without a list is a common word of what is off. */
export const isAssumedOff = (text: string): boolean =>
  /^\s*(closed|disabled|inactive|off|stopped|retired|not\b.*)$/i.test(text);
const assumedBad: ReadonlySet<string> = new Set(
  'FAILED FAILURE REJECTED DECLINED DENIED REFUSED CANCELED CANCELLED ABORTED VOIDED REVERTED REFUNDED EXPIRED'.split(
    ' ',
  ),
);

/**
 * Whether a status is among `during`, which has classes and statuses; true for an unlisted status. If the status of a
 * known list is missing, only `none` fits: nobody knows what may be done.
 */
export function fits(
  during: readonly string[] | undefined,
  list: StatusList | undefined,
  word: string | undefined,
): boolean {
  if (during === undefined || list === undefined) return true;
  if (word === undefined) return during.includes('none');
  const kind = classOf(list, word);
  return kind === 'unknown' || during.includes(kind) || during.includes(word);
}

/** Whether the statuses of a list are a condition, which is on or off, and has no end. */
export const isCondition = (list: StatusList): boolean =>
  Object.keys(statusLists[list]).every((of) => of === 'on' || of === 'off');

/** The final statuses of a list. */
export const endsOf = (list: StatusList): { readonly good: readonly string[]; readonly bad: readonly string[] } => {
  const { good = [], bad = [] }: Classes = statusLists[list];
  return { good, bad };
};

/** Every status of a list; the order has no meaning. */
export const wordsOf = (list: StatusList): readonly string[] => Object.values(statusLists[list] as Classes).flat();

const joined = (word: string) => word.replaceAll('_', '');

/** A list that has all these statuses, if every list that has them gives each the same class. */
export function listWith(words: readonly string[]): StatusList | undefined {
  const lists = (Object.keys(statusLists) as StatusList[]).filter((list) =>
    words.every((word) => wordsOf(list).includes(word)),
  );
  const [first] = lists;
  if (first === undefined) return undefined;
  return words.every((word) => lists.every((list) => classOf(list, word) === classOf(first, word))) ? first : undefined;
}

/**
 * A status as its list spells it, in any case and with any spaces: `Failed` is `FAILED`; `CANCELLED` is `CANCELED` if
 * the list has only that spelling. Other texts are unchanged.
 */
export function spelled(list: StatusList, text: string): string {
  const word = text
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');
  const spellings = [word, word.replace('CANCELLED', 'CANCELED'), word.replace(/CANCELED/, 'CANCELLED')];
  const words = wordsOf(list);
  const same = words.filter((known) => joined(known) === joined(word));
  return spellings.find((spelling) => words.includes(spelling)) ?? (same.length === 1 ? same[0]! : text);
}
