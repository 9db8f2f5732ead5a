// What `tuk assets` changes: orders and payments, lease applications, a letter to customer service.

import type { Command } from '../../cli/command.js';
import { readInput } from '../../cli/input-file.js';
import { changeCommand } from '../../engine/change-command.js';
import { readCommand } from '../../engine/read-command.js';
import { grouped } from '../../money/amount-text.js';
import { AssetCurrency, PaymentMethod, PurchaseType } from '../../services/catalogue/words.js';
import { asText, isNothing } from '../../services/json-value.js';
import type { Column } from '../../ui/format/column.js';

const leaseColumns: readonly Column[] = [{ path: 'status', as: { status: 'LeaseApplicationStatus' } }, { path: 'id' }];
const bought = () => 'tuk assets transactions --type PURCHASE';

export const orders: readonly Command[] = [
  changeCommand({
    name: 'order',
    summary: 'Order a share or a vehicle of an offering',
    description: 'No call reads an order: keep the id of the answer, which the ledger keeps too.',
    options: [
      { flags: '--offering <id>', summary: 'the offering', needed: true },
      { flags: '--purchase-type <type>', summary: 'a share of a vehicle, or the whole of it', words: PurchaseType, needed: true },
      { flags: '--amount <amount>', summary: 'how much, in whole units of the currency', as: 'amount', needed: true },
      { flags: '--currency <currency>', summary: 'the currency, that of the offering if not given', words: AssetCurrency },
    ],
    examples: ['tuk assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes'],
    service: 'musubi',
    endpoints: [{ call: 'createOrder' }],
    uses: ['musubi GET /v1/offering/public/{id}', 'user GET /currencies/{id}', 'musubi POST /v1/order'],
    open: true,
    money: true,
    about: [
      {
        call: 'getOffering',
        with: { id: 'offering' },
        lines: [
          { path: 'title' },
          { path: 'interestRate', heading: 'Rate a year', as: 'percent' },
          { path: 'minAmount', heading: 'Least amount', as: { amount: 'currency' } },
          { path: 'currency', heading: 'Priced in' },
        ],
      },
    ],
    says: ([offering], { amount, currency }) => {
      const unit = asText(offering?.currency) || asText(currency);
      return isNothing(amount) || unit === '' ? [] : [['Leaves you', `${grouped(asText(amount))} ${unit}`]];
    },
    next: (_, { id }) => (typeof id === 'string' ? `tuk assets payment create --order ${id} --method CRYPTO` : bought()),
  }),
  changeCommand({
    name: 'payment create',
    summary: 'Start the payment of an order',
    description: 'No call reads a payment: its answer says where to pay and until when.',
    options: [
      { flags: '--order <id>', summary: 'the order', needed: true },
      { flags: '--method <method>', summary: 'how it is paid', words: PaymentMethod, needed: true },
    ],
    examples: ['tuk assets payment create --order <id> --method CRYPTO --yes'],
    service: 'musubi',
    endpoints: [{ call: 'createPayment' }],
    uses: ['musubi POST /v1/payment'],
    open: true,
    money: true,
    columns: [
      { path: 'status', as: { status: 'PaymentStatus' } },
      { path: 'amount', as: { amount: 'currency' } },
    ],
    next: bought,
  }),
  changeCommand({
    name: 'payment to-crypto',
    values: '<payment-id>',
    summary: 'Settle a payment in crypto instead',
    examples: ['tuk assets payment to-crypto <id> --yes'],
    service: 'musubi',
    endpoints: [{ call: 'changePaymentToCrypto' }],
    uses: ['musubi PUT /v1/payment/{paymentId}/change-to-crypto'],
    open: true,
    money: true,
    next: bought,
  }),
  changeCommand({
    name: 'lease apply',
    summary: 'Apply for the lease of a vehicle',
    options: [
      { flags: '--product <id>', summary: 'which vehicle: tuk assets products', needed: true },
      { flags: '--months <n>', summary: 'for how long', as: 'number', needed: true },
      { flags: '--phone <phone>', summary: 'where you are reached, like +6590000001', needed: true },
    ],
    examples: ['tuk assets lease apply --product 1 --months 6 --phone +6590000001 --yes'],
    service: 'musubi',
    endpoints: [{ call: 'submitLeaseApplication' }],
    uses: ['musubi POST /v1/lease-application/submit', 'musubi GET /v1/vehicle-product/{productId}'],
    open: true,
    about: [
      {
        call: 'getProduct',
        with: { productId: 'product' },
        needs: 'product',
        lines: [
          { path: 'name', heading: 'Vehicle' },
          { path: 'leasePrice', heading: 'Lease', as: { amount: 'currency' } },
          { path: 'leasePeriod', heading: 'Each' },
        ],
      },
    ],
    columns: leaseColumns,
    next: (_, { id }) => (typeof id === 'string' ? `tuk assets lease show ${id}` : undefined),
  }),
  readCommand({
    name: 'lease show',
    values: '<id>',
    summary: 'Show a lease application',
    examples: ['tuk assets lease show 1', 'tuk assets lease show 1 --jq .status'],
    service: 'musubi',
    endpoints: [{ call: 'getLeaseApplication' }],
    uses: ['musubi GET /v1/lease-application/{id}'],
    columns: leaseColumns,
  }),
  changeCommand({
    name: 'contact',
    summary: 'Write to customer service',
    options: [
      { flags: '--title <text>', summary: 'what it is about', needed: true },
      { flags: '--message-file <file>', summary: 'the message, from a file or - for standard input', needed: true, to: 'message' },
    ],
    examples: ["tuk assets contact --title 'A question' --message-file question.txt --yes"],
    service: 'musubi',
    endpoints: [{ call: 'contact' }],
    uses: ['musubi POST /customer-service/contact'],
    open: true,
    toParams: async ({ message, ...given }, _, { world }) =>
      message === undefined ? given : { ...given, message: await readInput(world, String(message)) },
  }),
];
