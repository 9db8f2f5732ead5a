// The changes of a requested ride: cancel it, cancel it while it waits, report the position.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { nextCommand } from '../../cli/next-command.js';
import { isDryRun } from '../../cli/settings.js';
import { callEndpoint, readEndpoint } from '../../engine/request/call.js';
import { endpointParams } from '../../engine/request/parameters.js';
import type { Params } from '../../engine/request/params.js';
import { openFlags } from '../../engine/request/shared-options.js';
import { grouped } from '../../money/amount-text.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { quoted } from '../../services/command-line.js';
import { Failure, Refused } from '../../services/http/errors.js';
import { asText, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { escapeControls } from '../../text/visible.js';
import { parsePoint } from './location.js';

const cancel: Command = {
  name: 'cancel',
  values: '<id>',
  summary: 'Cancel a ride; a late cancellation may cost a fee',
  options: [{ flags: '--reason <text>', summary: 'the reason' }, ...openFlags],
  examples: ['tuk ride cancel <id> --yes', 'tuk ride cancel <id> --reason "changed plans" --dry-run'],
  uses: { 'ride-hailing': ['getCancelStatus', 'getActiveRequest', 'getRequest', 'cancelRequest'] },
  run: async ({ positionals: [id], options }, context) => {
    if (!isDryRun(context.flags)) await logCancellationFee(context, id!);
    const body = await endpointParams(context, 'ride-hailing', 'cancelRequest', { reason: options.reason }, options);
    const response = await callEndpoint(context, 'ride-hailing', 'cancelRequest', { id, ...body });
    if (response) await context.out.printResponse(response);
    return 0;
  },
};

/**
 * Logs the fee of a cancellation, in the currency that the response or the ride states, as far as the response has known fields. It is about the
 * active ride. @throws {Refused} NOT_CANCELLABLE if that is the ride, and it cannot be cancelled now
 */
async function logCancellationFee(context: Context, id: string): Promise<void> {
  const { isFreeCancel, feeAmount, currency, cancellable } = (await readIfThere(context, 'getCancelStatus')) ?? {};
  if (cancellable === false && asText((await readIfThere(context, 'getActiveRequest'))?.id) === id)
    throw new Refused(
      'refused',
      'NOT_CANCELLABLE',
      'The ride cannot be cancelled now; nothing was sent.',
      `See its status: ${nextCommand(context, `tuk ride status ${quoted(id)}`)}`,
    );
  if (isFreeCancel === true) context.log('  Cancelling now is free.');
  if (isFreeCancel !== false) return;
  if (!isScalar(feeAmount)) return context.log('  Cancelling now costs a fee.');
  const stated = isScalar(currency) ? currency : (await readIfThere(context, 'getRequest', { id }))?.currency;
  const unit = isScalar(stated) ? ` ${asText(stated)}` : ' (its currency is not stated)';
  context.log(`  Cancelling now costs ${escapeControls(`${grouped(asText(feeAmount))}${unit}`)}.`);
}

/** A read of ride-hailing with the digits of its numbers kept; undefined if it fails: no change depends on it. @throws {Failure} if a sign-in is missing */
async function readIfThere(
  context: Context,
  name: 'getCancelStatus' | 'getActiveRequest' | 'getRequest',
  params: Params = {},
): Promise<Row | undefined> {
  try {
    const response = parseLossless((await readEndpoint(context, 'ride-hailing', name, params)).text);
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
