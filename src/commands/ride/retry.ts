// `tuk ride retry`: requests the same ride again, with a receipt before the request.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';
import { runWizard } from '../../cli/prompts/wizard.js';
import { moneyOptionsOf } from '../../engine/change/money-options.js';
import { performCall } from '../../engine/change/perform-call.js';
import { withPrepared } from '../../engine/change/prepared-request.js';
import { callOf, readEndpoint } from '../../engine/request/call.js';
import { moneyFlags } from '../../engine/request/shared-options.js';
import { grouped } from '../../money/amount-text.js';
import { classOf } from '../../services/catalogue/statuses.js';
import { asText, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { ride } from '../../things/ride.js';
import { logNextStep, unknownUnit } from './request.js';
import { knownRides } from './status.js';

export const retry: Command = {
  name: 'retry',
  values: '<id>',
  summary: 'Request the same ride again; this costs money',
  description: 'Shows a receipt first; the request is recorded in the ledger before it is sent and never retried.',
  options: moneyFlags,
  examples: ['tuk ride retry <id> --yes'],
  uses: { 'ride-hailing': ['getRequest', 'retryRequest'] },
  prompts: true,
  run: async (args, context) => {
    const transferOptions = await moneyOptionsOf(args.options);
    const { positionals } = await runWizard(
      args,
      [{ key: 'id', label: 'Which ride', hint: 'its id', loadChoices: rideChoices }],
      '<id>',
      context,
    );
    const [id] = positionals;
    const { data } = await readEndpoint(context, 'ride-hailing', 'getRequest', { id });
    const receipt = withPrepared({ input: {}, params: { id }, wholeBody: false }, ({ withPolicy }) =>
      printReceipt(context, 'Request the same ride again', withPolicy(retryReceiptLines(data))),
    );
    const call = await callOf('ride-hailing', 'retryRequest', { id });
    const response = await performCall(context, call, transferOptions, receipt);
    if (response === undefined) return;
    await context.out.printResponse(response);
    logNextStep(context, response.data);
  },
};

/** The known rides that ended badly, recallable ones first. */
async function rideChoices(_: Arguments, context: Context) {
  const rides = (await knownRides(context))
    .filter(isRecord)
    .filter(({ id, status }) => typeof id === 'string' && classOf(ride.status.list, String(status)) === 'bad');
  const rank = ({ status }: Row) => (/_RECALLABLE$/.test(String(status)) ? 0 : 1);
  return rides
    .sort((a, b) => rank(a) - rank(b))
    .map((row) => ({
      key: String(row.id),
      label: String(row.id),
      is: `${String(row.status)}, ${nameAt(row, 'origin')} to ${nameAt(row, 'destination')}`,
    }));
}
const nameAt = (row: unknown, stop: string) => String(valueAt(row, `${stop}.name`) ?? '–');

const riderFields = ride.operations['ride-hailing requestRide'].facts.otherFields;
function retryReceiptLines(row: unknown): ReceiptLine[] {
  const text = (path: string) => asText(valueAt(row, path));
  return [
    ['Ride', text('id')],
    ['Ended', text('status')],
    ['Product', text('productCode')],
    ['Cost before', text('fare') === '' ? 'not known' : `${grouped(text('fare'))} ${text('currency') || unknownUnit}`],
    ['Paid with', [text('payCurrency'), text('walletProviderId')].filter(Boolean).join(', ')],
    ['From', nameAt(row, 'origin')],
    ['To', nameAt(row, 'destination')],
    ['Rider', riderFields.map(text).filter(Boolean).join(', ')],
  ];
}
