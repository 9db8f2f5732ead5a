// The names, and the ends of names, under which a body or a response may state a fact of a transfer. Data, and no claim about a service: a field that has such a
// name is compared with the fact, and a name that is missing here is not compared. Requests and responses share the ends of names; a response has more facts
// beside those of its operation, such as a balance, and their names are told apart by their words.
import { foldName } from '../../services/fold-name.js';
import { wordsOfName } from './name-words.js';

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
const receiver =
  '(to|recipient|receiver|receive|receiving|destination|dest|target|payout|beneficiary|payee|transferee|counterparty|withdrawal|withdraw|credited|output)';
/** What was done with what moves, before `to`: `sentTo`, `payoutTo`. */
const moved =
  '(sent|send|sends|sending|paid|pay|pays|payable|payout|transfer|transferred|credit|credited|deliver|delivered|withdraw|withdrawn|withdrawal|move|moved|goes|forward|forwarded|release|released|remit|remitted|disburse|disbursed|gift|gifted|given|give|routed|settled|issued)';
/** Ends of folded names without their last digits, by fact; the first that fits counts. */
const endings: readonly (readonly [ending: RegExp, fact: RequestedFact['fact']])[] = [
  [/(currency|ticker|symbol)(id|code|symbol|name)?$|currencies$|(token|coin)s?(id|code|symbol|name)?$/, 'unit'],
  [/^unit$|(amount|price|fee|pay|payment)unit$|(asset|denom|denomination)(symbol|code|name)?$/, 'unit'],
  [/(network|chain)s?(id|name|code)?$/, 'network'],
  [/(fee|(?<!dis|re)charge|commission|gascost)s?(amount|value|total|sum|cost|paid|charged|taken|deducted|applied)?$/, 'fee'],
  [
    /^(pay|payment|paid|payable)(amount|value|sum)?s?$|total(amount|price|cost|value|sum)?s?$|cost$|payable$|fare$|^amount(due|topay)$/,
    'total',
  ],
  [/prices?$/, 'price'],
  [/(amount|amt|sum)s?(inwei|wei)?$|^(base|raw)?amount|(^|transfer|order|payment|send|sent|withdrawal|withdraw|pay)value$/, 'amount'],
  [/(quantity|qty|(?<!ac|dis)count|pieces|copies)$/, 'count'],
  [new RegExp(`^${receiver}(user)?(wallet|account)?(addr|address)?$|^${moved}to(wallet|account)?(addr|address)?$`), 'address'],
  [new RegExp(`^${receiver}user(id)?$|^${receiver}id$|^${moved}touser(id)?$|^${moved}toid$`), 'user'],
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
const folding = (name: string): string => foldName(name).replace(/\d+$/, '');
const factByEnd = (folded: string): RequestedFact['fact'] | undefined => endings.find(([ending]) => ending.test(folded))?.[1];
function factOfName(name: string): RequestedFact | undefined {
  const folded = folding(name);
  const listed = factNamed(name);
  const fact = listed ?? (asides.test(folded) ? undefined : factByEnd(folded));
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

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** Words that make an amount of a response another one than that of its operation: a balance, a bound, a figure for show. */
const otherAmounts = set(
  `balance balances new after before remaining remain remainder rest left available avail locked lock frozen held hold pending min minimum max maximum limit cap
quota daily weekly monthly yearly annual used usage lifetime accumulated accum cumulative processed filled discount discounted tax vat bonus refund refunded
refundable cashback coupon voucher usd eur krw sgd jpy idr thb khr fiat local display valuated valuation estimated previous prev prior old current next future rate
ratio percent percentage pct decimals decimal gas threshold staked supply reserve allowance score rank level average avg history initial original opening closing
saved waived late cancel cancellation penalty early referral lowest highest least most`.replaceAll('\n', ' '),
);
/** Words of the list above that leave a fee a fee. */
const staysFee = set('gas estimated processed new current pending');
/** What a claim pays; beside another operation, what comes of it. */
const rewards = set('reward rewards earn earned earning earnings prize prizes income payout payouts won winnings claimed claim');
/** What takes value, with a fee or without it. */
const debits = set('debit debited debits deduct deducted deduction charged spent spend taken drawn collected outflow outgoing');
/** What brings it. */
const arrivals = set(
  'receive receives received receiving credit credited arrive arrived arrives arriving arrival net output out payout buy bought target',
);
/** What moves it. */
const moves = set('sent send sending transferred transfer moved move withdrawn withdraw withdrawal');
/** Whose an address, a user or a network is, or what it is for, where it is not that of the recipient. */
const ownPlaces = set(
  'from sender source origin my own payer refund return returned deposit contract token change previous old supported available allowed',
);
/** Ends of names of times, flags and words. */
const noFacts = set(
  'at on time date timestamp until since seconds ms by rate ratio percent percentage pct bps policy enabled included type status state reason label url version decimals decimal',
);
const heads = set('amount amounts amt sum value points point coins tokens total');
const more = set(
  'fee fees charge charges surcharge commission service network extra additional platform processing handling transaction operation withdrawal total price cost unit currency id code symbol name chain blockchain recipient receiver destination beneficiary payee wallet address account user to paid pay payment raw base wei in is',
);
const known: ReadonlySet<string> = new Set(
  [otherAmounts, rewards, debits, arrivals, moves, ownPlaces, noFacts, heads, more].flatMap((one) => [...one]),
);

/** What a field of a response states of its operation, by its name. */
export interface StatedRole {
  /** `debit`: what was taken, with the fee or without it. `arrival`: what arrives. `reward`: what a claim pays. */
  readonly fact: StatedFact | 'count' | 'debit' | 'arrival' | 'reward';
  /** Whether it is the unit of the fee, or of what arrives. */
  readonly of?: 'fee' | 'arrival';
  /** Whether it is an amount in base units. */
  readonly isBase?: true;
  /** Whether it is a fee beside another one. */
  readonly isExtra?: true;
  /** Whether the name may mean something else: only a value of the fact's form counts. */
  readonly isLoose?: true;
}

/** The fact that a field of a response states, by its name as a whole, by its end, and by its words; nothing for a balance, a bound, a time and the like. */
export function statedRole(name: string): StatedRole | undefined {
  const listed = factNamed(name);
  const folded = folding(name);
  const words = wordsOfName(name, known);
  const last = words.at(-1) ?? '';
  const has = (list: ReadonlySet<string>) => words.some((word) => list.has(word));
  if (listed === undefined && noFacts.has(last)) return undefined;
  const fact = listed ?? factByEnd(folded);
  switch (fact) {
    case 'minimum':
    case 'maximum':
      return { fact };
    case 'fee': {
      if (listed === undefined && words.some((word) => otherAmounts.has(word) && !staysFee.has(word))) return undefined;
      const isExtra = has(extras) ? { isExtra: true as const } : {};
      return { fact, ...isExtra, ...baseOf(folded), ...(/fees?/.test(folded) ? {} : { isLoose: true as const }) };
    }
    case 'address':
    case 'user':
      if (listed === undefined && (has(ownPlaces) || operations.has(folded))) break;
      return { fact };
    case 'network':
      if (words.some((word) => word === 'from' || word === 'source')) return { fact, isLoose: true };
      return has(ownPlaces) ? undefined : { fact };
    case 'unit': {
      if (listed === undefined && has(otherUnits)) return undefined;
      const isOfFee = /fee|charge|commission/.test(folded) ? ({ of: 'fee' } as const) : {};
      const isOfArrival = listed === undefined && arrival.test(folded) ? ({ of: 'arrival' } as const) : {};
      return { fact, ...isOfArrival, ...isOfFee };
    }
    case 'price':
      return listed === undefined && has(otherAmounts) ? undefined : { fact };
    default:
  }
  if (listed !== undefined && fact !== undefined) return { fact };
  if (fact === 'count') return /^(order|item)?(quantity|qty|pieces|copies)$/.test(folded) ? { fact } : undefined;
  if (has(otherAmounts) || last === 'value') return undefined; // a value may be that in another unit: see `isLooseAmount`
  const isAmount = fact === 'amount' || fact === 'total' || heads.has(last);
  const isVerb = debits.has(last) || arrivals.has(last) || rewards.has(last);
  if (!isAmount && !(isVerb && words.length <= 2)) return undefined;
  const form = { ...baseOf(folded), ...(isAmount ? {} : { isLoose: true as const }) };
  if (has(debits)) return { fact: 'debit', ...form };
  if (has(arrivals) || (arrival.test(folded) && isAmount)) return { fact: 'arrival', ...form };
  if (has(rewards)) return { fact: 'reward', ...form };
  if (fact === 'amount' || fact === 'total') return { fact, ...form };
  return has(moves) ? { fact: 'amount', ...form, isLoose: true } : undefined;
}
const baseOf = (folded: string): { readonly isBase?: true } => (base.test(folded) ? { isBase: true } : {});
const extras = set('extra additional surcharge surcharges');
/** Names of a recipient that an object of the whole operation, or an amount, may have in a response. */
const operations = new Set(['withdrawal', 'withdraw', 'payout', 'target', 'credited', 'output', 'receive', 'receiving']);
/** Words that make a unit another one than those of the operation. */
const otherUnits = set(
  'display fiat local usd valuated valuation discount reward refund supported available default preferred settlement quote home user',
);

const looseAmounts = set('coin coins token tokens mvp mvps point points value values sum sums');
/** Whether a name may be that of the amount of a response that states none under another name: `points`, `transferredPoints`. */
export function isLooseAmount(name: string): boolean {
  const words = wordsOfName(name, known);
  const last = words.at(-1) ?? '';
  const isBare = words.length === 1 || !/^(coins?|tokens?|mvps?)$/.test(last);
  const isOther = words.some((word) => otherAmounts.has(word) || rewards.has(word) || otherValues.has(word)) || words[0] === 'total';
  return looseAmounts.has(last) && isBare && !isOther && !base.test(folding(name));
}
const otherValues = set('fee fees price gas check break end base unit raw wei');
