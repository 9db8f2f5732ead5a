// The names, and the ends of names, under which a body or a response may state a fact of a transfer. Data, and no claim about a service: a field that has such a
// name is compared with the fact, and a name that is missing here is not compared.
import { foldName } from '../../services/fold-name.js';

/** The facts that are compared. */
export type StatedFact = 'amount' | 'total' | 'price' | 'unit' | 'network' | 'fee' | 'minimum' | 'maximum' | 'address' | 'user';

const names: Readonly<Record<StatedFact, readonly string[]>> = {
  amount: ['amount', 'requestedAmount', 'requestAmount', 'goalAmount', 'sentAmount', 'sendAmount', 'transferAmount', 'withdrawalAmount'],
  total: [
    'total',
    'totalPrice',
    'totalAmount',
    'totalCost',
    'cost',
    'payAmount',
    'paymentAmount',
    'paidAmount',
    'fare',
    'entryFee',
    'entryFeeAmount',
  ],
  price: ['price', 'unitPrice'],
  unit: ['currency', 'currencyId', 'currencyCode', 'currencySymbol', 'token', 'tokenSymbol', 'symbol', 'ticker', 'coin', 'unit'],
  network: ['network', 'chain', 'blockchain', 'networkName', 'chainName'],
  fee: ['fee', 'feeAmount', 'transferFee', 'withdrawalFee', 'serviceFee', 'totalFee'],
  minimum: ['minimum', 'minAmount', 'minimumAmount'],
  maximum: ['maximum', 'maxAmount', 'maximumAmount'],
  address: [
    'toAddress',
    'recipientAddress',
    'receiverAddress',
    'destinationAddress',
    'recipient',
    'receiver',
    'destination',
    'to',
    'receiveAddress',
    'targetAddress',
    'payoutAddress',
    'beneficiaryAddress',
  ],
  user: ['toUserId', 'recipientId', 'recipientUserId', 'receiverUserId'],
};
const factByName = new Map(
  Object.entries(names).flatMap(([fact, list]) => list.map((name) => [foldName(name), fact as StatedFact] as const)),
);

/** The fact that a field of this name states; letter case and punctuation are ignored. */
export const factNamed = (name: string): StatedFact | undefined => factByName.get(foldName(name));

/** Whether a name may stand for something else than the unit of an amount, where no amount is beside it. */
export const isLooseUnit = (name: string): boolean => !/^currency/.test(foldName(name));

/** A fact that a field of a request states: which one, and of what, where its name says so. */
export interface RequestedFact {
  readonly fact: StatedFact | 'count';
  /** Whether it is the unit of the fee, or what arrives. */
  readonly of?: 'fee' | 'arrival';
  /** Whether it is an amount in base units. */
  readonly isBase?: true;
}
/** Amounts and units that are no part of what moves: a display currency, a discount, a balance, a bound. */
const asides =
  /^(usd|fiat|local|display|estimated|valuated|valuation|discount|tax|balance|available|remaining|coupon|reward|bonus|refund|cashback|min|max|limit)|(usd|infiat)$/;
const arrival = /^(to(?!ken|tal)|receiv(e|ed|ing)|payout|arriving|arrival|net(?!work)|out(put)?|dest(ination)?|target|buy)/;
const base = /^(raw|base(?!currency)|atomic|minor)|wei$|baseunits?$|^wei|inwei/;
const receiver = '(to|recipient|receiver|destination|dest|target|payout|beneficiary|payee|withdrawal|withdraw)';
/** Ends of folded names without their last digits, by fact; the first that fits counts. */
const endings: readonly (readonly [ending: RegExp, fact: RequestedFact['fact']])[] = [
  [/(currency|ticker|symbol)(id|code|symbol|name)?$|currencies$|(token|coin)s?(id|code|symbol|name)?$/, 'unit'],
  [/^unit$|(amount|price|fee|pay|payment)unit$|(asset|denom|denomination)(symbol|code|name)?$/, 'unit'],
  [/(network|chain)s?(id|name)?$/, 'network'],
  [/fees?(amount|value|total)?$/, 'fee'],
  [
    /^(pay|payment|paid|payable)(amount|value|sum)?s?$|total(amount|price|cost|value|sum)?s?$|cost$|payable$|fare$|^amount(due|topay)$/,
    'total',
  ],
  [/prices?$/, 'price'],
  [/(amount|amt|sum)s?(inwei|wei)?$|^(base|raw)?amount|(^|transfer|order|payment|send|sent|withdrawal|withdraw|pay)value$/, 'amount'],
  [/(quantity|qty|(?<!ac|dis)count|pieces|copies)$/, 'count'],
  [new RegExp(`^${receiver}(user)?(wallet|addr|address|account)?$`), 'address'],
  [new RegExp(`^${receiver}user(id)?$|^${receiver}id$`), 'user'],
];
/** Names within an object that stands for one value: `currency: { code }`. */
const carriers = new Set(['code', 'id', 'name', 'value', 'address'].map(foldName));

/**
 * The fact that a field of a request states, by the end of its name (`payCurrency`, `unitPrice`), so that no list has to have every name. Whether a field that
 * only may be meant so has such a value is for `unitStated`.
 * @param place the dotted name
 */
export function requestedFact(place: string): RequestedFact | undefined {
  const [last = '', parent] = place.split('.').reverse();
  const fact = factOfName(last);
  if (fact !== undefined && !(parent !== undefined && carriers.has(foldName(last)))) return fact;
  return parent !== undefined && carriers.has(foldName(last)) ? (factOfName(parent) ?? fact) : fact;
}
function factOfName(name: string): RequestedFact | undefined {
  const folded = foldName(name).replace(/\d+$/, '');
  const listed = factNamed(name);
  const fact = listed ?? (asides.test(folded) ? undefined : endings.find(([ending]) => ending.test(folded))?.[1]);
  if (fact === undefined) return undefined;
  if (fact === 'unit' && /fees?/.test(folded)) return { fact, of: 'fee' };
  if (listed === undefined && (fact === 'unit' || fact === 'amount' || fact === 'total') && arrival.test(folded))
    return { fact, of: 'arrival' };
  return /^(amount|total|price|fee)$/.test(fact) && base.test(folded) ? { fact, isBase: true } : { fact };
}

/** Names of units that may also name a credential, a thing or a department. */
const loose = /(tokens?|coins?|asset|unit|denom|denomination|name)\d*$/;
/**
 * The unit that a field with the name of one states, without spaces and invisible characters, which a reader may drop: any symbol, and under a name that may mean
 * something else, one in capitals. Nothing for any other value, such as an id.
 * @param place the dotted name
 */
export function unitStated(place: string, value: string): string | undefined {
  const text = value.normalize('NFKC').replace(/[\p{C}\p{Z}]/gu, '');
  const form = loose.test(foldName(place.split('.').at(-1)!)) ? /^[a-z]?[A-Z][A-Z0-9.]{1,9}$/ : /^[A-Za-z][A-Za-z0-9.]{0,19}$/;
  return form.test(text) ? text : undefined;
}
