// The names under which a body or a response may state a fact of a transfer. Data, and no claim about a service: a field that has such a name is compared with
// the fact, and a name that is missing here is not compared.
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
  readonly fact: StatedFact;
  /** Whether it is the unit of the fee, or what arrives. */
  readonly of?: 'fee' | 'arrival';
}
/** Amounts and units that are no part of what moves: a display currency, a discount, a balance, a bound. */
const asides =
  /^(usd|fiat|local|display|estimated|valuated|valuation|discount|tax|balance|available|remaining|coupon|reward|bonus|refund|cashback|min|max|limit)|(usd|infiat)$/;
const arrival = /^(to(?!ken|tal)|receiv(e|ed|ing)|payout|arriving|arrival|net(?!work)|out(put)?|dest(ination)?|target|buy)/;
/** Ends of folded names, by fact; the first that fits counts. */
const endings: readonly (readonly [ending: RegExp, fact: StatedFact])[] = [
  [
    /(currency|ticker|symbol)(id|code|symbol)?$|(token|coin)(id|code|symbol)?$|^unit$|(amount|price|fee|pay|payment)unit$|(asset|denom|denomination)$/,
    'unit',
  ],
  [/(network|chain)(id|name)?$/, 'network'],
  [/fees?(amount|value|total)?$/, 'fee'],
  [
    /^(pay|payment|paid|payable)(amount|value|sum)?$|total(amount|price|cost|value|sum)?$|cost$|payable$|fare$|^amount(due|topay)$/,
    'total',
  ],
  [/price$/, 'price'],
  [/(amount|amt|sum)$|^(base|raw)?amount|(^|transfer|order|payment|send|sent|withdrawal|withdraw|pay)value$/, 'amount'],
];

/**
 * The fact that a field of a request states, by the end of its name (`payCurrency`, `unitPrice`), so that no list has to have every name. Whether a field that
 * only may be meant so has such a value is for `mayStateUnit`.
 */
export function requestedFact(name: string): RequestedFact | undefined {
  const folded = foldName(name);
  const listed = factNamed(name);
  const fact = listed ?? (asides.test(folded) ? undefined : endings.find(([ending]) => ending.test(folded))?.[1]);
  if (fact === undefined) return undefined;
  if (fact === 'unit' && /^(\w*)fees?/.test(folded)) return { fact, of: 'fee' };
  return (fact === 'unit' || fact === 'amount' || fact === 'total') && listed === undefined && arrival.test(folded)
    ? { fact, of: 'arrival' }
    : { fact };
}

/** Names of units that may also name a credential, a thing or a department. */
const loose = /(token|coin|asset|unit|denom|denomination)$/;
/** Whether a field with the name of a unit has one: any symbol, and under a name that may mean something else, one in capitals. */
export const mayStateUnit = (name: string, value: string): boolean =>
  loose.test(foldName(name)) ? /^[a-z]?[A-Z][A-Z0-9.]{1,9}$/.test(value) : /^[A-Za-z][A-Za-z0-9.]{0,19}$/.test(value);
