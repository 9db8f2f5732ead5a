// The kind of operation that a row of a service tells of: by its type, its title, and the things that it refers to. No public source has these words, so
// those of another kind speak against an operation, and a type that is not a word of its own kind, and none that any kind may have, does too.

import { isOfKind, type OperationWord } from '../money/state-reads.js';
import { asText, isNothing, isRecord, type Row } from '../services/json-value.js';
import { fieldsOf, partsOf } from './row-parts.js';
import { withoutRecipient } from './row-recipient.js';

/** The words of each kind; a word of a row begins with one of them. */
const words: Readonly<Record<OperationWord, readonly string[]>> = {
  transfer: ['transfer', 'sent', 'send', 'gift', 'remit', 'p2p'],
  withdrawal: ['withdraw', 'cashout', 'payout', 'redeem', 'redemption'],
  deposit: ['deposit', 'topup', 'recharge'],
  swap: ['swap', 'swapped', 'bridge', 'exchange', 'convert', 'conversion'],
  game: ['game', 'entry', 'tournament', 'play'],
  store: ['store', 'shop', 'order', 'product', 'purchas', 'buy', 'bought', 'item', 'mint', 'voucher'],
  payment: ['payment', 'invoice', 'bill'],
  reward: [
    'reward',
    'bonus',
    'claim',
    'earn',
    'earned',
    'earning',
    'mission',
    'referral',
    'prize',
    'airdrop',
    'cashback',
    'income',
    'rank',
    'ranking',
    'quest',
  ],
  reversal: ['refund', 'revers', 'revert', 'chargeback', 'cancel', 'return', 'back', 'void', 'rollback'],
  receipt: ['receiv'],
  ride: ['ride', 'trip', 'taxi'],
  subscription: ['subscri', 'membership', 'lease', 'rent', 'rental'],
  correction: ['adjust', 'correct', 'expir', 'penalt', 'forfeit', 'burn'],
};
/** The things whose id in a row says of what kind it is: `gameId`, `order: {…}`. Others, such as `itemId`, may be ids of the row itself. */
const things: readonly OperationWord[] = ['withdrawal', 'deposit', 'swap', 'game', 'payment', 'reward', 'reversal', 'ride', 'subscription'];
const storeThings = /^(store_?)?(order|product|purchase)$/i;

/** A direction, or a word for a row of a list as such: it is that of every kind. */
const neutral =
  /^(debit|out|outgoing|outflow|minus|spend|spent|use|used|expense|decrease|credit|in|incoming|inflow|plus|increase|points?|mvp|balance|transactions?|tx|history|user|normal|default|done|success|completed)$/;

const typeNames =
  /^(sub_?|main_?|tx_?|transaction_?|transfer_?|history_?|entry_?|balance_?|points?_?|swap_?|event_?|change_?|log_?|record_?|item_?|operation_?|activity_?)?(type|kind|category|action)$/i;
const textNames =
  /^(title|sub_?title|description|desc|memo|note|message|text|summary|details?|remarks?|subject|content|label|why|reason|name|code|source|purpose|activity|event|operation|method)$/i;

/** The words of a text in lower case: `STORE_ORDER`, `storeOrder` and `Store order 12` have the same. */
const wordsIn = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => /[a-z]/.test(word));
const kindsOf = (text: string): OperationWord[] => {
  const single = wordsIn(text);
  const own = [...single, single.join('')]; // `TOP_UP` is one word
  const isNamed = (stem: string) => own.some((word) => (stem.length < 5 ? word === stem || word === `${stem}s` : word.startsWith(stem)));
  return (Object.keys(words) as OperationWord[]).filter((kind) => words[kind].some(isNamed));
};

/** What a row says of its kind: the kinds, each with the text that names it. */
function kindsIn(row: Row, recipient: string | undefined): (readonly [kind: OperationWord, text: string])[] {
  const said = fieldsOf(row).flatMap(([name, value]) => {
    if (!typeNames.test(name) && !textNames.test(name)) return [];
    return kindsOf(withoutRecipient(asText(value), recipient)).map((kind) => [kind, asText(value)] as const);
  });
  const referred = partsOf(row).flatMap((part) =>
    Object.entries(part).flatMap(([name, value]) => {
      const thing = /^(.+?)_?(id|no|number)$/i.exec(name)?.[1] ?? (isRecord(value) ? name : undefined);
      if (thing === undefined || isNothing(value) || /^(|0|false)$/.test(asText(value))) return [];
      const text = `${name} ${isRecord(value) ? '' : asText(value)}`.trim();
      if (storeThings.test(thing)) return [['store', text] as const];
      return kindsOf(thing).flatMap((kind) => (things.includes(kind) ? [[kind, text] as const] : []));
    }),
  );
  return [...said, ...referred];
}

/** What a look is for: its kind, whether it takes or gives, and the operation. */
interface Wanted {
  readonly kind: OperationWord;
  readonly sign: 'in' | 'out' | undefined;
  readonly recipient?: string | undefined;
  readonly body?: string | undefined;
}

/** What else a row says that it is than the operation that is wanted, as the end of a sentence; nothing where nothing speaks against it. */
export function otherKindIn(row: Row, { kind: own, sign, recipient, body = '' }: Wanted): string | undefined {
  const other = kindsIn(row, recipient).find(([kind]) => !isOfKind(own, kind));
  if (other) return `it says ${quote(other[1])}, which is not ${/^[aeiou]/.test(own) ? 'an' : 'a'} ${own}`;
  const fields = fieldsOf(row);
  const direction = fields.find(
    ([name, value]) =>
      (typeNames.test(name) || directionNames.test(name)) && wordsIn(asText(value)).some((word) => opposite(sign)?.test(word)),
  );
  if (direction) return `it says ${direction[0]} ${quote(asText(direction[1]))}, which is the other direction`;
  const type = fields.find(([name, value]) => {
    const text = asText(value);
    if (!typeNames.test(name) || !/^[a-z]/i.test(text) || body.toLowerCase().includes(JSON.stringify(text).toLowerCase())) return false;
    return !kindsOf(text).some((kind) => isOfKind(own, kind)) && !wordsIn(text).every((word) => neutral.test(word));
  });
  return type && `it says ${type[0]} ${quote(asText(type[1]))}, and whether that is a ${own} is not known`;
}
const directionNames = /^(direction|flow|side|sign|in_?out|io|dr_?cr)$/i;
const opposite = (sign: Wanted['sign']): RegExp | undefined =>
  sign === 'out'
    ? /^(credit|in|incoming|inflow|plus|increase|received?)$/
    : sign === 'in'
      ? /^(debit|out|outgoing|outflow|minus|decrease|spen[dt]|expense|sent|send)$/
      : undefined;
const quote = (text: string): string => JSON.stringify(text.slice(0, 80));

/** Whether a row says that it is an operation of this kind. */
export const namesKind = (row: Row, own: OperationWord): boolean => kindsIn(row, undefined).some(([kind]) => isOfKind(own, kind));
