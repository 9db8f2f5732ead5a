// The columns of an operation in the ledger; all are texts, but for `pid` and `status`.

const intentColumns = [
  'ref',
  'asked',
  'amount',
  'token',
  'usd',
  'atMost',
  'atMostToken',
  'prices',
  'fee',
  'feeToken',
  'feeUsd',
  'receiptFee',
  'receiptFeeToken',
  'feeLimit',
  'held',
  'recipient',
  'object',
  'within',
  'digest',
  'origin',
  'account',
  'serviceAt',
  'network',
  'contract',
  'maxFee',
  'acceptLess',
  'plan',
  'warnings',
  'grantId',
] as const;
/** The columns of an operation that has just begun. */
export const recordedColumns = [
  'id',
  'at',
  'pid',
  'profile',
  'service',
  'call',
  'method',
  'url',
  'body',
  'outcome',
  'process',
  'host',
  'claim',
  ...intentColumns,
] as const;
/** The columns of the facts by a chain. */
export const chainColumns = [
  'hash',
  'network',
  'maxFee',
  'fee',
  'feeToken',
  'feeUsd',
  'block',
  'blockTime',
  'received',
  'receivedToken',
  'receivedContract',
  'spent',
  'stated',
  'warnings',
] as const;
const foundColumns = ['settledBy', 'note', 'found', 'oneLike', 'stated', 'lastStatus', 'ending', 'seenAt'] as const;
/** Those that a ledger of an earlier version may lack. */
export const addedColumns = [
  ...new Set(['process', 'host', 'claim', ...intentColumns, ...foundColumns, ...chainColumns]),
];
/** The columns that change after an operation has begun, beside its claim. */
export const stateColumns = [
  ...new Set([
    'outcome',
    'settledAt',
    'status',
    'answer',
    'message',
    'amount',
    'token',
    'usd',
    'atMost',
    'atMostToken',
    'serviceAt',
    ...foundColumns,
    ...chainColumns,
  ] as const),
];
