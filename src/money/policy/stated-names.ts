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
