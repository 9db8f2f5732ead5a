// The changes of a requested ride: cancel it, cancel it while it waits, report the position.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { isDryRun } from '../../cli/settings.js';
import { callEndpoint } from '../../engine/request/call.js';
import { callOf } from '../../engine/request/catalogue-call.js';
import { endpointParams } from '../../engine/request/parameters.js';
import { openFlags } from '../../engine/request/shared-options.js';
import { grouped } from '../../money/amount-text.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { Failure } from '../../services/http/errors.js';
import { asText, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { escapeControls } from '../../text/visible.js';
import { parsePoint } from './location.js';

const cancel: Command = {
  name: 'cancel',
  values: '<id>',
  summary: 'Cancel a ride; a late cancellation may cost a fee',
  options: [{ flags: '--reason <text>', summary: 'the reason' }, ...openFlags],
  examples: ['tuk ride cancel <id> --yes', 'tuk ride cancel <id> --reason "changed plans" --dry-run'],
  uses: { 'ride-hailing': ['getCancelStatus', 'getRequest', 'cancelRequest'] },
  run: async ({ positionals: [id], options }, context) => {
    if (!isDryRun(context.flags)) await logCancellationFee(context, id!);
    const body = await endpointParams(context, 'ride-hailing', 'cancelRequest', { reason: options.reason }, options);
    const response = await callEndpoint(context, 'ride-hailing', 'cancelRequest', { id, ...body });
    if (response) await context.out.printResponse(response);
    return 0;
  },
};

/** Logs the fee of cancelling the active ride, where the response has known fields, in the currency that it or the ride states. */
async function logCancellationFee(context: Context, id: string): Promise<void> {
  const { isFreeCancel, feeAmount, currency } = (await readIfThere(context, 'getCancelStatus', {})) ?? {};
  if (isFreeCancel === true) context.log('  Cancelling now is free.');
  if (isFreeCancel !== false) return;
  if (!isScalar(feeAmount)) return context.log('  Cancelling now costs a fee.');
  const stated = isScalar(currency) ? currency : (await readIfThere(context, 'getRequest', { id }))?.currency;
  const unit = isScalar(stated) ? ` ${asText(stated)}` : ' (its currency is not stated)';
  context.log(`  Cancelling now costs ${escapeControls(`${grouped(asText(feeAmount))}${unit}`)}.`);
}

/** A read of ride-hailing with the digits of its numbers kept; undefined where it fails: what it says is not a condition of the change. @throws {Failure} where a sign-in is missing */
async function readIfThere(
  context: Context,
  name: 'getCancelStatus' | 'getRequest',
  values: Readonly<Record<string, unknown>>,
): Promise<Row | undefined> {
  const { call, build } = await callOf('ride-hailing', name, values);
  const { sendRequest } = await import('../../services/http/send.js');
  const { parseLossless } = await import('../../services/lossless-number.js');
  const requestContext = await context.http().requestContext();
  try {
    const response = parseLossless((await sendRequest(call, await build(requestContext), requestContext)).text);
    return isRecord(response) ? response : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Failure && error.kind !== 'sign-in')) return undefined;
    throw error;
  }
}

/** A command that changes a ride and takes only its id. */
const change = (name: string, summary: string, endpoint: EndpointName<'ride-hailing'>): Command => ({
  name,
  values: '<id>',
  summary,
  examples: [`tuk ride ${name} <id> --yes`],
  uses: { 'ride-hailing': [endpoint] },
  run: async ({ positionals: [id] }, context) => {
    const response = await callEndpoint(context, 'ride-hailing', endpoint, { id });
    if (response) await context.out.printResponse(response);
    return 0;
  },
});

const gps: Command = {
  name: 'gps',
  summary: 'Report your position',
  options: [{ flags: '--at <lat,lon>', summary: 'the position, degrees' }, ...openFlags],
  examples: ['tuk ride gps --at 11.564,104.931 --yes'],
  uses: { 'ride-hailing': ['reportPosition'] },
  run: async ({ options }, context) => {
    const position = options.input === undefined || options.at !== undefined ? parsePoint(String(options.at ?? '')) : {};
    const response = await callEndpoint(
      context,
      'ride-hailing',
      'reportPosition',
      await endpointParams(context, 'ride-hailing', 'reportPosition', position, options),
    );
    if (response) context.log('✓ Reported.');
    return 0;
  },
};

export const changes: readonly Command[] = [
  cancel,
  change('cancel-wait', 'Cancel a ride that is still waiting for a driver', 'cancelWait'),
  gps,
];
